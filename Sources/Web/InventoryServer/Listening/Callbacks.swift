import CMicroHTTPD
import Glibc
import Synchronization

// The library's callbacks. Each runs on the thread of its connection.

/// A connection was opened or is about to be closed.
let onConnection: MHD_NotifyConnectionCallback = { context, connection, socketContext, code in
    guard let context, let connection, let socketContext else { return }
    let listener = Unmanaged<ListenerContext>.fromOpaque(context).takeUnretainedValue()
    if code == .CONNECTION_NOTIFY_STARTED {
        let client = ClientConnection(
            socket: homepwner_http_socket(connection), peer: Peer(homepwner_http_peer(connection)))
        client.startDeadline(within: listener.limits.headerSeconds)
        listener.connections.add(client)
        socketContext.pointee = Unmanaged.passRetained(client).toOpaque()
    } else if let pointer = socketContext.pointee {
        listener.connections.remove(Unmanaged<ClientConnection>.fromOpaque(pointer).takeRetainedValue())
        socketContext.pointee = nil
    }
}

/// The request line has come.
let onTarget: homepwner_http_uri = { context, text, connection in
    guard let context, let text, let connection, let pointer = homepwner_http_socket_context(connection) else {
        return nil
    }
    let listener = Unmanaged<ListenerContext>.fromOpaque(context).takeUnretainedValue()
    let client = Unmanaged<ClientConnection>.fromOpaque(pointer).takeUnretainedValue()
    let target = UnsafeRawBufferPointer(start: text, count: strlen(text))
    let inFlight = InFlightRequest(target: Array(target), client: client)
    inFlight.begun = ServerClock.now()
    client.startDeadline(within: listener.limits.headerSeconds, from: inFlight.begun)
    listener.active.add(1, ordering: .relaxed)
    return Unmanaged.passRetained(inFlight).toOpaque()
}

/// The answer was sent, or the connection broke.
let onCompleted: MHD_RequestCompletedCallback = { context, _, request, _ in
    guard let context, let pointer = request?.pointee else { return }
    let listener = Unmanaged<ListenerContext>.fromOpaque(context).takeUnretainedValue()
    let inFlight = Unmanaged<InFlightRequest>.fromOpaque(pointer).takeRetainedValue()
    request?.pointee = nil
    inFlight.client.startDeadline(within: Double(listener.limits.idleSeconds))
    listener.active.subtract(1, ordering: .relaxed)
    if let logged = inFlight.logged {
        listener.handler.note(
            method: logged.method, path: logged.path, status: logged.status,
            seconds: ServerClock.now() - inFlight.begun,
            peer: inFlight.client.peer)
    }
    if inFlight.expectsFollowUp { inFlight.client.busyPoll() }
}

/// A header has come, or a piece of a body, or the whole request has, or its answer is there.
let onAccess: MHD_AccessHandlerCallback = { context, connection, _, method, _, data, size, request in
    guard let context, let connection, let size, let pointer = request?.pointee else { return .NO }
    let listener = Unmanaged<ListenerContext>.fromOpaque(context).takeUnretainedValue()
    let inFlight = Unmanaged<InFlightRequest>.fromOpaque(pointer).takeUnretainedValue()
    switch inFlight.state {
    case .fresh: return listener.begin(inFlight, connection, method)
    case .reading(let head, let authorization, let collector):
        guard size.pointee == 0 else {
            inFlight.received += size.pointee
            inFlight.client.startDeadline(
                within: 10 + Double(inFlight.received) / Double(listener.limits.slowestUpload), from: inFlight.begun)
            do throws(HTTPError) {
                try collector.take(UnsafeRawBufferPointer(start: data, count: size.pointee))
            } catch {
                inFlight.state = .refused(listener.handler.errorResponse(error, head))
            }
            size.pointee = 0
            return .YES
        }
        return listener.finish(inFlight, connection, head, authorization, collector)
    case .refused(var response):
        guard size.pointee == 0 else {
            // Some of a body that is not wanted is let by, so that the client hears why.
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
        _ inFlight: InFlightRequest, _ connection: OpaquePointer, _ method: UnsafePointer<CChar>?
    ) -> MHD_Result {
        inFlight.client.startDeadline(within: 10, from: inFlight.begun)
        let name = method.map { String(cString: $0) } ?? ""
        // What is no method of ours may hold anything.
        if handler.notes { inFlight.logged = (RequestHead.Method(rawValue: name)?.rawValue ?? "-", "-", 0) }
        var head: RequestHead?
        do throws(HTTPError) {
            let read = try readHead(inFlight, connection, name)
            head = read
            inFlight.logged?.path = read.target.logged
            let (authorization, collector) = try handler.begin(read)
            inFlight.state = .reading(read, authorization, collector)
            return .YES
        } catch {
            var response = handler.errorResponse(error, head)
            response.closes = true
            return send(response, inFlight, connection)
        }
    }

    private func readHead(
        _ inFlight: InFlightRequest, _ connection: OpaquePointer, _ method: String
    ) throws(HTTPError) -> RequestHead {
        var fields = HeaderFields()
        withUnsafeMutablePointer(to: &fields) { fields in
            _ = MHD_get_connection_values_n(
                connection, .HEADER_KIND,
                { fields, _, text, nameCount, value, valueCount in
                    guard let fields, let text else { return .YES }
                    let name = UnsafeBufferPointer(
                        start: UnsafeRawPointer(text).assumingMemoryBound(to: UInt8.self), count: nameCount)
                    let value = UnsafeBufferPointer(
                        start: value.map { UnsafeRawPointer($0).assumingMemoryBound(to: UInt8.self) }, count: valueCount
                    )
                    fields.assumingMemoryBound(to: HeaderFields.self).pointee.add(name, value)
                    return .YES
                }, fields)
        }
        guard inFlight.target.count <= limits.target else { throw HTTPError(.addressTooLong) }
        var peer = inFlight.client.peer
        if isBehindProxy, let last = fields[.forwardedFor]?.split(separator: ",").last {
            peer = Peer(forwarded: last) ?? peer
        }
        let target: RequestTarget
        do throws(RequestTarget.ParseError) {
            target = try RequestTarget(inFlight.target)
        } catch {
            // Whoever asks under a wrong name learns nothing else.
            _ = try handler.begin(RequestHead(method: .get, target: .front, headers: fields, peer: peer))
            switch error {
            case .malformed: throw HTTPError(.malformedRequest, "The address cannot be read.")
            case .pathEscapesRoot: throw HTTPError(.noSuchPage)
            }
        }
        return RequestHead(method: RequestHead.Method(rawValue: method), target: target, headers: fields, peer: peer)
    }

    fileprivate func finish(
        _ inFlight: InFlightRequest, _ connection: OpaquePointer, _ head: RequestHead,
        _ authorization: RequestGuard.AuthorizedRequest,
        _ collector: any BodyCollector
    ) -> MHD_Result {
        inFlight.client.clearDeadline()
        do throws(HTTPError) {
            let request = Request(head: head, authorization: authorization, body: try collector.finish())
            switch handler.response(request) {
            case .now(let response):
                inFlight.expectsFollowUp = !request.method.isSafe
                return send(response, inFlight, connection)
            case .later(let work):
                let promise = ResponsePromise(connection)
                inFlight.state = .waiting(promise, collector)
                MHD_suspend_connection(connection)
                work(promise)
                return .YES
            }
        } catch {
            return send(handler.errorResponse(error, head), inFlight, connection)
        }
    }

    fileprivate func send(_ response: Response, _ inFlight: InFlightRequest, _ connection: OpaquePointer) -> MHD_Result
    {
        inFlight.state = .completed
        inFlight.logged?.status = response.status
        switch response.body {
        case .stream: inFlight.client.clearDeadline()
        default: inFlight.client.startDeadline(within: limits.answerSeconds + Double(response.size) / Double(16 << 10))
        }
        return MHDResponse.queue(response, on: connection)
    }
}
