import FileOutput
import Templating

/// Takes a report's bytes to their file and, for XML, past the validator at the same time.
struct ReportSink: ByteSink {
    private let destination: Destination
    private let checker: ReportChecker
    private(set) var bytes = 0

    private enum Destination {
        case file(AtomicFile)
        case descriptor(Int32, name: String)
    }

    /// - Throws: what keeps the file from being written.
    init(_ output: ReportOutput, checker: ReportChecker) throws(FileError) {
        switch output {
        case .file(let path): destination = .file(try AtomicFile(replacing: path))
        case .descriptor(let number, let name): destination = .descriptor(number, name: name)
        }
        self.checker = checker
    }

    mutating func write(_ buffer: UnsafeRawBufferPointer) throws {
        try checker.write(buffer)
        bytes += buffer.count
        switch destination {
        case .file(let file): try file.write(buffer)
        case .descriptor(let number, let name): try writeAll(buffer, to: number, path: name)
        }
    }

    /// Puts the file into its place when it is complete and valid.
    /// - Throws: the faults of the XML, or what keeps the file from its place.
    func finish() throws {
        try checker.finish()
        if case .file(let file) = destination { try file.commit() }
    }
}

/// Where a report goes.
public enum ReportOutput: Sendable {
    /// A file, which appears whole or not at all.
    case file(String)
    /// An open descriptor, and the name that messages give it; what is written to it stays written.
    case descriptor(Int32, name: String)
}
