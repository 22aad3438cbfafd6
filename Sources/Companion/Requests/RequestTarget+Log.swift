extension RequestTarget {
    /// The address for the access log: keys of items at most, never a query, which may hold what the owner searches.
    var logged: String { "/" + path.map(PercentCoding.encode).joined(separator: "/") }
}
