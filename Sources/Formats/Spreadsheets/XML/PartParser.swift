import CXML2
import CXMLEvents

/// Parses a part of a spreadsheet piece by piece with libxml2.
///
///     while let event = try parser.next() { … }
///
/// Reads nothing but the part: a document type declaration, which could define entities, is refused.
final class PartParser {
    private let source: PartSource
    private let context: xmlParserCtxtPtr
    private let state: UnsafeMutablePointer<State>
    private var piece = [UInt8](repeating: 0, count: PartParser.pieceSize)
    /// Pieces since the last event.
    private var silentPieces = 0
    private var isAtEnd = false

    /// The state that the callbacks change.
    private struct State {
        var record = EventRecord()
        var isStopped = false
        var failure: Failure?
    }

    private enum Failure {
        case documentType, tooDeep
        case malformed(detail: String, line: Int)
    }

    private static let maxDepth = 200
    private static let pieceSize = 1 << 16
    /// A comment or processing instruction that is longer than so many pieces would only exhaust memory.
    private static let maxSilentPieces = 5

    /// Begins to parse a part.
    init(_ source: PartSource) throws(SpreadsheetFileError) {
        xmlInitParser()
        var events = PartParser.events
        guard let context = xmlCreatePushParserCtxt(&events, nil, nil, 0, nil) else {
            throw .malformedXML(part: source.name, line: 0, detail: "")
        }
        // NOENT makes `&amp;` in attributes arrive as `&`; without a document type there is nothing else to expand.
        _ = xmlCtxtUseOptions(context, Int32(XML_PARSE_NONET.rawValue | XML_PARSE_NOENT.rawValue))
        self.source = source
        self.context = context
        state = .allocate(capacity: 1)
        state.initialize(to: State())
        context.pointee.userData = UnsafeMutableRawPointer(state)
    }

    deinit {
        xmlFreeParserCtxt(context)
        state.pointee.record.deallocate()
        state.deinitialize(count: 1)
        state.deallocate()
    }

    /// The name as the parser keeps it, to compare with those of elements and attributes.
    func name(_ name: StaticString) -> PartName {
        let kept = name.withUTF8Buffer { xmlDictLookup(context.pointee.dict, $0.baseAddress, Int32($0.count)) }
        // Without memory there is no name; the address of the text then equals that of no element.
        return PartName(pointer: kept ?? name.utf8Start)
    }

    /// Returns the next event, nil at the end of the part.
    /// - Throws: `documentType`, `malformedXML`, `tagTooLarge`, `commentTooLong`, `tooDeep`, or what the source throws.
    @inline(__always)
    func next() throws(SpreadsheetFileError) -> PartEvent? {
        while true {
            if let event = state.pointee.record.next() { return event }
            guard try readMore() else { return nil }
        }
    }

    /// Parses the next piece; returns whether there was one.
    @inline(never)
    private func readMore() throws(SpreadsheetFileError) -> Bool {
        guard !isAtEnd else { return false }
        state.pointee.record.clear()
        let count = try source.fill(&piece)
        isAtEnd = count == 0
        let code = piece.withUnsafeBytes {
            xml_push(context, $0.bindMemory(to: CChar.self).baseAddress, count, isAtEnd ? 1 : 0)
        }
        switch state.pointee.failure {
        case .documentType?: throw .documentType(part: source.name)
        case .tooDeep?: throw .tooDeep(part: source.name, limit: PartParser.maxDepth)
        case .malformed(let detail, let line)?:
            throw .malformedXML(part: source.name, line: line, detail: detail)
        case nil: break
        }
        let line = Int(xmlSAX2GetLineNumber(context))
        if Int(code) == XML_PUSH_REFUSED { throw .tagTooLarge(part: source.name, line: line) }
        guard code == 0 else { throw .malformedXML(part: source.name, line: line, detail: "libxml2: \(code)") }
        silentPieces = state.pointee.record.count == 0 ? silentPieces + 1 : 0
        guard silentPieces <= PartParser.maxSilentPieces else {
            throw .commentTooLong(
                part: source.name, line: line, limit: PartParser.maxSilentPieces * PartParser.pieceSize)
        }
        return true
    }

    // MARK: Callbacks

    private static var events: xmlSAXHandler {
        var events = xmlSAXHandler()
        events.initialized = UInt32(XML_SAX2_MAGIC)
        events.startElementNs = { context, name, _, _, _, _, count, _, attributes in
            guard let state = PartParser.state(context), !state.pointee.isStopped, let name else { return }
            state.pointee.record.start(name, count: Int(count), attributes: attributes)
            if state.pointee.record.depth > PartParser.maxDepth {
                PartParser.stop(state, .tooDeep)
            }
        }
        events.endElementNs = { context, name, _, _ in
            guard let state = PartParser.state(context), !state.pointee.isStopped, let name else { return }
            state.pointee.record.end(name)
        }
        events.characters = { context, bytes, count in
            guard let state = PartParser.state(context), !state.pointee.isStopped, let bytes else { return }
            state.pointee.record.text(bytes, count: Int(count))
        }
        // The same function, so that the parser does not ask of every blank whether it can be ignored.
        events.ignorableWhitespace = events.characters
        events.cdataBlock = events.characters
        events.internalSubset = { context, _, _, _ in
            guard let state = PartParser.state(context) else { return }
            PartParser.stop(state, .documentType)
        }
        events.serror = { context, error in
            // Lesser faults, such as an undeclared prefix, do not change the content.
            guard let state = PartParser.state(context), let error, error.pointee.level == XML_ERR_FATAL else { return }
            let message = error.pointee.message.map { String(cString: $0) } ?? ""
            PartParser.stop(
                state,
                .malformed(detail: String(message.prefix { $0 != "\n" }.prefix(200)), line: Int(error.pointee.line)))
        }
        return events
    }

    private static func state(_ pointer: UnsafeMutableRawPointer?) -> UnsafeMutablePointer<State>? {
        pointer?.assumingMemoryBound(to: State.self)
    }

    /// Ignores the rest of the piece: xmlStopParser wants the parser, and the end of the piece is near.
    private static func stop(_ state: UnsafeMutablePointer<State>, _ failure: Failure) {
        guard !state.pointee.isStopped else { return }
        state.pointee.isStopped = true
        state.pointee.failure = failure
    }
}
