extension RequestTarget {
    /// The address for the access log: keys of items at most, never a query, which may hold what the owner searches.
    /// What is longer than any address of ours is cut, so that strangers cannot fill the disk with it.
    var logged: String { String(("/" + path.map(PercentCoding.encode).joined(separator: "/")).prefix(200)) }
}
