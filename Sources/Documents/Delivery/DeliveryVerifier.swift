import Files
import Glibc
import Localization

/// Holds what was delivered against its manifest, and the manifest against its signature.
public struct DeliveryVerifier: Sendable {
    /// Something that is not as it was delivered.
    public enum DeliveryDiagnostic: Equatable, Sendable {
        /// The file's bytes are others.
        case changed(String)
        /// The file is not there.
        case missing(String)
        /// The file is there and the manifest does not know it.
        case extra(String)
        /// The name leads to something else than a file: a link, a folder, a device.
        case notAFile(String)
        /// The file could not be read: why.
        case unreadable(String, String)
        /// The signature is not of this manifest, or not by a key that is trusted.
        case wrongSignature(String)
        /// There is a key to check with and no signature.
        case unsigned(String)
    }

    /// How the signature stands.
    public enum Signature: String, Sendable {
        case none, unchecked, good, bad
    }

    /// What was found.
    public struct Outcome: Sendable {
        /// The manifest's file.
        public let manifest: String
        /// How many files it names.
        public let files: Int
        /// How its signature stands.
        public let signature: Signature
        /// The differences, those of the signature first.
        public let findings: [DeliveryDiagnostic]
    }

    /// The manifest that speaks of a path: that of a folder or the only one in it, that beside a file even where the file
    /// is gone, or the file itself; nil where there is none.
    public static func manifest(for path: String) -> String? {
        var status = stat()
        func isFile(_ path: String) -> Bool {
            var status = stat()
            return stat(path, &status) == 0 && status.st_mode & S_IFMT == S_IFREG
        }
        let isThere = stat(path, &status) == 0
        if isThere, status.st_mode & S_IFMT == S_IFDIR {
            let own = path + "/" + Manifest.fileName
            if isFile(own) { return own }
            let others = Manifest.names(ofFolder: path).filter {
                $0.hasSuffix(Manifest.fileExtension) && !$0.contains("/") && isFile("\(path)/\($0)")
            }
            return others.count == 1 ? "\(path)/\(others[0])" : nil
        }
        let name = path.split(separator: "/").last ?? ""
        if isThere, name == Manifest.fileName || name.hasSuffix(Manifest.fileExtension) { return path }
        return isFile(path + Manifest.fileExtension) ? path + Manifest.fileExtension : nil
    }

    /// Checks everything that a manifest speaks of.
    /// - Parameter file: the file that is asked about; one that its manifest does not name is a finding.
    /// - Throws: `manifest` for one that cannot be followed, and what keeps it or a key from being read.
    public static func run(
        manifest path: String, of file: String, key: VerificationKey?
    ) throws(ManifestError) -> Outcome {
        let bytes = try SmallFileReader.read(path, atMost: 1 << 26)
        var findings: [DeliveryDiagnostic] = []
        let signatureFile = path + Manifest.signatureExtension
        let isSigned = access(signatureFile, F_OK) == 0
        let found =
            isSigned && key != nil ? try SmallFileReader.read(signatureFile, atMost: 1 << 20) : isSigned ? [] : nil
        let signature = try check(path, bytes, signature: found, key: key, &findings)
        let manifest = try Manifest(bytes: bytes, file: path)
        let folder = Folder.parent(path)
        let name = path.lastIndex(of: "/").map { String(path[path.index(after: $0)...]) } ?? path
        for entry in manifest.entries { findings += DeliveredFile.check(entry, in: folder).map { [$0] } ?? [] }
        if file + Manifest.fileExtension == path, let asked = file.split(separator: "/").last.map(String.init),
            !manifest.entries.contains(where: { $0.name == asked })
        {
            findings.append(.extra(asked))
        }
        if name == Manifest.fileName {
            let known = Set(manifest.entries.map(\.name) + [name, name + Manifest.signatureExtension])
            findings += DeliveredFile.names(in: folder).filter { !known.contains($0) }.sorted().map(
                DeliveryDiagnostic.extra)
        }
        return Outcome(manifest: path, files: manifest.entries.count, signature: signature, findings: findings)
    }

    /// Whether a path is a zip archive: by its name where it is a file, or by how it begins.
    public static func isArchive(_ path: String) -> Bool {
        var status = stat()
        guard stat(path, &status) == 0, status.st_mode & S_IFMT != S_IFDIR else { return false }
        return path.lowercased().hasSuffix(".zip") || ZipReader.isArchive(path)
    }

    /// Checks a zip archive by the manifest inside it, without unpacking it.
    /// - Throws: `archive` for one that is damaged or refused, `noManifestInside`, and as `run(manifest:of:key:)`.
    public static func run(archive path: String, key: VerificationKey?) throws(ManifestError) -> Outcome {
        let archive = try DeliveredArchive(path)
        guard let bytes = archive.manifest else { throw .noManifestInside(path) }
        let name = "\(path)/\(Manifest.fileName)"
        var findings: [DeliveryDiagnostic] = []
        let signature = try check(name, bytes, signature: archive.signature, key: key, &findings)
        let manifest = try Manifest(bytes: bytes, file: name)
        findings += archive.findings(manifest)
        return Outcome(manifest: name, files: manifest.entries.count, signature: signature, findings: findings)
    }

    /// - Parameter signature: nil where there is none.
    private static func check(
        _ path: String, _ manifest: [UInt8], signature: [UInt8]?, key: VerificationKey?,
        _ findings: inout [DeliveryDiagnostic]
    ) throws(ManifestError) -> Signature {
        guard let key else { return signature == nil ? .none : .unchecked }
        guard let signature else {
            findings.append(.unsigned(path))
            return .none
        }
        if try key.isValid(signature, of: manifest) { return .good }
        findings.append(.wrongSignature(path + Manifest.signatureExtension))
        return .bad
    }
}

extension DeliveryVerifier.DeliveryDiagnostic: CustomStringConvertible {
    public var description: String {
        switch self {
        case .changed(let name): said("proof.changed", name)
        case .missing(let name): said("proof.missing", name)
        case .extra(let name): said("proof.extraIsNotIn", name)
        case .notAFile(let name): said("proof.notAFile", name)
        case .unreadable(let name, let reason): said("proof.cannotBeRead", name, reason)
        case .wrongSignature(let name): said("proof.wrongSignatureIsNot", name)
        case .unsigned(let name): said("proof.notSignedThereIs", name, Manifest.signatureExtension)
        }
    }
}
