import Inventory
import Localization

/// A zip archive that was delivered, with its manifest and signature inside; read without unpacking it.
struct DeliveredArchive {
    private let reader: ZipReader
    /// Manifest and signature; nil where the archive has none.
    let manifest: [UInt8]?
    let signature: [UInt8]?

    /// - Throws: `archive` for one that is damaged or refused.
    init(_ path: String) throws(ManifestError) {
        do throws(ArchiveError) { reader = try ZipReader(path) } catch { throw .archive(error) }
        manifest = try DeliveredArchive.small(Manifest.fileName, in: reader, atMost: 1 << 26)
        signature = try DeliveredArchive.small(
            Manifest.fileName + Manifest.signatureExtension, in: reader, atMost: 1 << 20)
    }

    private static func small(_ name: String, in reader: ZipReader, atMost limit: Int) throws(ManifestError) -> [UInt8]?
    {
        guard let entry = reader.entries.first(where: { $0.name == name }) else { return nil }
        guard entry.size <= limit else {
            throw .archive(.damaged(entry: name, reason: said("proof.itIsLargerThan")))
        }
        var bytes: [UInt8] = []
        do {
            try reader.read(entry) { bytes += $0 }
        } catch let error as ArchiveError {
            throw .archive(error)
        } catch {
            throw .archive(.damaged(entry: name, reason: "\(error)"))
        }
        return bytes
    }

    /// How the files differ from what they shall be; those that the manifest does not know come last.
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
        return found + rest.values.map(\.name).sorted().map(DeliveryVerifier.DeliveryDiagnostic.extra)
    }

    private func compare(_ file: ZipReader.Entry, _ entry: Manifest.Entry) -> DeliveryVerifier.DeliveryDiagnostic? {
        let digest = SHA256Hasher()
        do {
            try reader.read(file) { digest.update($0) }
            return try digest.finish() == entry.hash ? nil : .changed(entry.name)
        } catch ArchiveError.damaged(_, let reason) {
            return .unreadable(entry.name, reason)
        } catch {
            return .unreadable(entry.name, "\(error)")
        }
    }
}
