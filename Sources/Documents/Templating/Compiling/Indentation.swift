/// What each printed line begins with, instead of the blanks in the source.
struct Indentation: Hashable {
    /// Written before the line's own blanks.
    var added: [UInt8] = []
    /// How many of the line's own blanks are left out.
    var removed = 0

    /// A line's own blanks as they are printed.
    func apply(_ blanks: ArraySlice<UInt8>) -> [UInt8] {
        added + blanks.dropFirst(removed)
    }
}
