import Inventory
import InventoryStore
import Localization
import Message
import Reports

/// The options that choose the columns of a list, what is added up, the groups and the layout.
enum ColumnArguments {
    static let columns = Option.value("columns", "NAMES", heading: .selection)
    static let sums = Option.value("sum", "NAMES", heading: .selection)
    static let groups = Option.value("group-by", "NAMES", heading: .selection)
    static let groupedLines = Option.value("group-lines", "FILTER", heading: .selection)
    static let startsPages = Option.flag("new-page", heading: .selection)
    static let statedOnly = Option.flag("stated-only", heading: .selection)
    static let layout = Option.value(
        "layout", "LAYOUT", choices: ReportLayout.allCases.map(\.rawValue), heading: .inventory)
    static let photos = Option.value(
        "photos", "SIZE", choices: ReportPhotos.allCases.map(\.rawValue), heading: .inventory)
    static let noSummary = Option.flag("no-summary", heading: .inventory)
    static let signatures = Option.value("signatures", "NAMES", heading: .inventory)

    /// Whether the call asks for the list of columns.
    static func asksForHelp(_ arguments: Arguments) -> Bool { arguments.text(columns) == "help" }

    /// The columns that an option names; nil if it was not given.
    /// - Parameter isClaim: whether names mean what a claim understands by them.
    /// - Throws: `badValue` for a name that no column has.
    static func read(
        _ option: Option, _ arguments: Arguments, in snapshot: StoreSnapshot, isClaim: Bool = false
    ) throws -> [ReportColumn]? {
        guard let text = arguments.text(option) else { return nil }
        do {
            return try ReportColumn.columns(parsing: text, isClaim: isClaim) { try snapshot.customFieldNames() }
        } catch let error as ReportColumnError {
            throw UsageError.badValue(option: option.spelling, problem: localized(error.message))
        }
    }

    /// The list that a call of `report` asks for.
    /// - Parameter form: the layout and photos.
    /// - Throws: `badValue` for a name that no column has, a sum of texts, or too many groups.
    static func definition(
        _ arguments: Arguments, in snapshot: StoreSnapshot, from form: ReportDefinition, isClaim: Bool
    ) throws -> ReportDefinition {
        var definition = form
        definition.columns = try read(columns, arguments, in: snapshot, isClaim: isClaim)
        if definition.photos == .without { definition.columns?.removeAll { $0 == .computed(.thumbnail) } }
        definition.sums =
            arguments.text(sums) == "none" ? [] : try read(sums, arguments, in: snapshot, isClaim: isClaim)
        if arguments.text(groups) != ItemGrouping.none.rawValue {
            definition.groups = try read(groups, arguments, in: snapshot) ?? []
        }
        definition.groupedLines = try arguments.text(groupedLines).map { try lineGrouping($0, snapshot.settings) }
        definition.startsPages = arguments.has(startsPages)
        definition.showsOnlyStated = arguments.has(statedOnly)
        guard definition.groups.count <= ReportDefinition.maxGroups, definition.groups.allSatisfy(\.canMakeGroups)
        else {
            throw UsageError.badValue(
                option: groups.spelling,
                problem: localized("columns.groups", ["most": .text("\(ReportDefinition.maxGroups)")]))
        }
        return definition
    }

    /// - Throws: `badValue` for a filter that is not a list of categories, locations or tags.
    private static func lineGrouping(_ text: String, _ settings: InventorySettings) throws(UsageError) -> LineGrouping {
        let filter: Selection
        do {
            filter = try Selection(parsing: text, currency: settings.currency, today: Timestamp.now.dayAndTime.day)
        } catch {
            throw .badValue(option: groupedLines.spelling, problem: CommandError.text(of: error))
        }
        guard let grouping = LineGrouping(filter) else {
            throw .badValue(option: groupedLines.spelling, problem: localized("columns.groupedLines"))
        }
        return grouping
    }

    /// Prints the columns that an inventory has.
    static func printHelp(_ snapshot: StoreSnapshot, on console: Console) throws {
        var table = TextTable(
            [
                .init(localized("column.name"), least: 12), .init(localized("column.kind")),
                .init(localized("columns.otherNames")),
            ], on: console)
        for column in ReportColumn.known {
            try table.add([column.optionName, column.kind.rawValue, column.otherNames.joined(separator: ", ")])
        }
        for name in try snapshot.customFieldNames() { try table.add([name, localized("columns.custom"), ""]) }
        try table.finish()
    }
}
