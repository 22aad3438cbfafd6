internal import Files

/// The threads that validate the pieces of one document, with the queue between them and the writing thread.
///
/// When the queue is full the writing thread validates a piece itself instead of waiting: no core stands idle, and
/// there are never more busy threads than jobs.
final class ValidationWorkers {
    /// Bytes of pieces that may wait.
    private static let waitingBytes = 8 << 20

    private let schema: XMLSchema
    private let limits: XMLLimits
    private let queue = Monitor(Queue())
    private let capacity: Int
    private var helpers: [WorkerThread] = []

    private struct Queue: Sendable {
        var waiting: [DocumentPiece] = []
        var spare: [[UInt8]] = []
        var isClosed = false
        var reports: [Int: XMLValidationReport] = [:]
        /// The first piece with a fault; later ones are not validated.
        var firstInvalid = Int.max
        var failure: XMLValidationError?

        mutating func note(_ outcome: Result<XMLValidationReport, XMLValidationError>, of index: Int) {
            switch outcome {
            case .success(let report) where report.isValid: break
            case .success(let report):
                reports[index] = report
                firstInvalid = min(firstInvalid, index)
            case .failure(let error):
                failure = error
                firstInvalid = min(firstInvalid, index)
            }
        }
    }

    init(_ schema: XMLSchema, _ limits: XMLLimits, helpers count: Int, pieceBytes: Int) {
        (self.schema, self.limits) = (schema, limits)
        capacity = max(2, min(2 * count, Self.waitingBytes / max(pieceBytes, 1)))
        let queue = self.queue
        helpers = (0..<count).compactMap { _ in
            WorkerThread { Self.work(queue, schema, limits) }
        }
    }

    /// Whether a piece validated so far has a fault.
    var foundDiagnostic: Bool { queue.withLock { $0.firstInvalid < Int.max } }

    /// A buffer whose piece is done.
    func spareBuffer() -> [UInt8]? { queue.withLock { $0.spare.popLast() } }

    /// Hands a piece to the helpers, or validates it here when they have enough to do.
    func add(_ piece: consuming DocumentPiece) {
        var piece: DocumentPiece? = piece
        if !helpers.isEmpty {
            queue.changeAndSignalOne { queue in
                if queue.waiting.count < capacity {
                    queue.waiting.append(contentsOf: piece.take().map { [$0] } ?? [])
                }
            }
        }
        if let own = piece.take() {
            Self.validate(own, queue, schema, limits)
        }
    }

    /// Helps until no piece is left, waits for the others, and puts their reports in order.
    func finish() throws(XMLValidationError) -> XMLValidationReport {
        close(discarding: false)
        let queue = self.queue.withLock { $0 }
        if let failure = queue.failure, queue.reports.isEmpty {
            throw failure
        }
        let limit = limits.maximumDiagnostics
        let reports = queue.reports.sorted { $0.key < $1.key }.map(\.value)
        let diagnostics = reports.flatMap(\.diagnostics)
        return XMLValidationReport(
            diagnostics: Array(diagnostics.prefix(limit)),
            omittedCount: reports.reduce(max(diagnostics.count - limit, 0)) { $0 + $1.omittedCount })
    }

    /// Drops what waits and ends the threads.
    func cancel() {
        close(discarding: true)
    }

    private func close(discarding: Bool) {
        queue.change { queue in
            queue.isClosed = true
            if discarding {
                queue.waiting.removeAll()
            }
        }
        if !helpers.isEmpty {
            Self.work(queue, schema, limits)
        }
        for helper in helpers {
            helper.join()
        }
        helpers = []
    }

    private static func work(_ queue: Monitor<Queue>, _ schema: XMLSchema, _ limits: XMLLimits) {
        while let piece = next(queue) {
            validate(piece, queue, schema, limits)
        }
    }

    /// Waits for a piece; nil when no more will come.
    private static func next(_ queue: Monitor<Queue>) -> DocumentPiece? {
        queue.wait { queue -> DocumentPiece?? in
            while !queue.waiting.isEmpty {
                let piece = queue.waiting.removeFirst()
                if piece.index <= queue.firstInvalid {
                    return .some(piece)
                }
            }
            return queue.isClosed ? .some(nil) : nil
        }
    }

    private static func validate(
        _ piece: consuming DocumentPiece, _ queue: Monitor<Queue>, _ schema: XMLSchema, _ limits: XMLLimits
    ) {
        let index = piece.index
        let outcome = Result { () throws(XMLValidationError) in try piece.validate(schema, limits) }
        let bytes = piece.bytes
        queue.withLock { queue in
            queue.note(outcome, of: index)
            queue.spare.append(bytes)
        }
    }
}
