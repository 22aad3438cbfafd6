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
        case SQLITE_CORRUPT:
            // SQLite calls a file damaged that the disk fails to read. The disk's answer may be another next time.
            var code: Int32 = 0
            sqlite3_file_control(handle, "main", SQLITE_FCNTL_LAST_ERRNO, &code)
            if code == EIO { self.init(.io, String(cString: strerror(EIO))) } else { self.init(.corrupt, words) }
        case SQLITE_CONSTRAINT: self.init(.constraint, words)
        default: self.init(.other, words)
        }
    }
}
