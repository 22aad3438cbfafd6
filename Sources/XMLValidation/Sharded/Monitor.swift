internal import Glibc

/// A value that one thread at a time may use, and for whose changes threads can wait.
///
/// `Synchronization.Mutex` cannot be waited on with a condition, hence this one.
final class Monitor<Value>: @unchecked Sendable {
    private let mutex = UnsafeMutablePointer<pthread_mutex_t>.allocate(capacity: 1)
    private let changed = UnsafeMutablePointer<pthread_cond_t>.allocate(capacity: 1)
    private var value: Value

    init(_ value: consuming sending Value) {
        self.value = value
        pthread_mutex_init(mutex, nil)
        pthread_cond_init(changed, nil)
    }

    deinit {
        pthread_cond_destroy(changed)
        pthread_mutex_destroy(mutex)
        changed.deallocate()
        mutex.deallocate()
    }

    /// Uses the value while no other thread does.
    func withLock<Result>(_ body: (inout sending Value) -> sending Result) -> sending Result {
        pthread_mutex_lock(mutex)
        defer { pthread_mutex_unlock(mutex) }
        return body(&value)
    }

    /// Uses the value as soon as `body` finds in it what it looks for.
    func waitFor<Result>(_ body: (inout sending Value) -> sending Result?) -> sending Result {
        pthread_mutex_lock(mutex)
        defer { pthread_mutex_unlock(mutex) }
        while true {
            if let result = body(&value) {
                return result
            }
            pthread_cond_wait(changed, mutex)
        }
    }

    /// Wakes one waiting thread.
    func signal() {
        pthread_cond_signal(changed)
    }

    /// Wakes every waiting thread.
    func broadcast() {
        pthread_cond_broadcast(changed)
    }
}
