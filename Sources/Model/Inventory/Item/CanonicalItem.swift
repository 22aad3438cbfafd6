import FoundationEssentials

/// Everything that is recorded of an item, in bytes that never change as long as the item does not: what a time stamp is made
/// of. They follow from the item's element in the XML of a report, so that a reader of that file can compute them.
///
/// The word `item` and a zero byte, then for each value its place, `=`, its text and a zero byte. The place is the path of
/// ``ItemField/path`` with points, `@` before an attribute: `purchase.price@currency=EUR`, `purchase.price=4.00`. An
/// element's attributes are sorted by their names and come before its text. No text has a zero byte, as XML cannot carry it:
/// like everything else that XML cannot carry it becomes U+FFFD.
package struct CanonicalItem {
    /// The bytes.
    package private(set) var bytes = Array("item\0".utf8)

    /// The form of an item.
    package init(_ item: Item) {
        add("@id", item.id.text)
        for (field, place) in CanonicalItem.places { add(item[field], at: place) }
    }

    /// A form without values; a reader of XML adds them.
    package init() {}

    private static let places = ItemField.allCases.filter { $0 != .id }
        .map { ($0, $0.path.joined(separator: ".")) }

    /// Adds a value.
    package mutating func add(_ place: String, _ text: String) {
        bytes += place.utf8
        bytes.append(UInt8(ascii: "="))
        var text = text
        if text.unicodeScalars.contains(where: CanonicalItem.isForbidden) {
            let scalars = text.unicodeScalars.map { CanonicalItem.isForbidden($0) ? "\u{FFFD}" : $0 }
            text = String(String.UnicodeScalarView(scalars))
        }
        bytes += text.utf8
        bytes.append(0)
    }

    private static func isForbidden(_ scalar: Unicode.Scalar) -> Bool {
        switch scalar.value {
        case 0x09, 0x0A, 0x0D: false
        default: scalar.value < 0x20 || [0xFFFE, 0xFFFF].contains(scalar.value)
        }
    }

    private mutating func add(_ value: FieldValue, at place: String) {
        switch value {
        case .none, .flag(false): break
        case .flag(true): add(place, "true")
        case .money(let money):
            add("\(place)@currency", money.currency.code)
            add(place, money.amountText)
        case .identifier(let id): add(place, id.text)
        case .text(let text): add(place, text)
        case .quantity(let quantity): add(place, quantity.description)
        case .percentage(let percentage): add(place, percentage.description)
        case .timestamp(let timestamp): add(place, timestamp.description)
        case .date(let date): add(place, date.description)
        case .tags(let tags): for tag in tags { add("\(place).tag", tag) }
        case .customFields(let fields):
            for field in fields { add("\(place).field", [("name", field.name)], field.value) }
        case .photos(let photos):
            for photo in photos {
                add(
                    "\(place).photo",
                    [
                        ("bytes", "\(photo.bytes)"), ("fileName", photo.fileName), ("hash", "\(photo.hash)"),
                        ("height", "\(photo.height)"), ("mediaType", photo.mediaType),
                        ("primary", photo.isPrimary ? "true" : nil), ("width", "\(photo.width)"),
                    ], photo.caption ?? "")
            }
        case .documents(let documents):
            for document in documents {
                add(
                    "\(place).document",
                    [
                        ("bytes", "\(document.bytes)"), ("date", document.date?.description),
                        ("fileName", document.fileName), ("hash", "\(document.hash)"),
                        ("kind", document.kind.rawValue), ("mediaType", document.mediaType),
                        ("number", document.number),
                    ], document.title ?? "")
            }
        }
    }

    private mutating func add(_ place: String, _ attributes: [(name: String, value: String?)], _ text: String) {
        for case (let name, let value?) in attributes { add("\(place)@\(name)", value) }
        add(place, text)
    }
}
