package import FoundationEssentials
import Glibc

/// One possession, or several alike. Everything but the name is optional, and a name may be empty.
///
/// Text is kept verbatim: any valid UTF-8 without NUL, up to ``textLimit`` bytes a field.
package struct Item: Equatable, Sendable {
    /// The most bytes of UTF-8 that one text field holds: 1 MiB.
    package static let textLimit = 1 << 20

    /// Checks a text of an item, such as a photo's caption: it has no NUL, which XML and SQLite's functions do not
    /// support, and at most ``textLimit`` bytes.
    /// - Throws: `outOfRange`, `malformed`.
    package static func checked(_ text: String) throws(ValueError) -> String {
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
    package static func checkLength(_ byteCount: Int) throws(ValueError) {
        guard byteCount <= textLimit else { throw .outOfRange(.text) }
    }

    /// The permanent id; the iOS app's `itemKey`.
    package var id: UUID
    /// The name.
    package var name: String
    /// The manufacturer's number of this piece.
    package var serialNumber: String?
    /// The value of one piece; nil means "not stated", 0 is a value.
    package var value: Money?
    /// The number of pieces, 1 by default.
    package var quantity: Quantity
    /// The time of entry, or of the import if the source does not state it.
    package var dateCreated: Timestamp
    /// The location as a path: `Home / Office / Desk`.
    package var location: String?
    /// The category.
    package var category: String?
    /// Free labels, in the owner's order.
    package var tags: [String]
    /// The number on the owner's own sticker.
    package var assetIdentifier: String?
    /// A page about it.
    package var url: String?
    /// The item that contains it, or of which it is a part.
    package var parent: UUID?
    /// The manufacturer.
    package var manufacturer: String?
    /// The manufacturer's name for the model.
    package var modelNumber: String?
    /// A longer description.
    package var description: String?
    /// Private notes.
    package var notes: String?
    /// The condition.
    package var condition: String?
    /// The colour.
    package var colour: String?
    /// Scratches, engravings and other marks that distinguish it from others of its kind.
    package var distinguishingMarks: String?
    /// The number in its barcode, such as EAN, UPC or ISBN, which names the product.
    package var code: String?
    /// The purchase.
    package var purchase: Purchase
    /// The price of a new piece of like kind and quality.
    package var replacementValue: Money?
    /// The owner's estimate of the loss of value a year.
    package var depreciation: Percentage?
    /// The amount by which one piece has lost value, which a rate and a lifespan do not change.
    package var depreciationEach: Money?
    /// The warranty.
    package var warranty: Warranty
    /// Whether the owner's policy covers it.
    package var insured: Bool
    /// Whether it is no longer owned; reports omit archived items by default.
    package var archived: Bool
    /// The sale.
    package var sale: Sale
    /// The custom fields in the owner's order; names may repeat.
    package var customFields: [CustomField]
    /// The id in the program from which the item was imported.
    package var externalReference: String?
    /// Photos in the owner's order; one is primary.
    package var photos: [PhotoReference]
    /// Receipts and other documents in the owner's order.
    package var documents: [DocumentReference]

    /// Creates an item of which only the name is stated.
    package init(id: UUID, name: String, dateCreated: Timestamp) {
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
    package func lineValue() throws(ValueError) -> Money? { try value?.times(quantity) }

    /// Whether quantity × value fits into 64 bits of minor units.
    package var hasExactLineValue: Bool { quantity == .one || value == nil || (try? lineValue()) != nil }
}

extension Item {
    /// The value of a field.
    package subscript(field: ItemField) -> FieldValue { field.row.access.value(in: self) }

    /// Stores a value in a field.
    ///
    /// ``FieldValue/none`` restores the value of a new item: no value, quantity 1, an empty name, a flag that is false.
    /// - Throws: `wrongKind` if the field takes another kind of value or cannot be emptied.
    package mutating func set(_ field: ItemField, to value: FieldValue) throws(ValueError) {
        guard field.row.access.set(value, in: &self) else {
            throw .wrongKind(field)
        }
    }

    /// Stores a text in a field of kind `text`; ignores other fields. Does not check the text.
    package mutating func setText(_ text: String?, of field: ItemField) {
        if case .text(_, let set) = field.row.access { set(&self, text) }
    }
}

/// The purchase of an item.
package struct Purchase: Equatable, Sendable {
    /// The day it was bought.
    package var date: CalendarDate?
    /// The shop or person that sold it.
    package var place: String?
    /// The price of one piece.
    package var price: Money?
    /// The number on the receipt.
    package var receiptNumber: String?

    /// Creates a value with nothing stated.
    package init() {}
}

/// The warranty of an item.
package struct Warranty: Equatable, Sendable {
    /// The last day.
    package var expires: CalendarDate?
    /// Whether it never ends.
    package var lifetime = false
    /// The terms.
    package var details: String?

    /// Creates a value with nothing stated.
    package init() {}
}

/// The sale of an item.
package struct Sale: Equatable, Sendable {
    /// The day it was sold.
    package var date: CalendarDate?
    /// The price of one piece.
    package var price: Money?
    /// The buyer.
    package var to: String?
    /// Notes about the sale.
    package var notes: String?

    /// Creates a value with nothing stated.
    package init() {}
}

/// A custom field that the owner added to an item.
package struct CustomField: Equatable, Sendable {
    /// The field's name.
    package var name: String
    /// The field's value.
    package var value: String

    /// Creates a custom field.
    package init(name: String, value: String) {
        self.name = name
        self.value = value
    }
}
