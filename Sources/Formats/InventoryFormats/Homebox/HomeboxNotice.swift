public import Message

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

extension HomeboxNotice: MessageConvertible {
    public var message: Message {
        switch self {
        case .unknownFiles(let names): Message("collection.notice.unknownFiles", listed(names))
        case .unknownColumns(let table, let names):
            Message("collection.notice.unknownColumns", listed(names, ["table": "\(table.rawValue).json"]))
        case .leftOut(let table, let count):
            Message("collection.notice.leftOut", ["table": "\(table.rawValue).json", "count": .count(count)])
        case .count(let table, let stated, let found):
            Message(
                "collection.notice.count",
                ["table": "\(table.rawValue).json", "stated": "\(stated)", "found": "\(found)"])
        case .missingFiles(let names): Message("collection.notice.missingFiles", listed(names))
        case .links(let count): Message("collection.notice.links", ["count": .count(count)])
        case .locationDetails(let names): Message("collection.notice.locationDetails", listed(names))
        case .repeatedReferences(let names): Message("collection.notice.repeatedReferences", listed(names))
        case .roundedAmounts(let count): Message("collection.notice.roundedAmounts", ["count": .count(count)])
        }
    }
}

/// The number of names, and the first of them.
private func listed(
    _ names: [String], _ others: [String: any MessageArgument] = [:]
) -> [String: any MessageArgument] {
    let texts = names.prefix(10).map { "'\($0.excerpt)'" } + (names.count > 10 ? ["…"] : [])
    return others.merging(["count": .count(names.count), "names": .list(texts)]) { first, _ in first }
}
