import FoundationEssentials
import Inventory
import InventoryStore
import Localization

/// A user's words for an item: its whole id, some digits at either end of it, its name or its asset number.
enum ItemReference: Equatable {
    case key(UUID)
    /// Four or more hexadecimal digits, as values from 0 to 15. If no id has them, `text` is a name.
    case digits([UInt8], text: String)
    case name(String)

    /// Reads a key, digits of one or a name; dashes between digits do not count.
    /// - Throws: `badOperand` under the name `operand` if the text is empty.
    init(_ text: String, operand: String = "ID") throws(UsageError) {
        guard !text.isEmpty else { throw .badOperand(operand, problem: localized("item.referenceExpected")) }
        let digits = text.filter { $0 != "-" }.utf8.map { UInt8(hexadecimal: $0) }
        let known = digits.compactMap(\.self)
        guard known.count == digits.count, (4...32).contains(known.count) else {
            self = .name(text)
            return
        }
        guard known.count == 32 else {
            self = .digits(known, text: text)
            return
        }
        self = .key(
            UUID(
                high: known[..<16].reduce(0) { $0 << 4 | UInt64($1) },
                low: known[16...].reduce(0) { $0 << 4 | UInt64($1) }))
    }

    /// The key of the one item that is meant.
    /// - Throws: that no item, or more than one, is meant, and then which.
    func find(in snapshot: StoreSnapshot) throws -> UUID {
        switch self {
        case .key(let id):
            guard try snapshot.contains(id) else { throw CommandError.noSuchItem(self) }
            return id
        case .digits(let digits, let text):
            return try only(in: snapshot) { id, _ in id.digitsMatch(digits) }
                ?? ItemReference.name(text).find(in: snapshot)
        case .name(let name):
            for field in [ItemField.name, .assetIdentifier] {
                if let id = try only(in: snapshot, by: field, where: { $1 == name }) { return id }
            }
            throw CommandError.noSuchItem(self)
        }
    }

    /// The id of the one item that fits; nil for none.
    /// - Throws: that several fit, and which.
    func only(
        in snapshot: StoreSnapshot, by field: ItemField = .name, where fits: (UUID, String) -> Bool
    ) throws -> UUID? {
        var candidates: [(id: UUID, name: String)] = []
        var more = 0
        let cursor = try snapshot.items(matching: .everything, fields: ItemFieldSet([.id, .name, field]))
        while try cursor.next() {
            guard fits(cursor.id, cursor.string(field)) else { continue }
            let candidate = (cursor.id, cursor.string(.name))
            if candidates.count < 10 {
                candidates.append(candidate)
            } else {
                more += 1
            }
        }
        guard candidates.count <= 1 else { throw CommandError.ambiguousItem(candidates, more: more, for: self) }
        return candidates.first?.id
    }
}

extension UUID {
    /// The last digits, which distinguish items: the first ones encode the time of creation.
    var shortText: String { String(text.suffix(8)) }
}

extension UInt8 {
    /// The value of a hexadecimal digit, nil for another character.
    fileprivate init?(hexadecimal character: UInt8) {
        switch character {
        case UInt8(ascii: "0")...UInt8(ascii: "9"): self = character - UInt8(ascii: "0")
        case UInt8(ascii: "a")...UInt8(ascii: "f"): self = character - UInt8(ascii: "a") + 10
        case UInt8(ascii: "A")...UInt8(ascii: "F"): self = character - UInt8(ascii: "A") + 10
        default: return nil
        }
    }
}
