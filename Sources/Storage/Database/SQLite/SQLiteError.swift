import CSQLite
import Glibc

extension DatabaseError {
    /// The failure that SQLite reports by a result code.
    init(code: Int32, handle: OpaquePointer) {
        let cause = DatabaseError.systemCode(handle)
        let words = String(cString: sqlite3_errmsg(handle))
        // After a failure SQLite unlocks files that it closed, or looks for one that it could not make: these are the errors of
        // that, not the cause.
        let reason = [0, EBADF, ENOENT].contains(cause) ? words : String(cString: strerror(cause))
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
            if cause == EIO { self.init(.io, reason) } else { self.init(.corrupt, words) }
        case SQLITE_CONSTRAINT: self.init(.constraint, words)
        default: self.init(.other, words)
        }
    }

    /// The operating system's error number, which is more specific than "disk I/O error"; 0 if there is none.
    private static func systemCode(_ handle: OpaquePointer) -> Int32 {
        // A statement that fails while it runs leaves the number with the file: the log, or the database.
        for pointer in [SQLITE_FCNTL_JOURNAL_POINTER, SQLITE_FCNTL_FILE_POINTER] {
            var file: UnsafeMutablePointer<sqlite3_file>?
            var code: Int32 = 0
            guard sqlite3_file_control(handle, "main", pointer, &file) == SQLITE_OK,
                let control = file?.pointee.pMethods?.pointee.xFileControl,
                control(file, SQLITE_FCNTL_LAST_ERRNO, &code) == SQLITE_OK, code != 0
            else { continue }
            return code
        }
        return sqlite3_system_errno(handle)
    }
}
