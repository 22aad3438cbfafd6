/// Decides which page made a request, from header fields that browsers set and pages cannot forge.
package struct OriginPolicy: Sendable {
    /// Foreign origins that may send requests with a bearer token.
    package let allowed: Set<Origin>
    /// Whether pages of this server may be fetched over TLS although it uses none itself.
    let isBehindProxy: Bool
    let isTLS: Bool

    package init(allowed: Set<Origin>, isBehindProxy: Bool, isTLS: Bool) {
        self.allowed = allowed
        self.isBehindProxy = isBehindProxy
        self.isTLS = isTLS
    }

    /// The relation between the page that made a request and this server.
    package enum SiteRelation: Equatable, Sendable {
        /// A page of this server.
        case sameOrigin
        /// The owner typed the address or used a bookmark.
        case userInitiated
        /// A page of an allowed origin.
        case allowed(Origin)
        /// Not a browser, or one too old to send these fields.
        case unspecified
        /// A link on another site that leads to a page.
        case crossSiteNavigation
    }

    /// Checks one request: `Sec-Fetch-Site` first (Fetch Metadata, 2.3), then `Origin` (Fetch Standard, 3.2).
    /// - Parameter isPage: whether the target is a page that other sites may link to.
    /// - Throws: `crossSite` or `foreignOrigin`.
    package func check(_ head: RequestHead, isPage: Bool) throws -> SiteRelation {
        let field = head.headers[.origin]
        let origin = field.flatMap(Origin.init)
        if field != nil, origin == nil { throw HTTPError(.foreignOrigin) }
        let isOwn = origin.map { self.isOwn($0, host: head.headers[.host] ?? "") } ?? true
        switch head.headers[.secFetchSite] {
        case "same-origin":
            // A form of a page without referrer sends `null`; Sec-Fetch-Site still vouches for the origin.
            guard isOwn || origin == .null else { throw HTTPError(.foreignOrigin) }
            return .sameOrigin
        case "none":
            guard isOwn else { throw HTTPError(.foreignOrigin) }
            return .userInitiated
        case .some:
            if let origin, !isOwn, allowed.contains(origin) { return .allowed(origin) }
            let isNavigation = head.headers[.secFetchMode] == "navigate" && head.headers[.secFetchDest] == "document"
            guard head.method == .get || head.method == .head, isPage, isNavigation else { throw HTTPError(.crossSite) }
            return .crossSiteNavigation
        case nil:
            guard let origin else { return .unspecified }
            if isOwn { return .sameOrigin }
            guard allowed.contains(origin) else { throw HTTPError(.foreignOrigin) }
            return .allowed(origin)
        }
    }

    private func isOwn(_ origin: Origin, host: String) -> Bool {
        let schemes = isBehindProxy ? ["https", "http"] : [isTLS ? "https" : "http"]
        return schemes.contains { Origin("\($0)://\(host)") == origin }
    }
}
