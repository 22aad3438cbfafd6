/// Validates one piece of a document after another, on any thread.
struct PieceValidator: Sendable {
    let schema: XMLSchema
    let limits: XMLLimits

    /// Tells what is wrong with a piece, in lines of the whole document.
    func validate(_ piece: borrowing DocumentPiece) throws(XMLValidationError) -> XMLValidationReport {
        let outcome = piece.bytes.withUnsafeBytes { bytes in
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
            diagnostics: report.diagnostics.compactMap { piece.place($0) }, omittedCount: report.omittedCount)
    }
}
