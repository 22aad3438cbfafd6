public import Inventory

/// The contents of a list: columns, sums and groups. ``ReportOptions`` says how it is made and delivered.
public struct ReportDefinition: Sendable {
    /// The columns; nil for those that at least one item states, as far as a page has room for them.
    public var columns: [ReportColumn]?
    /// The columns that are added up; nil for the usual ones.
    public var sums: [ReportColumn]?
    /// The columns whose values make groups, from the outermost; at most ``maxGroups``.
    public var groups: [ReportColumn] = []
    /// Whether each of the outermost groups begins on a new page.
    public var startsPages = false

    /// The greatest depth of groups.
    public static let maxGroups = 3

    /// The usual list.
    public init() {}
}
