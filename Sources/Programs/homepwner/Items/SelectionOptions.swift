import Inventory

/// The options that choose items and their order; the same for every list, report and export.
enum SelectionOptions {
    private static let heading = OptionGroup.selection

    static let filter = Option.value("where", "FILTER", heading: heading)
    static let allowEmpty = Option.flag("allow-empty", heading: heading)
    static let sort = Option.value("sort", "FIELDS", heading: heading)
    static let grouping = Option.value(
        "group-by", "FIELD", choices: ItemGrouping.allCases.map(\.rawValue), heading: heading)

    static let all = [filter, sort, grouping]
}
