import CImages
import Glibc
import ImageExchange

/// `homepwner-images`: makes the pictures that are published from one photo, and ends.
///
/// A decoder is where a hostile file gets in. It therefore runs here, with nothing to reach and nothing to gain: see
/// ``Walls``. The command line is an ``ImageRequest``, the answer one line on standard output.
@main
enum ImagesHelper {
    static func main() {
        let answer: ImageAnswer
        if let request = ImageRequest(arguments: Array(CommandLine.arguments.dropFirst())) {
            answer = run(request)
        } else {
            answer = .refused(.setUp("arguments"))
        }
        let line = Array((answer.line + "\n").utf8)
        // Straight out: nothing a decoder has left behind may run on the way.
        _exit(write(STDOUT_FILENO, line, line.count) == line.count ? 0 : 1)
    }

    private static func run(_ request: ImageRequest) -> ImageAnswer {
        guard Walls.limit(request) else { return .refused(.setUp("limits")) }
        switch request.task {
        case .check(let check):
            guard Walls.shutIn(mayReadFonts: check == .fonts) else { return .refused(.setUp("filter")) }
            return .checked(Walls.attempt(check))
        case .pictures(let longEdges):
            do {
                return .made(try PhotoWork(limits: request.limits, longEdges: longEdges).run())
            } catch {
                return .refused(error.refusal)
            }
        }
    }
}

/// A refusal on its way up.
struct Refused: Error {
    let refusal: ImageRefusal

    init(_ refusal: ImageRefusal) { self.refusal = refusal }

    /// For a decoder that failed: out of memory, or as given.
    init(decoding refusal: ImageRefusal) { self.refusal = cimages_out_of_memory() != 0 ? .memory : refusal }
}
