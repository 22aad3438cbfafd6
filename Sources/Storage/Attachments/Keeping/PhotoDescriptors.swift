import Glibc
import Inventory

/// Prevents two threads or processes from working on the same photo at once.
///
/// One lock file serves all photos: a photo locks the byte whose offset is the beginning of its hash. The kernel releases
/// the lock when its holder ends, however it ends.
enum PhotoLock {
    /// Linux `F_OFD_SETLKW`: the lock belongs to the open file, not to the process.
    private static let setAndWait: Int32 = 38

    /// Runs `work` while holding the lock of a photo. On a file system without locks, work may be done twice, with the
    /// same result.
    static func withLock<Result>(_ hash: ContentHash, file: String, _ work: () throws -> Result) throws -> Result {
        let opened = open(file, O_RDWR | O_CREAT | O_CLOEXEC, 0o600)
        defer { if opened >= 0 { close(opened) } }
        var range = flock()
        range.l_type = Int16(F_WRLCK)
        range.l_whence = Int16(SEEK_SET)
        range.l_start = Int(hash.bytes.prefix(7).reduce(0) { $0 << 8 | UInt64($1) })
        range.l_len = 1
        while opened >= 0 && fcntl(opened, setAndWait, &range) != 0 && errno == EINTR {}
        return try work()
    }
}

/// An open descriptor that is closed at the end of its lifetime.
struct OwnedDescriptor: ~Copyable {
    let number: Int32

    init(_ number: Int32) { self.number = number }

    deinit { close(number) }
}
