package import Inventory
package import Message

/// The fields that a format cannot hold, each with the number of items that lost it.
package struct ExportLosses: Equatable, Sendable {
    /// Items in which a field was left out or changed.
    package private(set) var items: [ItemField: Int] = [:]

    /// Fields that are not stated but will be read back as stated, because they share a column with another field.
    package private(set) var filled: [ItemField: Int] = [:]

    /// Nothing is lost yet.
    package init() {}

    /// Whether nothing was lost.
    package var isEmpty: Bool { items.isEmpty && filled.isEmpty }

    mutating func note(_ field: ItemField, if isLost: Bool = true) {
        if isLost { items[field, default: 0] += 1 }
    }

    mutating func recordIfFilled(_ field: ItemField, if isFilled: Bool) {
        if isFilled { filled[field, default: 0] += 1 }
    }
}

extension ExportLosses {
    /// Returns what the file does not hold of the items, one message for each kind of loss.
    package func messages(format: FileFormat) -> [Message] {
        var messages: [Message] = []
        if !items.isEmpty {
            messages.append(
                Message("formats.omittedFields", ["format": format.title, "fields": ExportLosses.fields(items)]))
        }
        if !filled.isEmpty {
            messages.append(
                Message("formats.filledFields", ["format": format.title, "fields": ExportLosses.fields(filled)]))
        }
        return messages
    }

    /// The fields in the order in which documents show them, each with its number of items.
    private static func fields(_ items: [ItemField: Int]) -> Message.Argument {
        .list(
            ItemField.allCases.compactMap { field in
                items[field].map { count in
                    .message(
                        Message("formats.fieldOfItems", ["field": field.name, "count": .count(count)]))
                }
            })
    }
}
