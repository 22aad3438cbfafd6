/// A column of the schedule in the report `insurance` that can be chosen. Line number and item are always shown.
public enum ScheduleColumn: String, CaseIterable, Sendable {
    case brand
    case serialNumber = "serial-number"
    case location, quantity, purchased, age, condition
    case purchasePrice = "purchase-price"
    case value
    case replacementValue = "replacement-value"
    case replacementCost = "replacement-cost"
    case receipts, documents, photos

    /// The columns that are shown unless others are chosen.
    public static let usual = Set(allCases).subtracting([.purchasePrice, .documents])

    /// Reads column names separated by commas.
    /// - Throws: an error with the known names if a name is unknown or repeated.
    public static func columns(parsing text: String) throws(ReportError) -> Set<ScheduleColumn> {
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
