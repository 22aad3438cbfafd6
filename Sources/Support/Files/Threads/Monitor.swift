import Glibc

/// State that threads share, with a way to wait until it changes.
///
/// `Synchronization.Mutex` cannot be waited on with a condition, hence this one.
package final class Monitor<State>: @unchecked Sendable {
    // Every access holds the mutex, which is why the compiler may be told that this is safe.
    private var state: State
    private let mutex = UnsafeMutablePointer<pthread_mutex_t>.allocate(capacity: 1)
    private let condition = UnsafeMutablePointer<pthread_cond_t>.allocate(capacity: 1)

    /// The state as it begins.
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

    /// Reads or changes the state and wakes everybody who waits.
    package func change<Result>(_ body: (inout State) -> Result) -> Result {
        let result = withLock(body)
        // Whoever wakes up finds the mutex free.
        pthread_cond_broadcast(condition)
        return result
    }

    /// Reads or changes the state and wakes one of those who wait, where any of them can do what there is to do.
    package func changeAndSignalOne<Result>(_ body: (inout State) -> Result) -> Result {
        let result = withLock(body)
        pthread_cond_signal(condition)
        return result
    }

    /// Reads or changes the state and wakes nobody: for changes nobody waits for.
    package func withLock<Result>(_ body: (inout State) -> Result) -> Result {
        pthread_mutex_lock(mutex)
        defer { pthread_mutex_unlock(mutex) }
        return body(&state)
    }

    /// Waits until the body answers something, however long that takes.
    @discardableResult
    package func wait<Result>(until body: (inout State) -> Result?) -> Result {
        pthread_mutex_lock(mutex)
        defer { pthread_mutex_unlock(mutex) }
        while true {
            if let result = body(&state) { return result }
            pthread_cond_wait(condition, mutex)
        }
    }

    /// Waits until the body answers something, for so many seconds at most; nil where it did not by then.
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
