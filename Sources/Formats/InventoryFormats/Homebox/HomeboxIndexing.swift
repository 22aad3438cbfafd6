import FoundationEssentials
import Inventory
import JSON

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
        do throws(InventoryFileError) {
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
