import FoundationEssentials
import Inventory
import InventoryStore
import Localization
import Messages

/// A user's name for an item: its whole id, or some digits at either end of it.
enum ItemReference: Equatable {
    case key(UUID)
    /// Four or more hexadecimal digits, as values from 0 to 15.
    case digits([UInt8])

    /// Reads a key or digits of one; dashes do not count.
    /// - Throws: `badOperand` under the name `operand`.
    init(_ text: String, operand: String = "ID") throws(UsageError) {
        let digits = text.filter { $0 != "-" }.utf8.map { UInt8(hexadecimal: $0) }
        let known = digits.compactMap(\.self)
        guard known.count == digits.count, known.count <= 32 else {
            throw .badOperand(
                operand, problem: localized("item.referenceExpected"))
        }
        guard known.count >= 4 else {
            throw .badOperand(operand, problem: localized("item.tooFewDigits"))
        }
        guard known.count == 32 else {
            self = .digits(known)
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
        guard case .digits(let digits) = self else { return try found(in: snapshot) }
        var candidates: [(id: UUID, name: String)] = []
        var more = 0
        let cursor = try snapshot.items(matching: .everything, fields: ItemFieldSet([.id, .name]))
        while try cursor.next() {
            guard cursor.id.digitsMatch(digits) else { continue }
            if candidates.count < 10 {
                candidates.append((cursor.id, cursor.string(.name)))
            } else {
                more += 1
            }
        }
        guard let only = candidates.first else { throw CommandError.noSuchItem(self) }
        guard candidates.count == 1 else { throw CommandError.ambiguousItem(candidates, more: more) }
        return only.id
    }

    private func found(in snapshot: StoreSnapshot) throws -> UUID {
        guard case .key(let id) = self, try snapshot.contains(id) else { throw CommandError.noSuchItem(self) }
        return id
    }
}

extension UUID {
    /// The last digits, which distinguish items: the first ones encode the time of creation.
    var shortText: String { String(text.suffix(8)) }

    /// Whether the key begins or ends with these digits.
    func digitsMatch(_ digits: [UInt8]) -> Bool {
        withUnsafeBytes(of: uuid) { bytes in
            func digit(_ place: Int) -> UInt8 { place % 2 == 0 ? bytes[place / 2] >> 4 : bytes[place / 2] & 0xF }
            let last = 32 - digits.count
            return digits.indices.allSatisfy { digit($0) == digits[$0] }
                || digits.indices.allSatisfy { digit(last + $0) == digits[$0] }
        }
    }
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
