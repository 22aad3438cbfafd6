import FoundationEssentials
import HTTPServer
import Inventory
import InventoryStore

/// The subject of a scanned text: what a label of this inventory names, or a product.
struct ScannedSubject {
    private let text: String

    init(_ text: String) { self.text = text }

    /// The item of a label: its id, or the address of its page, whatever the server was called when it was printed.
    private var item: UUID? {
        let name = text.split(separator: "/").last.map(String.init) ?? ""
        return UUID(text: (name.hasSuffix(".html") ? String(name.dropLast(5)) : name).lowercased())
    }

    /// The location of a label: its path, or the query of the list that shows it.
    private var location: [String] {
        guard let query = text.split(separator: "?", maxSplits: 1).dropFirst().first else {
            return Selection.pathNames(text)
        }
        return Selection.pathNames(FormFields(Array(query.utf8))?["place"] ?? "")
    }

    /// The items that the text leads to: that of a label, those at the location of a label, or those with the code.
    func items(in snapshot: StoreSnapshot, atMost limit: Int) throws(StoreError) -> [Item] {
        if let item { return try snapshot.item(item).map { [$0.item] } ?? [] }
        var found: [Item] = []
        let names = location
        if !names.isEmpty {
            var selection = Selection.current
            selection.terms.append(.location(names))
            let cursor = try snapshot.items(matching: selection, lines: 0..<limit)
            while try cursor.next() { found.append(try cursor.item()) }
        }
        guard found.isEmpty else { return found }
        var selection = Selection.everything
        selection.terms.append(.not(.missing(.code)))
        let wanted = ProductCode.normalized(text)
        let cursor = try snapshot.items(matching: selection)
        while found.count < limit, try cursor.next() {
            let code = cursor.text(.code).map { String(decoding: $0, as: UTF8.self) } ?? ""
            if ProductCode.normalized(code) == wanted { found.append(try cursor.item()) }
        }
        return found
    }
}
