import FoundationEssentials

/// Puts the lines of a manifest together in their order.
struct ManifestBuilder {
    private var files: [(name: String, hash: Fingerprint)] = []
    private var items: [ItemPass.PageEntry] = []

    mutating func add(_ name: String, _ hash: Fingerprint) { files.append((name, hash)) }

    mutating func add(_ pages: [ItemPass.PageEntry]) { items += pages }

    var count: Int { files.count + items.count }

    /// The lines, sorted by name as bytes.
    consuming func lines() -> [UInt8] {
        files.sort { $0.name.utf8.lexicographicallyPrecedes($1.name.utf8) }
        items.sort { one, other in
            withUnsafeBytes(of: one.id.uuid) { one in
                withUnsafeBytes(of: other.id.uuid) { one.lexicographicallyPrecedes($0) }
            }
        }
        var lines: [UInt8] = []
        lines.reserveCapacity(items.count * 90 + files.count * 80)
        let split = files.firstIndex { !$0.name.utf8.lexicographicallyPrecedes("item/".utf8) } ?? files.count
        for file in files[..<split] { ManifestBuilder.append(file.name, file.hash, page: nil, to: &lines) }
        for item in items {
            let page = Int(item.row) / ItemList.rowsPerPage + 1
            ManifestBuilder.append(PageName.item(item.id), item.hash, page: page, to: &lines)
        }
        for file in files[split...] { ManifestBuilder.append(file.name, file.hash, page: nil, to: &lines) }
        return lines
    }

    private static func append(_ name: String, _ hash: Fingerprint, page: Int?, to lines: inout [UInt8]) {
        if !lines.isEmpty { lines += ",\n".utf8 }
        lines.append(UInt8(ascii: "\""))
        lines += name.utf8
        lines += "\": \"".utf8
        hash.append(to: &lines)
        if let page { lines += " \(page)".utf8 }
        lines.append(UInt8(ascii: "\""))
    }
}
