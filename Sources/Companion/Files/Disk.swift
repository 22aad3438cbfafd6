import Glibc

/// The disk a file lies on.
enum Disk {
    /// Bytes that may still be written there; nil where the system does not tell.
    static func free(at path: String) -> Int64? {
        var status = statvfs()
        guard statvfs(path, &status) == 0 else { return nil }
        return Int64(clamping: UInt64(status.f_bavail) * UInt64(status.f_frsize))
    }
}
