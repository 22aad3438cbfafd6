import Files
import Glibc
import HTTPServer

extension ListenerConfiguration {
    /// The listening sockets, which the caller owns.
    struct Sockets {
        private let socket: Int32
        let port: UInt16
        private let metrics: (socket: Int32, address: String)?

        /// Binds the addresses.
        init(_ configuration: ListenerConfiguration) throws {
            let monitored = try configuration.metrics.map(Sockets.bind)
            do {
                (socket, port) = try Sockets.bind(configuration.address)
            } catch {
                if let monitored { Glibc.close(monitored.socket) }
                throw error
            }
            metrics = monitored.flatMap { monitored in
                configuration.metrics.map { (monitored.socket, "http://\($0.hostName):\(monitored.port)") }
            }
        }

        private static func bind(_ address: ListenAddress) throws -> (socket: Int32, port: UInt16) {
            do {
                return try address.listen()
            } catch let error as ListenAddress.ListenError {
                let text = "\(address.hostName):\(address.port)"
                switch error {
                case .addressInUse: throw ServerError.addressInUse(text)
                case .system(let code): throw ServerError.listenFailed(text, code: code)
                }
            }
        }

        func close() {
            Glibc.close(socket)
            if let metrics { Glibc.close(metrics.socket) }
        }

        /// Starts to answer requests. After an error all sockets are closed.
        func listen(
            for handler: any Handler, _ configuration: ListenerConfiguration, _ limits: ServerLimits,
            metrics handlerOfMetrics: ServerMetrics?
        ) throws -> RunningListeners {
            var monitoring: Monitoring?
            do {
                if let metrics, let handlerOfMetrics {
                    var limits = ServerLimits()
                    (limits.threads, limits.connections) = (1, 16)
                    let setup = Listener.Setup(socket: metrics.socket, limits: limits, proxies: .none, tls: nil)
                    monitoring = Monitoring(
                        listener: try Listener(setup, handler: handlerOfMetrics), metrics: handlerOfMetrics,
                        address: metrics.address)
                }
                let setup = Listener.Setup(
                    socket: socket, limits: limits, proxies: configuration.proxies,
                    users: configuration.users, tls: configuration.tls)
                return RunningListeners(
                    listener: try Listener(setup, handler: handler), monitoring: monitoring, limits: limits)
            } catch {
                Glibc.close(socket)
                if let monitoring {
                    monitoring.stop(by: MonotonicClock.now() + limits.finishSeconds)
                } else if let metrics {
                    Glibc.close(metrics.socket)
                }
                throw error as? Listener.StartError == .unusableCertificate
                    ? ServerError.mismatchedCertificate : .libraryFailed
            }
        }
    }
}

/// The listener of `/health` and `/metrics`, and its handler.
struct Monitoring: Sendable {
    let listener: Listener
    let metrics: ServerMetrics
    let address: String

    func stop(by end: Double) {
        metrics.stop(by: end)
        listener.stop()
    }
}

/// The listener of a server, and that of its monitoring.
struct RunningListeners: Sendable {
    let listener: Listener
    let monitoring: Monitoring?
    let limits: ServerLimits

    /// Stops what is served, and closes the connections in between.
    /// - Returns: whether everything is finished in time; true if stopping has begun before.
    func stop(_ served: some Stoppable) -> Bool {
        guard served.beginStop() else { return true }
        listener.waitUntilIdle(until: MonotonicClock.now() + limits.stopSeconds)
        // Every accepted change is committed and answered before the connections are closed.
        let last = MonotonicClock.now() + limits.finishSeconds
        guard served.finishRequests(by: last) else { return false }
        listener.stop()
        monitoring?.stop(by: last)
        return served.finish(by: last)
    }
}

/// Requests that end in three steps, in this order.
protocol Stoppable {
    /// Refuses new requests.
    /// - Returns: false if stopping has begun before.
    func beginStop() -> Bool
    /// Finishes the accepted requests.
    /// - Parameter end: the latest time, on the ``MonotonicClock``.
    /// - Returns: whether all of them are answered in time.
    func finishRequests(by end: Double) -> Bool
    /// Has the pages rebuilt for the last changes, and ends all threads.
    /// - Parameter end: the latest time, on the ``MonotonicClock``.
    /// - Returns: whether the pages are rebuilt in time.
    func finish(by end: Double) -> Bool
}
