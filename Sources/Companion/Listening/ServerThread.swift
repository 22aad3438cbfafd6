import Glibc

/// A thread that runs one function; it has to be joined.
struct ServerThread: Sendable {
    private let handle: pthread_t

    /// Starts the thread; nil where the system has none to give.
    init?(_ body: @escaping @Sendable () -> Void) {
        let box = Unmanaged.passRetained(Body(body))
        var handle = pthread_t()
        let code = pthread_create(
            &handle, nil,
            { argument in
                if let argument { Unmanaged<Body>.fromOpaque(argument).takeRetainedValue().run() }
                return nil
            }, box.toOpaque())
        guard code == 0 else {
            box.release()
            return nil
        }
        self.handle = handle
    }

    /// Waits until the function has returned.
    func join() { pthread_join(handle, nil) }

    private final class Body: Sendable {
        let run: @Sendable () -> Void
        init(_ run: @escaping @Sendable () -> Void) { self.run = run }
    }
}
