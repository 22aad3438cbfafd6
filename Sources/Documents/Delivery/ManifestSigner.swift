public import Files
public import Inventory

/// What is written beside a report so that its receiver can tell that nothing changed: a manifest and, with a key, its
/// signature.
public struct ManifestSigner: Sendable {
    private let key: SigningKey?

    /// A manifest, signed where there is a key.
    public init(key: SigningKey?) { self.key = key }

    /// How a receiver checks the signature of a folder's manifest with standard tools, in capitals what is theirs to name;
    /// nil where nothing is signed.
    public var verificationCommand: String? {
        let (manifest, signature) = (Manifest.fileName, Manifest.fileName + Manifest.signatureExtension)
        return switch key {
        case nil: nil
        case .openSSL:
            "openssl pkeyutl -verify -pubin -inkey PUBLIC.PEM -rawin -in \(manifest) -sigfile \(signature)"
        case .openSSH: "ssh-keygen -Y verify -f SIGNERS -I NAME -n file -s \(signature) < \(manifest)"
        }
    }

    /// The files to be written beside the file at `path`.
    public static func names(beside path: String, isSigned: Bool) -> [String] {
        let manifest = path + Manifest.fileExtension
        return isSigned ? [manifest, manifest + Manifest.signatureExtension] : [manifest]
    }

    /// Writes manifest and signature of one file, to be committed once that file is in its place.
    /// - Throws: `key`, `sshKeygen`, `library` or `file`.
    public func prepare(path: String, hash: ContentHash) throws(ManifestError) -> [AtomicFile] {
        let name = path.split(separator: "/").last.map(String.init) ?? path
        let manifest = Array(Manifest([Manifest.Entry(name: name, hash: hash)]).text.utf8)
        let contents = [manifest] + (try key.map { key throws(ManifestError) in [try key.sign(manifest)] } ?? [])
        var files: [AtomicFile] = []
        for (place, content) in zip(ManifestSigner.names(beside: path, isSigned: key != nil), contents) {
            do throws(FileError) {
                let file = try AtomicFile(replacing: place)
                let written: Result<Void, FileError> = content.withUnsafeBytes { bytes in
                    Result { () throws(FileError) in try file.write(bytes) }
                }
                try written.get()
                files.append(file)
            } catch {
                throw .file(error)
            }
        }
        return files
    }

    /// The signature of a manifest; nil without a key.
    /// - Throws: `key`, `sshKeygen` or `library`.
    public func signature(of manifest: [UInt8]) throws(ManifestError) -> [UInt8]? {
        guard let key else { return nil }
        return try key.sign(manifest)
    }
}
