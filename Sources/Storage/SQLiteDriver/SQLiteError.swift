import CSQLite
import Database
import Glibc

extension DatabaseError {
    /// The failure that SQLite reports by a result code.
    init(code: Int32, handle: OpaquePointer) {
        // The operating system's own number says more than "disk I/O error".
        let cause = sqlite3_system_errno(handle)
        let words = String(cString: sqlite3_errmsg(handle))
        let reason = cause == 0 ? words : String(cString: strerror(cause))
        switch code & 0xFF {
        case SQLITE_FULL: self.init(.full, words)
        case SQLITE_IOERR, SQLITE_CANTOPEN:
            switch cause {
            case ENOSPC, EDQUOT: self.init(.full, reason)
            case EACCES, EPERM, EROFS: self.init(.readOnly, reason)
            default: self.init(.io, reason)
            }
        case SQLITE_BUSY, SQLITE_LOCKED: self.init(.busy, words)
        case SQLITE_READONLY, SQLITE_PERM: self.init(.readOnly, words)
        case SQLITE_NOTADB: self.init(.notADatabase, words)
        case SQLITE_CORRUPT: self.init(.corrupt, words)
        case SQLITE_CONSTRAINT: self.init(.constraint, words)
        default: self.init(.other, words)
        }
    }
}
