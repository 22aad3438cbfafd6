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

    /// Tells what is wrong with it, in lines of the whole document; on any thread.
    func validate(_ schema: XMLSchema, _ limits: XMLLimits) throws(XMLValidationError) -> XMLValidationReport {
        let outcome = bytes.withUnsafeBytes { bytes in
            Result { () throws(XMLValidationError) in
                // libxml2 makes no pull parser for an empty text. The push parser reports what is wrong with it.
                guard !bytes.isEmpty else {
                    return try XMLStreamValidator(schema: schema, limits: limits).finish()
                }
                var session = try ValidationSession(
                    schema: schema, limits: limits, observer: nil, input: .whole(bytes))
                session.parseWhole()
                return session.report
            }
        }
        let report = try outcome.get()
        guard !report.isValid else { return report }
        return XMLValidationReport(
            diagnostics: report.diagnostics.compactMap(place), omittedCount: report.omittedCount)
    }

    /// Moves a fault to its place in the whole document; nil for one in a repeated beginning, which the first piece reports.
    private func place(_ diagnostic: XMLDiagnostic) -> XMLDiagnostic? {
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
