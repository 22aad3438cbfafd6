import Glibc

/// A monotonic clock: it never goes backwards, even if the time of day is changed.
package enum ServerClock {
    /// Seconds since an arbitrary start.
    @Sendable package static func now() -> Double {
        var time = timespec()
        clock_gettime(CLOCK_MONOTONIC, &time)
        return Double(time.tv_sec) + Double(time.tv_nsec) / 1e9
    }
}
