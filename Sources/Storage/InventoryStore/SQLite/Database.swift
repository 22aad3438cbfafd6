import CSQLite
import FoundationEssentials
import Glibc

/// One connection to a database file. Used by one thread at a time.
final class Database {
    enum Mode {
        case create, readWrite, readOnly
        /// For media on which not even a lock can be put: the file is taken to stay as it is.
        case immutable
    }

    let handle: OpaquePointer
    /// The store's folder, for messages.
    let path: String

    init(file: String, store path: String, mode: Mode) throws(StoreError) {
        _ = Database.isPrepared
        var flags = SQLITE_OPEN_NOMUTEX | SQLITE_OPEN_EXRESCODE | SQLITE_OPEN_URI
        switch mode {
        case .create: flags |= SQLITE_OPEN_READWRITE | SQLITE_OPEN_CREATE
        case .readWrite: flags |= SQLITE_OPEN_READWRITE
        case .readOnly, .immutable: flags |= SQLITE_OPEN_READONLY
        }
        var opened: OpaquePointer?
        let address = Database.uri(file) + (mode == .immutable ? "?immutable=1" : "")
        let code = sqlite3_open_v2(address, &opened, flags, nil)
        guard let opened else { throw .inputOutput(path: path, detail: "out of memory") }
        guard code == SQLITE_OK else {
            let error = Database.error(code, handle: opened, path: path)
            sqlite3_close_v2(opened)
            throw error
        }
        handle = opened
        self.path = path
        sqlite3_busy_timeout(opened, Database.busyTimeout)
    }

    /// Whether the library was told what it is told once, before its first connection.
    private static let isPrepared = homepwner_sqlite_without_statistics() == SQLITE_OK

    deinit { sqlite3_close_v2(handle) }

    /// Milliseconds that a writer waits for another.
    static let busyTimeout: Int32 = 20_000

    /// A path as a `file:` URI, all but plain characters percent-encoded.
    private static func uri(_ file: String) -> String {
        var text = Array("file:".utf8)
        for byte in file.utf8 {
            switch byte {
            case UInt8(ascii: "a")...UInt8(ascii: "z"), UInt8(ascii: "A")...UInt8(ascii: "Z"),
                UInt8(ascii: "0")...UInt8(ascii: "9"), UInt8(ascii: "/"), UInt8(ascii: "."), UInt8(ascii: "-"),
                UInt8(ascii: "_"):
                text.append(byte)
            default:
                let digits = Array("0123456789ABCDEF".utf8)
                text += [UInt8(ascii: "%"), digits[Int(byte >> 4)], digits[Int(byte & 15)]]
            }
        }
        return String(decoding: text, as: UTF8.self)
    }

    /// Runs statements that have no parameters and whose rows do not matter.
    func run(_ sql: String) throws(StoreError) {
        try check(sqlite3_exec(handle, sql, nil, nil, nil))
    }

    func prepare(_ sql: String) throws(StoreError) -> Statement { try Statement(sql, in: self) }

    /// The one number a statement answers.
    func number(_ sql: String) throws(StoreError) -> Int64 {
        let statement = try prepare(sql)
        guard try statement.step() else { throw .damaged(path: path, detail: "an answer is empty") }
        return statement.integer(0)
    }

    /// The one text a statement answers.
    func text(_ sql: String) throws(StoreError) -> String? {
        let statement = try prepare(sql)
        return try statement.step() ? statement.text(0) : nil
    }

    var isInTransaction: Bool { sqlite3_get_autocommit(handle) == 0 }

    var changes: Int { Int(sqlite3_changes64(handle)) }

    func check(_ code: Int32) throws(StoreError) {
        guard code == SQLITE_OK else { throw failure(code) }
    }

    func failure(_ code: Int32) -> StoreError { Database.error(code, handle: handle, path: path) }

    private static func error(_ code: Int32, handle: OpaquePointer, path: String) -> StoreError {
        let cause = sqlite3_system_errno(handle)
        let words = String(cString: cause == 0 ? sqlite3_errmsg(handle) : UnsafePointer(strerror(cause)))
        switch code & 0xFF {
        case SQLITE_FULL: return .diskFull(path: path)
        case SQLITE_IOERR, SQLITE_CANTOPEN:
            if cause == ENOSPC || cause == EDQUOT { return .diskFull(path: path) }
            return .inputOutput(path: path, detail: words)
        case SQLITE_BUSY, SQLITE_LOCKED: return .locked(path: path)
        case SQLITE_READONLY, SQLITE_PERM: return .readOnly(path: path)
        case SQLITE_NOTADB: return .notAStore(path: path)
        case SQLITE_CORRUPT: return .damaged(path: path, detail: String(cString: sqlite3_errmsg(handle)))
        default: return .inputOutput(path: path, detail: String(cString: sqlite3_errmsg(handle)))
        }
    }
}
