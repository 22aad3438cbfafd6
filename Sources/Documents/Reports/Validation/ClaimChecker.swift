import Inventory
import Message
import XMLValidation

/// Recounts a document's amounts for insurers: those of each line and their totals. Does nothing if there are none.
struct ClaimChecker {
    /// The values from which an item's amounts for insurers follow, and the amounts that it states.
    private struct Line {
        var price: Money?
        var purchased: CalendarDate?
        var replacementValue: Money?
        var rate: Percentage?
        /// The amount that each piece has lost.
        var lostEach: Money?
        /// The years of a usual lifespan that its depreciation follows from.
        var lifespan: Int?
        /// The percentage that its condition leaves.
        var conditionFactor: Percentage?
        /// The number of the grouped line that it is part of.
        var group: String?
        /// Whether its replacement cost is the purchase price.
        var isPurchasePrice = false
        var stated: [ClaimAmount: (money: Money, place: XMLLocation)] = [:]
        /// Whether a value from which its amounts follow could not be read, which is reported elsewhere.
        var isUnreadable = false
    }

    /// A line of several items, as the claim states it.
    private struct GroupedLine {
        let number: String
        let items: String
        let units: String
        let place: XMLLocation
        var sums: [ClaimAmount: [Money]] = [:]
    }

    private static let names: [ClaimAmount: StaticString] = [
        .replacementCost: "replacementCost", .depreciation: "depreciationAmount", .actualCashValue: "actualCashValue",
    ]
    private static let summed: [ClaimAmount] = [.purchasePrice, .replacementCost, .depreciation, .actualCashValue]

    private var place = XMLLocation(line: 1, column: 1)
    /// The day up to which ages are counted; nil without a claim.
    private var day: CalendarDate?
    /// The text in the place of that day if it is not a readable day.
    private var unreadableDay: String?
    private var counts: [(name: String, text: String)] = []
    private var sums: [ClaimAmount: [Money]] = [:]
    private var groupedLines: [GroupedLine] = []
    private var groupTotals: [String: ClaimTotals] = [:]
    /// The percentage that remains at any age. Documents of earlier versions have none.
    private var method = {
        var method = ValuationMethod()
        method.floor = Percentage(hundredths: 0)
        return method
    }()
    private var isInClaim = false
    private var isInPurchase = false
    private var line = Line()
    private var start = XMLLocation(line: 1, column: 1)
    private var found = ClaimTotals()
    private var hasUnreadableLine = false

    mutating func start(_ element: borrowing ValidatedElement) {
        switch element.depth {
        case 2 where element.isNamed("claim"):
            (isInClaim, place) = (true, element.place)
            let text = element.attribute("asOf") ?? ""
            day = try? CalendarDate(text.utf8)
            unreadableDay = day == nil ? text : nil
            method.floor = element.attribute("depreciationFloor").flatMap { try? Percentage($0.utf8) } ?? method.floor
            method.salesTax = element.attribute("salesTax").flatMap { try? Percentage($0.utf8) } ?? method.salesTax
            for name in ["withoutPurchasePrice", "withoutReplacementCost", "withoutDepreciation"] as [StaticString] {
                if let text = element.attribute(name) { counts.append(("\(name)", text)) }
            }
        case 2:
            line = Line()
            line.group = element.attribute("groupedLine")
        case 3 where isInClaim && element.isNamed("groupedLine"):
            groupedLines.append(
                GroupedLine(
                    number: element.attribute("number") ?? "", items: element.attribute("items") ?? "",
                    units: element.attribute("units") ?? "", place: element.place))
        case 3:
            isInPurchase = element.isNamed("purchase")
            start = element.place
            // The schema validation already reports any other number of years.
            if element.isNamed("depreciationAmount"), let years = element.attribute("lifespan").flatMap({ Int($0) }) {
                line.lifespan = max(1, years)
            }
            if element.isNamed("depreciationAmount"), let factor = element.attribute("conditionFactor") {
                line.conditionFactor = try? Percentage(factor.utf8)
            }
            if element.isNamed("replacementCost"), element.attribute("from") != nil { line.isPurchasePrice = true }
        default: break
        }
    }

    mutating func end(
        _ element: borrowing ValidatedElement, _ text: some BidirectionalCollection<UInt8>, amount: Money?
    ) {
        switch element.depth {
        case 2: isInClaim = false
        case 3 where isInClaim:
            for kind in ClaimChecker.summed {
                if let amount, element.isNamed(kind.elementName) { sums[kind, default: []].append(amount) }
            }
        case 4 where isInClaim:
            for kind in ClaimChecker.summed where !groupedLines.isEmpty {
                guard let amount, element.isNamed(kind.elementName) else { continue }
                groupedLines[groupedLines.count - 1].sums[kind, default: []].append(amount)
            }
        case 3: read(element, text: text, amount: amount)
        case 4 where isInPurchase && element.isNamed("price"): line.price = amount
        case 4 where isInPurchase && element.isNamed("date"):
            line.purchased = try? CalendarDate(approximate: ParsedItem.trimmed(text))
        default: break
        }
    }

    private mutating func read(
        _ element: borrowing ValidatedElement, text: some BidirectionalCollection<UInt8>, amount: Money?
    ) {
        if element.isNamed("replacementValue") { line.replacementValue = amount }
        if element.isNamed("depreciationEach") { line.lostEach = amount }
        if element.isNamed("depreciation") { line.rate = try? Percentage(ParsedItem.trimmed(text)) }
        for (kind, name) in ClaimChecker.names where element.isNamed(name) {
            line.stated[kind] = amount.map { ($0, start) }
        }
    }

    /// Leaves the item out of the count, and the sums with it: a value of it could not be read.
    mutating func excludeLine() { (line.isUnreadable, hasUnreadableLine) = (true, true) }

    /// Counts an item whose end has come.
    /// - Returns: the amounts that do not follow from it.
    mutating func count(_ item: ParsedItem) throws(ValueError) -> [DocumentDiagnostic] {
        guard !item.hasUnreadableAmount, !line.isUnreadable, unreadableDay == nil else { return [] }
        guard let day else {
            return line.stated.values.prefix(1).map { amount in
                DocumentDiagnostic(amount.place, rule: "claim", Message("report.document.amountWithoutClaim"))
            }
        }
        method.replacesByPurchasePrice = line.isPurchasePrice
        let valuation = try Valuation(
            quantity: item.quantity, value: item.value, purchasePrice: line.price,
            replacementValue: line.replacementValue,
            basis: line.lostEach.map(DepreciationBasis.amount) ?? line.rate.map(DepreciationBasis.rate)
                ?? line.lifespan.map { .lifespan(years: $0) },
            conditionFactor: line.conditionFactor, by: method, purchased: line.purchased, on: day)
        try found.add(valuation, quantity: item.quantity)
        if let group = line.group {
            try groupTotals[group, default: ClaimTotals()].add(valuation, quantity: item.quantity)
        }
        return ClaimChecker.summed.compactMap { kind in
            guard let name = ClaimChecker.names[kind], line.stated[kind]?.money != valuation[kind] else { return nil }
            return DocumentDiagnostic(
                line.stated[kind]?.place ?? item.place, rule: "claim",
                valuation[kind].map { expected in
                    Message(
                        "report.document.claimAmount",
                        ["element": "\(name)", "expected": "\(expected)", "day": "\(day)"])
                } ?? Message("report.document.claimAmountAbsent", ["element": "\(name)", "day": "\(day)"]))
        }
    }

    /// Compares the totals and counts with the items.
    func compare() -> [DocumentDiagnostic] {
        if let unreadableDay {
            // The schema validation already reports a missing day.
            guard !unreadableDay.isEmpty else { return [] }
            let message = Message("report.document.claimDay", ["stated": unreadableDay])
            return [DocumentDiagnostic(place, rule: "claim", message)]
        }
        guard day != nil, !hasUnreadableLine else { return [] }
        var messages: [Message] = []
        for (name, text) in counts {
            let actual =
                switch name {
                case "withoutPurchasePrice": found.without(.purchasePrice)
                case "withoutReplacementCost": found.without(.replacementCost)
                default: found.without(.depreciation)
                }
            if !DeclaredSummary.isSame(text, "\(actual)") {
                messages.append(
                    Message(
                        "report.document.claimCount", ["name": name, "stated": text, "actual": "\(actual)"]))
            }
        }
        for kind in ClaimChecker.summed {
            let declared = (sums[kind] ?? []).sorted { $0.currency < $1.currency }
            guard declared != found[kind].amounts else { continue }
            messages.append(
                Message(
                    "report.document.claimTotals",
                    ["amount": "\(kind)", "stated": .amounts(declared), "actual": .amounts(found[kind].amounts)]))
        }
        return messages.map { DocumentDiagnostic(place, rule: "claim", $0) } + compareGroupedLines()
    }

    private func compareGroupedLines() -> [DocumentDiagnostic] {
        let stated = Set(groupedLines.map(\.number))
        let unknown = groupTotals.keys.filter { !stated.contains($0) }.sorted().map { number in
            DocumentDiagnostic(place, rule: "claim", Message("report.document.groupedLine", ["number": "\(number)"]))
        }
        return unknown
            + groupedLines.compactMap { line in
                let actual = groupTotals[line.number] ?? ClaimTotals()
                let isSame =
                    DeclaredSummary.isSame(line.items, "\(actual.items)")
                    && DeclaredSummary.isSame(line.units, actual.units.description)
                    && ClaimChecker.summed.allSatisfy { kind in
                        (line.sums[kind] ?? []).sorted { $0.currency < $1.currency } == actual[kind].amounts
                    }
                return isSame
                    ? nil
                    : DocumentDiagnostic(
                        line.place, rule: "claim", Message("report.document.groupedLine", ["number": "\(line.number)"]))
            }
    }
}

extension ClaimAmount {
    /// The name of the total of such amounts in the XML.
    fileprivate var elementName: StaticString {
        switch self {
        case .replacementCost: "replacementCost"
        case .depreciation: "depreciation"
        case .undepreciated: "undepreciated"
        case .actualCashValue: "actualCashValue"
        case .purchasePrice: "purchasePrice"
        case .value: "value"
        }
    }
}
