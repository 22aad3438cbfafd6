/// A document about an item, such as a receipt: which one, what it is, what the owner says of it.
public struct DocumentReference: Equatable, Sendable {
    /// What a document is for.
    public enum Kind: String, CaseIterable, Sendable {
        case receipt, appraisal, manual, warranty, other
    }

    /// The original in the store.
    public let hash: ContentHash
    /// What it is for.
    public var kind: Kind
    /// What it is called.
    public var title: String?
    /// The number that stands on it.
    public var number: String?
    /// The day that stands on it.
    public var date: CalendarDate?
    /// What the content is (RFC 6838), such as `application/pdf`.
    public let mediaType: String
    /// The name of the file it was taken from, without folders.
    public let fileName: String?
    /// The size of the original in bytes.
    public let bytes: Int

    /// A document as given.
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
    /// The documents with each hash once.
    public var normalized: [DocumentReference] {
        var seen: Set<ContentHash> = []
        return filter { seen.insert($0.hash).inserted }
    }
}
