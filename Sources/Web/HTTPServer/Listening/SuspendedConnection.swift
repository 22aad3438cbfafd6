internal import CMicroHTTPD

/// A connection that the library leaves alone until it is resumed.
struct SuspendedConnection: Sendable {
    // The library allows any thread to resume a connection, and a suspended one is not closed.
    nonisolated(unsafe) private let connection: OpaquePointer

    /// Suspends a connection; call it on the connection's thread.
    init(suspending connection: OpaquePointer) {
        self.connection = connection
        MHD_suspend_connection(connection)
    }

    /// Lets the connection go on. Call it once.
    func resume() { MHD_resume_connection(connection) }
}
