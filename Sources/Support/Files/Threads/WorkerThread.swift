import Glibc

/// A thread that runs one function. It must be joined or detached, unless the program ends first.
package struct WorkerThread: Sendable {
    private let handle: pthread_t
    private let isFinished: Monitor<Bool>

    /// Starts the thread. Returns nil if the system cannot create one.
    package init?(_ body: @escaping @Sendable () -> Void) {
        let isFinished = Monitor(false)
        let context = CallbackContext.retain(
            Body {
                body()
                isFinished.change { $0 = true }
            })
        var handle = pthread_t()
        let code = pthread_create(
            &handle, nil,
            { argument in
                if let argument { CallbackContext<Body>.release(argument).run() }
                return nil
            }, context)
        guard code == 0 else {
            CallbackContext<Body>.release(context)
            return nil
        }
        self.handle = handle
        self.isFinished = isFinished
    }

    /// Lets the thread go: it frees what it has when the function returns, and cannot be joined.
    package func detach() { pthread_detach(handle) }

    /// Waits until the function has returned.
    package func join() { pthread_join(handle, nil) }

    /// Waits until the function has returned, or until the time is up.
    /// - Returns: whether the function has returned. If not, the thread runs on until the program ends.
    package func join(within seconds: Double) -> Bool {
        guard isFinished.wait(seconds: seconds, until: { $0 ? true : nil }) != nil else { return false }
        join()
        return true
    }

    private final class Body: Sendable {
        let run: @Sendable () -> Void
        init(_ run: @escaping @Sendable () -> Void) { self.run = run }
    }
}

/// Passes an object to the callbacks of a C library, as the address that the library keeps for them.
package enum CallbackContext<Object: AnyObject> {
    /// The address of an object, which lives until ``release(_:)``.
    @inlinable package static func retain(_ object: Object) -> UnsafeMutableRawPointer {
        Unmanaged.passRetained(object).toOpaque()
    }

    /// The object at an address of ``retain(_:)``.
    @inlinable package static func object(_ address: UnsafeMutableRawPointer) -> Object {
        Unmanaged<Object>.fromOpaque(address).takeUnretainedValue()
    }

    /// The object at an address that is not used again.
    @inlinable @discardableResult package static func release(_ address: UnsafeMutableRawPointer) -> Object {
        Unmanaged<Object>.fromOpaque(address).takeRetainedValue()
    }
}
