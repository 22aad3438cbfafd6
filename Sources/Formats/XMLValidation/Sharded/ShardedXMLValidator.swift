internal import FoundationEssentials

/// Validates a document that this program generates while it is being written, on several cores.
///
/// A long run of like elements is valid exactly when each piece of it is, wrapped in the document's own beginning and
/// end. The stream is cut into such pieces after `</item>` and a line feed; pieces are validated by worker threads, and
/// by the writing thread itself when these do not keep up. Memory is bounded whatever the size of the document.
///
/// The document has to be one that such cutting cannot mislead: UTF-8, its items all children of the `<items>` of its
/// `<inventory>`, `<item ` nowhere but at their beginnings, `</item>` and a line feed nowhere but at their ends (escaped
/// text and attributes cannot hold these; comments and CDATA sections could). The caller checks rules that span items, such as unique ids or sums.
///
///     let validator = ShardedXMLValidator(schema: schema)
///     try validator.write(bytes)      // as often as there are bytes
///     try validator.finish()
package final class ShardedXMLValidator {
    private let schema: XMLSchema
    private let limits: XMLLimits
    private let jobs: Int
    private var splitter = DocumentSplitter()
    private var workers: ValidationWorkers?
    /// Validates the document whole if its beginning is too long to be repeated.
    private var stream: XMLStreamValidator?

    /// Prepares for one document; threads start with the first piece that is full.
    ///
    /// - Parameters:
    ///   - schema: the schema of the document.
    ///   - jobs: threads that validate, the writing one included; 1 means no other thread. All cores unless given.
    ///   - limits: maximum number of faults to keep and length of a text.
    package init(schema: XMLSchema, jobs: Int? = nil, limits: XMLLimits = XMLLimits()) {
        self.schema = schema
        self.limits = limits
        self.jobs = min(max(jobs ?? ProcessInfo.processInfo.activeProcessorCount, 1), 64)
    }

    deinit {
        workers?.cancel()
    }

    /// Takes the next bytes of the document, cut anywhere; may validate a piece before it returns.
    ///
    /// - Throws: ``XMLValidationError/documentInvalid(_:)`` as soon as a fault is known, so that the writing of a
    ///   document that will not be used can stop; ``XMLValidationError/elementTooLarge(limit:line:)`` and
    ///   ``XMLValidationError/outOfResources(_:)``. After an error the validator is used up.
    package func write(_ bytes: Span<UInt8>) throws(XMLValidationError) {
        var rest = bytes
        while !rest.isEmpty {
            let step = rest.extracting(first: DocumentSplitter.step)
            rest = rest.extracting(droppingFirst: step.count)
            if let stream {
                try write(step, to: stream)
            } else {
                try gather(step)
            }
        }
    }

    /// Ends the document: validates what is left and waits for the workers.
    ///
    /// - Throws: as ``write(_:)``; the report holds the first faults in document order, with their true lines. Pieces
    ///   after the first faulty one may not have been looked at, so there may be more faults than it counts.
    package func finish() throws(XMLValidationError) {
        let report: XMLValidationReport
        if let stream {
            report = stream.finish()
        } else if let workers {
            workers.add(splitter.lastPiece())
            report = try workers.finish()
        } else {
            report = try splitter.lastPiece().validate(schema, limits)
        }
        guard report.isValid else { throw .documentInvalid(report) }
    }

    private func gather(_ bytes: Span<UInt8>) throws(XMLValidationError) {
        splitter.append(bytes)
        if splitter.beginningIsTooLong {
            let stream = try XMLStreamValidator(schema: schema, limits: limits)
            self.stream = stream
            try splitter.withGathered { bytes throws(XMLValidationError) in try write(bytes, to: stream) }
            return
        }
        guard splitter.pieceIsFull else { return }
        if let piece = try splitter.nextPiece(reusing: workers?.spareBuffer()) {
            try validate(piece)
        }
    }

    private func write(_ bytes: Span<UInt8>, to stream: XMLStreamValidator) throws(XMLValidationError) {
        stream.write(bytes)
        if stream.isStopped {
            throw .documentInvalid(stream.finish())
        }
    }

    private func validate(_ piece: consuming DocumentPiece) throws(XMLValidationError) {
        let workers: ValidationWorkers
        if let started = self.workers {
            workers = started
        } else {
            workers = ValidationWorkers(
                schema, limits, helpers: jobs - 1, pieceBytes: piece.bytes.count)
            self.workers = workers
        }
        workers.add(piece)
        if workers.foundDiagnostic {
            throw .documentInvalid(try workers.finish())
        }
    }
}
