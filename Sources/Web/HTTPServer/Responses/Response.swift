/// The response to a request.
package struct Response: Sendable {
    package var status: Int
    package var fields: [(String, String)]
    package var body: Body
    /// Whether the connection is closed afterwards.
    var closes = false

    package enum Body: Sendable {
        case none
        case bytes([UInt8])
        /// A file of a static folder with its own header fields.
        case file(StaticFile)
        case stream(EventStream)
    }

    package init(status: Int, fields: [(String, String)] = [], body: Body) {
        self.status = status
        self.fields = fields
        self.body = body
    }

    /// Data for programs and scripts.
    package static func json(_ bytes: [UInt8], status: Int = 200, type: String = "application/json") -> Response {
        Response(
            status: status,
            fields: [
                ("Content-Type", type), ("Cache-Control", "no-store"),
                ("Content-Security-Policy", SecurityHeaders.closedPolicy),
            ], body: .bytes(bytes))
    }

    /// A page of this server's own, without inline scripts and styles.
    package static func page(_ bytes: [UInt8], status: Int = 200) -> Response {
        Response(
            status: status,
            fields: [
                ("Content-Type", "text/html; charset=utf-8"), ("Cache-Control", "no-store"),
                ("Content-Security-Policy", SecurityHeaders.policy(CSPHashes())),
            ], body: .bytes(bytes))
    }

    /// A document with styles of its own and without scripts, such as a report.
    package static func document(_ bytes: [UInt8]) -> Response {
        Response(
            status: 200,
            fields: [
                ("Content-Type", "text/html; charset=utf-8"), ("Cache-Control", "no-store"),
                ("Content-Security-Policy", SecurityHeaders.closedPolicy + "; style-src 'unsafe-inline'"),
            ], body: .bytes(bytes))
    }

    /// Plain text for programs.
    package static func text(
        _ text: String, status: Int = 200, type: String = "text/plain; charset=utf-8"
    ) -> Response { .json(Array(text.utf8), status: status, type: type) }

    /// Sends the browser to another page of this server, which it fetches with GET (RFC 9110, 15.4.4).
    package static func redirect(to path: String) -> Response {
        Response(
            status: 303,
            fields: [
                ("Location", path), ("Cache-Control", "no-store"),
                ("Content-Security-Policy", SecurityHeaders.closedPolicy),
            ], body: .none)
    }

    /// A status without a body.
    package static func empty(_ status: Int) -> Response {
        Response(
            status: status,
            fields: [("Cache-Control", "no-store"), ("Content-Security-Policy", SecurityHeaders.closedPolicy)],
            body: .none)
    }

    /// A stream of server-sent events.
    package static func events(_ stream: EventStream) -> Response {
        Response(
            status: 200,
            fields: [
                ("Content-Type", "text/event-stream"), ("Cache-Control", "no-store"), ("X-Accel-Buffering", "no"),
                ("Content-Security-Policy", SecurityHeaders.closedPolicy),
            ], body: .stream(stream))
    }

    /// The response with one more header field.
    package func with(_ name: String, _ value: String) -> Response {
        var response = self
        response.fields.append((name, value))
        return response
    }

    /// Bytes of the body, as far as they are known.
    var size: Int {
        switch body {
        case .none, .stream: 0
        case .bytes(let bytes): bytes.count
        case .file(let file): file.size
        }
    }
}
