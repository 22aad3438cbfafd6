/// A part of a document that is a document of its own: the whole one's beginning, some items, closing tags.
struct DocumentPiece: Sendable {
    var bytes: [UInt8]
    /// Place among the pieces, from 0.
    let index: Int
    /// Line in the whole document, from 1, of the first byte after the beginning.
    let firstLine: Int
    let beginning: Beginning

    /// The size of the beginning that every piece repeats.
    struct Beginning: Sendable {
        /// Line breaks in it.
        let lineBreaks: Int
        /// Bytes after its last line break.
        let tail: Int

        static let none = Beginning(lineBreaks: 0, tail: 0)
    }

    /// Moves a fault to its place in the whole document; nil for one in a repeated beginning, which the first piece reports.
    func place(_ diagnostic: XMLDiagnostic) -> XMLDiagnostic? {
        let lineInItems = diagnostic.line - beginning.lineBreaks - 1
        let isBesideBeginning = lineInItems == 0
        if lineInItems < 0 || (isBesideBeginning && diagnostic.column <= beginning.tail) {
            return index == 0 ? diagnostic : nil
        }
        // Only in the first piece does the beginning stand on the same line in the whole document too.
        let shift = isBesideBeginning && index > 0 ? beginning.tail : 0
        return XMLDiagnostic(
            line: firstLine + lineInItems, column: max(diagnostic.column - shift, 1), rule: diagnostic.rule,
            problem: diagnostic.problem)
    }
}
