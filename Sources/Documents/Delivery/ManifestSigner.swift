public import Files
public import Inventory

/// Writes a manifest beside a report and, with a key, its signature, so that the receiver can check that nothing changed.
public struct ManifestSigner: Sendable {
    private let key: SigningKey?

    /// Creates a signer. Without a key it writes unsigned manifests.
    public init(key: SigningKey?) { self.key = key }

    /// The command with which a receiver checks the signature of a folder's manifest. Words in capitals are to be replaced
    /// by the receiver's own files. Nil without a key.
    public var verificationCommand: String? {
        let (manifest, signature) = (Manifest.fileName, Manifest.fileName + Manifest.signatureExtension)
        return switch key {
        case nil: nil
        case .openSSL:
            "openssl pkeyutl -verify -pubin -inkey PUBLIC.PEM -rawin -in \(manifest) -sigfile \(signature)"
        case .openSSH: "ssh-keygen -Y verify -f SIGNERS -I NAME -n file -s \(signature) < \(manifest)"
        }
    }

    /// The names of the manifest and signature of the file at `path`.
    public static func names(beside path: String, isSigned: Bool) -> [String] {
        let manifest = path + Manifest.fileExtension
        return isSigned ? [manifest, manifest + Manifest.signatureExtension] : [manifest]
    }

    /// Prepares manifest and signature of one file. Commit them after that file.
    /// - Throws: as ``SigningKey/sign(_:)``; `file` if they cannot be written.
    public func prepare(path: String, hash: ContentHash) throws(ManifestError) -> [AtomicFile] {
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
    public func signature(of manifest: [UInt8]) throws(ManifestError) -> [UInt8]? {
        guard let key else { return nil }
        return try key.sign(manifest)
    }
}
