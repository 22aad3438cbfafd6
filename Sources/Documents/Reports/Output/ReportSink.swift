import Delivery
import Files
import Glibc
import Templating

/// Takes a report's bytes to their file and, for XML, past the validator at the same time.
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

    /// - Throws: what keeps the file from being written.
    /// - Parameter signer: what proves a file; nothing proves what goes to a descriptor.
    init(_ output: ReportOutput, checker: ReportChecker, signer: ManifestSigner?) throws(FileError) {
        switch output {
        case .file(let path): destination = .file(try AtomicFile(replacing: path), path: path)
        case .descriptor(let number, let name): destination = .descriptor(number, name: name)
        }
        self.checker = checker
        self.signer = signer
        digest = signer == nil ? nil : SHA256Hasher()
    }

    mutating func write(_ buffer: UnsafeRawBufferPointer) throws {
        try checker.write(buffer)
        bytes += buffer.count
        digest?.update(buffer)
        switch destination {
        case .file(let file, _): try file.write(buffer)
        case .descriptor(let number, let name): try writeAll(buffer, to: number, path: name)
        }
    }

    /// Puts the file, and what proves it, into place when it is complete and valid.
    /// - Throws: the faults of the XML, or what keeps the file from its place.
    func finish() throws {
        try checker.finish()
        guard case .file(let file, let path) = destination else { return }
        // All is written before anything takes its place.
        let beside =
            if let signer, let digest { try signer.prepare(path: path, hash: digest.contentHash()) } else {
                [AtomicFile]()
            }
        try file.commit()
        for file in beside { try file.commit() }
        // What proved an earlier report of the name says nothing of this one.
        let proofs = [path + Manifest.fileExtension, path + Manifest.fileExtension + Manifest.signatureExtension]
        for stale in proofs.dropFirst(beside.count) where isPlainFile(stale) { unlink(stale) }
    }
}

private func isPlainFile(_ path: String) -> Bool {
    var status = stat()
    return lstat(path, &status) == 0 && status.st_mode & S_IFMT == S_IFREG
}

/// Where a report goes.
public enum ReportOutput: Sendable {
    /// A file, which appears whole or not at all.
    case file(String)
    /// An open descriptor, and the name that messages give it; what is written to it stays written.
    case descriptor(Int32, name: String)
}
