import FileOutput
import InventoryModel
import Templating
import XMLValidation

/// Takes a report's bytes to their file and, for XML, past the validator at the same time.
struct ReportSink: ByteSink {
    private let destination: Destination
    private var validator: ShardedXMLValidator?
    private(set) var bytes = 0

    private enum Destination {
        case file(AtomicFile)
        case descriptor(Int32, name: String)
    }

    /// - Throws: what keeps the file from being written.
    init(_ output: ReportOutput, validator: ShardedXMLValidator?) throws(FileError) {
        switch output {
        case .file(let path): destination = .file(try AtomicFile(replacing: path))
        case .descriptor(let number, let name): destination = .descriptor(number, name: name)
        }
        self.validator = validator
    }

    mutating func write(_ buffer: UnsafeRawBufferPointer) throws {
        try validator?.write(buffer)
        bytes += buffer.count
        switch destination {
        case .file(let file): try file.write(buffer)
        case .descriptor(let number, let name): try writeAll(buffer, to: number, path: name)
        }
    }

    /// Puts the file into its place when it is complete and valid.
    /// - Throws: the faults of the XML, or what keeps the file from its place.
    mutating func finish() throws(ReportError) {
        if let findings = validator?.finish(), !findings.isValid {
            throw .invalid(findings.faults, more: findings.furtherCount)
        }
        guard case .file(let file) = destination else { return }
        do throws(FileError) {
            try file.commit()
        } catch {
            throw .file(error)
        }
    }
}

/// Where a report goes.
public enum ReportOutput: Sendable {
    /// A file, which appears whole or not at all.
    case file(String)
    /// An open descriptor, and the name that messages give it.
    case descriptor(Int32, name: String)
}
