public import FoundationEssentials
import Glibc

/// One possession, or several alike. Everything but the name is optional, and a name may be empty.
///
/// Text is kept verbatim: any valid UTF-8 without NUL, up to ``textLimit`` bytes a field.
public struct Item: Equatable, Sendable {
    /// The most bytes of UTF-8 that one text field holds: 1 MiB.
    public static let textLimit = 1 << 20

    /// Checks a text of an item, such as a photo's caption: it has no NUL, which XML and SQLite's functions do not
    /// support, and at most ``textLimit`` bytes.
    /// - Throws: `outOfRange`, `malformed`.
    public static func checked(_ text: String) throws(ValueError) -> String {
        try checkLength(text.utf8.count)
        let holdsNUL =
            text.utf8.withContiguousStorageIfAvailable { bytes in
                bytes.baseAddress.map { memchr($0, 0, bytes.count) != nil } ?? false
            } ?? text.utf8.contains(0)
        guard !holdsNUL else { throw .malformed(expected: .textWithoutNUL) }
        return text
    }

    /// Checks the number of bytes of a text.
    /// - Throws: `outOfRange`.
    public static func checkLength(_ byteCount: Int) throws(ValueError) {
        guard byteCount <= textLimit else { throw .outOfRange(.text) }
    }

    /// The permanent id; the iOS app's `itemKey`.
    public var id: UUID
    /// The name.
    public var name: String
    /// The manufacturer's number of this piece.
    public var serialNumber: String?
    /// The value of one piece; nil means "not stated", 0 is a value.
    public var value: Money?
    /// The number of pieces, 1 by default.
    public var quantity: Quantity
    /// The time of entry, or of the import if the source does not state it.
    public var dateCreated: Timestamp
    /// The location as a path: `Home / Office / Desk`.
    public var location: String?
    /// The category.
    public var category: String?
    /// Free labels, in the owner's order.
    public var tags: [String]
    /// The number on the owner's own sticker.
    public var assetIdentifier: String?
    /// A page about it.
    public var url: String?
    /// The item that contains it, or of which it is a part.
    public var parent: UUID?
    /// The manufacturer.
    public var manufacturer: String?
    /// The manufacturer's name for the model.
    public var modelNumber: String?
    /// A longer description.
    public var description: String?
    /// Private notes.
    public var notes: String?
    /// The condition.
    public var condition: String?
    /// The colour.
    public var colour: String?
    /// Scratches, engravings and other marks that distinguish it from others of its kind.
    public var distinguishingMarks: String?
    /// The number in its barcode, such as EAN, UPC or ISBN, which names the product.
    public var code: String?
    /// The purchase.
    public var purchase: Purchase
    /// The price of a new piece of like kind and quality.
    public var replacementValue: Money?
    /// The owner's estimate of the loss of value a year.
    public var depreciation: Percentage?
    /// The warranty.
    public var warranty: Warranty
    /// Whether the owner's policy covers it.
    public var insured: Bool
    /// Whether it is no longer owned; reports omit archived items by default.
    public var archived: Bool
    /// The sale.
    public var sale: Sale
    /// The custom fields in the owner's order; names may repeat.
    public var customFields: [CustomField]
    /// The id in the program from which the item was imported.
    public var externalReference: String?
    /// Photos in the owner's order; one is primary.
    public var photos: [PhotoReference]
    /// Receipts and other documents in the owner's order.
    public var documents: [DocumentReference]

    /// Creates an item of which only the name is stated.
    public init(id: UUID, name: String, dateCreated: Timestamp) {
        self.id = id
        self.name = name
        self.dateCreated = dateCreated
        quantity = .one
        tags = []
        purchase = Purchase()
        warranty = Warranty()
        insured = false
        archived = false
        sale = Sale()
        customFields = []
        photos = []
        documents = []
    }

    /// The value of the line: quantity × value; nil if no value is stated.
    /// - Throws: `overflow` if the product exceeds 64 bits of minor units.
    public func lineValue() throws(ValueError) -> Money? { try value?.times(quantity) }

    /// Whether quantity × value fits into 64 bits of minor units.
    public var hasExactLineValue: Bool { quantity == .one || value == nil || (try? lineValue()) != nil }
}
