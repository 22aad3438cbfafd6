/// A reference from an item to a document such as a receipt, with the owner's description.
package struct DocumentReference: Equatable, Sendable {
    /// The purposes of documents.
    package enum Kind: String, CaseIterable, Sendable {
        case receipt, appraisal, manual, warranty, other
    }

    /// The original in the store.
    package let hash: ContentHash
    /// The purpose.
    package var kind: Kind
    /// The title.
    package var title: String?
    /// The number printed on it.
    package var number: String?
    /// The date printed on it.
    package var date: CalendarDate?
    /// The media type (RFC 6838), such as `application/pdf`.
    package let mediaType: String
    /// The name of the original file without folders.
    package let fileName: String?
    /// The size of the original in bytes.
    package let bytes: Int

    /// Creates a reference.
    package init(
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
    package var normalized: [DocumentReference] {
        var seen: Set<ContentHash> = []
        return filter { seen.insert($0.hash).inserted }
    }
}
