import CImages
import Glibc
import ImageExchange

/// `homepwner-images`: makes the pictures to publish from one photo, or reads the barcodes in it, and ends.
///
/// Decoders are the part that a hostile file attacks, so they run in this process, inside a ``Sandbox``. The command line
/// is an ``ImageRequest``, the response one line on standard output.
@main
enum ImagesHelper {
    static func main() {
        let answer: ImageResponse
        if let request = ImageRequest(arguments: Array(CommandLine.arguments.dropFirst())) {
            answer = run(request)
        } else {
            answer = .refused(.setUp("arguments"))
        }
        let line = Array((answer.line + "\n").utf8)
        // _exit skips exit handlers: a compromised decoder may have installed some.
        _exit(write(STDOUT_FILENO, line, line.count) == line.count ? 0 : 1)
    }

    private static func run(_ request: ImageRequest) -> ImageResponse {
        guard Sandbox.limit(request) else { return .refused(.setUp("limits")) }
        switch request.task {
        case .check(let check):
            guard Sandbox.enter(allowingFontAccess: check == .fonts) else { return .refused(.setUp("filter")) }
            return .checked(Sandbox.probe(check))
        case .pictures(let longEdges):
            return answer { () throws(ImageDecodingError) in
                .made(try PhotoConverter(limits: request.limits, longEdges: longEdges).run())
            }
        case .codes:
            return answer { () throws(ImageDecodingError) in .codes(try CodeReader(limits: request.limits).run()) }
        }
    }

    private static func answer(_ work: () throws(ImageDecodingError) -> ImageResponse) -> ImageResponse {
        do { return try work() } catch { return .refused(error.diagnostic) }
    }
}

/// A diagnostic that is thrown.
struct ImageDecodingError: Error {
    let diagnostic: ImageDiagnostic

    init(_ diagnostic: ImageDiagnostic) { self.diagnostic = diagnostic }

    /// The error of a decoder: `memory` if it ran out of memory, `unreadable` if the system could not read the file,
    /// otherwise the given diagnostic.
    init(decoding diagnostic: ImageDiagnostic) {
        self.diagnostic =
            cimages_out_of_memory() != 0 ? .memory : cimages_read_failed() != 0 ? .unreadable : diagnostic
    }
}
