import CMicroHTTPD
import Glibc

/// Seconds that only go forward, whatever happens to the time of day.
enum ServerClock {
    @Sendable static func now() -> Double {
        var time = timespec()
        clock_gettime(CLOCK_MONOTONIC, &time)
        return Double(time.tv_sec) + Double(time.tv_nsec) / 1e9
    }
}
