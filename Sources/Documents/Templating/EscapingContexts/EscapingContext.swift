/// The syntactic position of a tag in the output: text, attribute, URL, string.
struct EscapingContext: Hashable, Sendable {
    /// Indirect: the compiler keeps many contexts on the stack, one or more for each section it is in.
    indirect enum Format: Hashable, Sendable {
        case html(HTMLEscapingContext)
        case xml(XMLEscapingContext)
        case csv(CSVEscapingContext)
        case json(JSONEscapingContext)
        case typst(TypstEscapingContext)
        case text
        /// Plain Mustache: the five characters everywhere, or nothing.
        case trusting(Escape)
    }

    var format: Format

    init(_ options: TemplateOptions) {
        switch options.contentType {
        case .html where options.isTrusting, .xml where options.isTrusting, .svg where options.isTrusting:
            format = .trusting(.html)
        case .html: format = .html(HTMLEscapingContext())
        case .xml: format = .xml(XMLEscapingContext(isActive: false))
        case .svg: format = .xml(XMLEscapingContext(isActive: true))
        case .csv: format = options.isTrusting ? .trusting(.csvField) : .csv(.fieldStart)
        case .json: format = options.isTrusting ? .trusting(.jsonValue) : .json(JSONEscapingContext())
        case .typst: format = options.isTrusting ? .trusting(.typst) : .typst(TypstEscapingContext())
        case .text: format = .text
        }
    }

    /// Text that is escaped later.
    static let plainText = EscapingContext(.text)

    /// Continues over literal text; returns the first diagnostic about it, with its offset.
    mutating func advance(over bytes: ArraySlice<UInt8>) -> (literalDiagnostic: LiteralDiagnostic, offset: Int)? {
        var first: (literalDiagnostic: LiteralDiagnostic, offset: Int)?
        func note(_ literalDiagnostic: LiteralDiagnostic?, _ index: Int) {
            if let literalDiagnostic, first == nil { first = (literalDiagnostic, index - bytes.startIndex) }
        }
        switch format {
        case .html(var escapingContext):
            // Taken out while it changes, so that its text is not copied for each byte.
            format = .text
            for index in bytes.indices { note(escapingContext.advance(over: bytes[index]), index) }
            format = .html(escapingContext)
        case .xml(var escapingContext):
            for index in bytes.indices { note(escapingContext.advance(over: bytes[index]), index) }
            format = .xml(escapingContext)
        case .csv(var escapingContext):
            for index in bytes.indices { note(escapingContext.advance(over: bytes[index]), index) }
            format = .csv(escapingContext)
        case .json(var escapingContext):
            for index in bytes.indices { note(escapingContext.advance(over: bytes[index]), index) }
            format = .json(escapingContext)
        case .typst(var escapingContext):
            for index in bytes.indices { note(escapingContext.advance(over: bytes[index]), index) }
            format = .typst(escapingContext)
        case .text, .trusting:
            break
        }
        return first
    }

    /// Whether a browser would drop a line feed printed first here.
    var dropsLineFeed: Bool {
        if case .html(let escapingContext) = format { escapingContext.dropsLineFeed } else { false }
    }

    /// Whether the document may end here.
    var isEnd: Bool {
        switch format {
        case .html(let escapingContext):
            escapingContext.state == .text || escapingContext.state == .inside && escapingContext.content == .plain
        case .xml(let escapingContext): escapingContext.state == .text
        case .csv(let escapingContext): escapingContext != .inQuotes
        case .json(let escapingContext): !escapingContext.isInText
        case .typst(let escapingContext): escapingContext.isEnd
        case .text, .trusting: true
        }
    }

    init(_ format: Format) {
        self.format = format
    }
}
