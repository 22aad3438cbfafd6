import Files
import Glibc
import Inventory

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
        do throws(ArchiveError) { reader = try ZipReader(path, isUnambiguous: true) } catch { throw .archive(error) }
        manifest = try DeliveredArchive.small(Manifest.fileName, in: reader, atMost: 1 << 26)
        signature = try DeliveredArchive.small(
            Manifest.fileName + Manifest.signatureExtension, in: reader, atMost: 1 << 20)
    }

    private static func small(_ name: String, in reader: ZipReader, atMost limit: Int) throws(ManifestError) -> [UInt8]?
    {
        do throws(ArchiveError) { return try reader.contents(of: name, atMost: limit) } catch { throw .archive(error) }
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
