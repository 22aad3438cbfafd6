import Glibc
import Synchronization

/// The disk a file lies on.
final class DiskSpaceCheck: Sendable {
    /// Seconds that an answer of the system is good for: many edits a second need not ask each time.
    private static let memory = 0.1

    private let path: String
    private let known = Mutex((free: Int64?.none, until: 0.0))

    init(of path: String) { self.path = path }

    /// Bytes that may still be written there; nil where the system does not tell.
    var free: Int64? {
        let now = ServerClock.now()
        return known.withLock { known in
            if now < known.until { return known.free }
            var status = statvfs()
            let isTold = statvfs(path, &status) == 0
            known.free = isTold ? Int64(clamping: UInt64(status.f_bavail) * UInt64(status.f_frsize)) : nil
            known.until = now + DiskSpaceCheck.memory
            return known.free
        }
    }
}
