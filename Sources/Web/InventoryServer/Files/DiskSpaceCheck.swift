import Files
import Glibc
import HTTPServer
import InventoryStore
import Synchronization

/// Refuses changes while the disk of the inventory is nearly full.
final class DiskSpaceCheck: Sendable {
    /// Seconds for which a measurement is used again, so that not every one of many edits a second asks the system.
    private static let cacheSeconds = 0.1

    private let store: InventoryStore
    private let minimum: Int64
    private let cache = Mutex((free: Int64?.none, until: 0.0))

    /// - Parameter minimum: the bytes that must be free.
    init(of store: InventoryStore, minimum: Int64) {
        self.store = store
        self.minimum = minimum
    }

    /// Checks that there is room for changes.
    /// - Parameter keys: the keys of the changes. If all of them were made before, they only need to be answered again.
    /// - Throws: `diskFull`, or `storeMissing` if the inventory's folder is gone.
    func check(for keys: [IdempotencyKey] = []) throws {
        guard let free else { throw RequestError(.storeMissing) }
        guard free < minimum else { return }
        let snapshot = try store.snapshot()
        guard !keys.isEmpty, try keys.allSatisfy({ try snapshot.outcome(of: $0) != nil }) else {
            throw RequestError(.diskFull)
        }
    }

    /// The free bytes; nil if the system does not know the folder.
    private var free: Int64? {
        let now = MonotonicClock.now()
        return cache.withLock { cache in
            if now < cache.until { return cache.free }
            var status = statvfs()
            let isKnown = statvfs(store.path, &status) == 0
            cache.free = isKnown ? Int64(clamping: UInt64(status.f_bavail) * UInt64(status.f_frsize)) : nil
            cache.until = now + DiskSpaceCheck.cacheSeconds
            return cache.free
        }
    }
}
