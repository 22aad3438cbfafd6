import Inventory
import JSON

// Photos and documents in the columns of items and the entries of the journal.
extension JournalJSON {
    static func photos(_ photos: [PhotoReference]) -> [UInt8] { value(photos).encoded }

    static func photos(_ json: UnsafeBufferPointer<UInt8>) -> [PhotoReference]? {
        parse(json).flatMap(photos(in:))
    }

    static func documents(_ documents: [DocumentReference]) -> [UInt8] { value(documents).encoded }

    static func documents(_ json: UnsafeBufferPointer<UInt8>) -> [DocumentReference]? {
        parse(json).flatMap(documents(in:))
    }

    static func value(_ photos: [PhotoReference]) -> JSONValue {
        .array(
            photos.map { photo in
                var members = file(photo.hash, mediaType: photo.mediaType, name: photo.fileName, bytes: photo.bytes)
                members.append(JSONMember(name: "width", value: .number(photo.width)))
                members.append(JSONMember(name: "height", value: .number(photo.height)))
                if let caption = photo.caption { members.append(JSONMember(name: "caption", value: .string(caption))) }
                if photo.isPrimary { members.append(JSONMember(name: "primary", value: .bool(true))) }
                return .object(members)
            })
    }

    static func value(_ documents: [DocumentReference]) -> JSONValue {
        .array(
            documents.map { document in
                var members = file(
                    document.hash, mediaType: document.mediaType, name: document.fileName, bytes: document.bytes)
                members.append(JSONMember(name: "kind", value: .string(document.kind.rawValue)))
                if let title = document.title { members.append(JSONMember(name: "title", value: .string(title))) }
                if let number = document.number { members.append(JSONMember(name: "number", value: .string(number))) }
                if let date = document.date {
                    members.append(JSONMember(name: "date", value: .number(date.daysSinceEpoch)))
                }
                return .object(members)
            })
    }

    /// The text before a file's hash in JSON. The owner's texts cannot contain it, since their quotes are escaped.
    static let hashPrefix = "\"hash\":\""

    private static func file(
        _ hash: ContentHash, mediaType: String, name: String?, bytes: Int
    ) -> [JSONMember] {
        var members: [JSONMember] = [
            JSONMember(name: "hash", value: .string(hash.description)),
            JSONMember(name: "type", value: .string(mediaType)), JSONMember(name: "bytes", value: .number(bytes)),
        ]
        if let name { members.append(JSONMember(name: "file", value: .string(name))) }
        return members
    }

    static func photos(in json: JSONValue) -> [PhotoReference]? {
        json.array?.allOrNil { value in
            guard let hash = value["hash"]?.string.flatMap(ContentHash.init),
                let type = value["type"]?.string, let width = value["width"]?.int,
                let height = value["height"]?.int, let bytes = value["bytes"]?.int
            else { return nil }
            return PhotoReference(
                hash: hash, mediaType: type, fileName: value["file"]?.string, bytes: bytes, width: width,
                height: height, caption: value["caption"]?.string,
                isPrimary: value["primary"] == .bool(true))
        }
    }

    static func documents(in json: JSONValue) -> [DocumentReference]? {
        json.array?.allOrNil { value in
            guard let hash = value["hash"]?.string.flatMap(ContentHash.init),
                let type = value["type"]?.string, let bytes = value["bytes"]?.int,
                let kind = value["kind"]?.string.flatMap(DocumentReference.Kind.init(rawValue:))
            else { return nil }
            let days = value["date"]?.int.map { Int32(truncatingIfNeeded: $0) }
            return DocumentReference(
                hash: hash, kind: kind, title: value["title"]?.string, number: value["number"]?.string,
                date: days.map(CalendarDate.init(daysSinceEpoch:)), mediaType: type, fileName: value["file"]?.string,
                bytes: bytes)
        }
    }
}

extension JSONValue {
    fileprivate var int: Int? { integer.map { Int($0) } }
}

extension Array {
    /// Converts every element; nil if one cannot be converted.
    fileprivate func allOrNil<Other>(_ transform: (Element) -> Other?) -> [Other]? {
        var others: [Other] = []
        for element in self {
            guard let other = transform(element) else { return nil }
            others.append(other)
        }
        return others
    }
}
