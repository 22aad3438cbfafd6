import CMicroHTTPD
import Glibc

/// State that threads share, with a way to wait until it changes.
final class Monitor<State>: @unchecked Sendable {
    // Every access holds the mutex, which is why the compiler may be told that this is safe.
    private var state: State
    private let mutex: UnsafeMutablePointer<pthread_mutex_t>
    private let condition: UnsafeMutablePointer<pthread_cond_t>

    init(_ state: State) {
        self.state = state
        mutex = .allocate(capacity: 1)
        condition = .allocate(capacity: 1)
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

    /// Reads or changes the state and wakes whoever waits.
    func change<Result>(_ body: (inout State) -> Result) -> Result {
        pthread_mutex_lock(mutex)
        let result = body(&state)
        pthread_mutex_unlock(mutex)
        // Whoever wakes up finds the mutex free.
        pthread_cond_broadcast(condition)
        return result
    }

    /// Reads or changes the state and wakes nobody: for changes nobody waits for.
    func quietly<Result>(_ body: (inout State) -> Result) -> Result {
        pthread_mutex_lock(mutex)
        defer { pthread_mutex_unlock(mutex) }
        return body(&state)
    }

    /// Waits until the body answers something, or for so many seconds.
    func wait<Result>(seconds: Double? = nil, until body: (inout State) -> Result?) -> Result? {
        pthread_mutex_lock(mutex)
        defer { pthread_mutex_unlock(mutex) }
        let end = seconds.map { Clock.now() + $0 }
        while true {
            if let result = body(&state) { return result }
            if let end {
                var time = timespec(tv_sec: Int(end), tv_nsec: Int((end - end.rounded(.down)) * 1e9))
                if pthread_cond_timedwait(condition, mutex, &time) == ETIMEDOUT { return body(&state) }
            } else {
                pthread_cond_wait(condition, mutex)
            }
        }
    }
}
