import Inventory
import InventoryStore

/// The changes that a call of `log` asks for.
struct LogRequest {
    private let limit: Int
    private let item: ItemReference?
    private let kind: JournalEntry.Kind?
    private let since: CalendarDate?

    /// The changes that are read at once.
    private static let page = 500

    /// - Throws: `UsageError` if the call is wrong.
    init(_ invocation: Invocation) throws {
        let arguments = invocation.arguments
        limit = try arguments.number(.logLimit, in: 0...Int.max) ?? 20
        item = try arguments.operand("ID").map { text throws(UsageError) in try ItemReference(text) }
        kind = arguments.choice(.logKind)
        since = try arguments.read(.logSince) { text throws(ValueError) in try CalendarDate(text.utf8) }
    }

    /// The changes, the latest first.
    /// - Throws: that the call names no item, or more than one; the errors of the inventory.
    func entries(in snapshot: StoreSnapshot) throws -> [JournalEntry] {
        let start = since.map(Invocation.startOfDay(in: snapshot.settings.timeZone))
        func matches(_ entry: JournalEntry) -> Bool {
            (kind == nil || entry.kind == kind) && (start.map { entry.timestamp >= $0 } ?? true)
        }
        if let item {
            let changes = try snapshot.journal(of: item.findEver(in: snapshot), limit: .max)
            return try changes.lazy.filter(matches).prefix(limit).map { change in
                // Of a change of many items there is only the item's part here.
                try change.item == nil ? snapshot.journalEntry(change.revision) ?? change : change
            }
        }
        var found: [JournalEntry] = []
        var before: Revision?
        while found.count < limit {
            let isFiltered = kind != nil || start != nil
            let entries = try snapshot.journal(limit: isFiltered ? LogRequest.page : limit, before: before)
            found += entries.filter(matches)
            // Clocks may be set back, so that an earlier change may be later; only the end is the end.
            guard let last = entries.last else { break }
            before = last.revision
        }
        return Array(found.prefix(limit))
    }
}
