import Database
import Files
package import FoundationEssentials
import Inventory

extension InventoryStore {
    /// Fills this store, which must be new, with everything of another one: items, settings and journal, with the same
    /// revisions, order keys and idempotency keys. The store knows no published folders.
    ///
    /// Both are then read once more and compared.
    /// - Parameter identifier: the store's id from then on; nil to keep its own.
    /// - Throws: `copyDiffers` if they differ; the copied rows then remain. After errors of either store nothing was copied.
    package func fill(from source: StoreSnapshot, identifier: UUID? = nil) throws {
        let rows = source.tables.connection
        try transaction(bulk: true) { writer in
            for table in CopiedTable.all(rows.dialect) {
                try table.copy(from: rows, to: writer.tables.connection)
            }
            if let identifier { try writer.tables.settings.set(identifier: identifier) }
        }
        let copy = try snapshot()
        for table in CopiedTable.all(rows.dialect) {
            guard try table.fingerprint(in: rows) == table.fingerprint(in: copy.tables.connection) else {
                throw StoreError.copyDiffers(path: location.displayName)
            }
        }
    }
}

/// A table whose rows are copied as they are.
private struct CopiedTable {
    enum Kind {
        case number, text, bytes
    }

    typealias Column = (name: String, kind: Kind)

    let name: String
    let columns: [Column]
    /// The columns by which the rows are sorted.
    let key: String
    /// The rows that are copied.
    var condition = "inventory = ?1"

    static func all(_ dialect: DatabaseDialect) -> [CopiedTable] {
        let items = ItemColumn.allCases.map { column -> Column in
            let type = column.type(dialect)
            let kind: Kind = type.hasPrefix(dialect.integer) ? .number : type.hasPrefix(dialect.bytes) ? .bytes : .text
            return (column.name, kind)
        }
        let derived = DerivedColumn.allCases.map { column -> Column in (column.name, .bytes) }
        let payloads: [Column] = [("item", .bytes), ("edit", .text), ("inverse", .text)]
        let changes: [Column] = [
            ("revision", .number), ("moment", .number), ("actor", .text), ("key", .text), ("kind", .text),
            ("undoes", .number), ("undone_by", .number),
        ]
        let parts: [Column] = [("number", .number), ("revision", .number)]
        return [
            CopiedTable(
                name: "settings", columns: [("name", .text), ("value", .text)], key: "name",
                condition: "inventory = ?1 AND name <> 'identifier'"),
            CopiedTable(name: "items", columns: items + derived, key: "position"),
            CopiedTable(name: "journal", columns: changes + payloads, key: "revision"),
            CopiedTable(name: "journal_parts", columns: parts + payloads, key: "number"),
        ]
    }

    private func rows(in connection: StoreConnection) throws -> StoreStatement {
        let list = columns.map(\.name).joined(separator: ", ")
        return try connection.cursor("SELECT \(list) FROM \(name) WHERE \(condition) ORDER BY \(key)")
    }

    /// Replaces the rows of the target by those of the source.
    func copy(from source: StoreConnection, to target: StoreConnection) throws {
        try target.run("DELETE FROM \(name) WHERE \(condition)")
        let insertion = try target.insertion(into: name, columns: ["inventory"] + columns.map(\.name))
        let rows = try rows(in: source)
        while try rows.step() {
            insertion.bind(1, target.inventory)
            for (index, column) in columns.enumerated() {
                guard column.kind != .number else {
                    insertion.bind(index + 2, rows.optionalInteger(index))
                    continue
                }
                guard let bytes = rows.bytes(index) else { continue }
                let span = bytes.span
                if column.kind == .text {
                    insertion.statement.bind(index + 2, text: span)
                } else {
                    insertion.statement.bind(index + 2, bytes: span)
                }
            }
            try insertion.run()
        }
    }

    /// A digest of all rows: the bytes of each value behind their number, NULL as a number that no length has.
    func fingerprint(in connection: StoreConnection) throws -> [UInt8] {
        let hasher = SHA256Hasher()
        func add(_ number: Int64) {
            withUnsafeBytes(of: number.bigEndian) { hasher.update($0.bindMemory(to: UInt8.self).span) }
        }
        let rows = try rows(in: connection)
        while try rows.step() {
            for (index, column) in columns.enumerated() {
                if rows.isNull(index) {
                    add(-1)
                } else if column.kind == .number {
                    add(rows.integer(index))
                } else if let bytes = rows.bytes(index) {
                    add(Int64(bytes.count))
                    hasher.update(bytes.span)
                }
            }
        }
        do { return try hasher.finish() } catch {
            throw StoreError.inputOutput(path: connection.path, .system(error.code))
        }
    }
}
