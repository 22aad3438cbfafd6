import Inventory

/// The totals of all items after an import, so that a report of a large inventory need not count it first.
///
/// An import into an empty store caches them. Any later change makes them stale: they are valid only at their revision.
struct CachedTotals: Equatable {
    /// The change after which the totals are valid.
    var revision: Revision
    /// The totals of items that are not archived, without groups.
    var summary = StoreSummary()

    /// Counts an item that is added.
    /// - Throws: `overflow` or `outOfRange` if a sum leaves the range of 64 bits.
    mutating func add(_ item: Item) throws(ValueError) {
        guard !item.archived else {
            summary.archived += 1
            summary.archivedLeftOut += 1
            return
        }
        try summary.totals.add(
            quantity: item.quantity, value: item.value, hasSerialNumber: item.serialNumber?.isEmpty == false)
    }
}

extension CachedTotals {
    /// `REVISION ITEMS UNITS WITHOUT-VALUE WITHOUT-SERIAL-NUMBER ARCHIVED`, units in millionths, then the sums in minor
    /// units: `1234 USD`.
    var text: String {
        let totals = summary.totals
        let counts = [
            revision.rawValue, Int64(totals.items), totals.units.millionths, Int64(totals.withoutValue),
            Int64(totals.withoutSerialNumber), Int64(summary.archived),
        ]
        let sums = totals.amounts.flatMap { [String($0.minorUnits), $0.currency.code] }
        return (counts.map(String.init) + sums).joined(separator: " ")
    }

    /// Reads ``text``; nil if it is malformed.
    init?(text: String) {
        let words = text.split(separator: " ")
        let counts = words.prefix(6).compactMap { Int64($0) }
        guard counts.count == 6, words.count % 2 == 0, counts.allSatisfy({ (0..<1 << 53).contains($0) }) else {
            return nil
        }
        var amounts: [Money] = []
        for place in stride(from: 6, to: words.count, by: 2) {
            guard let sum = Int64(words[place]), let currency = Currency(utf8: words[place + 1].utf8) else {
                return nil
            }
            amounts.append(Money(minorUnits: sum, currency: currency))
        }
        revision = Revision(rawValue: counts[0])
        summary.archived = Int(counts[5])
        summary.archivedLeftOut = summary.archived
        summary.totals = ValueTotals(
            items: Int(counts[1]), units: Quantity(millionths: counts[2]), withoutValue: Int(counts[3]),
            withoutSerialNumber: Int(counts[4]), amounts: amounts)
    }
}

/// The totals that an import leaves behind.
struct CachedTotalsTable {
    let settings: SettingsTable

    func totals() throws(StoreError) -> CachedTotals? { try settings.value("totals").flatMap(CachedTotals.init) }

    func set(_ totals: CachedTotals) throws(StoreError) { try settings.set(totals.text, for: "totals") }
}
