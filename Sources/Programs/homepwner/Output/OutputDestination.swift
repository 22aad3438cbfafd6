import Files
import Templating

/// A command's output: an atomic file, or standard output.
enum OutputDestination {
    case file(AtomicFile)
    case console(Console)

    /// - Parameter path: the file; `-` or nil for standard output.
    /// - Throws: if no file can be created in the folder.
    init(_ path: String?, console: Console) throws(FileError) {
        if let path, path != "-" {
            self = .file(try AtomicFile(replacing: path))
        } else {
            self = .console(console)
        }
    }

    /// Appends bytes.
    func write(_ bytes: Span<UInt8>) throws {
        switch self {
        case .file(let file): try file.write(bytes)
        case .console(let console): try console.write(bytes)
        }
    }

    /// Appends text.
    func write(_ text: String) throws { try write(text.utf8.span) }

    /// Puts a file into its place.
    func commit() throws {
        if case .file(let file) = self { try file.commit() }
    }
}

/// Passes bytes to a command's output.
struct DestinationSink: Templating.ByteSink {
    let destination: OutputDestination

    mutating func write(_ bytes: Span<UInt8>) throws { try destination.write(bytes) }
}
