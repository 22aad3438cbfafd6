public import FoundationEssentials
import Glibc
import Localization

/// One possession, or several alike. Everything but the name is optional, and a name may be empty.
///
/// Text is kept verbatim: any valid UTF-8 without NUL, up to ``textLimit`` bytes a field.
public struct Item: Equatable, Sendable {
    /// The most bytes of UTF-8 that one text field holds: 1 MiB.
    public static let textLimit = 1 << 20

    /// The rule for every text of an item, photos' captions among them: no NUL, which neither XML nor SQLite's own
    /// functions carry, and at most ``textLimit`` bytes.
    /// - Throws: `outOfRange`, `malformed`.
    public static func checked(_ text: String) throws(ValueError) -> String {
        try checkLength(text.utf8.count)
        let holdsNUL =
            text.utf8.withContiguousStorageIfAvailable { bytes in
                bytes.baseAddress.map { memchr($0, 0, bytes.count) != nil } ?? false
            } ?? text.utf8.contains(0)
        guard !holdsNUL else { throw .malformed(expected: said("reading.textWithoutNulCharacters")) }
        return text
    }

    /// Checks the number of bytes of a text.
    /// - Throws: `outOfRange`.
    public static func checkLength(_ byteCount: Int) throws(ValueError) {
        guard byteCount <= textLimit else { throw .outOfRange(said("items.aTextHoldsAt")) }
    }

    /// The item's key, for ever; the old app's `itemKey`.
    public var id: UUID
    /// What it is called.
    public var name: String
    /// The maker's number on this very piece.
    public var serialNumber: String?
    /// The value of each; nil is "not stated", 0 is a value.
    public var value: Money?
    /// How many, 1 by default.
    public var quantity: Quantity
    /// When it was entered, or imported where the source does not say.
    public var dateCreated: Timestamp
    /// Where it is kept, as a path: `Home / Office / Desk`.
    public var location: String?
    /// What kind of thing it is.
    public var category: String?
    /// Free labels, in the owner's order.
    public var tags: [String]
    /// The number on the owner's own sticker.
    public var assetIdentifier: String?
    /// A page about it.
    public var url: String?
    /// The item it is part of or kept in.
    public var parent: UUID?
    /// Who made it.
    public var manufacturer: String?
    /// The maker's name for the model.
    public var modelNumber: String?
    /// What it is, at length.
    public var description: String?
    /// Anything else.
    public var notes: String?
    /// In what state it is.
    public var condition: String?
    /// How it was bought.
    public var purchase: Purchase
    /// What a new one of like kind and quality costs, each.
    public var replacementValue: Money?
    /// The owner's estimate of what it loses a year.
    public var depreciation: Percentage?
    /// What the maker or seller still owes.
    public var warranty: Warranty
    /// Whether it is covered by the owner's policy.
    public var insured: Bool
    /// Whether it is gone; archived items stay out of reports unless asked for.
    public var archived: Bool
    /// How it was sold.
    public var sale: Sale
    /// The owner's own fields, in order; a name may repeat.
    public var customFields: [CustomField]
    /// The key of the item in the program it came from.
    public var externalReference: String?
    /// Pictures of it, in the owner's order; one is primary.
    public var photos: [PhotoReference]
    /// Receipts and other papers about it, in the owner's order.
    public var documents: [DocumentReference]

    /// An item with a name and nothing else said.
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

    /// The value of the line: quantity × value, nil where no value is stated.
    /// - Throws: `overflow` past 64 bits of minor units.
    public func lineValue() throws(ValueError) -> Money? { try value?.times(quantity) }

    /// Whether quantity × value can be counted exactly.
    public var hasExactLineValue: Bool { quantity == .one || value == nil || (try? lineValue()) != nil }
}
