/// Where a request was made, told from what browsers say of it and pages cannot forge.
struct OriginPolicy: Sendable {
    /// Origins that may ask with a bearer token.
    let allowed: Set<Origin>
    /// Whether pages of this server may have been fetched over TLS although it speaks none itself.
    let isBehindProxy: Bool
    let isTLS: Bool

    /// What was told.
    enum SiteRelation: Equatable {
        /// A page of this server.
        case sameOrigin
        /// The owner typed the address or followed a link of their own.
        case userInitiated
        /// A page of an origin the owner allowed.
        case allowed(Origin)
        /// No browser, or one too old to tell.
        case unspecified
        /// A link on another site was followed to a page.
        case crossSiteNavigation
    }

    /// Checks one request: `Sec-Fetch-Site` first (Fetch Metadata, 2.3), then `Origin` (Fetch Standard, 3.2).
    /// - Parameter isPage: whether the address answers a page that may be linked to.
    func check(_ head: RequestHead, isPage: Bool) throws(HTTPError) -> SiteRelation {
        let field = head.headers[.origin]
        let origin = field.flatMap(Origin.init)
        if field != nil, origin == nil { throw HTTPError(.foreignOrigin) }
        let isOwn = origin.map { self.isOwn($0, host: head.headers[.host] ?? "") } ?? true
        switch head.headers[.secFetchSite] {
        case "same-origin":
            // `null` is what a form of a page without referrer sends; the browser still vouches for the origin.
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
