/// Indentation of a standalone partial (Mustache specification).
struct Indentation: Hashable {
    /// Written before the line's own blanks.
    var added: [UInt8] = []
    /// Number of the line's own blanks that are omitted.
    var removed = 0

    /// A line's own blanks as they are printed.
    func apply(_ blanks: ArraySlice<UInt8>) -> [UInt8] {
        added + blanks.dropFirst(removed)
    }
}
