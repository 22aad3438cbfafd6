import ImageExchange
import Reports

@testable import Attachments

/// Beginnings of pictures, and answers of the helper that decodes them, which a hostile picture may control.
enum PictureTargets {
    @Sendable static func read(_ bytes: FuzzTarget.Input) {
        let content = Array(bytes)
        _ = ContentKind(of: content)
        _ = PlainJPEG.size(of: content)
        if let answer = ImageResponse(line: String(decoding: bytes, as: UTF8.self)) {
            precondition(
                ImageResponse(line: answer.line) == answer, "an answer that is written is another one")
        }
    }
}

/// Documents that `validate` checks.
enum ValidationTargets {
    @Sendable static func validate(_ bytes: FuzzTarget.Input) {
        guard let result = try? InventoryDocument.check(path: InputFile.write(bytes)) else {
            preconditionFailure("a file that exists cannot be checked")
        }
        precondition(result.diagnostics.count <= 20, "too many diagnostics")
    }
}
