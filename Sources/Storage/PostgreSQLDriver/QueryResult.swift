import CPostgreSQL
import Database

/// The rows of a statement that was sent.
final class PendingRows {
    private var result: OpaquePointer?

    deinit { PQclear(result) }

    /// Keeps the last of a statement's results.
    func keep(_ other: OpaquePointer) {
        PQclear(result)
        result = other
    }

    /// The error that came instead of rows.
    func error(of session: OpaquePointer) -> DatabaseError? {
        switch PQresultStatus(result) {
        case PGRES_TUPLES_OK, PGRES_COMMAND_OK: nil
        default: DatabaseError(result, session)
        }
    }

    func take() -> OpaquePointer? {
        defer { result = nil }
        return result
    }
}

/// The rows of a statement.
final class QueryResult {
    /// libpq's number for values in the types' own forms rather than as text.
    static let binary: Int32 = 1

    private let handle: OpaquePointer
    let rows: Int
    private let types: [Oid]

    init(_ handle: OpaquePointer) {
        self.handle = handle
        rows = Int(PQntuples(handle))
        types = (0..<PQnfields(handle)).map { PQftype(handle, $0) }
    }

    deinit { PQclear(handle) }

    /// The number of rows that were inserted, updated, deleted or returned.
    var affected: Int { Int(String(cString: PQcmdTuples(handle))) ?? 0 }

    /// The command that was run, such as `COMMIT`.
    var command: String { String(cString: PQcmdStatus(handle)) }

    /// The memory that the rows take.
    var size: Int { PQresultMemorySize(handle) }

    func isNull(_ row: Int, _ column: Int) -> Bool { PQgetisnull(handle, Int32(row), Int32(column)) != 0 }

    /// The bytes of a text or byte string; valid as long as the result.
    func bytes(_ row: Int, _ column: Int) -> UnsafeBufferPointer<UInt8>? {
        // NULL has the length 0, too.
        let count = Int(PQgetlength(handle, Int32(row), Int32(column)))
        guard count > 0 || !isNull(row, column) else { return nil }
        let value: UnsafeMutablePointer<CChar>? = PQgetvalue(handle, Int32(row), Int32(column))
        return UnsafeBufferPointer(start: UnsafeRawPointer(value)?.assumingMemoryBound(to: UInt8.self), count: count)
    }

    /// A whole number; 0 for NULL and for values of other types.
    func integer(_ row: Int, _ column: Int) -> Int64 {
        guard let bytes = bytes(row, column), types.indices.contains(column) else { return 0 }
        switch types[column] {
        case QueryResult.numeric: return QueryResult.integer(ofNumeric: bytes)
        case QueryResult.text, QueryResult.byteString: return 0
        default:
            // Big-endian two's complement of 1 (bool), 2, 4 or 8 bytes.
            guard let first = bytes.first, bytes.count <= 8 else { return 0 }
            return bytes.dropFirst().reduce(Int64(Int8(bitPattern: first))) { $0 << 8 | Int64($1) }
        }
    }

    /// Numbers of types in the server's catalogue (pg_type.dat).
    private static let byteString: Oid = 17
    private static let text: Oid = 25
    private static let numeric: Oid = 1700

    /// A sum of 64-bit numbers is a `numeric`: count of digits to base 10,000, weight of the first, sign, scale, digits.
    private static func integer(ofNumeric bytes: UnsafeBufferPointer<UInt8>) -> Int64 {
        func word(_ index: Int) -> Int { Int(bytes[2 * index]) << 8 | Int(bytes[2 * index + 1]) }
        guard bytes.count >= 8, bytes.count >= 8 + 2 * word(0) else { return 0 }
        let weight = Int(Int16(truncatingIfNeeded: word(1)))
        guard weight >= 0 else { return 0 }
        var number: Int64 = 0
        for place in 0...weight {
            number = number &* 10_000 &+ Int64(place < word(0) ? word(4 + place) : 0)
        }
        return word(2) == 0x4000 ? 0 &- number : number
    }
}
