package import Files
import Glibc
package import Inventory
package import Message

/// Why a delivery cannot be signed or verified.
package enum ManifestError: Error, Equatable, Sendable {
    /// The file is not a secret Ed25519 key in PEM, has a passphrase, and is not a key of OpenSSH either.
    case unusableSecretKey(file: String)
    /// The file is not a public Ed25519 key in PEM.
    case unusablePublicKey(file: String)
    /// OpenSSL cannot sign the manifest.
    case signingFailed
    /// OpenSSL cannot check the signature.
    case checkingFailed
    /// The program `ssh-keygen` cannot be used.
    case sshKeygen(SSHKeygenDiagnostic)
    /// A line of the manifest is invalid.
    case manifest(file: String, line: Int, LineDiagnostic)
    /// The path is neither an inventory nor a file with a manifest.
    case noManifest(String)
    /// The folder has no manifest of all its files.
    case noManifestInFolder(String)
    /// The zip archive contains no manifest.
    case noManifestInArchive(String)
    /// A manifest or its signature is a symbolic link.
    case link(String)
    /// The zip archive cannot be read.
    case archive(ArchiveError)
    /// A file cannot be read or written.
    case file(FileError)

    /// Why the program `ssh-keygen` cannot be used.
    package enum SSHKeygenDiagnostic: Equatable, Sendable {
        case notInstalled
        /// The system cannot start it.
        case notStarted(code: Int32)
        /// It failed; the last line of its error output.
        case failed(output: String)
        /// It failed without any output.
        case exited(status: Int32)
    }

    /// Why a line of a manifest is invalid.
    package enum LineDiagnostic: String, CaseIterable, Sendable {
        case notUTF8, noFiles
        /// The line ends were changed to those of Windows.
        case windowsLineEnds
        /// Not a checksum, two spaces and a name.
        case malformed
        /// The name leads out of the folder.
        case unsafeName
        /// The name appeared on an earlier line.
        case repeatedName
    }
}

extension ManifestError {
    /// Runs a file operation.
    /// - Throws: `file` with the operation's error.
    static func wrapping<Result>(_ operation: () throws(FileError) -> Result) throws(ManifestError) -> Result {
        do { return try operation() } catch { throw .file(error) }
    }
}

extension ManifestError: MessageConvertible {
    package var message: Message {
        switch self {
        case .unusableSecretKey(let file): Message("delivery.unusableSecretKey", ["file": file])
        case .unusablePublicKey(let file): Message("delivery.unusablePublicKey", ["file": file])
        case .signingFailed: Message("delivery.signingFailed")
        case .checkingFailed: Message("delivery.checkingFailed")
        case .sshKeygen(let diagnostic): diagnostic.message
        case .manifest(let file, let line, let diagnostic):
            Message("delivery.line.\(diagnostic.rawValue)", ["file": file, "line": "\(line)"])
        case .noManifest(let path):
            Message(
                "delivery.noManifest",
                ["path": path, "manifest": Manifest.fileName, "extension": Manifest.fileExtension])
        case .noManifestInFolder(let path):
            Message(
                "delivery.noManifestInFolder",
                ["path": path, "manifest": Manifest.fileName, "extension": Manifest.fileExtension])
        case .link(let path): Message("delivery.link", ["path": path])
        case .noManifestInArchive(let path):
            Message("delivery.noManifestInArchive", ["path": path, "manifest": Manifest.fileName])
        case .archive(let error): error.message
        case .file(let error): error.message
        }
    }
}

extension ManifestError.SSHKeygenDiagnostic: MessageConvertible {
    package var message: Message {
        switch self {
        case .notInstalled: Message("delivery.sshKeygen.notInstalled")
        case .notStarted(let code): Message("delivery.sshKeygen.failed", ["output": String(cString: strerror(code))])
        case .failed(let output): Message("delivery.sshKeygen.failed", ["output": output])
        case .exited(let status): Message("delivery.sshKeygen.exited", ["status": "\(status)"])
        }
    }
}

/// Writes a manifest beside a report and, with a key, its signature, so that the receiver can check that nothing changed.
package struct ManifestSigner: Sendable {
    private let key: SigningKey?

    /// Creates a signer. Without a key it writes unsigned manifests.
    package init(key: SigningKey?) { self.key = key }

    /// The command with which a receiver checks the signature of a folder's manifest. Words in capitals are to be replaced
    /// by the receiver's own files. Nil without a key.
    package var verificationCommand: String? {
        let (manifest, signature) = (Manifest.fileName, Manifest.fileName + Manifest.signatureExtension)
        return switch key {
        case nil: nil
        case .openSSL:
            "openssl pkeyutl -verify -pubin -inkey PUBLIC.PEM -rawin -in \(manifest) -sigfile \(signature)"
        case .openSSH: "ssh-keygen -Y verify -f SIGNERS -I NAME -n file -s \(signature) < \(manifest)"
        }
    }

    /// The names of the manifest and signature of the file at `path`.
    package static func names(beside path: String, isSigned: Bool) -> [String] {
        let manifest = path + Manifest.fileExtension
        return isSigned ? [manifest, manifest + Manifest.signatureExtension] : [manifest]
    }

    /// Prepares manifest and signature of one file. Commit them after that file.
    /// - Throws: as ``SigningKey/sign(_:)``; `file` if they cannot be written.
    package func prepare(path: String, hash: ContentHash) throws(ManifestError) -> [AtomicFile] {
        let name = path.split(separator: "/").last.map(String.init) ?? path
        let manifest = Array(Manifest([Manifest.Entry(name: name, hash: hash)]).text.utf8)
        let contents = [manifest] + (try key.map { key throws(ManifestError) in [try key.sign(manifest)] } ?? [])
        var files: [AtomicFile] = []
        for (name, content) in zip(ManifestSigner.names(beside: path, isSigned: key != nil), contents) {
            files.append(
                try ManifestError.wrapping { () throws(FileError) in
                    let file = try AtomicFile(replacing: name)
                    try file.write(content)
                    return file
                })
        }
        return files
    }

    /// The signature of a manifest; nil without a key.
    /// - Throws: as ``SigningKey/sign(_:)``.
    package func signature(of manifest: [UInt8]) throws(ManifestError) -> [UInt8]? {
        guard let key else { return nil }
        return try key.sign(manifest)
    }
}
