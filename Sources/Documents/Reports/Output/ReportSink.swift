import Delivery
import Files
import Glibc
import Inventory
import Templating
import XMLValidation

/// Writes a report's bytes to its file and validates XML at the same time.
struct ReportSink: ByteSink {
    private let destination: Destination
    private let checker: ReportChecker
    private let signer: ManifestSigner?
    private let digest: SHA256Hasher?
    private(set) var bytes = 0

    private enum Destination {
        case file(AtomicFile, path: String)
        case descriptor(Int32, name: String)
    }

    /// - Throws: the reason if the file cannot be written.
    /// - Parameters:
    ///   - signer: signs the manifest of a file; a descriptor gets none.
    ///   - isHashed: whether the hash of the bytes is wanted.
    init(
        _ output: ReportOutput, checker: ReportChecker, signer: ManifestSigner?, isHashed: Bool = false
    ) throws(FileError) {
        switch output {
        case .file(let path): destination = .file(try AtomicFile(replacing: path), path: path)
        case .descriptor(let number, let name): destination = .descriptor(number, name: name)
        }
        self.checker = checker
        self.signer = signer
        digest = signer == nil && !isHashed ? nil : SHA256Hasher()
    }

    mutating func write(_ buffer: Span<UInt8>) throws {
        try checker.write(buffer)
        bytes += buffer.count
        digest?.update(buffer)
        switch destination {
        case .file(let file, _): try file.write(buffer)
        case .descriptor(let number, let name): try writeAll(buffer, to: number, path: name)
        }
    }

    /// The hash of the bytes, if it was wanted.
    func contentHash() throws -> ContentHash? { try digest?.contentHash() }

    /// Moves the file and its manifest into place when the file is complete and valid.
    /// - Throws: the diagnostics of the XML, or the reason if the file cannot be moved into place; `replaceProof` or
    ///   `flushName` if the file is in place.
    func finish() throws {
        try checker.finish()
        guard case .file(let file, let path) = destination else { return }
        // Everything is on the disk before anything is moved into place.
        let beside =
            if let signer, let digest { try signer.prepare(path: path, hash: digest.contentHash()) } else {
                [AtomicFile]()
            }
        let files = [file] + beside
        for file in files { try file.prepare() }
        var unconfirmed: FileError?
        for (place, file) in files.enumerated() {
            do {
                try file.commit()
            } catch  where error.operation == .flushName {
                unconfirmed = error
            } catch {
                throw place == 0 ? error : FileError(.replaceProof, path, code: error.code)
            }
        }
        // A manifest of an earlier report with this name does not apply to this one.
        let proofs = [path + Manifest.fileExtension, path + Manifest.fileExtension + Manifest.signatureExtension]
        for stale in proofs.dropFirst(beside.count) where isPlainFile(stale) && unlink(stale) != 0 {
            unconfirmed = FileError(.replaceProof, path)
        }
        if let unconfirmed { throw unconfirmed }
    }
}

private func isPlainFile(_ path: String) -> Bool {
    var status = stat()
    return lstat(path, &status) == 0 && status.st_mode & S_IFMT == S_IFREG
}

/// The destination of a report.
package enum ReportOutput: Sendable {
    /// A file, which appears whole or not at all.
    case file(String)
    /// An open descriptor, and the name that messages give it; what is written to it stays written.
    case descriptor(Int32, name: String)
}

/// Validates a report's bytes as they pass, or ignores them if the format has no schema.
enum ReportChecker {
    case none
    /// In pieces, in parallel to rendering: for the program's own templates, whose shape is known.
    case sharded(ShardedXMLValidator)
    /// In one piece: an owner's template may write anything anywhere, including comments and CDATA.
    case streamed(XMLStreamValidator)

    /// - Throws: `schema`.
    init(_ options: ReportOptions) throws(ReportError) {
        guard options.format == .xml else {
            self = .none
            return
        }
        let schema = try InventoryDocument.schema()
        guard options.templates != nil else {
            self = .sharded(ShardedXMLValidator(schema: schema, jobs: options.jobs))
            return
        }
        do {
            self = .streamed(try XMLStreamValidator(schema: schema))
        } catch {
            throw .schema(error)
        }
    }

    /// - Throws: the first diagnostics, so that an invalid report is not rendered to its end.
    func write(_ bytes: Span<UInt8>) throws(XMLValidationError) {
        switch self {
        case .none: break
        case .sharded(let validator): try validator.write(bytes)
        case .streamed(let validator):
            validator.write(bytes)
            if validator.isStopped { throw .documentInvalid(validator.finish()) }
        }
    }

    /// - Throws: the diagnostics of the document.
    func finish() throws(XMLValidationError) {
        switch self {
        case .none: break
        case .sharded(let validator): try validator.finish()
        case .streamed(let validator):
            let report = validator.finish()
            if !report.isValid { throw .documentInvalid(report) }
        }
    }
}
