extension CaseFolding {
    /// Bytes that compare as names are sorted: the plain letters, without case and accents. Long names are cut off, so
    /// a key needs something unique after it.
    package static func sortKey(_ name: UnsafeBufferPointer<UInt8>?) -> [UInt8] {
        guard let name else { return [] }
        return Array(folded(UnsafeBufferPointer(rebasing: name.prefix(240)), .plain).prefix(60))
    }
}
