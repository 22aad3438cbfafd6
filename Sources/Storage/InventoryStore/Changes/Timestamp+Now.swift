import Glibc
package import Inventory

extension Timestamp {
    /// The present moment by the system's clock, in whole milliseconds.
    package static var now: Timestamp {
        var time = timespec()
        clock_gettime(CLOCK_REALTIME, &time)
        return Timestamp(clampedMilliseconds: Int64(time.tv_sec) * 1000 + Int64(time.tv_nsec) / 1_000_000)
    }
}
