public import Inventory

extension StoreSnapshot {
    /// What the items of a selection come to where the last change was an import that left it behind; nil where they have
    /// to be counted. Whoever goes through the items then holds them against it with a ``TotalsCheck``.
    public func cachedSummary(matching selection: Selection = .current) throws(StoreError) -> StoreSummary? {
        guard selection.terms.isEmpty, selection.archived == .no, let kept = try tables.totals.totals(),
            kept.revision == revision
        else { return nil }
        return kept.summary
    }
}

/// Makes sure that the items of a list come to the totals that were kept of them.
public struct TotalsCheck {
    private let expected: ValueTotals
    private let path: String
    private var totals = ValueTotals()
    private let archived = CursorColumn(.archived)
    private let serialNumber = CursorColumn(.serialNumber)
    private let value = CursorColumn(.value)

    /// What must be read of each item.
    public static let fields: [ItemField] = [.quantity, .value, .serialNumber, .archived]

    /// - Parameter summary: of the snapshot's items that are not archived.
    public init(of summary: StoreSummary, in snapshot: StoreSnapshot) {
        expected = summary.totals
        path = snapshot.tables.path
    }

    /// Counts the item at hand.
    /// - Throws: `overflow` or `outOfRange` where a sum leaves what can be counted.
    public mutating func count(_ cursor: ItemCursor) throws(ValueError) {
        guard !cursor.flag(at: archived) else { return }
        let hasSerialNumber = cursor.text(at: serialNumber).map { !$0.isEmpty } ?? false
        try totals.add(
            quantity: cursor.quantity, value: cursor.money(at: value), hasSerialNumber: hasSerialNumber)
    }

    /// To be called after the last item.
    /// - Throws: `cachedTotals` where the items come to something else.
    public func finish() throws(StoreError) {
        guard totals == expected else { throw .cachedTotals(path: path) }
    }
}
