import InventoryModel

/// The options that choose items and their order; the same for every list, report and export.
enum SelectionOptions {
    private static let heading = "Which items, in what order"

    static let filter = Option.value(
        "where", "FILTER",
        "the items that meet all terms: location:Home/Office tag:insured category:Tools value:>=500USD "
            + "created:2020..2024 purchased:2023 serial:none insured:yes archived:any \"free text\"; a minus before a "
            + "term turns it round",
        initially: "all that are not archived", heading: heading)
    static let sort = Option.value(
        "sort", "FIELDS", "by these fields, as in location,-value (the largest first)", initially: "your own order",
        heading: heading)
    static let grouping = Option.value(
        "group-by", "FIELD", "in groups with subtotals", choices: ItemGrouping.allCases.map(\.rawValue),
        initially: "none", heading: heading)

    static let all = [filter, sort, grouping]
}
