import Files
import Glibc
import Message

/// The files and fields of a form. The files are removed when the last reference is released.
package final class Upload: Sendable {
    package let fields: FormFields
    /// The files in the order of the form.
    package let files: [UploadedFile]

    init(fields: FormFields, files: [UploadedFile]) {
        self.fields = fields
        self.files = files
    }

    deinit {
        for file in files { unlink(file.path) }
    }
}

/// A file that a client sent.
package struct UploadedFile: Equatable, Sendable {
    /// The temporary file.
    package let path: String
    /// The client's name for it, without folders; nil if it sent none. Show it, but never open it.
    package let fileName: String?
}

/// The folder of uploaded files, and the bytes they may have together, over all connections.
package struct UploadFolder: Sendable {
    let path: String
    let budget: BodyBudget

    package init(path: String, budget: BodyBudget) {
        self.path = path
        self.budget = budget
    }
}

/// A file that is written while it arrives, and removed unless it becomes part of an ``Upload``.
final class UploadFileWriter {
    let path: String
    /// The client's name for it.
    let fileName: String?
    private let descriptor: Int32
    private let budget: BodyBudget
    private(set) var count = 0
    private var isKept = false

    /// Creates a file that only its owner can read.
    init(in folder: UploadFolder, fileName: String? = nil) throws {
        self.fileName = fileName
        budget = folder.budget
        let path = "\(folder.path)/upload-\(String(UInt64.random(in: 0...UInt64.max), radix: 36))"
        descriptor = open(path, O_WRONLY | O_CREAT | O_EXCL | O_NOFOLLOW | O_CLOEXEC, 0o600)
        guard descriptor >= 0 else { throw UploadFileWriter.error(errno) }
        self.path = path
    }

    deinit {
        close(descriptor)
        if !isKept { unlink(path) }
        budget.give(count)
    }

    func write(_ bytes: Span<UInt8>) throws {
        guard budget.take(bytes.count) else { throw HTTPError.busy }
        count += bytes.count
        do {
            try writeAll(bytes, to: descriptor, path: path)
        } catch {
            throw UploadFileWriter.error(error.code)
        }
    }

    /// Leaves the file to the caller, which removes it.
    func keep() -> UploadedFile {
        isKept = true
        return UploadedFile(path: path, fileName: fileName)
    }

    private static func error(_ code: Int32) -> HTTPError {
        code == ENOSPC || code == EDQUOT ? HTTPError(.diskFull) : HTTPError(.internalError)
    }
}

/// Reads a body that is one file.
package final class FileCollector: BodyCollector {
    private let limit: Int
    private let file: UploadFileWriter

    /// - Parameter limit: the maximum number of bytes.
    package init(limit: Int, folder: UploadFolder) throws {
        self.limit = limit
        file = try UploadFileWriter(in: folder)
    }

    package func take(_ piece: Span<UInt8>) throws {
        guard file.count + piece.count <= limit else { throw HTTPError(.bodyTooLarge) }
        try file.write(piece)
    }

    package func finish() throws -> RequestBody {
        guard file.count > 0 else { throw HTTPError(.malformedForm, Message("http.emptyFile")) }
        return .upload(Upload(fields: FormFields(), files: [file.keep()]))
    }
}
