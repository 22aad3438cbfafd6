package import Files
import Glibc
import Inventory
package import Message

/// Compares delivered files with their manifest, and the manifest with its signature.
package struct DeliveryVerifier: Sendable {
    /// A difference between a delivery and its manifest.
    package enum DeliveryDiagnostic: Equatable, Sendable {
        /// The file's bytes have changed.
        case changed(String)
        /// The file does not exist.
        case missing(String)
        /// The file exists, but is not in the manifest.
        case extra(String)
        /// The folder has none of the manifest's files.
        case extraFolder(String)
        /// The name leads to a link, a folder or a device instead of a file.
        case notAFile(String)
        /// The system cannot read the file; its error number.
        case unreadable(String, code: Int32)
        /// The entry of the archive is damaged.
        case damaged(String, ArchiveError.DamageDiagnostic)
        /// The signature is not for this manifest, or not by a trusted key.
        case wrongSignature(String)
        /// There is a key to check with, but no signature.
        case unsigned(manifest: String)
    }

    /// The state of the signature.
    package enum Signature: String, Sendable {
        case none, unchecked, good, bad
    }

    /// The result of a verification.
    package struct Outcome: Sendable {
        /// The path of the manifest.
        package let manifest: String
        /// The names of the files in the manifest.
        package let files: [String]
        /// The state of its signature.
        package let signature: Signature
        /// The differences, beginning with those of the signature.
        package let findings: [DeliveryDiagnostic]
    }

    /// The manifest that covers a path: `SHA256SUMS` of a folder, the manifest beside a file even if the file is gone, or
    /// the path itself if it is a manifest; nil for none.
    ///
    /// The manifest of a single file never covers a folder: the other files could be anything.
    package static func manifest(for path: String) -> String? {
        var status = stat()
        // A link is refused when it is read.
        func isFile(_ path: String) -> Bool {
            var status = stat()
            return lstat(path, &status) == 0 && [S_IFREG, S_IFLNK].contains(status.st_mode & S_IFMT)
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
    package static func noManifest(for path: String) -> ManifestError {
        Folder.exists(path) ? .noManifestInFolder(path) : .noManifest(path)
    }

    /// Verifies all files of a manifest, and its signature if there is a key.
    ///
    /// For the manifest of a folder, every other file in the folder is a difference, and so is every folder without files
    /// and every one that cannot be listed. Neither the manifest nor its signature may be a symbolic link, which could
    /// lead to that of other files.
    /// - Parameters:
    ///   - path: the path of the manifest.
    ///   - file: the path that the caller asked about. If its manifest does not name it, that is a difference.
    ///   - key: the key to check the signature with.
    /// - Throws: `manifest` if the manifest is invalid; `file` or a key's error if it or the key cannot be read.
    package static func run(
        manifest path: String, of file: String, key: VerificationKey?
    ) throws(ManifestError) -> Outcome {
        let bytes = try SmallFileReader.read(path, atMost: 1 << 26, followsLinks: false)
        var findings: [DeliveryDiagnostic] = []
        let signatureFile = path + Manifest.signatureExtension
        var status = stat()
        let isSigned = lstat(signatureFile, &status) == 0
        let found =
            isSigned && key != nil
            ? try SmallFileReader.read(signatureFile, atMost: 1 << 20, followsLinks: false) : isSigned ? [] : nil
        let signature = try check(signature: found, of: bytes, path: path, key: key, findings: &findings)
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
        return Outcome(manifest: path, files: manifest.entries.map(\.name), signature: signature, findings: findings)
    }

    /// The name of the file that a single file's manifest covers according to its own name; nil if there is no such file
    /// and the caller did not ask about it.
    private static func subject(of manifest: String, asked: String) -> String? {
        guard manifest.hasSuffix(Manifest.fileExtension) else { return nil }
        let file = String(decoding: manifest.utf8.dropLast(Manifest.fileExtension.utf8.count), as: UTF8.self)
        var status = stat()
        return file == asked || lstat(file, &status) == 0 ? lastName(of: file) : nil
    }

    private static func lastName(of path: String) -> String {
        String(decoding: path.utf8.split(separator: UInt8(ascii: "/")).last ?? [], as: UTF8.self)
    }

    /// Whether a path is a zip archive, judged by the file's extension or its first bytes. False also if the path cannot be
    /// examined; what reads it next reports why.
    /// - Throws: `read` if the file is there and cannot be read.
    package static func isArchive(_ path: String) throws(FileError) -> Bool {
        var status = stat()
        guard stat(path, &status) == 0, status.st_mode & S_IFMT != S_IFDIR else { return false }
        if path.lowercased().hasSuffix(".zip") { return true }
        return try ZipReader.isArchive(path)
    }

    /// Verifies a zip archive with the manifest inside it, without unpacking it.
    /// - Throws: `archive` if it is damaged or refused; `noManifestInArchive`; as `run(manifest:of:key:)`.
    package static func run(archive path: String, key: VerificationKey?) throws(ManifestError) -> Outcome {
        let archive = try DeliveredArchive(path)
        guard let bytes = archive.manifest else { throw .noManifestInArchive(path) }
        let name = "\(path)/\(Manifest.fileName)"
        var findings: [DeliveryDiagnostic] = []
        let signature = try check(
            signature: archive.signature, of: bytes, path: name, key: key, findings: &findings)
        let manifest = try Manifest(bytes: bytes, file: name)
        findings += archive.findings(manifest)
        return Outcome(manifest: name, files: manifest.entries.map(\.name), signature: signature, findings: findings)
    }

    private static func check(
        signature: [UInt8]?, of manifest: [UInt8], path: String, key: VerificationKey?,
        findings: inout [DeliveryDiagnostic]
    ) throws(ManifestError) -> Signature {
        guard let key else { return signature == nil ? .none : .unchecked }
        guard let signature else {
            findings.append(.unsigned(manifest: path))
            return .none
        }
        if try key.isValid(signature, of: manifest) { return .good }
        findings.append(.wrongSignature(path + Manifest.signatureExtension))
        return .bad
    }
}

extension DeliveryVerifier.DeliveryDiagnostic: MessageConvertible {
    package var message: Message {
        switch self {
        case .changed(let name): Message("delivery.changed", ["name": name])
        case .missing(let name): Message("delivery.missing", ["name": name])
        case .extra(let name): Message("delivery.extra", ["name": name])
        case .extraFolder(let name): Message("delivery.extraFolder", ["name": name])
        case .notAFile(let name): Message("delivery.notAFile", ["name": name])
        case .unreadable(let name, let code):
            Message("delivery.unreadable", ["name": name, "reason": String(cString: strerror(code))])
        case .damaged(let name, let diagnostic):
            Message("delivery.unreadable", ["name": name, "reason": diagnostic])
        case .wrongSignature(let name): Message("delivery.signature.wrong", ["name": name])
        case .unsigned(let manifest):
            Message("delivery.unsigned", ["signature": manifest + Manifest.signatureExtension])
        }
    }
}

/// A delivered zip archive, read without unpacking it.
struct DeliveredArchive {
    private let reader: ZipReader
    /// The manifest in the archive, if there is one.
    let manifest: [UInt8]?
    /// The signature in the archive, if there is one.
    let signature: [UInt8]?

    /// Opens an archive.
    /// - Throws: `archive` if it is damaged or refused.
    init(_ path: String) throws(ManifestError) {
        do { reader = try ZipReader(path, isUnambiguous: true) } catch { throw .archive(error) }
        manifest = try DeliveredArchive.small(Manifest.fileName, in: reader, atMost: 1 << 26)
        signature = try DeliveredArchive.small(
            Manifest.fileName + Manifest.signatureExtension, in: reader, atMost: 1 << 20)
    }

    private static func small(_ name: String, in reader: ZipReader, atMost limit: Int) throws(ManifestError) -> [UInt8]?
    {
        do { return try reader.contents(of: name, atMost: limit) } catch { throw .archive(error) }
    }

    /// Compares the files with the manifest. Files that are not in the manifest come last.
    func findings(_ manifest: Manifest) -> [DeliveryVerifier.DeliveryDiagnostic] {
        var rest = Dictionary(reader.entries.map { (Array($0.name.utf8), $0) }) { first, _ in first }
        for name in [Manifest.fileName, Manifest.fileName + Manifest.signatureExtension] {
            rest[Array(name.utf8)] = nil
        }
        var found: [DeliveryVerifier.DeliveryDiagnostic] = []
        for entry in manifest.entries {
            guard let file = rest.removeValue(forKey: entry.path) else {
                found.append(.missing(entry.name))
                continue
            }
            if let finding = compare(file, entry) { found.append(finding) }
        }
        let folders = FolderContents.withoutFiles(
            reader.folders.map { Array($0.utf8) },
            manifest.entries.map(\.path) + reader.entries.map { Array($0.name.utf8) })
        return found + rest.values.map(\.name).sorted().map(DeliveryVerifier.DeliveryDiagnostic.extra)
            + folders.map { .extraFolder(String(decoding: $0, as: UTF8.self)) }
    }

    private func compare(_ file: ZipReader.Entry, _ entry: Manifest.Entry) -> DeliveryVerifier.DeliveryDiagnostic? {
        let digest = SHA256Hasher()
        do {
            try reader.read(file) { digest.update($0) }
            return try digest.contentHash() == entry.hash ? nil : .changed(entry.name)
        } catch ArchiveError.damagedEntry(_, let diagnostic) {
            return .damaged(entry.name, diagnostic)
        } catch {
            return .unreadable(entry.name, code: EIO)
        }
    }
}
