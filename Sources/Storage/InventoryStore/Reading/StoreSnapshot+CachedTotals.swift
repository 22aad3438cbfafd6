public import Inventory

extension StoreSnapshot {
    /// The totals of a selection if the last change was an import that cached them; nil if they have to be counted. A
    /// caller that reads the items anyway verifies them with a ``TotalsCheck``.
    public func cachedSummary(matching selection: Selection = .current) throws(StoreError) -> StoreSummary? {
        guard selection.terms.isEmpty, selection.archived == .no, let cached = try tables.totals.totals(),
            cached.revision == revision
        else { return nil }
        return cached.summary
    }
}

/// Counts the totals of the items of a list that are not archived, and verifies cached totals against them.
public struct TotalsCheck {
    private let expected: ValueTotals
    private let path: String
    private var totals = ValueTotals()
    private let archived = CursorColumn(.archived)
    private let serialNumber = CursorColumn(.serialNumber)
    private let value = CursorColumn(.value)

    /// The fields that must be read of each item.
    public static let fields: [ItemField] = [.quantity, .value, .serialNumber, .archived]

    /// - Parameter summary: of the snapshot's items that are not archived.
    public init(of summary: StoreSummary, in snapshot: StoreSnapshot) {
        (expected, path) = (summary.totals, snapshot.tables.path)
    }

    /// Counts the cursor's item.
    /// - Throws: `overflow` or `outOfRange` if a sum leaves the range of 64 bits.
    public mutating func count(_ cursor: ItemCursor) throws(ValueError) {
        guard !cursor.flag(at: archived) else { return }
        let hasSerialNumber = cursor.text(at: serialNumber).map { !$0.isEmpty } ?? false
        try totals.add(
            quantity: cursor.quantity, value: cursor.money(at: value), hasSerialNumber: hasSerialNumber)
    }

    /// Must be called after the last item.
    /// - Throws: `cachedTotals` if the items have other totals.
    public func finish() throws(StoreError) {
        guard totals == expected else { throw .cachedTotals(path: path) }
    }
}
