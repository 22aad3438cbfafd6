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

    /// The manifest that covers a path: `SHA256SUMS` of a folder, the manifest beside a file even if the file is gone, or
    /// the path itself if it is a manifest; nil if there is none.
    ///
    /// The manifest of a single file never covers a folder: the other files could be anything.
    public static func manifest(for path: String) -> String? {
        var status = stat()
        func isFile(_ path: String) -> Bool {
            var status = stat()
            return stat(path, &status) == 0 && status.st_mode & S_IFMT == S_IFREG
        }
        let isThere = stat(path, &status) == 0
        if isThere, status.st_mode & S_IFMT == S_IFDIR {
            let own = path + "/" + Manifest.fileName
            return isFile(own) ? own : nil
        }
        let name = lastName(of: path)
        if isThere, name == Manifest.fileName || name.hasSuffix(Manifest.fileExtension) { return path }
        return isFile(path + Manifest.fileExtension) ? path + Manifest.fileExtension : nil
    }

    /// The error for a path without a manifest.
    public static func noManifest(for path: String) -> ManifestError {
        Folder.exists(path) ? .noManifestInFolder(path) : .noManifest(path)
    }

    /// Checks everything that a manifest speaks of.
    /// - Parameter file: the file that is asked about; one that its manifest does not name is a finding. So is, beside a
    ///   folder's manifest, every file in the folder that it does not name or that cannot be examined.
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
        for entry in manifest.entries { findings += DeliveredFile.check(entry, in: folder).map { [$0] } ?? [] }
        let known = Set(manifest.entries.map(\.path))
        if let subject = subject(of: path, asked: file), !known.contains(Array(subject.utf8)) {
            findings.append(.extra(subject))
        }
        if lastName(of: path) == Manifest.fileName {
            let own = [Manifest.fileName, Manifest.fileName + Manifest.signatureExtension].map { Array($0.utf8) }
            findings += FolderContents(of: folder).findings(besides: known.union(own))
        }
        return Outcome(manifest: path, files: manifest.entries.count, signature: signature, findings: findings)
    }

    /// The name of the file that a single file's manifest is taken to cover by its own name; nil if there is no such file
    /// and it was not asked for.
    private static func subject(of manifest: String, asked: String) -> String? {
        guard manifest.hasSuffix(Manifest.fileExtension) else { return nil }
        let file = String(decoding: manifest.utf8.dropLast(Manifest.fileExtension.utf8.count), as: UTF8.self)
        var status = stat()
        return file == asked || lstat(file, &status) == 0 ? lastName(of: file) : nil
    }

    private static func lastName(of path: String) -> String {
        String(decoding: path.utf8.split(separator: UInt8(ascii: "/")).last ?? [], as: UTF8.self)
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
