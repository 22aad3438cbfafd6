import XMLValidation

/// Validates a report's bytes as they pass, or lets them pass where the format has no schema.
enum ReportChecker {
    case none
    /// In pieces, beside the rendering: for the program's own templates, whose shape is known.
    case sharded(ShardedXMLValidator)
    /// In one piece: an owner's template may put anything anywhere, comments and CDATA included.
    case streamed(XMLStreamValidator)

    /// - Throws: `schema`.
    init(_ options: ReportOptions) throws(ReportError) {
        guard options.format == .xml else {
            self = .none
            return
        }
        let schema = try InventoryDocument.schema()
        guard options.templates != nil else {
            self = .sharded(ShardedXMLValidator(schema: schema, repeatedElement: "item", jobs: options.jobs))
            return
        }
        do throws(XMLValidationError) {
            self = .streamed(try XMLStreamValidator(schema: schema))
        } catch {
            throw .schema(error)
        }
    }

    /// - Throws: the first faults, so that a report that will not be used is not rendered to its end.
    func write(_ bytes: UnsafeRawBufferPointer) throws(XMLValidationError) {
        switch self {
        case .none: break
        case .sharded(let validator): try validator.write(bytes)
        case .streamed(let validator):
            validator.write(bytes)
            if validator.isStopped { throw .documentInvalid(validator.finish()) }
        }
    }

    /// - Throws: the faults of the document.
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
