import Inventory
import JSON
import Message

/// Reads the items of Homepwner's JSON: a list of items, or an object that holds one as `items`.
final class JSONItemReader: ItemEntrySource {
    /// Members of the object beside the items; they follow from the items or are about the document.
    private static let derived: Set<String> = [
        "$schema", "version", "generator", "generated", "title", "asOf", "locale", "timeZone", "currency", "owner",
        "selection", "summary",
    ]

    private enum State {
        case start, items(first: Bool), end
    }

    private var stream: JSONItemStream
    private let options: ImportOptions
    private var identifiers = ItemIDGenerator()
    private var state = State.start
    private var isObject = false
    private var place = 0
    let rejectsHeader = RejectedRow.documentHeader

    init(_ input: consuming InputBuffer, options: ImportOptions) {
        stream = JSONItemStream(input)
        self.options = options
    }

    var bytesRead: Int64 { stream.bytesRead }
    var totalBytes: Int64? { stream.totalBytes }

    func next() throws(InventoryFileError) -> ImportEntry? {
        if case .start = state { try begin() }
        guard case .items(let first) = state else { return nil }
        if try stream.peek() == UInt8(ascii: "]") {
            try stream.take(UInt8(ascii: "]"), otherwise: Message("formats.json.expectedCommaOrBracket"))
            try finish()
            state = .end
            return nil
        }
        if !first { try stream.take(UInt8(ascii: ","), otherwise: Message("formats.json.expectedCommaOrBracket")) }
        _ = try stream.peek()
        state = .items(first: false)
        place += 1
        let line = stream.nextLine
        switch try stream.next() {
        case .value(let value): return entry(value, line: line)
        case .tooLarge(let limit):
            let diagnostic = ImportFieldDiagnostic(nil, line: line, .tooLarge(limit))
            return .rejected(
                RejectedRow(row: place, line: line, diagnostics: [diagnostic], source: nil, isInTable: false))
        }
    }

    /// Goes into the list of items.
    private func begin() throws(InventoryFileError) {
        switch try stream.peek() {
        case UInt8(ascii: "["): try stream.take(UInt8(ascii: "["), otherwise: Message("formats.json.expectedItems"))
        case UInt8(ascii: "{"):
            try stream.take(UInt8(ascii: "{"), otherwise: Message("formats.json.expectedItems"))
            isObject = true
            guard try openItems(first: true) else { throw stream.error(Message("formats.json.missingItems")) }
        default: throw stream.error(Message("formats.json.expectedItems"))
        }
        state = .items(first: true)
    }

    /// Skips members up to the list of items and its bracket; false at the end of the object.
    private func openItems(first: Bool) throws(InventoryFileError) -> Bool {
        var first = first
        while true {
            if try stream.peek() == UInt8(ascii: "}") {
                try stream.take(UInt8(ascii: "}"), otherwise: Message("formats.json.expectedCommaOrBrace"))
                return false
            }
            if !first { try stream.take(UInt8(ascii: ","), otherwise: Message("formats.json.expectedCommaOrBrace")) }
            first = false
            let name = try stream.name()
            try stream.take(UInt8(ascii: ":"), otherwise: Message("formats.json.expectedColon"))
            guard name == "items" || JSONItemReader.derived.contains(name) else {
                throw stream.error(Message("formats.json.unknownMember", ["name": String(name.prefix(80))]))
            }
            if name == "items" {
                try stream.take(UInt8(ascii: "["), otherwise: Message("formats.json.expectedItemList"))
                return true
            }
            _ = try stream.next()
        }
    }

    private func finish() throws(InventoryFileError) {
        if isObject, try openItems(first: false) { throw stream.error(Message("formats.json.duplicateItems")) }
        guard try stream.peek() == nil else { throw stream.error(Message("formats.json.trailingText")) }
    }

    private func entry(_ value: JSONValue, line: Int) -> ImportEntry {
        var builder = ItemBuilder(identifiers: &identifiers, options: options)
        if case .object(let members) = value {
            builder.read(members, under: nil)
        } else {
            builder.report(.expected(.object))
        }
        return builder.entry(place: place, line: line, source: stream.valueBytes)
    }
}

extension ItemBuilder {
    /// Reads the members of an item, or of a group of its fields.
    fileprivate mutating func read(_ members: [JSONMember], under group: String?) {
        for member in members {
            let path = group.map { "\($0).\(member.name)" } ?? member.name
            if group == nil, ItemFieldNames.derived.contains(path) { continue }
            if group == nil, ItemFieldNames.groups.contains(path) {
                switch member.value {
                case .object(let inner): read(inner, under: path)
                case .null: break
                default: report(.expected(.object), path: path)
                }
            } else if let field = ItemFieldNames.fields[path] {
                if state(field, path: path) { read(member.value, field, path) }
            } else {
                report(.unknownMember, path: path)
            }
        }
    }

    private mutating func read(_ value: JSONValue, _ field: ItemField, _ path: String) {
        switch (field.kind, value) {
        case (_, .null):
            if field == .id { report(.nullID, path: path) }
        case (.text, .string(let text)): set(field, to: .text(text), path: path)
        case (.flag, .bool(let flag)): set(field, to: .flag(flag), path: path)
        case (.money, .object(let members)): readMoney(members, field, path)
        case (.money, .string(let text)), (.money, .number(let text)), (.quantity, .string(let text)),
            (.quantity, .number(let text)), (.percentage, .string(let text)), (.percentage, .number(let text)),
            (.timestamp, .string(let text)), (.date, .string(let text)), (.identifier, .string(let text)):
            if text.isEmpty { report(.emptyMember, path: path) }
            set(field, parsing: text, currency: nil, path: path)
        case (.tags, .array(let elements)):
            let tags = elements.compactMap { if case .string(let tag) = $0 { tag } else { String?.none } }
            if tags.count < elements.count { report(.expected(.textList), path: path) }
            set(field, to: .tags(tags), path: path)
        case (.customFields, .array(let elements)): readCustomFields(elements, path)
        case (.photos, .array(let elements)), (.documents, .array(let elements)):
            readFiles(elements, field, path)
        default: report(.expected(.json(field.kind)), path: path)
        }
    }

    private mutating func readMoney(_ members: [JSONMember], _ field: ItemField, _ path: String) {
        var amount: String?
        var currency: String?
        for member in members {
            switch (member.name, member.value) {
            case ("amount", .string(let text)) where amount == nil, ("amount", .number(let text)) where amount == nil:
                amount = text
            case ("currency", .string(let text)) where currency == nil: currency = text
            default:
                return report(.expected(.json(.money)), path: path)
            }
        }
        guard let amount, !amount.isEmpty else { return report(.missingAmount, path: path) }
        set(field, parsing: amount, currency: currency, path: path)
    }

    private mutating func readFiles(_ elements: [JSONValue], _ field: ItemField, _ path: String) {
        var files: [AttachmentMembers] = []
        for element in elements {
            guard case .object(let members) = element else {
                return report(.expected(.json(field.kind)), path: path)
            }
            var file = AttachmentMembers()
            for member in members {
                switch member.value {
                case .string(let text), .number(let text): file.values[member.name] = text
                case .bool(let flag): file.values[member.name] = flag ? "true" : "false"
                case .null: break
                default: return report(.expected(.textOrNumber), path: "\(path).\(member.name)")
                }
            }
            files.append(file)
        }
        set(field, files, path: path)
    }

    private mutating func readCustomFields(_ elements: [JSONValue], _ path: String) {
        var fields: [CustomField] = []
        for element in elements {
            guard case .object(let members) = element, members.count == 2, case .string(let name)? = element["name"],
                case .string(let value)? = element["value"]
            else { return report(.expected(.json(.customFields)), path: path) }
            fields.append(CustomField(name: name, value: value))
        }
        set(.customFields, to: .customFields(fields), path: path)
    }
}
