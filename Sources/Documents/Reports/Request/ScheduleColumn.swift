/// A column of the schedule in the report `insurance` that can be chosen. Line number and item are always shown.
package enum ScheduleColumn: String, CaseIterable, Sendable {
    case brand
    case serialNumber = "serial-number"
    case location, category, quantity, purchased, age, condition
    case purchasePrice = "purchase-price"
    case linePurchasePrice = "line-purchase-price"
    case value
    case lineValue = "line-value"
    case replacementValue = "replacement-value"
    case replacementCost = "replacement-cost"
    case depreciation
    case actualCashValue = "actual-cash-value"
    case receipts, documents, photos

    /// The columns that are shown whatever the items state, unless others are chosen.
    static let constant: Set<ScheduleColumn> = [.quantity, .value, .lineValue]
    /// The columns that are shown if at least one line states something in them, unless others are chosen. Every amount
    /// that the report adds up is among them or constant, so that readers can check the totals on paper.
    static let usualIfStated = Set(allCases).subtracting(
        [.category, .purchasePrice, .replacementValue, .documents] + constant)

    /// Reads column names separated by commas.
    /// - Throws: an error with the known names if a name is unknown or repeated.
    package static func columns(parsing text: String) throws(ReportError) -> Set<ScheduleColumn> {
        var columns: Set<ScheduleColumn> = []
        for name in text.split(separator: ",", omittingEmptySubsequences: false) {
            guard let column = ScheduleColumn(rawValue: String(name)), columns.insert(column).inserted else {
                throw .unknownColumns(known: allCases.map(\.rawValue))
            }
        }
        return columns
    }

    /// The name in templates.
    var contextName: String { "\(self)" }
}
