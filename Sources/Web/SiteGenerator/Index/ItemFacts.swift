import FoundationEssentials
import Inventory
import InventoryStore

/// The index's record of an item: its lists, its sort keys, and its contribution to their totals.
struct ItemFacts: Equatable {
    var id: UUID
    var orderKey: Int64
    /// Its sort key in the list of its initial.
    var nameKey: [UInt8] = []
    /// The lists it is in; none for an archived item, which has no page.
    var lists: [SeriesKey] = []
    var isArchived = false
    var contribution: RunningTotals.Contribution

    /// Reads the cursor's item.
    /// - Parameter isPublic: whether pages are for anyone and omit values.
    /// - Throws: `overflow` if the value of all its units leaves 64 bits.
    init(_ cursor: ItemCursor, isPublic: Bool) throws {
        id = cursor.id
        orderKey = cursor.orderKey
        isArchived = cursor.flag(.archived)
        let name = cursor.text(.name)
        nameKey = CaseFolding.sortKey(name) + [0] + withUnsafeBytes(of: id.uuid) { Array($0) }
        contribution = RunningTotals.Contribution(
            quantity: cursor.quantity, value: isPublic ? nil : try cursor.money(.value)?.times(cursor.quantity),
            hasSerialNumber: cursor.text(.serialNumber).map { !$0.isEmpty } ?? false)
        guard !isArchived else { return }
        lists = [SeriesKey(.all)] + ItemFacts.lists(cursor)
        if let parent = cursor.parent { lists.append(SeriesKey(.parts, parent.text)) }
    }

    /// The lists by location, tags and initial that an item is in.
    static func lists(_ cursor: ItemCursor) -> [SeriesKey] {
        var lists = SeriesKey.locations(text(cursor.text(.location)))
        cursor.forEachTag { tag in
            guard let name = text(tag) else { return }
            let key = SeriesKey(.tag, name)
            if !lists.contains(key) { lists.append(key) }
        }
        return lists + [SeriesKey(.letter, NameInitial.of(cursor.text(.name)))]
    }

    private static func text(_ bytes: UnsafeBufferPointer<UInt8>?) -> String? {
        guard let bytes, !bytes.isEmpty else { return nil }
        return String(decoding: bytes, as: UTF8.self)
    }

    /// The fields that are read.
    static let fields = ItemFieldSet([.name, .location, .tags, .quantity, .value, .serialNumber, .archived, .parent])
}
