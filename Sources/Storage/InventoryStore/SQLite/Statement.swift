import CSQLite
import FoundationEssentials
import Inventory

/// A compiled statement with its parameters. Parameters are counted from 1, columns from 0.
final class Statement {
    let handle: OpaquePointer
    let database: Database
    /// The values of the row, in the order of the columns.
    private let values: UnsafeMutableBufferPointer<OpaquePointer?>

    init(_ sql: String, in database: Database) throws(StoreError) {
        var compiled: OpaquePointer?
        try database.check(
            sqlite3_prepare_v3(database.handle, sql, -1, UInt32(SQLITE_PREPARE_PERSISTENT), &compiled, nil))
        guard let compiled else { throw .inputOutput(path: database.path, detail: "an empty statement") }
        handle = compiled
        self.database = database
        values = .allocate(capacity: Int(sqlite3_column_count(compiled)))
        values.initialize(repeating: nil)
    }

    deinit {
        values.deallocate()
        sqlite3_finalize(handle)
    }

    /// Goes to the next row; false past the last.
    func step() throws(StoreError) -> Bool {
        switch sqlite3_step(handle) {
        case SQLITE_ROW:
            if sqlite3_column_value(handle, 0) != values.first { findValues() }
            return true
        case SQLITE_DONE: return false
        case let code: throw database.failure(code)
        }
    }

    /// Looks up where the row's values are: side by side, and for every row of a run at the same place, so that asking
    /// for each column of each row anew is spared. The first one tells when they have moved.
    @inline(never)
    private func findValues() {
        for column in values.indices { values[column] = sqlite3_column_value(handle, Int32(column)) }
    }

    /// Runs to the end and makes ready for the next run.
    func run() throws(StoreError) {
        defer { reset() }
        while try step() {}
    }

    func reset() {
        sqlite3_reset(handle)
        sqlite3_clear_bindings(handle)
    }

    // Parameters

    func bind(_ index: Int32, _ value: Int64?) {
        if let value { sqlite3_bind_int64(handle, index, value) } else { sqlite3_bind_null(handle, index) }
    }

    func bind(_ index: Int32, _ text: String?) {
        guard let text else {
            sqlite3_bind_null(handle, index)
            return
        }
        bind(index, Array(text.utf8))
    }

    /// Binds UTF-8 text, copied.
    func bind(_ index: Int32, _ text: [UInt8]) {
        guard !text.isEmpty else {
            // An empty array has no address, and text without an address is NULL.
            sqlite3_bind_text(handle, index, "", 0, Statement.copied)
            return
        }
        text.withUnsafeBytes { bytes in
            _ = sqlite3_bind_text64(
                handle, index, bytes.baseAddress?.assumingMemoryBound(to: CChar.self), UInt64(bytes.count),
                Statement.copied, UInt8(SQLITE_UTF8))
        }
    }

    func bind(_ index: Int32, _ id: UUID?) {
        guard let id else {
            sqlite3_bind_null(handle, index)
            return
        }
        withUnsafeBytes(of: id.uuid) { _ = sqlite3_bind_blob(handle, index, $0.baseAddress, 16, Statement.copied) }
    }

    /// SQLITE_TRANSIENT, which the C header's cast hides from Swift.
    static let copied = unsafeBitCast(-1, to: sqlite3_destructor_type.self)

    /// SQLITE_CONSTRAINT_UNIQUE, which the C header composes in a way that Swift does not see.
    static let notUnique = SQLITE_CONSTRAINT | 8 << 8

    // Columns

    // One look at the row gives a value that can be asked several things; the connection belongs to one thread, which
    // makes the values of its rows protected ones (sqlite3_value, "protected and unprotected").

    private func value(_ column: Int32) -> OpaquePointer? { values[Int(column)] }

    func isNull(_ column: Int32) -> Bool { sqlite3_value_type(value(column)) == SQLITE_NULL }

    func integer(_ column: Int32) -> Int64 { sqlite3_value_int64(value(column)) }

    func optionalInteger(_ column: Int32) -> Int64? {
        let value = value(column)
        return sqlite3_value_type(value) == SQLITE_NULL ? nil : sqlite3_value_int64(value)
    }

    /// The UTF-8 of a text, nil for NULL; good until the next step or reset.
    func bytes(_ column: Int32) -> UnsafeBufferPointer<UInt8>? {
        let value = value(column)
        guard let start = sqlite3_value_text(value) else { return nil }
        return UnsafeBufferPointer(start: start, count: Int(sqlite3_value_bytes(value)))
    }

    func text(_ column: Int32) -> String? { bytes(column).map { String(decoding: $0, as: UTF8.self) } }

    /// The 16 bytes of a key, nil for NULL and for anything else; good until the next step or reset.
    func identifierBytes(_ column: Int32) -> UnsafeRawBufferPointer? {
        let value = value(column)
        guard let start = sqlite3_value_blob(value), sqlite3_value_bytes(value) == 16 else { return nil }
        return UnsafeRawBufferPointer(start: start, count: 16)
    }

    func identifier(_ column: Int32) -> UUID? {
        identifierBytes(column).map { UUID(uuid: $0.loadUnaligned(as: uuid_t.self)) }
    }
}
