import Database
import FoundationEssentials

/// A statement of a ``StoreConnection``: values of Swift are bound and read, failures are ``StoreError``.
///
/// A final class over the driver's statement: the store's code stays free of generics, and an existential call costs a
/// few nanoseconds beside SQLite's own work.
package final class StoreStatement {
    let statement: any DatabaseStatement
    /// The store as errors name it: its folder, or its address on a server.
    let path: String

    init(_ statement: any DatabaseStatement, path: String) {
        self.statement = statement
        self.path = path
    }

    /// Moves to the next row; false after the last.
    package func step() throws(StoreError) -> Bool {
        do throws(DatabaseError) { return try statement.step() } catch { throw StoreError(error, path: path) }
    }

    /// Runs to the end and resets.
    /// - Returns: the number of rows that were changed.
    @discardableResult
    func run() throws(StoreError) -> Int {
        do throws(DatabaseError) { return try statement.run() } catch { throw StoreError(error, path: path) }
    }

    /// Runs to the end and resets; a fault may be thrown by a later statement of the transaction.
    func runLater() throws(StoreError) {
        do throws(DatabaseError) { try statement.runLater() } catch { throw StoreError(error, path: path) }
    }

    /// Asks for the rows ahead; see ``DatabaseStatement/prefetch()``.
    func prefetch() throws(StoreError) {
        do throws(DatabaseError) { try statement.prefetch() } catch { throw StoreError(error, path: path) }
    }

    func reset() { statement.reset() }

    // Parameters, from 1. Parameter 1 is the inventory.

    func bind(_ parameter: Int, _ value: SQLValue) {
        switch value {
        case .integer(let number): bind(parameter, number)
        case .text(let text): bind(parameter, text)
        case .utf8(let text): bind(parameter, text: text)
        case .bytes(let bytes): bind(parameter, bytes: bytes)
        case .id(let id): bind(parameter, id)
        }
    }

    func bind(_ parameter: Int, _ number: Int64?) { statement.bind(parameter, number) }
    func bind(_ parameter: Int, _ text: String?) { statement.bind(parameter, text) }
    func bind(_ parameter: Int, text: [UInt8]) { statement.bind(parameter, text: text.span) }
    func bind(_ parameter: Int, bytes: [UInt8]) { statement.bind(parameter, bytes: bytes.span) }

    func bind(_ parameter: Int, _ id: UUID?) {
        guard let id else { return statement.bindNull(parameter) }
        withUnsafeBytes(of: id.uuid) { bytes in
            statement.bind(parameter, bytes: Span(_unsafeElements: bytes.assumingMemoryBound(to: UInt8.self)))
        }
    }

    // Columns, from 0

    package func isNull(_ column: Int) -> Bool { statement.isNull(column) }
    package func integer(_ column: Int) -> Int64 { statement.integer(column) }
    package func optionalInteger(_ column: Int) -> Int64? { statement.optionalInteger(column) }
    package func text(_ column: Int) -> String? { statement.text(column) }

    /// The UTF-8 of a text, nil for NULL; valid until the next step or reset.
    func bytes(_ column: Int) -> UnsafeBufferPointer<UInt8>? { statement.bytes(column) }

    /// A column's byte string, copied; empty for NULL.
    package func array(_ column: Int) -> [UInt8] { bytes(column).map(Array.init) ?? [] }

    /// The 16 bytes of an id, nil for NULL and for anything else; valid until the next step or reset.
    func identifierBytes(_ column: Int) -> UnsafeRawBufferPointer? {
        guard let bytes = bytes(column), bytes.count == 16 else { return nil }
        return UnsafeRawBufferPointer(bytes)
    }

    func identifier(_ column: Int) -> UUID? {
        identifierBytes(column).map { UUID(uuid: $0.loadUnaligned(as: uuid_t.self)) }
    }
}
