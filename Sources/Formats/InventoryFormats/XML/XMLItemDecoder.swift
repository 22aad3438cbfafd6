import Inventory

/// An item of an XML inventory that is being read.
struct XMLItemDecoder {
    private enum Content {
        /// Only elements are allowed.
        case elements
        /// The text of a field.
        case field(ItemField, currency: String?)
        case tag
        case customField(name: String)
        /// A photo or document, described by its attributes; its text is the caption or title.
        case file
        /// Computed or unknown content. A diagnostic has been added for the latter.
        case skipped
    }

    /// Limits on one item, as for JSON: bytes of a text, bytes of all texts and attributes, and elements.
    private static let limits = (text: 1 << 20, bytes: 64 << 20, elements: 1 << 18)

    var builder: ItemBuilder
    let line: Int
    private var bytes = 0
    private var elements = 0
    /// Whether a limit is exceeded. The item has a diagnostic then, and the rest of it is not read.
    private var isTooLarge = false
    private var contents: [(content: Content, name: String, line: Int)] = []
    private var text: [UInt8] = []
    private var tags: [String] = []
    private var customFields: [CustomField] = []
    private var files: [AttachmentMembers] = []

    init(_ element: XMLStartElement, builder: ItemBuilder) {
        self.builder = builder
        line = element.line
        for (name, value) in element.attributes {
            switch name {
            case "id":
                if self.builder.state(.id, path: "id", line: line) {
                    self.builder.set(.id, parsing: value, currency: nil, path: "id", line: line)
                    if value.isEmpty { self.builder.report(.emptyID, path: "id", line: line) }
                }
            case "line", "groupedLine": break
            default: self.builder.report(.unknownAttribute(String(name.prefix(80))), path: "item", line: line)
            }
        }
    }

    /// - Parameter depth: 0 for the children of the item.
    mutating func start(_ element: XMLStartElement, depth: Int) {
        let attributes = element.attributes.reduce(0) { $0 + $1.name.utf8.count + $1.value.utf8.count }
        count(bytes: attributes, elements: 1)
        guard !isTooLarge else {
            contents.append((.skipped, "", element.line))
            return
        }
        let parent = contents.last
        let path = parent.map { "\($0.name).\(element.name)" } ?? element.name
        contents.append((content(of: element, path: path, in: parent?.content), path, element.line))
        text.removeAll(keepingCapacity: true)
    }

    private mutating func content(of element: XMLStartElement, path: String, in parent: Content?) -> Content {
        if case .skipped = parent { return .skipped }
        var attributes = element.attributes
        func take(_ name: String) -> String? {
            guard let index = attributes.firstIndex(where: { $0.name == name }) else { return nil }
            return attributes.remove(at: index).value
        }
        var content = Content.skipped
        if path == "tags.tag" {
            content = .tag
        } else if path == "customFields.field", let name = take("name") {
            content = .customField(name: name)
        } else if path == "photos.photo" || path == "documents.document" {
            files.append(
                AttachmentMembers(values: Dictionary(attributes.map { ($0.name, $0.value) }) { one, _ in one }))
            attributes = []
            content = .file
        } else if parent == nil, ItemFieldNames.derived.contains(path) {
            return .skipped
        } else if parent == nil, ItemFieldNames.groups.contains(path) {
            content = .elements
        } else if let field = ItemFieldNames.fields[path], field != .id {
            if !builder.state(field, path: path, line: element.line) { return .skipped }
            let hasElements = [.tags, .customFields, .photos, .documents].contains(field.kind)
            files = []
            content = hasElements ? .elements : .field(field, currency: field.kind == .money ? take("currency") : nil)
        } else {
            builder.report(.unknownElement, path: path, line: element.line)
            return .skipped
        }
        for attribute in attributes {
            builder.report(.unknownAttribute(String(attribute.name.prefix(80))), path: path, line: element.line)
        }
        return content
    }

    private mutating func count(bytes: Int, elements: Int = 0) {
        self.bytes += bytes
        self.elements += elements
        if self.bytes > Self.limits.bytes { stop(.value) }
        if self.elements > Self.limits.elements { stop(.commas) }
    }

    /// Gives up the item, and the memory that it has taken.
    private mutating func stop(_ limit: ImportFieldDiagnostic.JSONSizeLimit) {
        guard !isTooLarge else { return }
        isTooLarge = true
        builder.report(.tooLarge(limit), path: contents.last?.name, line: line)
        (text, tags, customFields, files) = ([], [], [], [])
    }

    mutating func text(_ bytes: ByteView) {
        count(bytes: bytes.count)
        guard !isTooLarge else { return }
        switch contents.last?.content {
        case .skipped: break
        case nil, .elements:
            if bytes.contains(where: { $0 > 0x20 }) {
                builder.report(.strayText, path: contents.last?.name ?? "item", line: line)
            }
        case .field, .tag, .customField, .file:
            guard text.count + bytes.count <= Self.limits.text else { return stop(.text) }
            text.append(contentsOf: bytes)
        }
    }

    mutating func end() {
        guard let (content, path, line) = contents.popLast(), !isTooLarge else { return }
        let value = String(decoding: text, as: UTF8.self)
        switch content {
        case .skipped: break
        case .file:
            if !value.isEmpty { files[files.count - 1].values[path == "photos.photo" ? "caption" : "title"] = value }
        case .elements:
            if path == "tags" { builder.set(.tags, to: .tags(tags), path: path, line: line) }
            if path == "photos" { builder.set(.photos, files, path: path, line: line) }
            if path == "documents" { builder.set(.documents, files, path: path, line: line) }
            if path == "customFields" {
                builder.set(.customFields, to: .customFields(customFields), path: path, line: line)
            }
        case .tag: tags.append(value)
        case .customField(let name): customFields.append(CustomField(name: name, value: value))
        case .field(let field, let currency): set(field, value, currency: currency, path: path, line: line)
        }
        text.removeAll(keepingCapacity: true)
    }

    private mutating func set(_ field: ItemField, _ value: String, currency: String?, path: String, line: Int) {
        if field.kind == .text { return builder.set(field, to: .text(value), path: path, line: line) }
        // White space around a typed value means nothing (XML Schema part 2, 4.3.6, "collapse").
        let trimmed = value.utf8.drop { $0 <= 0x20 }
        let typed = String(Substring(trimmed.prefix(trimmed.count - trimmed.reversed().prefix { $0 <= 0x20 }.count)))
        if typed.isEmpty {
            return builder.report(.emptyElement, path: path, line: line)
        }
        if field.kind == .money, currency == nil {
            return builder.report(.missingCurrency, path: path, line: line)
        }
        let flag = field.kind == .flag ? ["0": "false", "1": "true"][typed] : nil
        builder.set(field, parsing: flag ?? typed, currency: currency, path: path, line: line)
    }
}
