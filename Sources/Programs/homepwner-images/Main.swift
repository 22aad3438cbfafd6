import CImages
import Glibc
import ImageExchange

/// `homepwner-images`: makes the pictures that are published from one photo, and ends.
///
/// A decoder is where a hostile file gets in. It therefore runs here, with nothing to reach and nothing to gain: see
/// ``Sandbox``. The command line is an ``ImageRequest``, the answer one line on standard output.
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
        // Straight out: nothing a decoder has left behind may run on the way.
        _exit(write(STDOUT_FILENO, line, line.count) == line.count ? 0 : 1)
    }

    private static func run(_ request: ImageRequest) -> ImageResponse {
        guard Sandbox.limit(request) else { return .refused(.setUp("limits")) }
        switch request.task {
        case .check(let check):
            guard Sandbox.enter(allowingFontAccess: check == .fonts) else { return .refused(.setUp("filter")) }
            return .checked(Sandbox.probe(check))
        case .pictures(let longEdges):
            do {
                return .made(try PhotoConverter(limits: request.limits, longEdges: longEdges).run())
            } catch {
                return .refused(error.diagnostic)
            }
        }
    }
}

/// A refusal on its way up.
struct ImageDecodingError: Error {
    let diagnostic: ImageDiagnostic

    init(_ diagnostic: ImageDiagnostic) { self.diagnostic = diagnostic }

    /// For a decoder that failed: out of memory, or as given.
    init(decoding diagnostic: ImageDiagnostic) { self.diagnostic = cimages_out_of_memory() != 0 ? .memory : diagnostic }
}
