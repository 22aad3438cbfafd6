/// A reference from an item to a document such as a receipt, with the owner's description.
public struct DocumentReference: Equatable, Sendable {
    /// The purposes of documents.
    public enum Kind: String, CaseIterable, Sendable {
        case receipt, appraisal, manual, warranty, other
    }

    /// The original in the store.
    public let hash: ContentHash
    /// The purpose.
    public var kind: Kind
    /// The title.
    public var title: String?
    /// The number printed on it.
    public var number: String?
    /// The date printed on it.
    public var date: CalendarDate?
    /// The media type (RFC 6838), such as `application/pdf`.
    public let mediaType: String
    /// The name of the original file without folders.
    public let fileName: String?
    /// The size of the original in bytes.
    public let bytes: Int

    /// Creates a reference.
    public init(
        hash: ContentHash, kind: Kind, title: String? = nil, number: String? = nil, date: CalendarDate? = nil,
        mediaType: String, fileName: String? = nil, bytes: Int = 0
    ) {
        self.hash = hash
        self.kind = kind
        self.title = title
        self.number = number
        self.date = date
        self.mediaType = mediaType
        self.fileName = fileName
        self.bytes = bytes
    }
}

extension [DocumentReference] {
    /// The documents without repeated hashes.
    public var normalized: [DocumentReference] {
        var seen: Set<ContentHash> = []
        return filter { seen.insert($0.hash).inserted }
    }
}
