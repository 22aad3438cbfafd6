import Files
import Synchronization

@testable import homepwner

/// A console that keeps what is written to it.
final class CapturedConsole: Sendable {
    private let texts = Mutex<(output: [UInt8], errors: [UInt8])>(([], []))
    let width: Int?
    let isTerminal: Bool

    init(width: Int? = nil, isTerminal: Bool = false) {
        self.width = width
        self.isTerminal = isTerminal
    }

    var console: Console {
        Console(width: width, showsProgress: isTerminal) { [self] bytes, descriptor in
            let bytes = bytes.withUnsafeBufferPointer(Array.init)
            texts.withLock {
                if descriptor == 1 { $0.output += bytes } else { $0.errors += bytes }
            }
        }
    }

    var output: String { texts.withLock { String(decoding: $0.output, as: UTF8.self) } }
    var errors: String { texts.withLock { String(decoding: $0.errors, as: UTF8.self) } }

    /// Runs the program in this process.
    func run(_ words: String..., environment: [String: String] = [:]) -> Int32 {
        CommandRunner.run(words, console: console, environment: environment)
    }
}
