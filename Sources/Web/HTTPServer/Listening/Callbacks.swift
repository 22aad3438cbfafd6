internal import CMicroHTTPD
import Files
import Glibc
import Message

// libmicrohttpd's callbacks. Each runs on the thread of its connection.

/// A connection was opened or is about to be closed.
let onConnection: MHD_NotifyConnectionCallback = { context, handle, socketContext, code in
    guard let context, let handle, let socketContext else { return }
    let listener = CallbackContext<ListenerContext>.object(context)
    if code == .CONNECTION_NOTIFY_STARTED {
        let connection = MHDConnection(handle)
        let address = connection.address
        let client = ClientConnection(
            socket: connection.socket, peer: Peer(address),
            isTrustedProxy: address.map(listener.proxies.contains) ?? false,
            namesUsers: address.flatMap { listener.users?.isBelieved($0) } ?? false)
        client.startDeadline(within: listener.limits.headerSeconds)
        listener.connections.add(client)
        socketContext.pointee = CallbackContext.retain(client)
    } else if let pointer = socketContext.pointee {
        listener.connections.remove(CallbackContext<ClientConnection>.release(pointer))
        socketContext.pointee = nil
    }
}

/// The request line has arrived.
let onTarget: homepwner_http_uri = { context, text, connection in
    guard let context, let text, let connection, let pointer = homepwner_http_socket_context(connection) else {
        return nil
    }
    let listener = CallbackContext<ListenerContext>.object(context)
    let client = CallbackContext<ClientConnection>.object(pointer)
    let target = UnsafeRawBufferPointer(start: text, count: strlen(text))
    let inFlight = InFlightRequest(target: Array(target), client: client)
    inFlight.begun = MonotonicClock.now()
    client.startDeadline(within: listener.limits.headerSeconds, from: inFlight.begun)
    listener.active.withLock { $0 += 1 }
    return CallbackContext.retain(inFlight)
}

/// The response was sent, or the connection broke.
let onCompleted: MHD_RequestCompletedCallback = { context, _, request, _ in
    guard let context, let pointer = request?.pointee else { return }
    let listener = CallbackContext<ListenerContext>.object(context)
    let inFlight = CallbackContext<InFlightRequest>.release(pointer)
    request?.pointee = nil
    inFlight.client.startDeadline(within: Double(listener.limits.idleSeconds))
    listener.active.change { $0 -= 1 }
    if var entry = inFlight.logEntry {
        entry.seconds = MonotonicClock.now() - inFlight.begun
        listener.handler.log(entry)
    }
}

/// The header is complete, a piece of the body has arrived, the request is complete, or a promised response is there.
let onAccess: MHD_AccessHandlerCallback = { context, handle, _, method, _, data, size, request in
    guard let context, let handle, let size, let pointer = request?.pointee else { return .NO }
    let listener = CallbackContext<ListenerContext>.object(context)
    let inFlight = CallbackContext<InFlightRequest>.object(pointer)
    let connection = MHDConnection(handle)
    switch inFlight.state {
    case .fresh: return listener.begin(inFlight, connection, method.map { String(cString: $0) } ?? "")
    case .reading(let accepted):
        guard size.pointee == 0 else {
            inFlight.received += size.pointee
            inFlight.client.startDeadline(
                within: listener.limits.bodySeconds + Double(inFlight.received)
                    / Double(listener.limits.slowestTransfer), from: inFlight.begun)
            do {
                let piece = UnsafeRawBufferPointer(start: data, count: size.pointee).bindMemory(to: UInt8.self)
                try accepted.collector.take(piece.span)
            } catch {
                inFlight.state = .refused(listener.handler.errorResponse(error, to: inFlight.head))
            }
            size.pointee = 0
            return .YES
        }
        return listener.finish(inFlight, connection, accepted)
    case .refused(var response):
        guard size.pointee == 0 else {
            // Part of an unwanted body is read and dropped: the client reads the response only after sending it.
            inFlight.received += size.pointee
            size.pointee = 0
            return inFlight.received < listener.limits.upload + listener.limits.body ? .YES : .NO
        }
        response.closes = true
        return listener.send(response, inFlight, connection)
    case .waiting(let promise, _):
        guard let response = promise.take() else { return .YES }
        return listener.send(response, inFlight, connection)
    case .completed: return .NO
    }
}

extension ListenerContext {
    fileprivate func begin(
        _ inFlight: InFlightRequest, _ connection: MHDConnection, _ name: String
    ) -> MHD_Result {
        inFlight.client.startDeadline(within: limits.bodySeconds, from: inFlight.begun)
        let method = RequestHead.Method(rawValue: name)
        if handler.isLogging {
            // An unknown method may contain anything, so it is not logged.
            inFlight.logEntry = AccessLogEntry(
                method: method?.rawValue ?? "-", path: "-", status: 0, seconds: 0, peer: inFlight.client.peer, host: "-"
            )
        }
        do {
            let head = try readHead(inFlight, connection, method)
            inFlight.head = head
            inFlight.logEntry?.path = head.target.logged
            inFlight.logEntry?.peer = head.peer
            inFlight.logEntry?.host = head.headers[.host].flatMap { HostName($0)?.name } ?? "-"
            switch try handler.accept(head) {
            case .accepted(let accepted):
                if accepted.user != nil { inFlight.client.recognize() }
                inFlight.logEntry?.user = accepted.user
                inFlight.state = .reading(accepted)
            case .refused(let response): return refuse(response, inFlight, connection)
            }
            return .YES
        } catch {
            return refuse(handler.errorResponse(error, to: inFlight.head), inFlight, connection)
        }
    }

    /// Responds before the body, and closes the connection so that the rest of the body is not taken for a request.
    private func refuse(_ response: Response, _ inFlight: InFlightRequest, _ connection: MHDConnection) -> MHD_Result {
        var response = response
        response.closes = true
        return send(response, inFlight, connection)
    }

    private func readHead(
        _ inFlight: InFlightRequest, _ connection: MHDConnection, _ method: RequestHead.Method?
    ) throws -> RequestHead {
        var fields = HeaderFields(of: connection, userField: users?.field ?? [])
        if !inFlight.client.namesUsers, fields.removeUsers() { users?.reportIgnored(inFlight.client.peer) }
        var peer = inFlight.client.peer
        // A proxy appends the address of its own client, so the last one is the one it vouches for.
        if inFlight.client.isTrustedProxy, let last = fields[.forwardedFor]?.split(separator: ",").last {
            peer = Peer(forwarded: last) ?? peer
        }
        guard inFlight.target.count <= limits.target else {
            // The checks come first, as below.
            _ = try handler.accept(RequestHead(method: .get, target: .front, headers: fields, peer: peer))
            throw HTTPError(.addressTooLong)
        }
        do {
            let target = try RequestTarget(inFlight.target)
            return RequestHead(method: method, target: target, headers: fields, peer: peer)
        } catch let error as RequestTarget.ParseError {
            // The checks come first, so that a request under a wrong host name learns nothing else.
            _ = try handler.accept(RequestHead(method: .get, target: .front, headers: fields, peer: peer))
            switch error {
            case .malformed: throw HTTPError(.malformedRequest, Message("http.unreadableTarget"))
            case .pathEscapesRoot: throw HTTPError(.noSuchPage)
            }
        }
    }

    fileprivate func finish(
        _ inFlight: InFlightRequest, _ connection: MHDConnection, _ accepted: AcceptedRequest
    ) -> MHD_Result {
        inFlight.client.clearDeadline()
        do {
            switch accepted.respond(try accepted.collector.finish()) {
            case .now(let response): return send(response, inFlight, connection)
            case .later(let work):
                let promise = ResponsePromise(SuspendedConnection(suspending: connection))
                inFlight.state = .waiting(promise, accepted.collector)
                work(promise)
                return .YES
            }
        } catch {
            return send(handler.errorResponse(error, to: inFlight.head), inFlight, connection)
        }
    }

    fileprivate func send(_ response: Response, _ inFlight: InFlightRequest, _ connection: MHDConnection) -> MHD_Result
    {
        let response = inFlight.head.map { handler.complete(response, to: $0) } ?? response
        inFlight.state = .completed
        inFlight.logEntry?.status = response.status
        switch response.body {
        case .stream: inFlight.client.clearDeadline()
        default:
            inFlight.client.startDeadline(
                within: limits.answerSeconds + Double(response.size) / Double(limits.slowestTransfer))
        }
        return MHDResponse.queue(response, on: connection)
    }
}

extension HeaderFields {
    /// The header fields of a request.
    fileprivate init(of connection: MHDConnection, userField: [UInt8]) {
        self.init(userField: userField)
        withUnsafeMutablePointer(to: &self) { fields in
            _ = MHD_get_connection_values_n(
                connection.handle, .HEADER_KIND,
                { fields, _, text, nameCount, value, valueCount in
                    guard let fields, let text else { return .YES }
                    let name = UnsafeRawBufferPointer(start: text, count: nameCount).bindMemory(to: UInt8.self)
                    let value = UnsafeRawBufferPointer(start: value, count: valueCount).bindMemory(to: UInt8.self)
                    fields.assumingMemoryBound(to: HeaderFields.self).pointee.add(name.span, value.span)
                    return .YES
                }, fields)
        }
    }
}
