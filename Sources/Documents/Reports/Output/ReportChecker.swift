import XMLValidation

/// Validates a report's bytes as they pass, or ignores them if the format has no schema.
enum ReportChecker {
    case none
    /// In pieces, in parallel to rendering: for the program's own templates, whose shape is known.
    case sharded(ShardedXMLValidator)
    /// In one piece: an owner's template may write anything anywhere, including comments and CDATA.
    case streamed(XMLStreamValidator)

    /// - Throws: `schema`.
    init(_ options: ReportOptions) throws(ReportError) {
        guard options.format == .xml else {
            self = .none
            return
        }
        let schema = try InventoryDocument.schema()
        guard options.templates != nil else {
            self = .sharded(ShardedXMLValidator(schema: schema, jobs: options.jobs))
            return
        }
        do throws(XMLValidationError) {
            self = .streamed(try XMLStreamValidator(schema: schema))
        } catch {
            throw .schema(error)
        }
    }

    /// - Throws: the first diagnostics, so that an invalid report is not rendered to its end.
    func write(_ bytes: Span<UInt8>) throws(XMLValidationError) {
        switch self {
        case .none: break
        case .sharded(let validator): try validator.write(bytes)
        case .streamed(let validator):
            validator.write(bytes)
            if validator.isStopped { throw .documentInvalid(validator.finish()) }
        }
    }

    /// - Throws: the diagnostics of the document.
    func finish() throws(XMLValidationError) {
        switch self {
        case .none: break
        case .sharded(let validator): try validator.finish()
        case .streamed(let validator):
            let report = validator.finish()
            if !report.isValid { throw .documentInvalid(report) }
        }
    }
}
