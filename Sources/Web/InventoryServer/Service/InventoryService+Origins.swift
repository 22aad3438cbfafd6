// Answers to pages of other origins (Fetch Standard, 3.2): only those the owner named, each by name, never `*`.
extension InventoryService {
    func isPreflight(_ head: RequestHead) -> Bool {
        head.method == .options && head.headers[.requestMethod] != nil
    }

    /// The answer with what lets a page of an allowed origin read it.
    func decorate(_ response: Response, _ head: RequestHead) -> Response {
        guard !requestGuard.origins.allowed.isEmpty, head.target.path.first == "api" else { return response }
        var response = response.with("Vary", "Origin")
        guard let origin = head.headers[.origin].flatMap(Origin.init), requestGuard.origins.allowed.contains(origin)
        else {
            return response
        }
        response = response.with("Access-Control-Allow-Origin", origin.text)
            .with("Access-Control-Expose-Headers", "ETag, Location, Retry-After")
        guard isPreflight(head) else { return response }
        response = response.with("Access-Control-Allow-Methods", "GET, HEAD, POST, PATCH, DELETE")
            .with(
                "Access-Control-Allow-Headers", "Authorization, Content-Type, If-Match, Idempotency-Key, Last-Event-ID"
            )
            .with("Access-Control-Max-Age", "600")
        if head.headers[.requestPrivateNetwork] == "true" {
            response = response.with("Access-Control-Allow-Private-Network", "true")
        }
        return response
    }
}

extension RequestGuard {
    /// Checks the question a browser asks before a request of another origin.
    func authorizePreflight(_ head: RequestHead) throws(HTTPError) -> AuthorizedRequest {
        guard hosts.allows(head.headers[.host]) else { throw HTTPError(.wrongHost) }
        guard head.headers.size <= limits.header else { throw HTTPError(.headersTooLarge) }
        let route = Route(head.target.path)
        guard head.target.path.first == "api", let origin = head.headers[.origin].flatMap(Origin.init),
            origins.allowed.contains(origin)
        else { throw HTTPError(.foreignOrigin) }
        return AuthorizedRequest(
            route: route, method: .options, caller: .anonymous, siteRelation: .allowed(origin), type: nil, bodyLimit: 0)
    }
}
