import Glibc

/// State that threads share, with a way to wait until it changes.
///
/// `Synchronization.Mutex` has no condition variable.
package final class Monitor<State>: @unchecked Sendable {
    // @unchecked Sendable is correct because every access holds the mutex.
    private var state: State
    private let mutex = UnsafeMutablePointer<pthread_mutex_t>.allocate(capacity: 1)
    private let condition = UnsafeMutablePointer<pthread_cond_t>.allocate(capacity: 1)

    /// Creates a monitor with an initial state.
    package init(_ state: consuming sending State) {
        self.state = state
        pthread_mutex_init(mutex, nil)
        var attributes = pthread_condattr_t()
        pthread_condattr_init(&attributes)
        pthread_condattr_setclock(&attributes, CLOCK_MONOTONIC)
        pthread_cond_init(condition, &attributes)
        pthread_condattr_destroy(&attributes)
    }

    deinit {
        pthread_cond_destroy(condition)
        pthread_mutex_destroy(mutex)
        condition.deallocate()
        mutex.deallocate()
    }

    /// Reads or changes the state and wakes all waiting threads.
    package func change<Result>(_ body: (inout State) -> Result) -> Result {
        let result = withLock(body)
        // After unlocking, so that a thread that wakes up finds the mutex free.
        pthread_cond_broadcast(condition)
        return result
    }

    /// Reads or changes the state and wakes one waiting thread. Use it if any of them can do the work.
    package func changeAndSignalOne<Result>(_ body: (inout State) -> Result) -> Result {
        let result = withLock(body)
        pthread_cond_signal(condition)
        return result
    }

    /// Reads or changes the state without waking any thread.
    package func withLock<Result>(_ body: (inout State) -> Result) -> Result {
        pthread_mutex_lock(mutex)
        defer { pthread_mutex_unlock(mutex) }
        return body(&state)
    }

    /// Waits until the body returns a value.
    @discardableResult
    package func wait<Result>(until body: (inout State) -> Result?) -> Result {
        pthread_mutex_lock(mutex)
        defer { pthread_mutex_unlock(mutex) }
        while true {
            if let result = body(&state) { return result }
            pthread_cond_wait(condition, mutex)
        }
    }

    /// Waits until the body returns a value, or until the time is up.
    /// - Returns: nil if the time is up.
    @discardableResult
    package func wait<Result>(seconds: Double, until body: (inout State) -> Result?) -> Result? {
        let seconds = max(0, seconds)
        var end = timespec()
        clock_gettime(CLOCK_MONOTONIC, &end)
        let nanoseconds = end.tv_nsec + Int((seconds - seconds.rounded(.down)) * 1e9)
        end.tv_sec += Int(seconds) + nanoseconds / 1_000_000_000
        end.tv_nsec = nanoseconds % 1_000_000_000
        pthread_mutex_lock(mutex)
        defer { pthread_mutex_unlock(mutex) }
        while true {
            if let result = body(&state) { return result }
            if pthread_cond_timedwait(condition, mutex, &end) == ETIMEDOUT { return body(&state) }
        }
    }
}
