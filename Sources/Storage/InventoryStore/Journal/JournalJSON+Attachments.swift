import Inventory

// Photos and documents as the columns of items and the journal's entries hold them.
extension JournalJSON {
    static func photos(_ photos: [PhotoReference]) -> [UInt8] { bytes(value(photos)) }

    static func photos(_ json: UnsafeBufferPointer<UInt8>) -> [PhotoReference]? {
        JournalJSONReader.value(json).flatMap(photos(in:))
    }

    static func documents(_ documents: [DocumentReference]) -> [UInt8] { bytes(value(documents)) }

    static func documents(_ json: UnsafeBufferPointer<UInt8>) -> [DocumentReference]? {
        JournalJSONReader.value(json).flatMap(documents(in:))
    }

    static func value(_ photos: [PhotoReference]) -> JournalJSONValue {
        .list(
            photos.map { photo in
                var members = file(photo.hash, photo.mediaType, photo.fileName, photo.bytes)
                members += [("width", .integer(Int64(photo.width))), ("height", .integer(Int64(photo.height)))]
                if let caption = photo.caption { members.append(("caption", .text(caption))) }
                if photo.isPrimary { members.append(("primary", .flag(true))) }
                return .object(members)
            })
    }

    static func value(_ documents: [DocumentReference]) -> JournalJSONValue {
        .list(
            documents.map { document in
                var members = file(document.hash, document.mediaType, document.fileName, document.bytes)
                members.append(("kind", .text(document.kind.rawValue)))
                if let title = document.title { members.append(("title", .text(title))) }
                if let number = document.number { members.append(("number", .text(number))) }
                if let date = document.date { members.append(("date", .integer(Int64(date.daysSinceEpoch)))) }
                return .object(members)
            })
    }

    /// The member that marks a file's hash in JSON text. The owner's texts cannot contain it: their quotes are escaped.
    static let hashPrefix = "\"hash\":\""

    private static func file(
        _ hash: ContentHash, _ mediaType: String, _ name: String?, _ bytes: Int
    ) -> [(name: String, value: JournalJSONValue)] {
        var members: [(name: String, value: JournalJSONValue)] = [
            ("hash", .text(hash.description)), ("type", .text(mediaType)), ("bytes", .integer(Int64(bytes))),
        ]
        if let name { members.append(("file", .text(name))) }
        return members
    }

    static func photos(in json: JournalJSONValue) -> [PhotoReference]? {
        json.list?.allOrNil { value in
            guard let members = value.object, let hash = text("hash", members).flatMap(ContentHash.init),
                let type = text("type", members), let width = number("width", members),
                let height = number("height", members), let bytes = number("bytes", members)
            else { return nil }
            return PhotoReference(
                hash: hash, mediaType: type, fileName: text("file", members), bytes: bytes, width: width,
                height: height, caption: text("caption", members),
                isPrimary: members.contains { $0.name == "primary" && $0.value == .flag(true) })
        }
    }

    static func documents(in json: JournalJSONValue) -> [DocumentReference]? {
        json.list?.allOrNil { value in
            guard let members = value.object, let hash = text("hash", members).flatMap(ContentHash.init),
                let type = text("type", members), let bytes = number("bytes", members),
                let kind = text("kind", members).flatMap(DocumentReference.Kind.init(rawValue:))
            else { return nil }
            let days = number("date", members).map { Int32(truncatingIfNeeded: $0) }
            return DocumentReference(
                hash: hash, kind: kind, title: text("title", members), number: text("number", members),
                date: days.map(CalendarDate.init(daysSinceEpoch:)), mediaType: type, fileName: text("file", members),
                bytes: bytes)
        }
    }

    private static func text(_ name: String, _ members: [(name: String, value: JournalJSONValue)]) -> String? {
        members.first { $0.name == name }?.value.text
    }

    private static func number(_ name: String, _ members: [(name: String, value: JournalJSONValue)]) -> Int? {
        members.first { $0.name == name }?.value.integer.map { Int($0) }
    }
}

extension Array {
    /// Transforms every element; nil if one fails.
    fileprivate func allOrNil<Other>(_ transform: (Element) -> Other?) -> [Other]? {
        var others: [Other] = []
        for element in self {
            guard let other = transform(element) else { return nil }
            others.append(other)
        }
        return others
    }
}
