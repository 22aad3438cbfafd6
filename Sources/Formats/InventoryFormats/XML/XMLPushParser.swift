import CXML2
import CXMLEvents
import Message

/// Receives the content of an XML document in document order.
protocol XMLHandler: AnyObject {
    /// An element begins. A thrown error stops the parser.
    func start(_ element: XMLStartElement) throws(InventoryFileError)
    /// Text inside the current element; it may come in several pieces.
    func text(_ bytes: ByteView) throws(InventoryFileError)
    /// The current element ends.
    func end() throws(InventoryFileError)
}

/// The beginning of an element.
struct XMLStartElement {
    let name: String
    let namespace: String?
    /// Attributes without a namespace; names with one are written `{namespace}name`.
    let attributes: [(name: String, value: String)]
    let line: Int
    let column: Int
}

/// Parses XML 1.0 piece by piece with libxml2. Never reads beyond the document: no network, no external entity.
final class XMLPushParser {
    /// The declarations that are allowed before the root.
    enum Declarations {
        /// No DOCTYPE at all.
        case none
        /// A DOCTYPE whose DTD is not loaded, without declarations of its own.
        case externalOnly
    }

    private var context: xmlParserCtxtPtr?
    private let declarations: Declarations
    private unowned let handler: any XMLHandler
    private var failure: InventoryFileError?
    /// Elements that are open.
    private var depth = 0
    private var isLast = false
    private static let depthLimit = 256

    init(_ handler: any XMLHandler, declarations: Declarations) {
        self.handler = handler
        self.declarations = declarations
        xmlInitParser()
        var sax = xmlSAXHandler()
        sax.initialized = UInt32(XML_SAX2_MAGIC)
        sax.startElementNs = { XMLPushParser.of($0)?.start($1, uri: $3, count: $6, attributes: $8) }
        sax.endElementNs = { context, _, _, _ in XMLPushParser.of(context)?.end() }
        sax.characters = { XMLPushParser.of($0)?.text($1, $2) }
        sax.ignorableWhitespace = sax.characters
        sax.cdataBlock = sax.characters
        sax.internalSubset = { context, _, _, _ in XMLPushParser.of(context)?.doctype() }
        sax.entityDecl = { context, _, _, _, _, _ in XMLPushParser.of(context)?.declaration() }
        sax.elementDecl = { context, _, _, _ in XMLPushParser.of(context)?.declaration() }
        sax.attributeDecl = { context, _, _, _, _, _, tree in
            xmlFreeEnumeration(tree)
            XMLPushParser.of(context)?.declaration()
        }
        sax.reference = { context, _ in XMLPushParser.of(context)?.declaration() }
        sax.serror = { context, error in
            guard let error else { return }
            XMLPushParser.of(context)?.report(error.pointee)
        }
        context = xmlCreatePushParserCtxt(&sax, Unmanaged.passUnretained(self).toOpaque(), nil, 0, nil)
        _ = xmlCtxtUseOptions(context, Int32(XML_PARSE_NONET.rawValue))
    }

    deinit { xmlFreeParserCtxt(context) }

    private static func of(_ pointer: UnsafeMutableRawPointer?) -> XMLPushParser? {
        pointer.map { Unmanaged<XMLPushParser>.fromOpaque($0).takeUnretainedValue() }
    }

    /// Reads the next piece of the document.
    ///
    /// - Throws: what the handler threw, or an error of reason `xml` if the document is not well-formed.
    func parse(_ bytes: ByteView, isLast: Bool) throws(InventoryFileError) {
        guard let context else { throw error(.document(Message("formats.xml.outOfMemory"))) }
        var code = bytes.pointer.withMemoryRebound(to: CChar.self) { xml_push(context, $0.baseAddress, $0.count, 0) }
        if isLast, code == 0, failure == nil {
            self.isLast = true
            code = xml_push(context, nil, 0, 1)
        }
        if let failure { throw failure }
        guard code == 0 else {
            throw error(
                .document(
                    Int(code) == XML_PUSH_REFUSED
                        ? Message("formats.xml.tagTooLarge") : Message("formats.xml.malformed")))
        }
    }

    /// The position of the parser: line and column from 1.
    var position: (line: Int, column: Int) {
        guard let context, let input = context.pointee.input else { return (1, 1) }
        return (Int(input.pointee.line), Int(input.pointee.col))
    }

    /// Whether the parser is at the end of the document.
    private var isAtEnd: Bool {
        guard isLast, let input = context?.pointee.input else { return false }
        return input.pointee.cur >= input.pointee.end
    }

    /// Returns an error at the position of the parser.
    func error(_ reason: InventoryFileError.Reason) -> InventoryFileError {
        let position = position
        return InventoryFileError(reason, line: position.line, column: position.column)
    }

    // MARK: Callbacks

    private func forward(_ body: (any XMLHandler) throws(InventoryFileError) -> Void) {
        guard failure == nil else { return }
        do {
            try body(handler)
        } catch {
            stop(error)
        }
    }

    private func stop(_ error: InventoryFileError) {
        if failure == nil { failure = error }
        xmlStopParser(context)
    }

    private func start(
        _ name: UnsafePointer<xmlChar>?, uri: UnsafePointer<xmlChar>?, count: Int32,
        attributes: UnsafeMutablePointer<UnsafePointer<xmlChar>?>?
    ) {
        guard failure == nil, let name else { return }
        // libxml2 reports a tag without its end as if it were complete.
        if isAtEnd { return stop(error(.document(Message("formats.xml.endsInElement")))) }
        var list: [(name: String, value: String)] = []
        for index in 0..<Int(count) {
            // Five pointers each: name, prefix, namespace, first and past the last byte of the value.
            guard let attributes, let key = attributes[index * 5], let from = attributes[index * 5 + 3],
                let to = attributes[index * 5 + 4]
            else { continue }
            var attribute = String(cString: key)
            if let space = attributes[index * 5 + 2] { attribute = "{\(String(cString: space))}\(attribute)" }
            list.append(
                (attribute, String(decoding: UnsafeBufferPointer(start: from, count: to - from), as: UTF8.self)))
        }
        let place = position
        let element = XMLStartElement(
            name: String(cString: name), namespace: uri.map { String(cString: $0) }, attributes: list, line: place.line,
            column: place.column)
        depth += 1
        guard depth <= XMLPushParser.depthLimit else {
            return stop(error(.document(Message("formats.xml.tooDeep", ["limit": "\(XMLPushParser.depthLimit)"]))))
        }
        forward { handler throws(InventoryFileError) in try handler.start(element) }
    }

    private func end() {
        depth -= 1
        forward { handler throws(InventoryFileError) in try handler.end() }
    }

    private func text(_ bytes: UnsafePointer<xmlChar>?, _ count: Int32) {
        forward { handler throws(InventoryFileError) in
            try handler.text(ByteView(UnsafeBufferPointer(start: bytes, count: Int(count))))
        }
    }

    private func doctype() {
        guard declarations == .none else { return }
        stop(error(.document(Message("formats.xml.doctype"))))
    }

    private func declaration() { stop(error(.document(Message("formats.xml.entities")))) }

    /// The errors of libxml2 for a tag, comment or the like that begins and does not end.
    private static let unfinished: Set<Int32> = Set(
        [
            XML_ERR_GT_REQUIRED, XML_ERR_LT_REQUIRED, XML_ERR_ATTRIBUTE_NOT_FINISHED, XML_ERR_ATTRIBUTE_NOT_STARTED,
            XML_ERR_ATTRIBUTE_WITHOUT_VALUE, XML_ERR_COMMENT_NOT_FINISHED, XML_ERR_CDATA_NOT_FINISHED,
            XML_ERR_PI_NOT_FINISHED, XML_ERR_XMLDECL_NOT_FINISHED, XML_ERR_STRING_NOT_CLOSED, XML_ERR_NAME_REQUIRED,
            XML_ERR_SPACE_REQUIRED,
        ].map { Int32($0.rawValue) })

    private func report(_ error: xmlError) {
        guard error.level == XML_ERR_FATAL else { return }
        let endsEarly = depth > 0 && error.code == XML_ERR_DOCUMENT_END.rawValue
        if isLast, endsEarly || (isAtEnd && XMLPushParser.unfinished.contains(error.code)) {
            stop(self.error(.document(Message("formats.xml.endsInElement"))))
            return
        }
        let message = error.message.map { String(cString: $0) } ?? ""
        let words = message.split(separator: "\n").first.map(String.init) ?? "unknown"
        stop(self.error(.document(Message("formats.xml.malformedWithDetail", ["detail": String(words.prefix(200))]))))
    }
}
