import CXML2

/// Receives the content of a part in document order. A thrown error stops the parser.
protocol PartHandler: AnyObject {
    func start(_ element: PartElement) throws(SpreadsheetFileError)
    /// Text inside the current element; it may come in several pieces.
    func text(_ bytes: UnsafeBufferPointer<UInt8>) throws(SpreadsheetFileError)
    func end(_ name: PartName) throws(SpreadsheetFileError)
}

/// A name of an element or attribute without its prefix, or a namespace, as the parser keeps it: one address a name.
struct PartName: Hashable {
    fileprivate let pointer: UnsafePointer<xmlChar>

    var string: String { String(cString: pointer) }
}

/// The beginning of an element; valid during the call that delivers it.
struct PartElement {
    let name: PartName
    fileprivate let attributes: UnsafeMutablePointer<UnsafePointer<xmlChar>?>?
    let attributeCount: Int

    /// The name, namespace and value of an attribute.
    func attribute(_ index: Int) -> (name: PartName, namespace: PartName?, value: UnsafeBufferPointer<UInt8>)? {
        // Five pointers each: name, prefix, namespace, first and past the last byte of the value.
        guard index < attributeCount, let parts = attributes.map({ $0 + index * 5 }), let name = parts[0],
            let start = parts[3], let end = parts[4]
        else { return nil }
        return (
            PartName(pointer: name), parts[2].map { PartName(pointer: $0) },
            UnsafeBufferPointer(start: start, count: end - start)
        )
    }

    /// The value of the attribute of that name in any namespace.
    func value(of name: PartName) -> UnsafeBufferPointer<UInt8>? {
        for index in 0..<attributeCount {
            if let attribute = attribute(index), attribute.name == name { return attribute.value }
        }
        return nil
    }

    /// The text of the attribute of that name, cut to 1,024 bytes.
    func string(of name: PartName) -> String? {
        value(of: name).map { String(decoding: $0.prefix(1024), as: UTF8.self) }
    }
}

/// Parses a part of a spreadsheet piece by piece with libxml2.
///
/// Reads nothing but the part: a document type declaration, which could define entities, is refused.
final class PartParser {
    /// Where the content goes; set before the first call of ``readMore()``.
    unowned(unsafe) var handler: any PartHandler
    private let source: PartSource
    private let context: xmlParserCtxtPtr
    private let piece: UnsafeMutableRawBufferPointer
    private var failure: SpreadsheetFileError?
    private var depth = 0
    private(set) var isAtEnd = false

    private static let maxDepth = 200
    private static let pieceLength = 1 << 16

    /// Begins to parse a part; ``handler`` is set afterwards, with names that ``name(_:)`` returns.
    init(_ source: PartSource) throws(SpreadsheetFileError) {
        xmlInitParser()
        var events = xmlSAXHandler()
        events.initialized = UInt32(XML_SAX2_MAGIC)
        events.startElementNs = { PartParser.of($0)?.start($1, count: $6, attributes: $8) }
        events.endElementNs = { context, name, _, _ in PartParser.of(context)?.end(name) }
        events.characters = { PartParser.of($0)?.text($1, count: $2) }
        // The same function, so that the parser does not ask of every blank whether it can be ignored.
        events.ignorableWhitespace = events.characters
        events.cdataBlock = events.characters
        events.internalSubset = { context, _, _, _ in PartParser.of(context)?.documentType() }
        events.serror = { context, error in
            guard let error else { return }
            PartParser.of(context)?.report(error.pointee)
        }
        guard let context = xmlCreatePushParserCtxt(&events, nil, nil, 0, nil) else {
            throw .malformedXML(part: source.name, line: 0, detail: "")
        }
        // NOENT makes `&amp;` in attributes arrive as `&`; without a document type there is nothing else to expand.
        _ = xmlCtxtUseOptions(context, Int32(XML_PARSE_NONET.rawValue | XML_PARSE_NOENT.rawValue))
        self.source = source
        self.context = context
        piece = .allocate(byteCount: PartParser.pieceLength, alignment: 16)
        handler = IgnoringHandler.shared
        context.pointee.userData = Unmanaged.passUnretained(self).toOpaque()
    }

    deinit {
        xmlFreeParserCtxt(context)
        piece.deallocate()
    }

    private static func of(_ pointer: UnsafeMutableRawPointer?) -> PartParser? {
        pointer.map { Unmanaged<PartParser>.fromOpaque($0).takeUnretainedValue() }
    }

    /// The name as the parser keeps it, to compare with those of elements and attributes.
    func name(_ name: StaticString) -> PartName {
        let kept = name.withUTF8Buffer { xmlDictLookup(context.pointee.dict, $0.baseAddress, Int32($0.count)) }
        // Without memory there is no name; the address of the text then equals that of no element.
        return PartName(pointer: kept ?? name.utf8Start)
    }

    /// Parses the next piece of the part, and calls the handler with its content.
    /// - Returns: whether there may be more.
    /// - Throws: what the handler threw, or `documentType`, `malformedXML` or `archive`.
    func readMore() throws(SpreadsheetFileError) -> Bool {
        guard !isAtEnd else { return false }
        let count = try source.read(piece)
        isAtEnd = count == 0
        let code = xmlParseChunk(
            context, piece.baseAddress?.assumingMemoryBound(to: CChar.self), Int32(count), isAtEnd ? 1 : 0)
        if let failure { throw failure }
        guard code == 0 else { throw malformed("") }
        return !isAtEnd
    }

    /// Parses the part to its end, or until the handler is done.
    func readAll(until isDone: () -> Bool = { false }) throws(SpreadsheetFileError) {
        while !isDone(), try readMore() {}
    }

    private func malformed(_ detail: String) -> SpreadsheetFileError {
        .malformedXML(part: source.name, line: Int(xmlSAX2GetLineNumber(context)), detail: detail)
    }

    // MARK: Callbacks

    private func stop(_ error: SpreadsheetFileError) {
        if failure == nil { failure = error }
        xmlStopParser(context)
    }

    private func start(
        _ name: UnsafePointer<xmlChar>?, count: Int32, attributes: UnsafeMutablePointer<UnsafePointer<xmlChar>?>?
    ) {
        guard failure == nil, let name else { return }
        depth += 1
        guard depth <= PartParser.maxDepth else { return stop(malformed("nesting")) }
        do throws(SpreadsheetFileError) {
            try handler.start(
                PartElement(name: PartName(pointer: name), attributes: attributes, attributeCount: Int(count)))
        } catch {
            stop(error)
        }
    }

    private func text(_ bytes: UnsafePointer<xmlChar>?, count: Int32) {
        guard failure == nil else { return }
        do throws(SpreadsheetFileError) {
            try handler.text(UnsafeBufferPointer(start: bytes, count: Int(count)))
        } catch {
            stop(error)
        }
    }

    private func end(_ name: UnsafePointer<xmlChar>?) {
        guard failure == nil, let name else { return }
        depth -= 1
        do throws(SpreadsheetFileError) {
            try handler.end(PartName(pointer: name))
        } catch {
            stop(error)
        }
    }

    private func documentType() { stop(.documentType(part: source.name)) }

    private func report(_ error: xmlError) {
        // Lesser faults, such as an undeclared prefix, do not change the content.
        guard error.level == XML_ERR_FATAL else { return }
        let message = error.message.map { String(cString: $0) } ?? ""
        stop(malformed(String(message.prefix { $0 != "\n" }.prefix(200))))
    }
}

/// Takes content before a handler is set.
private final class IgnoringHandler: PartHandler, Sendable {
    static let shared = IgnoringHandler()
    func start(_ element: PartElement) {}
    func text(_ bytes: UnsafeBufferPointer<UInt8>) {}
    func end(_ name: PartName) {}
}
