import Inventory
import InventoryStore

/// The part of an item that the report `insurance` uses.
struct ClaimLine {
    /// The texts that an item's entry names if they are not recorded, in the order of the entry.
    static let describedTexts: [ItemField] = [
        .manufacturer, .modelNumber, .serialNumber, .location, .category, .condition, .purchasePlace,
        .purchaseReceiptNumber,
    ]

    /// A detail that an insurer asks for and an owner can still add, in the order in which reports list them.
    enum MissingDetail: String, CaseIterable {
        case value, replacementCost, purchasePrice, purchaseDate, serialNumber, photo, receipt, depreciation
    }

    /// The fields it is made of.
    static let fields: [ItemField] = ValuationMethod.fields + [.serialNumber, .description, .photos, .documents]

    /// The basis of its depreciation; nil if it is not known.
    let basis: DepreciationBasis?
    /// The percentage that its condition leaves; nil if the claim has none for it.
    let conditionFactor: Percentage?
    let valuation: Valuation
    let evidence: [Evidence]
    let missingDetails: [MissingDetail]
    /// Whether the item has a description, for which the schedule has no room.
    let isDescribed: Bool
    /// Whether one piece is worth as much as a threshold, by any of its amounts.
    let isHighValue: Bool

    /// - Throws: `overflow` if an amount of the line does not fit into 64 bits.
    init(
        _ cursor: ItemCursor, on day: CalendarDate, _ method: ValuationMethod, thresholds: [Money]
    ) throws(ValueError) {
        let (value, price) = (cursor.money(.value), cursor.money(.purchasePrice))
        let replacement = cursor.money(.replacementValue)
        let purchased = cursor.date(.purchaseDate)
        let found = cursor.evidence
        basis = method.basis(of: cursor)
        conditionFactor = method.conditionFactor(of: cursor)
        valuation = try method.valuation(of: cursor, on: day)
        evidence = found
        isDescribed = cursor.text(.description).map { !$0.isEmpty } ?? false
        let isThere: [MissingDetail: Bool] = [
            .value: value != nil, .replacementCost: valuation.replacementCost != nil, .purchasePrice: price != nil,
            .purchaseDate: purchased != nil, .serialNumber: cursor.text(.serialNumber).map { !$0.isEmpty } ?? false,
            .photo: found.contains { $0.kind == .photo }, .receipt: found.contains(where: \.isReceipt),
            // Its amount may lack what is named already: the replacement cost, or the date.
            .depreciation: basis != nil
                && (valuation.depreciation != nil || valuation.replacementCost == nil || purchased == nil),
        ]
        missingDetails = MissingDetail.allCases.filter { isThere[$0] == false }
        isHighValue = [value, price, replacement].contains { amount in
            thresholds.contains { $0.currency == amount?.currency && $0.minorUnits <= amount?.minorUnits ?? .min }
        }
    }

    /// Whether the item has an entry of its own.
    func hasEntry(_ options: ReportOptions) -> Bool {
        switch options.detail {
        case .full: true
        case .evidence: isHighValue || isDescribed || evidence.contains(where: options.shows)
        case .none: false
        }
    }
}

extension ValuationMethod {
    /// The fields that the valuation of an item is made of.
    static let fields: [ItemField] = [
        .quantity, .value, .purchasePrice, .replacementValue, .depreciation, .depreciationEach, .category, .condition,
        .purchaseDate,
    ]

    func basis(of cursor: ItemCursor) -> DepreciationBasis? {
        basis(
            each: cursor.money(.depreciationEach), rate: cursor.percentage(.depreciation),
            category: cursor.text(.category))
    }

    /// The percentage that an item's condition leaves; nil for all of it. A stated amount has taken it into account.
    func conditionFactor(of cursor: ItemCursor) -> Percentage? {
        if case .amount = basis(of: cursor) { nil } else { conditionFactor(cursor.text(.condition)) }
    }

    /// The origin of a replacement cost that the line names; nil if no line can have another, as the cover then says it.
    func distinctSource(of valuation: Valuation) -> ReplacementSource? {
        replacesByPurchasePrice ? valuation.replacementSource : nil
    }

    /// - Throws: `overflow` if an amount of the line does not fit into 64 bits.
    func valuation(of cursor: ItemCursor, on day: CalendarDate) throws(ValueError) -> Valuation {
        try Valuation(
            quantity: cursor.quantity, value: cursor.money(.value), purchasePrice: cursor.money(.purchasePrice),
            replacementValue: cursor.money(.replacementValue), basis: basis(of: cursor),
            conditionFactor: conditionFactor(of: cursor), by: self, purchased: cursor.date(.purchaseDate), on: day)
    }
}

extension ClaimAmount {
    /// The key of the name of its sums in the catalogue.
    var totalWord: String { self == .value ? "totalValue" : rawValue }

    /// The column of the lines that it is the sum of; nil if it follows from others.
    var column: ReportColumn? {
        switch self {
        case .replacementCost: .computed(.lineReplacementValue)
        case .depreciation: .computed(.depreciationAmount)
        case .undepreciated: nil
        case .actualCashValue: .computed(.actualCashValue)
        case .purchasePrice: .computed(.linePurchasePrice)
        case .value: .computed(.lineValue)
        }
    }
}

extension CurrencyTotals {
    /// The sum in one currency; nil if no amount is in that currency.
    subscript(currency: Currency) -> Money? { amounts.first { $0.currency == currency } }
}
