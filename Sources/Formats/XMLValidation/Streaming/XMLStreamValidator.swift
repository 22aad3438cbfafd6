/// Validates a document of any size while it is fed in, in constant memory: no tree, no second parse.
///
/// Documents with a DOCTYPE are refused, so no entity is ever expanded; nothing is read from elsewhere.
///
///     let validator = try XMLStreamValidator(schema: schema)
///     while let chunk = try file.next() { validator.write(chunk) }
///     let report = validator.finish()
public final class XMLStreamValidator {
    private var session: ValidationSession

    /// Prepares for one document.
    ///
    /// - Parameters:
    ///   - schema: what the document has to follow.
    ///   - limits: maximum number of faults to keep and length of a text.
    ///   - observer: is called for every element; kept for the validator's lifetime.
    /// - Throws: ``XMLValidationError/outOfResources(_:)``.
    public init(
        schema: XMLSchema, limits: XMLLimits = XMLLimits(), observer: (any XMLElementObserver)? = nil
    ) throws(XMLValidationError) {
        session = try ValidationSession(schema: schema, limits: limits, observer: observer, input: .pushed)
    }

    /// Takes the next bytes of the document; of any number, cut anywhere. Does nothing once ``isStopped``.
    public func write(_ bytes: Span<UInt8>) {
        session.push(bytes)
    }

    /// Whether reading on is of no use: the document is not well-formed, or a limit was passed.
    public var isStopped: Bool { session.isStopped }

    /// Ends the document and reports its faults. The validator cannot be used again.
    public func finish() -> XMLValidationReport {
        session.finishPushed()
        return session.report
    }
}
