import FoundationEssentials
import Inventory
import XMLValidation

/// The values of an item that count towards the totals.
struct ParsedItem {
    /// The position of its start tag.
    var place: XMLLocation
    var id: UUID?
    var quantity = Quantity.one
    var value: Money?
    var lineValue: Money?
    /// The position of the line value's start tag.
    var lineValueLocation: XMLLocation?
    var hasSerialNumber = false
    /// Whether an amount or the quantity could not be read, so that value and line value cannot be compared.
    var hasUnreadableAmount = false
    var isArchived = false
    var location: String?
    var category: String?

    init(at place: XMLLocation) { self.place = place }

    mutating func read(
        _ element: borrowing ValidatedElement, _ text: some BidirectionalCollection<UInt8>, amount: Money?
    ) {
        if element.isNamed("quantity") {
            quantity = (try? Quantity(ParsedItem.trimmed(text))) ?? .one
        } else if element.isNamed("value") {
            value = amount
        } else if element.isNamed("lineValue") {
            lineValue = amount
        } else if element.isNamed("serialNumber") {
            hasSerialNumber = !text.isEmpty
        } else if element.isNamed("archived") {
            let word = ParsedItem.trimmed(text)
            isArchived = word.elementsEqual("true".utf8) || word.elementsEqual("1".utf8)
        } else if element.isNamed("location") {
            location = text.isEmpty ? nil : String(decoding: text, as: UTF8.self)
        } else if element.isNamed("category") {
            category = text.isEmpty ? nil : String(decoding: text, as: UTF8.self)
        }
    }

    /// White space around numbers is not part of them (XML Schema part 2, 4.3.6), nor is a leading plus sign if
    /// it is removed.
    static func trimmed<Text: BidirectionalCollection<UInt8>>(
        _ text: Text, ofPlus: Bool = true
    ) -> Text.SubSequence {
        var slice = text[...]
        while let first = slice.first, first <= 0x20 || (ofPlus && first == UInt8(ascii: "+")) { slice.removeFirst() }
        while let last = slice.last, last <= 0x20 { slice.removeLast() }
        return slice
    }
}
