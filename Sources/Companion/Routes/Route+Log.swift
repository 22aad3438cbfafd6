extension Route {
    /// The address for the access log: keys of items at most, never a query, which may hold what the owner searches.
    func logged(_ target: RequestTarget) -> String {
        "/" + target.path.map(PercentCoding.encode).joined(separator: "/")
    }
}
