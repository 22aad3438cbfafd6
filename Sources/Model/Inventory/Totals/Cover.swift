/// The conditions of a policy for household contents, in one currency, as far as they bound what is paid.
package struct CoverPolicy: Equatable, Sendable {
    /// A limit for the things of some categories together.
    package struct Limit: Equatable, Sendable {
        package enum Bound: Equatable, Sendable {
            case amount(Money)
            /// A share of the sum insured.
            case share(Percentage)
        }

        package let name: String
        /// The categories of its items, in small letters.
        package let categories: Set<String>
        /// Whether it bounds the payments of the limits before it, too.
        package let includesOthers: Bool
        package let bound: Bound

        package init(name: String, categories: Set<String>, includesOthers: Bool = false, bound: Bound) {
            (self.name, self.categories, self.includesOthers) = (name, categories, includesOthers)
            self.bound = bound
        }
    }

    package let currency: Currency
    /// An item is in the first one that names its category.
    package let limits: [Limit]
    /// The most for one piece; nil for any amount.
    package let articleLimit: Money?
    /// Whether a loss is paid in the proportion of the sum insured to the value, if that is higher.
    package let hasAverage: Bool
    /// The sum for each square metre from which average does not apply; nil if average always does.
    package let sumPerSquareMetre: Money?

    package init(
        currency: Currency, limits: [Limit], articleLimit: Money? = nil, hasAverage: Bool = false,
        sumPerSquareMetre: Money? = nil
    ) {
        (self.currency, self.limits, self.articleLimit) = (currency, limits, articleLimit)
        (self.hasAverage, self.sumPerSquareMetre) = (hasAverage, sumPerSquareMetre)
    }
}

/// A comparison of the replacement costs of an inventory with a policy: the sums above each limit, and what a total loss
/// would pay.
///
/// Average reduces each line first; then the limit of one piece, the limits of categories in their order, and the sum insured
/// bound what is paid.
package struct CoverAssessment {
    /// An item that the contents' sum insured covers.
    package struct Line: Sendable {
        package let number: Int
        package let name: String
        let category: String
        let each: Money
        package let value: Money

        /// - Throws: `overflow` if the value does not fit into 64 bits.
        package init(
            number: Int, name: String, category: String, each: Money, quantity: Quantity
        ) throws(ValueError) {
            (self.number, self.name, self.category, self.each) = (number, name, category.lowercased(), each)
            value = try each.times(quantity)
        }
    }

    /// A limit and the items under it.
    package struct Limit: Equatable, Sendable {
        package let name: String
        package let bound, value, paid: Money

        /// The value above it; nil for none.
        package var above: Money? { value.excess(over: bound) }
    }

    package let sumInsured: Money
    package let value: Money
    /// The value above the sum insured; nil for none.
    package var missing: Money? { value.excess(over: sumInsured) }
    /// Whether a partial loss is paid in proportion.
    package let isReduced: Bool
    /// The percentage of a loss that is paid, rounded down.
    package let paidPercentage: Percentage
    package let limits: [Limit]
    /// The payment for the loss of everything.
    package let paid: Money
    /// The items to insure on their own, each with the name of its limit; nil for that of one piece.
    package let toSchedule: [(line: Line, limit: String?)]

    /// - Parameters:
    ///   - lines: all in the currency of the policy.
    ///   - area: the floor area in square metres; nil if it is not known.
    /// - Throws: `overflow` if a sum does not fit into 64 bits.
    package init(
        _ lines: [Line], policy: CoverPolicy, sumInsured: Money, area: Int? = nil
    ) throws(ValueError) {
        let zero = Money(minorUnits: 0, currency: policy.currency)
        self.sumInsured = sumInsured
        var value = zero
        for line in lines { value = try value.adding(line.value) }
        self.value = value
        let needed = try policy.sumPerSquareMetre.flatMap { each throws(ValueError) in
            try area.map { area throws(ValueError) in try each.part(Int128(area), of: 1) }
        }
        let isWaived = needed.map { sumInsured.minorUnits >= $0.minorUnits } ?? false
        let isShort = value.minorUnits > sumInsured.minorUnits
        isReduced = policy.hasAverage && !isWaived && isShort
        let share: (part: Int128, whole: Int128) =
            isReduced ? (Int128(sumInsured.minorUnits), Int128(value.minorUnits)) : (1, 1)
        paidPercentage = Percentage(hundredths: Int64(share.part * 10_000 / share.whole))

        var groups: [[(line: Line, paid: Money)]] = policy.limits.map { _ in [] }
        var paid = zero
        var scheduled: [(line: Line, limit: String?)] = []
        for line in lines {
            var loss = try line.value.part(share.part, of: share.whole)
            if let most = policy.articleLimit, line.each.minorUnits > most.minorUnits {
                scheduled.append((line, nil))
                let bounded = try most.part(Int128(line.value.minorUnits), of: Int128(line.each.minorUnits))
                loss.minorUnits = min(loss.minorUnits, bounded.minorUnits)
            }
            if let place = policy.limits.firstIndex(where: { $0.categories.contains(line.category) }) {
                groups[place].append((line, loss))
            } else {
                paid = try paid.adding(loss)
            }
        }
        var limits: [Limit] = []
        for (place, limit) in policy.limits.enumerated() {
            let bound =
                switch limit.bound {
                case .amount(let money): money
                case .share(let share): try sumInsured.part(Int128(share.hundredths), of: 10_000)
                }
            var (sum, loss) = (zero, zero)
            for (line, paid) in groups[place] {
                sum = try sum.adding(line.value)
                loss = try loss.adding(paid)
            }
            if limit.includesOthers {
                // The last such limit before this one counts those before it.
                let first = policy.limits[..<place].lastIndex(where: \.includesOthers) ?? 0
                for other in limits[first...] {
                    sum = try sum.adding(other.value)
                    loss = try loss.adding(other.paid)
                }
            }
            loss.minorUnits = min(loss.minorUnits, bound.minorUnits)
            limits.append(Limit(name: limit.name, bound: bound, value: sum, paid: loss))
            let members = limit.includesOthers ? groups[...place].flatMap { $0 } : groups[place]
            let known = Set(scheduled.map(\.line.number))
            scheduled += CoverAssessment.excess(members.map(\.line).filter { !known.contains($0.number) }, bound)
                .map { ($0, limit.name) }
        }
        // A limit that includes others pays for them.
        let last = policy.limits.lastIndex(where: \.includesOthers)
        for (place, limit) in limits.enumerated() where last.map({ place >= $0 }) ?? true {
            paid = try paid.adding(limit.paid)
        }
        paid.minorUnits = min(paid.minorUnits, sumInsured.minorUnits)
        (self.limits, self.paid) = (limits, paid)
        toSchedule = scheduled.sorted { $0.line.number < $1.line.number }
    }

    /// The items of the highest value without which the others are within a limit.
    private static func excess(_ lines: [Line], _ bound: Money) -> [Line] {
        var rest = lines.reduce(Int128(0)) { $0 + Int128($1.value.minorUnits) }
        var found: [Line] = []
        for line in lines.sorted(by: { ($0.value.minorUnits, $1.number) > ($1.value.minorUnits, $0.number) })
        where rest > Int128(bound.minorUnits) {
            found.append(line)
            rest -= Int128(line.value.minorUnits)
        }
        return found
    }
}

extension Money {
    /// The amount above another one; nil for none.
    fileprivate func excess(over bound: Money) -> Money? {
        minorUnits > bound.minorUnits ? Money(minorUnits: minorUnits - bound.minorUnits, currency: currency) : nil
    }
}
