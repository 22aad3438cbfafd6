import CMicroHTTPD
import Glibc
import Synchronization

// The library's callbacks. Each runs on the thread of its connection.

/// A connection was opened or is about to be closed.
let onConnection: MHD_NotifyConnectionCallback = { context, connection, socketContext, code in
    guard let context, let connection, let socketContext else { return }
    let listener = Unmanaged<ListenerContext>.fromOpaque(context).takeUnretainedValue()
    if code == .CONNECTION_NOTIFY_STARTED {
        let line = Line(socket: homepwner_http_socket(connection), peer: Peer(homepwner_http_peer(connection)))
        line.expect(within: listener.limits.headerSeconds)
        listener.lines.add(line)
        socketContext.pointee = Unmanaged.passRetained(line).toOpaque()
    } else if let pointer = socketContext.pointee {
        listener.lines.remove(Unmanaged<Line>.fromOpaque(pointer).takeRetainedValue())
        socketContext.pointee = nil
    }
}

/// The request line has come.
let onTarget: homepwner_http_uri = { context, text, connection in
    guard let context, let text, let connection, let pointer = homepwner_http_socket_context(connection) else {
        return nil
    }
    let listener = Unmanaged<ListenerContext>.fromOpaque(context).takeUnretainedValue()
    let line = Unmanaged<Line>.fromOpaque(pointer).takeUnretainedValue()
    let target = UnsafeRawBufferPointer(start: text, count: strlen(text))
    let exchange = Exchange(target: Array(target), line: line)
    exchange.begun = Clock.now()
    line.expect(within: listener.limits.headerSeconds, from: exchange.begun)
    listener.active.add(1, ordering: .relaxed)
    return Unmanaged.passRetained(exchange).toOpaque()
}

/// The answer was sent, or the connection broke.
let onCompleted: MHD_RequestCompletedCallback = { context, _, request, _ in
    guard let context, let pointer = request?.pointee else { return }
    let listener = Unmanaged<ListenerContext>.fromOpaque(context).takeUnretainedValue()
    let exchange = Unmanaged<Exchange>.fromOpaque(pointer).takeRetainedValue()
    request?.pointee = nil
    exchange.line.expect(within: Double(listener.limits.idleSeconds))
    listener.active.subtract(1, ordering: .relaxed)
    if let logged = exchange.logged {
        listener.handler.note(
            method: logged.method, path: logged.path, status: logged.status, seconds: Clock.now() - exchange.begun,
            peer: exchange.line.peer)
    }
    if exchange.lingers { exchange.line.linger() }
}

/// A header has come, or a piece of a body, or the whole request has, or its answer is there.
let onAccess: MHD_AccessHandlerCallback = { context, connection, _, method, _, data, size, request in
    guard let context, let connection, let size, let pointer = request?.pointee else { return .NO }
    let listener = Unmanaged<ListenerContext>.fromOpaque(context).takeUnretainedValue()
    let exchange = Unmanaged<Exchange>.fromOpaque(pointer).takeUnretainedValue()
    switch exchange.state {
    case .fresh: return listener.begin(exchange, connection, method)
    case .reading(let head, let admission, let collector):
        guard size.pointee == 0 else {
            exchange.received += size.pointee
            exchange.line.expect(
                within: 10 + Double(exchange.received) / Double(listener.limits.slowestUpload), from: exchange.begun)
            do throws(Problem) {
                try collector.take(UnsafeRawBufferPointer(start: data, count: size.pointee))
            } catch {
                exchange.state = .refused(listener.handler.refusal(error, head))
            }
            size.pointee = 0
            return .YES
        }
        return listener.finish(exchange, connection, head, admission, collector)
    case .refused(var answer):
        guard size.pointee == 0 else {
            // Some of a body that is not wanted is let by, so that the client hears why.
            exchange.received += size.pointee
            size.pointee = 0
            return exchange.received < listener.limits.upload + listener.limits.body ? .YES : .NO
        }
        answer.closes = true
        return listener.send(answer, exchange, connection)
    case .waiting(let mailbox, _):
        guard let answer = mailbox.take() else { return .YES }
        return listener.send(answer, exchange, connection)
    case .answered: return .NO
    }
}

extension ListenerContext {
    fileprivate func begin(
        _ exchange: Exchange, _ connection: OpaquePointer, _ method: UnsafePointer<CChar>?
    ) -> MHD_Result {
        exchange.line.expect(within: 10, from: exchange.begun)
        let name = method.map { String(cString: $0) } ?? ""
        // What is no method of ours may hold anything.
        if handler.notes { exchange.logged = (RequestHead.Method(rawValue: name)?.rawValue ?? "-", "-", 0) }
        var head: RequestHead?
        do throws(Problem) {
            let read = try readHead(exchange, connection, name)
            head = read
            exchange.logged?.path = read.target.logged
            let (admission, collector) = try handler.begin(read)
            exchange.state = .reading(read, admission, collector)
            return .YES
        } catch {
            var answer = handler.refusal(error, head)
            answer.closes = true
            return send(answer, exchange, connection)
        }
    }

    private func readHead(
        _ exchange: Exchange, _ connection: OpaquePointer, _ method: String
    ) throws(Problem) -> RequestHead {
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
        guard exchange.target.count <= limits.target else { throw Problem(.addressTooLong) }
        var peer = exchange.line.peer
        if isBehindProxy, let last = fields[.forwardedFor]?.split(separator: ",").last {
            peer = Peer(forwarded: last) ?? peer
        }
        let target: RequestTarget
        do throws(RequestTarget.Fault) {
            target = try RequestTarget(exchange.target)
        } catch {
            // Whoever asks under a wrong name learns nothing else.
            _ = try handler.begin(RequestHead(method: .get, target: .front, headers: fields, peer: peer))
            switch error {
            case .malformed: throw Problem(.malformedRequest, "The address cannot be read.")
            case .wayward: throw Problem(.noSuchPage)
            }
        }
        return RequestHead(method: RequestHead.Method(rawValue: method), target: target, headers: fields, peer: peer)
    }

    fileprivate func finish(
        _ exchange: Exchange, _ connection: OpaquePointer, _ head: RequestHead, _ admission: Gate.Admission,
        _ collector: any BodyCollector
    ) -> MHD_Result {
        exchange.line.rest()
        do throws(Problem) {
            let request = Request(head: head, admission: admission, body: try collector.finish())
            switch handler.answer(request) {
            case .now(let answer):
                exchange.lingers = !request.method.isSafe
                return send(answer, exchange, connection)
            case .later(let work):
                let mailbox = Mailbox(connection)
                exchange.state = .waiting(mailbox, collector)
                MHD_suspend_connection(connection)
                work(mailbox)
                return .YES
            }
        } catch {
            return send(handler.refusal(error, head), exchange, connection)
        }
    }

    fileprivate func send(_ answer: Answer, _ exchange: Exchange, _ connection: OpaquePointer) -> MHD_Result {
        exchange.state = .answered
        exchange.logged?.status = answer.status
        switch answer.body {
        case .stream: exchange.line.rest()
        default: exchange.line.expect(within: limits.answerSeconds + Double(answer.size) / Double(16 << 10))
        }
        return MHDResponse.queue(answer, on: connection)
    }
}
