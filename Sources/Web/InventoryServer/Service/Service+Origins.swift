// Answers to pages of other origins (Fetch Standard, 3.2): only those the owner named, each by name, never `*`.
extension Service {
    func isPreflight(_ head: RequestHead) -> Bool {
        head.method == .options && head.headers[.requestMethod] != nil
    }

    /// The answer with what lets a page of an allowed origin read it.
    func decorate(_ answer: Answer, _ head: RequestHead) -> Answer {
        guard !gate.origins.allowed.isEmpty, head.target.path.first == "api" else { return answer }
        var answer = answer.with("Vary", "Origin")
        guard let origin = head.headers[.origin].flatMap(Origin.init), gate.origins.allowed.contains(origin) else {
            return answer
        }
        answer = answer.with("Access-Control-Allow-Origin", origin.text)
            .with("Access-Control-Expose-Headers", "ETag, Location, Retry-After")
        guard isPreflight(head) else { return answer }
        answer = answer.with("Access-Control-Allow-Methods", "GET, HEAD, POST, PATCH, DELETE")
            .with(
                "Access-Control-Allow-Headers", "Authorization, Content-Type, If-Match, Idempotency-Key, Last-Event-ID"
            )
            .with("Access-Control-Max-Age", "600")
        if head.headers[.requestPrivateNetwork] == "true" {
            answer = answer.with("Access-Control-Allow-Private-Network", "true")
        }
        return answer
    }
}

extension Gate {
    /// Checks the question a browser asks before a request of another origin.
    func admitPreflight(_ head: RequestHead) throws(Problem) -> Admission {
        guard hosts.allows(head.headers[.host]) else { throw Problem(.wrongHost) }
        guard head.headers.size <= limits.header else { throw Problem(.headersTooLarge) }
        let route = Route(head.target.path)
        guard head.target.path.first == "api", let origin = head.headers[.origin].flatMap(Origin.init),
            origins.allowed.contains(origin)
        else { throw Problem(.foreignOrigin) }
        return Admission(
            route: route, method: .options, caller: .nobody, verdict: .allowed(origin), type: nil, bodyLimit: 0)
    }
}
