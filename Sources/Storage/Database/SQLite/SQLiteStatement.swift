import CSQLite

/// A compiled statement of SQLite.
package final class SQLiteStatement: DatabaseStatement {
    private let handle: OpaquePointer
    /// Keeps the file open as long as the statement is used.
    private let connection: SQLiteConnection
    /// The values of the row, in the order of the columns.
    private let values: UnsafeMutableBufferPointer<OpaquePointer?>
    /// The bound texts and byte strings.
    private let arena = ParameterArena()

    package init(_ sql: String, in connection: SQLiteConnection, isPersistent: Bool) throws {
        var compiled: OpaquePointer?
        let flags = isPersistent ? UInt32(SQLITE_PREPARE_PERSISTENT) : 0
        try connection.check(sqlite3_prepare_v3(connection.handle, sql, -1, flags, &compiled, nil))
        guard let compiled else { throw DatabaseError(.other, "an empty statement") }
        handle = compiled
        self.connection = connection
        values = .allocate(capacity: Int(sqlite3_column_count(compiled)))
        values.initialize(repeating: nil)
    }

    deinit {
        values.deallocate()
        sqlite3_finalize(handle)
    }

    package func step() throws -> Bool {
        switch sqlite3_step(handle) {
        case SQLITE_ROW:
            if sqlite3_column_value(handle, 0) != values.first { findValues() }
            return true
        case SQLITE_DONE: return false
        case let code: throw DatabaseError(code: code, handle: connection.handle)
        }
    }

    /// Looks up the addresses of the row's values.
    ///
    /// They are the same for every row of a run, so this saves a call for each column of each row. The first value shows
    /// whether they have moved.
    @inline(never)
    private func findValues() {
        for column in values.indices { values[column] = sqlite3_column_value(handle, Int32(column)) }
    }

    package func run() throws -> Int {
        defer { reset() }
        while try step() {}
        return Int(sqlite3_changes64(connection.handle))
    }

    package func reset() {
        sqlite3_reset(handle)
        sqlite3_clear_bindings(handle)
        arena.removeAll()
    }

    // Parameters

    package func bind(_ parameter: Int, _ number: Int64) { sqlite3_bind_int64(handle, Int32(parameter), number) }

    package func bind(_ parameter: Int, text: Span<UInt8>) {
        sqlite3_bind_text64(
            handle, Int32(parameter), arena.copy(text).assumingMemoryBound(to: CChar.self), UInt64(text.count), nil,
            UInt8(SQLITE_UTF8))
    }

    package func bind(_ parameter: Int, bytes: Span<UInt8>) {
        sqlite3_bind_blob64(handle, Int32(parameter), arena.copy(bytes), UInt64(bytes.count), nil)
    }

    package func bindNull(_ parameter: Int) { sqlite3_bind_null(handle, Int32(parameter)) }

    // Columns

    // A value that was looked up once can return its type and content; the connection belongs to one thread, which
    // makes the values of its rows protected ones (sqlite3_value, "protected and unprotected").

    package func isNull(_ column: Int) -> Bool { sqlite3_value_type(values[column]) == SQLITE_NULL }

    package func integer(_ column: Int) -> Int64 { sqlite3_value_int64(values[column]) }

    package func bytes(_ column: Int) -> UnsafeBufferPointer<UInt8>? {
        let value = values[column]
        switch sqlite3_value_type(value) {
        case SQLITE_NULL: return nil
        case SQLITE_BLOB:
            // An empty byte string has no address.
            let start = sqlite3_value_blob(value)?.assumingMemoryBound(to: UInt8.self)
            return UnsafeBufferPointer(start: start, count: Int(sqlite3_value_bytes(value)))
        default:
            guard let start = sqlite3_value_text(value) else { return nil }
            return UnsafeBufferPointer(start: start, count: Int(sqlite3_value_bytes(value)))
        }
    }
}

/// Copies of the texts and byte strings that are bound to a statement, at addresses that stay until they are removed.
///
/// One reused block instead of an allocation for each of an item's 20 texts (a tenth of an import's time). If a block is
/// full a larger one is begun, and the full ones are kept until the next run.
///
/// A class rather than a struct: avoids dynamic exclusivity checks, as its owner is a class. Used by one thread at a time.
final class ParameterArena {
    private var block: UnsafeMutableRawPointer?
    private var capacity = 0
    private var used = 0
    private var full: [UnsafeMutableRawPointer] = []

    deinit {
        block?.deallocate()
        for block in full { block.deallocate() }
    }

    /// Forgets all copies; the largest block is kept for the next ones, unless it is very large.
    func removeAll() {
        used = 0
        for block in full { block.deallocate() }
        full.removeAll(keepingCapacity: true)
        guard capacity > ParameterArena.largest else { return }
        block?.deallocate()
        (block, capacity) = (nil, 0)
    }

    /// A statement keeps no more than this between runs.
    private static let largest = 1 << 20

    /// Copies bytes; the address is never null, not even of none, which SQLite would take for NULL.
    func copy(_ bytes: Span<UInt8>) -> UnsafeMutableRawPointer {
        let start = place(bytes.count)
        bytes.withUnsafeBytes { source in
            if let address = source.baseAddress { start.copyMemory(from: address, byteCount: source.count) }
        }
        return start
    }

    private func place(_ count: Int) -> UnsafeMutableRawPointer {
        if let block, used + count <= capacity {
            defer { used += count }
            return block + used
        }
        if let block { full.append(block) }
        capacity = max(2 * capacity, count, 256)
        let new = UnsafeMutableRawPointer.allocate(byteCount: capacity, alignment: 1)
        block = new
        used = count
        return new
    }
}
