import FoundationEssentials
import Inventory
import JSON
package import Message

/// Reads the tables of a collection and notes what is unknown in them.
///
/// A class, so that it takes notes while it passes rows.
final class HomeboxIndexing {
    let package: HomeboxPackage
    let currency: Currency
    var notices: [HomeboxNotice] = []
    /// The types of entities that are locations; empty until they are known.
    var locationTypes: Set<UUID> = []
    /// The names of attachments in the archive.
    var knownFiles: Set<String> = []
    /// The names of locations with details that an inventory does not take over.
    var locationDetails: Set<String> = []
    /// The number of amounts and quantities that have too many decimals.
    var roundedAmounts = 0
    private let manifest: JSONValue
    /// The bytes of text and of rows that may still be held.
    private var room: Int
    private let limit: Int
    private var unknownColumns: [HomeboxTable: Set<String>] = [:]
    /// More unknown columns are not listed.
    private static let columnLimit = 50
    /// An estimate for the memory of a row without its texts.
    private static let rowSize = 256

    /// The tables of an honest archive pack to less than a tenth; attachments add to its size.
    init(_ package: HomeboxPackage, _ manifest: JSONValue, currency: Currency) {
        (self.package, self.manifest, self.currency) = (package, manifest, currency)
        limit = 1 << 25 + 4 * package.packedSize
        room = limit
    }

    /// Passes each row of a table to `body`.
    /// - Parameter isSecond: whether the table was read before.
    func each(
        _ table: HomeboxTable, isSecond: Bool = false, _ body: (HomeboxRow) throws(InventoryFileError) -> Void
    ) throws(InventoryFileError) {
        var found = 0
        do {
            if let rows = try package.rows(of: table) {
                while let row = try rows.next() {
                    if !isSecond { try look(at: row) }
                    try body(row)
                }
                found = rows.count
            }
        } catch {
            throw error.inFile(package.name)
        }
        if !isSecond, let stated = manifest["counts"]?[table.rawValue]?.integer, stated != found {
            notices.append(.count(table, stated: stated, found: found))
        }
    }

    private func look(at row: HomeboxRow) throws(InventoryFileError) {
        guard !row.table.isLeftOut else { return }
        // The texts of entities are read a second time, and not held.
        room -= HomeboxIndexing.rowSize
        if row.table != .entities {
            for column in ["name", "text_value", "description", "title"] { room -= row[column].string?.utf8.count ?? 0 }
        } else {
            room -= row["import_ref"].string?.utf8.count ?? 0
            if let type = row["entity_type_entities"].string.flatMap(UUID.init(text:)), locationTypes.contains(type) {
                room -= row["name"].string?.utf8.count ?? 0
            }
        }
        try hold(0)
        let known = row.table.columns
        for column in row.columns where !known.contains(column) {
            guard unknownColumns[row.table, default: []].count < HomeboxIndexing.columnLimit else { break }
            unknownColumns[row.table, default: []].insert(String(column.prefix(80)))
        }
    }

    /// Notes that bytes of text are held.
    /// - Throws: `tooMuchText` if these are too many.
    func hold(_ bytes: Int) throws(InventoryFileError) {
        room -= bytes
        guard room >= 0 else { throw InventoryFileError(.collection(.tooMuchText(limit: limit))) }
    }

    /// Reads an amount in minor units, and counts it if it is rounded; nil if it is not an amount.
    func amount(_ row: HomeboxRow, _ column: String) -> Int64? {
        guard let (units, isRounded) = HomeboxRow.units(row[column], decimals: currency.fractionDigits) else {
            return nil
        }
        if isRounded { roundedAmounts += 1 }
        return units
    }

    /// Returns what was noticed.
    func finish() -> [HomeboxNotice] {
        var notices = notices
        for table in HomeboxTable.allCases {
            if let columns = unknownColumns[table] { notices.append(.unknownColumns(table, columns.sorted())) }
        }
        let tables = Set(HomeboxTable.allCases.map { "\($0.rawValue).json" } + [HomeboxPackage.manifestName])
        let unknown = package.names.filter { !tables.contains($0) && !knownFiles.contains($0) }
        if !unknown.isEmpty { notices.append(.unknownFiles(unknown.sorted())) }
        return notices
    }
}

/// A part of a Homebox collection that an inventory does not take over as it is.
package enum HomeboxNotice: Equatable, Sendable {
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
    package var message: Message {
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
