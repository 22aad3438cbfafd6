import Files

/// The clock for time limits and sessions: seconds that only go forward.
enum ServerClock {
    @Sendable static func now() -> Double { MonotonicClock.now() }
}
