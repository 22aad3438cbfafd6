package import Inventory

/// The items of Homepwner’s XML as that file states them, in the bytes that are stamped.
package final class XMLCanonicalItems: XMLHandler {
    /// An item of the file.
    package struct Entry {
        /// The attribute `line`.
        package fileprivate(set) var line: String?
        /// All values but those that reports compute.
        package fileprivate(set) var item = CanonicalItem()
        /// The hashes of its photos and of its documents.
        package fileprivate(set) var photos: [String] = []
        package fileprivate(set) var documents: [String] = []
        /// The times that the file states, with the number of the photo or document, or an empty text for the item.
        package fileprivate(set) var existedBy: [(number: String, time: String)] = []
    }

    /// The items in the order of the file.
    package private(set) var entries: [Entry] = []
    /// The elements that are open, from the root; the path is nil outside of items, and empty for an item.
    private var open: [(element: XMLStartElement, path: String?, hasElements: Bool)] = []
    private var text: [UInt8] = []

    /// Reads a document.
    /// - Throws: an error of reason `document` if it is not well-formed.
    package init(_ bytes: [UInt8]) throws(InventoryFileError) {
        let parser = XMLPushParser(self, declarations: .none)
        var result: Result<Void, InventoryFileError> = .success(())
        bytes.withUnsafeBufferPointer { bytes in
            result = Result { () throws(InventoryFileError) in try parser.parse(ByteView(bytes), isLast: true) }
        }
        try result.get()
    }

    func start(_ element: XMLStartElement) throws(InventoryFileError) {
        text = []
        let isItem = open.count == 2 && open[1].element.name == "items" && element.name == "item"
        if isItem { entries.append(Entry()) }
        let path = isItem ? "" : open.last?.path.map { $0.isEmpty ? element.name : "\($0).\(element.name)" }
        if let above = open.indices.last { open[above].hasElements = true }
        open.append((element, path, false))
        guard let path, !isDerived else { return }
        let last = entries.count - 1
        for (name, value) in element.attributes.sorted(by: { $0.name < $1.name }) {
            if isItem, name == "line" {
                entries[last].line = value
            } else if !(isItem && name == "groupedLine") {
                entries[last].item.add("\(path)@\(name)", value)
            }
            if name == "hash", path == "photos.photo" { entries[last].photos.append(value) }
            if name == "hash", path == "documents.document" { entries[last].documents.append(value) }
        }
    }

    func text(_ bytes: ByteView) throws(InventoryFileError) { text += bytes }

    func end() throws(InventoryFileError) {
        let derived = isDerived
        guard let (element, found, hasElements) = open.popLast(), let path = found, !path.isEmpty else { return }
        let words = String(decoding: text, as: UTF8.self)
        if path == "existedBy" {
            let number = element.attributes.first { $0.name == "evidence" }?.value ?? ""
            entries[entries.count - 1].existedBy.append((number, hasElements ? "" : words))
        }
        if hasElements { return }
        if !derived { entries[entries.count - 1].item.add(path, words) }
    }

    /// Whether the open element is, or is in, one that reports compute.
    private var isDerived: Bool { open.count > 3 && Self.computed.contains(open[3].path ?? "") }

    /// An element of the name of an attribute is not computed, but added.
    private static let computed = ItemFieldNames.derived.subtracting(["line", "revision"])
}
