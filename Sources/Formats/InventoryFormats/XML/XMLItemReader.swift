import Inventory
import Message

/// Reads the items of Homepwner's XML, namespace `urn:homepwner:inventory:1`.
final class XMLItemReader: ItemEntrySource, XMLHandler {
    private static let namespace = "urn:homepwner:inventory:1"

    private var input: InputBuffer
    private var parser: XMLPushParser?
    private let options: ImportOptions
    private var identifiers = ItemIDGenerator()
    private var ready: [ImportEntry] = []
    private var given = 0
    private var place = 0
    private var hasItems = false
    private var isOver = false
    private var path: [String] = []
    /// Elements deeper than this are not read.
    private var skippedFrom: Int?
    private var item: XMLItemDecoder?
    let rejectsHeader = RejectedRow.documentHeader

    init(_ input: consuming InputBuffer, options: ImportOptions) throws(InventoryFileError) {
        self.input = input
        self.options = options
        parser = XMLPushParser(self, declarations: .none)
    }

    var bytesRead: Int64 { input.offset }
    var totalBytes: Int64? { input.totalBytes }

    func next() throws(InventoryFileError) -> ImportEntry? {
        while given == ready.count {
            ready.removeAll(keepingCapacity: true)
            given = 0
            if isOver { return nil }
            try readOn()
        }
        given += 1
        return ready[given - 1]
    }

    /// Passes the next piece of the file to the parser, which calls back.
    private func readOn() throws(InventoryFileError) {
        if input.bytes.isEmpty { isOver = try !input.extend() }
        let count = min(input.bytes.count, 1 << 16)
        try parser?.parse(ByteView(rebasing: input.bytes[..<count]), isLast: isOver)
        input.consume(count)
        if isOver, !hasItems {
            throw InventoryFileError(.document(Message("formats.xml.missingItems")))
        }
    }

    // MARK: XMLHandler

    func start(_ element: XMLStartElement) throws(InventoryFileError) {
        defer { path.append(element.name) }
        guard skippedFrom == nil else { return }
        if item != nil {
            item?.start(element, depth: path.count - 3)
            return
        }
        switch path.count {
        case 0:
            guard element.name == "inventory", element.namespace == XMLItemReader.namespace else {
                throw error(Message("formats.xml.wrongRoot", ["namespace": XMLItemReader.namespace]), at: element)
            }
        case 1 where element.name == "items":
            if hasItems { throw error(Message("formats.xml.duplicateItems"), at: element) }
            hasItems = true
        case 1:
            guard ["owner", "selection", "summary"].contains(element.name) else {
                throw error(
                    Message("formats.xml.unknownElement", ["name": String(element.name.prefix(80))]), at: element)
            }
            skippedFrom = path.count
        default:
            guard element.name == "item", element.namespace == XMLItemReader.namespace else {
                throw error(Message("formats.xml.notAnItem", ["name": String(element.name.prefix(80))]), at: element)
            }
            place += 1
            item = XMLItemDecoder(element, builder: ItemBuilder(identifiers: &identifiers, options: options))
        }
    }

    func text(_ bytes: ByteView) throws(InventoryFileError) {
        guard skippedFrom == nil else { return }
        if item != nil {
            item?.text(bytes)
        } else if bytes.contains(where: { $0 > 0x20 }) {
            guard let parser else { return }
            throw parser.error(.document(Message("formats.xml.strayText")))
        }
    }

    func end() throws(InventoryFileError) {
        path.removeLast()
        if let from = skippedFrom {
            if path.count == from { skippedFrom = nil }
            return
        }
        if path.count == 2, let done = item {
            ready.append(done.builder.entry(place: place, line: done.line))
            item = nil
        } else {
            item?.end()
        }
    }

    private func error(
        _ damage: Message, at element: XMLStartElement
    ) -> InventoryFileError {
        InventoryFileError(.document(damage), line: element.line, column: element.column)
    }
}
