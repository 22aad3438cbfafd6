internal import CMicroHTTPD

/// libmicrohttpd's connection of a client, valid in the library's callbacks and while it is suspended.
struct MHDConnection {
    let handle: OpaquePointer

    init(_ handle: OpaquePointer) { self.handle = handle }

    var socket: Int32 { homepwner_http_socket(handle) }

    /// The address of the client; nil if the library does not know it.
    var address: IPAddress? {
        var bytes = [UInt8](repeating: 0, count: 16)
        let count = homepwner_http_address(handle, &bytes)
        return IPAddress(bytes: Array(bytes.prefix(Int(count))))
    }
}

/// A connection that the library leaves alone until it is resumed.
struct SuspendedConnection: Sendable {
    // The library allows any thread to resume a connection, and a suspended one is not closed.
    nonisolated(unsafe) private let connection: MHDConnection

    /// Suspends a connection; call it on the connection's thread.
    init(suspending connection: MHDConnection) {
        self.connection = connection
        MHD_suspend_connection(connection.handle)
    }

    /// Lets the connection go on. Call it once.
    func resume() { MHD_resume_connection(connection.handle) }
}
