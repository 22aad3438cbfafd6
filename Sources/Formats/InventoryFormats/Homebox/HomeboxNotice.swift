/// A part of a Homebox collection that an inventory does not take over as it is.
public enum HomeboxNotice: Equatable, Sendable {
    /// Files of the archive that Homebox 2026-08 does not write, or that no row names.
    case unknownFiles([String])
    /// Columns that Homebox 2026-08 does not have.
    case unknownColumns(HomeboxTable, [String])
    /// Rows of a table for which an inventory has no place.
    case leftOut(HomeboxTable, count: Int)
    /// The manifest counts other rows than the table has.
    case count(HomeboxTable, stated: Int64, found: Int)
    /// Attachments whose file is not in the archive, by their titles.
    case missingFiles([String])
    /// Links to pages, which became custom fields.
    case links(Int)
    /// Locations with a description, notes or attachments, which are left out, by their names.
    case locationDetails([String])
    /// References that several items have; these items are known by their ids.
    case repeatedReferences([String])
    /// Amounts with more decimals than their currency has, and quantities with more than six, which were rounded.
    case roundedAmounts(Int)
}
