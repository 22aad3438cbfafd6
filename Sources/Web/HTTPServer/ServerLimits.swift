import Glibc

/// Limits on the resources that one client or all clients together may use.
package struct ServerLimits: Equatable, Sendable {
    /// Bytes of the header section, including the request line.
    package var header = 8 << 10
    /// Bytes of the request target.
    package var target = 4 << 10
    /// Bytes of a JSON or form body.
    package var body = 4 << 20
    /// Bytes of a body that a client without a session may send.
    package var unauthenticatedBody = 4 << 10
    /// Bytes of a body with files.
    package var upload = 200 << 20
    /// Bytes of one file.
    package var file = 50 << 20
    /// Files in one body.
    package var files = 20
    /// Bytes of all bodies that are held in memory at the same time.
    package var bodiesInMemory = 16 << 20
    /// Bytes of all bodies of clients without a session, which never use the memory of the others.
    package var unauthenticatedInMemory = 1 << 20
    /// Bytes of all uploaded files that are on the disk at the same time.
    package var uploadsOnDisk = 1 << 30
    /// Connections at the same time.
    package var connections = 512
    /// Connections at the same time that have not shown a session. Beyond it, the one that was opened first is closed.
    package var unauthenticatedConnections = 192
    /// Connections at the same time from one address; 0 for no limit of its own.
    package var connectionsPerAddress = 0
    /// Published files that are kept open for sending.
    package var openFiles = 512
    /// Event streams at the same time.
    package var streams = 64
    /// Seconds for the request line on a new connection, and for the rest of the header after it.
    package var headerSeconds = 10.0
    /// Seconds for a body, in addition to those that its bytes take at the lowest rate.
    package var bodySeconds = 10.0
    /// The lowest average rate of a body or response, in bytes a second.
    package var slowestTransfer = 16 << 10
    /// Seconds that a connection may be silent.
    package var idleSeconds = 60
    /// Seconds for reading a response, in addition to those that its bytes take at the lowest rate.
    package var answerSeconds = 60.0
    /// Reports that are made at the same time.
    package var reports = 2
    /// Seconds that a report may take.
    package var reportSeconds = 1200.0
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

extension ServerLimits {
    /// Files that everything but connections and published files may have open: the inventory, uploads, photos.
    private static let otherDescriptors = 256

    /// The number of files that the process may have open at the same time.
    var descriptors: Int { connections + openFiles + ServerLimits.otherDescriptors }

    /// Limits that need at most as many open files as the system allows.
    /// - Parameter available: the number that it allows.
    package func fitted(toDescriptors available: Int) -> ServerLimits {
        guard available < descriptors else { return self }
        var limits = self
        let left = max(32, available - min(ServerLimits.otherDescriptors, available / 2))
        limits.connections = min(connections, left / 2)
        limits.openFiles = min(openFiles, left - limits.connections)
        limits.unauthenticatedConnections = min(unauthenticatedConnections, limits.connections * 3 / 8)
        return limits
    }

    /// Raises the number of files that this process may open to what these limits need, as far as the system allows.
    /// - Returns: the limits that fit.
    package func fittedToSystem() -> ServerLimits {
        var limit = rlimit()
        guard getrlimit(__rlimit_resource_t(RLIMIT_NOFILE.rawValue), &limit) == 0 else { return self }
        let needed = rlim_t(descriptors)
        if limit.rlim_cur < needed {
            var raised = limit
            raised.rlim_cur = min(needed, limit.rlim_max)
            if setrlimit(__rlimit_resource_t(RLIMIT_NOFILE.rawValue), &raised) == 0 { limit = raised }
        }
        return fitted(toDescriptors: Int(clamping: limit.rlim_cur))
    }
}
