import Localization

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
    private let textLimit: Int

    var root: Int { rootNode ?? 0 }

    init(_ bytes: UnsafeBufferPointer<UInt8>, textLimit: Int) throws(InterchangeError) {
        self.textLimit = textLimit
        let parser = XMLPushParser(self, declarations: .externalOnly)
        self.parser = parser
        try parser.parse(bytes, isLast: true)
        self.parser = nil
        guard rootNode != nil else {
            throw InterchangeError(
                .damaged, said("reading.thePropertyListIs"), remedy: said("reading.takeTheArchiveFrom"))
        }
    }

    func node(_ index: Int) throws(PropertyListError) -> PropertyListNode {
        guard nodes.indices.contains(index) else { throw PropertyListError(said("reading.aReferenceLeadsNowhere")) }
        return nodes[index]
    }

    func reference(_ references: PropertyListReferences, at place: Int) throws(PropertyListError) -> Int {
        guard place >= 0, place < references.count, numbers.indices.contains(references.start + place) else {
            throw PropertyListError(said("reading.aReferenceLeadsNowhere"))
        }
        return numbers[references.start + place]
    }

    // MARK: XMLHandler

    private func damaged(_ problem: String) -> InterchangeError {
        parser?.damaged(problem) ?? InterchangeError(.damaged, problem, remedy: "")
    }

    func start(_ element: XMLStartElement) throws(InterchangeError) {
        if names.isEmpty {
            guard element.name == "plist" else { throw damaged("the root is no 'plist'") }
        } else if names.count > 1, names.last != "array", names.last != "dict" {
            throw damaged(said("reading.standsWhereOnlyText", element.name.prefix(80)))
        } else if names.count == 1, rootNode != nil {
            throw damaged(said("reading.thePropertyListHolds"))
        }
        guard names.count < XMLPropertyList.depthLimit else {
            throw damaged(said("reading.itIsMoreThan", XMLPropertyList.depthLimit))
        }
        names.append(element.name)
        text.removeAll(keepingCapacity: true)
        if element.name == "array" || element.name == "dict" { open.append((element.name == "dict", [], [])) }
    }

    func text(_ bytes: UnsafeBufferPointer<UInt8>) throws(InterchangeError) {
        switch names.last {
        case nil, "plist", "array", "dict":
            if bytes.contains(where: { $0 > 0x20 }) { throw damaged(said("reading.textStandsWhereOnly")) }
        default:
            guard text.count + bytes.count <= 3 * textLimit else { throw damaged(said("reading.aTextIsLonger")) }
            text.append(contentsOf: bytes)
        }
    }

    func end() throws(InterchangeError) {
        let name = names.removeLast()
        if name == "plist" { return }
        if name == "key" {
            guard let top = open.indices.last, open[top].isDictionary, open[top].keys.count == open[top].values.count
            else { throw damaged(said("reading.aKeyStandsWhere")) }
            open[top].keys.append(add(.string(string)))
            return
        }
        let node = add(try value(name))
        if let top = open.indices.last {
            guard !open[top].isDictionary || open[top].keys.count == open[top].values.count + 1 else {
                throw damaged(said("reading.aValueStandsWithout"))
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

    private func value(_ name: String) throws(InterchangeError) -> PropertyListNode {
        switch name {
        case "string": return .string(string)
        case "true": return .bool(true)
        case "false": return .bool(false)
        case "data": return .data
        case "integer":
            guard let value = Int64(trimmed) else {
                throw damaged(said("reading.aWholeNumberIs"))
            }
            return .integer(value)
        case "real":
            guard let value = Double(trimmed) else { throw damaged(said("reading.aNumberIsMalformed")) }
            return .real(value)
        case "date": return .date(try date())
        case "array":
            let list = open.removeLast().values
            return .array(keep(list))
        case "dict":
            let (_, keys, values) = open.removeLast()
            guard keys.count == values.count else { throw damaged(said("reading.aKeyStandsWithout")) }
            if keys.count == 1, case .string("CF$UID") = nodes[keys[0]] {
                guard case .integer(let place) = nodes[values[0]], let uid = Int(exactly: place), uid >= 0 else {
                    throw damaged(said("reading.aReferenceIsMalformed"))
                }
                return .uid(uid)
            }
            return .dictionary(keys: keep(keys), values: keep(values))
        default: throw damaged(said("reading.isNoElementOf", name.prefix(80)))
        }
    }

    private var trimmed: String { String(decoding: text.filter { $0 > 0x20 }, as: UTF8.self) }

    private func keep(_ list: [Int]) -> PropertyListReferences {
        numbers.append(contentsOf: list)
        return PropertyListReferences(start: numbers.count - list.count, count: list.count)
    }

    private func date() throws(InterchangeError) -> Double {
        do {
            return try AppleReferenceDate.seconds(ofText: trimmed)
        } catch {
            throw damaged(said("reading.aDateIsMalformed"))
        }
    }
}
