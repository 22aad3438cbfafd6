import Inventory
import Message

/// Apple's XML property list, version 1.0. Its DOCTYPE is accepted and not loaded.
final class XMLPropertyList: PropertyList, XMLHandler {
    private static let depthLimit = 64

    private var nodes: [PropertyListNode] = []
    private var numbers: [Int] = []
    /// Containers that are open, outermost first.
    private var open: [(isDictionary: Bool, keys: [Int], values: [Int])] = []
    private var names: [String] = []
    private var text: [UInt8] = []
    private var rootNode: Int?
    private var parser: XMLPushParser?

    var root: Int { rootNode ?? 0 }

    init(_ bytes: ByteView) throws(InventoryFileError) {
        let parser = XMLPushParser(self, declarations: .externalOnly)
        self.parser = parser
        try parser.parse(bytes, isLast: true)
        self.parser = nil
        guard rootNode != nil else {
            throw InventoryFileError(.archive(.empty))
        }
    }

    func node(_ index: Int) throws(PropertyListError) -> PropertyListNode {
        guard nodes.indices.contains(index) else { throw .danglingReference }
        return nodes[index]
    }

    func reference(_ references: PropertyListReferences, at place: Int) throws(PropertyListError) -> Int {
        guard place >= 0, place < references.count, numbers.indices.contains(references.start + place) else {
            throw .danglingReference
        }
        return numbers[references.start + place]
    }

    // MARK: XMLHandler

    private func error(_ reason: InventoryFileError.Reason) -> InventoryFileError {
        parser?.error(reason) ?? InventoryFileError(reason)
    }

    private func damaged(_ damage: PropertyListError) -> InventoryFileError { error(.archive(damage)) }

    func start(_ element: XMLStartElement) throws(InventoryFileError) {
        if names.isEmpty {
            guard element.name == "plist" else { throw damaged(.wrongRoot) }
        } else if names.count > 1, names.last != "array", names.last != "dict" {
            throw damaged(PropertyListError(Message("formats.archive.strayElement", ["name": element.name.excerpt])))
        } else if names.count == 1, rootNode != nil {
            throw damaged(.severalValues)
        }
        guard names.count < XMLPropertyList.depthLimit else {
            throw error(.document(Message("formats.xml.tooDeep", ["limit": "\(XMLPropertyList.depthLimit)"])))
        }
        names.append(element.name)
        text.removeAll(keepingCapacity: true)
        if element.name == "array" || element.name == "dict" { open.append((element.name == "dict", [], [])) }
    }

    func text(_ bytes: ByteView) throws(InventoryFileError) {
        switch names.last {
        case nil, "plist", "array", "dict":
            if bytes.contains(where: { $0 > 0x20 }) { throw error(.document(Message("formats.xml.strayText"))) }
        default:
            guard text.count + bytes.count <= 3 * Item.textLimit else { throw damaged(.textTooLong) }
            text.append(contentsOf: bytes)
        }
    }

    func end() throws(InventoryFileError) {
        let name = names.removeLast()
        if name == "plist" { return }
        if name == "key" {
            guard let top = open.indices.last, open[top].isDictionary, open[top].keys.count == open[top].values.count
            else { throw damaged(.strayKey) }
            open[top].keys.append(add(.string(string)))
            return
        }
        let node = add(try value(name))
        if let top = open.indices.last {
            guard !open[top].isDictionary || open[top].keys.count == open[top].values.count + 1 else {
                throw damaged(.valueWithoutKey)
            }
            open[top].values.append(node)
        } else {
            rootNode = node
        }
    }

    private var string: String { String(decoding: text, as: UTF8.self) }

    private func add(_ node: PropertyListNode) -> Int {
        nodes.append(node)
        return nodes.count - 1
    }

    private func value(_ name: String) throws(InventoryFileError) -> PropertyListNode {
        switch name {
        case "string": return .string(string)
        case "true": return .bool(true)
        case "false": return .bool(false)
        case "data": return .data
        case "integer":
            guard let value = Int64(trimmed) else {
                throw damaged(.malformedInteger)
            }
            return .integer(value)
        case "real":
            guard let value = Double(trimmed) else { throw damaged(.malformedReal) }
            return .real(value)
        case "date": return .date(try date())
        case "array":
            let list = open.removeLast().values
            return .array(keep(list))
        case "dict":
            let (_, keys, values) = open.removeLast()
            guard keys.count == values.count else { throw damaged(.keyWithoutValue) }
            if keys.count == 1, case .string("CF$UID") = nodes[keys[0]] {
                guard case .integer(let place) = nodes[values[0]], let uid = Int(exactly: place), uid >= 0 else {
                    throw damaged(.malformedReference)
                }
                return .uid(uid)
            }
            return .dictionary(keys: keep(keys), values: keep(values))
        default: throw damaged(PropertyListError(Message("formats.archive.unknownElement", ["name": name.excerpt])))
        }
    }

    private var trimmed: String { String(decoding: text.filter { $0 > 0x20 }, as: UTF8.self) }

    private func keep(_ list: [Int]) -> PropertyListReferences {
        numbers.append(contentsOf: list)
        return PropertyListReferences(start: numbers.count - list.count, count: list.count)
    }

    private func date() throws(InventoryFileError) -> Double {
        do {
            return try AppleReferenceDate.seconds(ofText: trimmed)
        } catch {
            throw damaged(.malformedDate)
        }
    }
}
