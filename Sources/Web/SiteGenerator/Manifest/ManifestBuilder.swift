import FoundationEssentials

/// Puts the parts of a manifest together, each in its order.
struct ManifestBuilder {
    private var files: [(name: String, hash: Fingerprint)] = []
    private var items: [ItemRenderPass.PageEntry] = []

    mutating func add(_ name: String, _ hash: Fingerprint) { files.append((name, hash)) }

    mutating func add(_ pages: [ItemRenderPass.PageEntry]) { items += pages }

    var count: Int { files.count + items.count }

    /// The parts by their names, the files of each sorted by name as bytes.
    consuming func parts(digits: Int) -> [String: ManifestPart] {
        files.sort { $0.name.utf8.lexicographicallyPrecedes($1.name.utf8) }
        items.sort { one, other in
            withUnsafeBytes(of: one.id.uuid) { one in
                withUnsafeBytes(of: other.id.uuid) { one.lexicographicallyPrecedes($0) }
            }
        }
        var parts = ["files": ManifestPart(), "photos": ManifestPart()]
        for file in files {
            let part = SiteManifest.part(of: file.name, digits: digits)
            parts[part, default: ManifestPart()].append(file.name, file.hash, page: nil)
        }
        for item in items {
            let name = PageName.item(item.id)
            let page = Int(item.row) / SiteList.rowsPerPage + 1
            parts[SiteManifest.part(of: name, digits: digits), default: ManifestPart()]
                .append(name, item.hash, page: page)
        }
        return parts
    }
}
