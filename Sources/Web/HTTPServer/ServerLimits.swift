/// Limits on the resources that one client or all clients together may use.
package struct ServerLimits: Sendable {
    /// Bytes of the header section, including the request line.
    package var header = 8 << 10
    /// Bytes of the request target.
    package var target = 4 << 10
    /// Bytes of a JSON or form body.
    package var body = 4 << 20
    /// Bytes of a body with files.
    package var upload = 200 << 20
    /// Bytes of one file.
    package var file = 50 << 20
    /// Files in one body.
    package var files = 20
    /// Bytes of all bodies that are held in memory at the same time.
    package var bodiesInMemory = 16 << 20
    /// Bytes of all uploaded files that are on the disk at the same time.
    package var uploadsOnDisk = 1 << 30
    /// Connections at the same time.
    package var connections = 512
    /// Connections at the same time from one address; 0 for no limit of its own.
    package var connectionsPerAddress = 0
    /// Event streams at the same time.
    package var streams = 64
    /// Seconds for the request line on a new connection, and for the rest of the header after it.
    package var headerSeconds = 10.0
    /// The lowest average rate of a body, in bytes a second, after the first ten seconds.
    package var slowestUpload = 16 << 10
    /// Seconds that a connection may be silent.
    package var idleSeconds = 60
    /// Seconds for reading a response, plus one second for each 16 KiB.
    package var answerSeconds = 60.0
    /// Requests a second from one peer in the long run; three times as many may arrive at once. Nil for no limit, which
    /// is the default if only this machine reaches the server; otherwise the default is 200.
    package var requestsPerSecond: Int?
    /// Seconds that running requests may take when the server stops.
    package var stopSeconds = 5.0
    /// Seconds after that for work that cannot be interrupted: photos that are decoded, pages that are rebuilt.
    package var finishSeconds = 10.0
    /// Network threads, and threads that read the inventory.
    package var threads = 2

    /// Limits for a household.
    package init() {}
}
