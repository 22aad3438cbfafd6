import Inventory

/// The members of one photo or document of an item, by name.
struct AttachmentMembers {
    var values: [String: String] = [:]

    /// The members of a photo.
    static let photo: Set<String> = [
        "hash", "mediaType", "fileName", "bytes", "width", "height", "caption", "primary",
    ]
    /// The members of a document.
    static let document: Set<String> = [
        "hash", "kind", "title", "number", "date", "mediaType", "fileName", "bytes",
    ]

    func photo() throws(ImportFieldDiagnostic.Reason) -> PhotoReference {
        try check(AttachmentMembers.photo)
        let isPrimary = try flag("primary")
        return PhotoReference(
            hash: try hash(), mediaType: try mediaType(), fileName: text("fileName"), bytes: try count("bytes"),
            width: try count("width"), height: try count("height"), caption: text("caption"), isPrimary: isPrimary)
    }

    func document() throws(ImportFieldDiagnostic.Reason) -> DocumentReference {
        try check(AttachmentMembers.document)
        guard let kind = values["kind"].map({ DocumentReference.Kind(rawValue: $0) }) ?? .other else {
            throw .expected(.documentKind(DocumentReference.Kind.allCases.map(\.rawValue)))
        }
        var date: CalendarDate?
        if let text = text("date") {
            date = try ImportFieldDiagnostic.Reason.wrapping { () throws(ValueError) in try CalendarDate(text.utf8) }
        }
        return DocumentReference(
            hash: try hash(), kind: kind, title: text("title"), number: text("number"), date: date,
            mediaType: try mediaType(), fileName: text("fileName"), bytes: try count("bytes"))
    }

    private func check(_ known: Set<String>) throws(ImportFieldDiagnostic.Reason) {
        guard let other = values.keys.filter({ !known.contains($0) }).min() else { return }
        throw .unknownAttachmentMember(String(other.prefix(80)), known: known.sorted())
    }

    private func text(_ name: String) -> String? { values[name].flatMap { $0.isEmpty ? nil : $0 } }

    private func hash() throws(ImportFieldDiagnostic.Reason) -> ContentHash {
        guard let hash = values["hash"].flatMap({ ContentHash($0) }) else {
            throw .expected(.hash)
        }
        return hash
    }

    private func mediaType() throws(ImportFieldDiagnostic.Reason) -> String {
        let text = values["mediaType"] ?? ""
        let parts = text.utf8.split(separator: UInt8(ascii: "/"), omittingEmptySubsequences: false)
        let isName: (UInt8) -> Bool = { (0x21...0x7E).contains($0) }
        guard parts.count == 2, parts.allSatisfy({ !$0.isEmpty && $0.allSatisfy(isName) }), text.utf8.count < 128 else {
            throw .expected(.mediaType)
        }
        return text
    }

    private func count(_ name: String) throws(ImportFieldDiagnostic.Reason) -> Int {
        guard let text = values[name] else { return 0 }
        guard let number = Int(text), number >= 0 else {
            throw .expected(.count(member: name))
        }
        return number
    }

    private func flag(_ name: String) throws(ImportFieldDiagnostic.Reason) -> Bool {
        switch values[name] {
        case nil, "false", "0": false
        case "true", "1": true
        default: throw .expected(.flagMember(name))
        }
    }
}

extension ItemBuilder {
    /// Sets a list of photos or documents and checks its rules.
    mutating func set(_ field: ItemField, _ files: [AttachmentMembers], path: String, line: Int? = nil) {
        do throws(ImportFieldDiagnostic.Reason) {
            var photos: [PhotoReference] = []
            var documents: [DocumentReference] = []
            for file in files {
                for text in file.values.values {
                    _ = try ImportFieldDiagnostic.Reason.wrapping { () throws(ValueError) in try Item.checked(text) }
                }
                if field == .photos { photos.append(try file.photo()) } else { documents.append(try file.document()) }
            }
            let hashes = photos.map(\.hash) + documents.map(\.hash)
            guard Set(hashes).count == hashes.count else { throw .duplicateHash }
            set(field, to: field == .photos ? .photos(photos) : .documents(documents), path: path, line: line)
        } catch {
            report(error, path: path, line: line)
        }
    }
}
