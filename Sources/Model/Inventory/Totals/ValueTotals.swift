/// The totals of a set of items: counts, units, and one exact sum for each currency.
///
/// Different currencies are never added up. An item without a value is counted separately, not as 0.
public struct ValueTotals: Equatable, Sendable {
    /// The number of items (lines).
    public private(set) var items = 0
    /// The sum of their quantities.
    public private(set) var units = Quantity.zero
    /// The items that state no value.
    public private(set) var withoutValue = 0
    /// The items that state no serial number.
    public private(set) var withoutSerialNumber = 0
    /// One sum of line values for each currency, in the order of the codes.
    public var amounts: [Money] { sums.amounts }
    private var sums = CurrencyTotals()

    /// Nothing yet.
    public init() {}

    /// Totals that were counted before and written down.
    package init(items: Int, units: Quantity, withoutValue: Int, withoutSerialNumber: Int, amounts: [Money]) {
        self.items = items
        self.units = units
        self.withoutValue = withoutValue
        self.withoutSerialNumber = withoutSerialNumber
        sums = CurrencyTotals(amounts)
    }

    /// Counts one line.
    /// - Parameters:
    ///   - quantity: the number of units.
    ///   - value: the value of one piece; nil if not stated.
    ///   - hasSerialNumber: whether the line states a serial number.
    /// - Returns: the value of the line; nil if not stated.
    /// - Throws: `overflow` or `outOfRange` past 64 bits; the totals are then unchanged.
    @discardableResult
    public mutating func add(quantity: Quantity, value: Money?, hasSerialNumber: Bool) throws(ValueError) -> Money? {
        let line = try value?.times(quantity)
        let sum = try units.adding(quantity)
        if let line {
            try sums.add(line)
        } else {
            withoutValue += 1
        }
        units = sum
        items += 1
        if !hasSerialNumber { withoutSerialNumber += 1 }
        return line
    }

    /// Adds the totals of other lines.
    /// - Throws: `overflow` or `outOfRange` past 64 bits.
    public mutating func add(_ other: ValueTotals) throws(ValueError) {
        units = try units.adding(other.units)
        try sums.add(other.sums)
        items += other.items
        withoutValue += other.withoutValue
        withoutSerialNumber += other.withoutSerialNumber
    }
}
