import Inventory
import Localization

/// What a document says of one photo or document of an item, by name.
struct AttachmentMembers {
    var values: [String: String] = [:]

    /// The names that a photo has.
    static let photo: Set<String> = [
        "hash", "mediaType", "fileName", "bytes", "width", "height", "caption", "primary",
    ]
    /// The names that a document has.
    static let document: Set<String> = [
        "hash", "kind", "title", "number", "date", "mediaType", "fileName", "bytes",
    ]

    func photo() throws(ValueError) -> PhotoReference {
        try check(AttachmentMembers.photo)
        let isPrimary = try flag("primary")
        return PhotoReference(
            hash: try hash(), mediaType: try mediaType(), fileName: text("fileName"), bytes: try count("bytes"),
            width: try count("width"), height: try count("height"), caption: text("caption"), isPrimary: isPrimary)
    }

    func document() throws(ValueError) -> DocumentReference {
        try check(AttachmentMembers.document)
        guard let kind = values["kind"].map({ DocumentReference.Kind(rawValue: $0) }) ?? .other else {
            let kinds = DocumentReference.Kind.allCases.map(\.rawValue).joined(separator: ", ")
            throw .malformed(expected: said("reading.aKindOfDocument", kinds))
        }
        var date: CalendarDate?
        if let text = text("date") { date = try CalendarDate(text.utf8) }
        return DocumentReference(
            hash: try hash(), kind: kind, title: text("title"), number: text("number"), date: date,
            mediaType: try mediaType(), fileName: text("fileName"), bytes: try count("bytes"))
    }

    private func check(_ known: Set<String>) throws(ValueError) {
        guard let other = values.keys.filter({ !known.contains($0) }).min() else { return }
        throw .malformed(expected: said("reading.oneOfNot", known.sorted().joined(separator: ", "), other.prefix(80)))
    }

    private func text(_ name: String) -> String? { values[name].flatMap { $0.isEmpty ? nil : $0 } }

    private func hash() throws(ValueError) -> ContentHash {
        guard let hash = values["hash"].flatMap({ ContentHash($0) }) else {
            throw .malformed(expected: said("reading.aShaAsHexadecimal"))
        }
        return hash
    }

    private func mediaType() throws(ValueError) -> String {
        let text = values["mediaType"] ?? ""
        let parts = text.utf8.split(separator: UInt8(ascii: "/"), omittingEmptySubsequences: false)
        let isName: (UInt8) -> Bool = { (0x21...0x7E).contains($0) }
        guard parts.count == 2, parts.allSatisfy({ !$0.isEmpty && $0.allSatisfy(isName) }), text.utf8.count < 128 else {
            throw .malformed(expected: said("reading.aMediaTypeSuch"))
        }
        return text
    }

    private func count(_ name: String) throws(ValueError) -> Int {
        guard let text = values[name] else { return 0 }
        guard let number = Int(text), number >= 0 else {
            throw .malformed(expected: said("reading.aWholeNumberAs", name))
        }
        return number
    }

    private func flag(_ name: String) throws(ValueError) -> Bool {
        switch values[name] {
        case nil, "false", "0": false
        case "true", "1": true
        default: throw .malformed(expected: said("reading.trueOrFalseAs", name))
        }
    }
}

extension ItemBuilder {
    /// Puts a list of photos or documents into its field, under its rules.
    mutating func set(_ field: ItemField, _ files: [AttachmentMembers], path: String, line: Int? = nil) {
        do throws(ValueError) {
            var photos: [PhotoReference] = []
            var documents: [DocumentReference] = []
            for file in files {
                for text in file.values.values { try check(text) }
                if field == .photos { photos.append(try file.photo()) } else { documents.append(try file.document()) }
            }
            let hashes = photos.map(\.hash) + documents.map(\.hash)
            guard Set(hashes).count == hashes.count else { throw .malformed(expected: said("reading.eachHashOnce")) }
            set(field, to: field == .photos ? .photos(photos) : .documents(documents), path: path, line: line)
        } catch {
            fault(path, line: line, error)
        }
    }
}
