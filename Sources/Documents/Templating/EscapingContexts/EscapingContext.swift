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

/// Follows CSV (RFC 4180) to decide whether a tag may be a whole field.
///
/// A set, since a section that may be left out leaves more than one state possible.
struct CSVEscapingContext: OptionSet, Hashable, Sendable {
    let rawValue: UInt8

    static let fieldStart = CSVEscapingContext(rawValue: 1)
    static let inField = CSVEscapingContext(rawValue: 2)
    static let inQuotes = CSVEscapingContext(rawValue: 4)
    static let quoteInQuotes = CSVEscapingContext(rawValue: 8)
    static let afterValue = CSVEscapingContext(rawValue: 16)

    mutating func advance(over byte: UInt8) -> LiteralDiagnostic? {
        let isQuote = byte == UInt8(ascii: "\"")
        if self == .inQuotes {
            if isQuote { self = .quoteInQuotes }
            return nil
        }
        if self == .quoteInQuotes, isQuote {
            self = .inQuotes
            return nil
        }
        if byte == UInt8(ascii: ",") || byte == 0x0A || byte == 0x0D {
            self = .fieldStart
            return nil
        }
        let isAfterValue = contains(.afterValue)
        // If a field may or may not have begun, a quotation mark has two meanings.
        let isUnclear = isQuote && self != .fieldStart && contains(.fieldStart)
        self = isQuote && self == .fieldStart ? .inQuotes : .inField
        return isAfterValue ? .notWhole("CSV field") : isUnclear ? .unclearQuote : nil
    }

    func joined(with other: CSVEscapingContext) -> CSVEscapingContext? {
        let both = union(other)
        // Inside quotation marks everything reads otherwise.
        return both == self || both == other || both.isDisjoint(with: [.inQuotes, .quoteInQuotes]) ? both : nil
    }
}

extension EscapingContext {
    /// Joins the contexts after a section: `self` if it was skipped, `exit` if it was rendered.
    /// - Returns: nil if they differ in a way that matters later.
    func joined(with exit: EscapingContext) -> EscapingContext? {
        if self == exit { return self }
        let format: Format? =
            switch (format, exit.format) {
            case (.html(let one), .html(let two)): one.joined(with: two).map { .html($0) }
            case (.xml(let one), .xml(let two)): one.joined(with: two).map { .xml($0) }
            case (.csv(let one), .csv(let two)): one.joined(with: two).map { .csv($0) }
            case (.json(let one), .json(let two)): one.joined(with: two).map { .json($0) }
            case (.typst(let one), .typst(let two)): one.joined(with: two).map { .typst($0) }
            default: nil
            }
        return format.map { EscapingContext($0) }
    }
}

extension HTMLEscapingContext {
    /// The fields that may differ after a branch; all others must be the same.
    ///
    /// | field | after a branch |
    /// |---|---|
    /// | state | the same; between attributes, what only a name's end may follow |
    /// | tag | see ``HTMLTag/joined(with:)`` |
    /// | url, json | see ``URLEscapingContext/joined(with:)`` and ``JSONEscapingContext/joined(with:)`` |
    /// | dropsLineFeed | only if both do |
    /// | valueRanOver | if either did |
    func joined(with exit: HTMLEscapingContext) -> HTMLEscapingContext? {
        var (one, two) = (self, exit)
        if one.state != two.state {
            guard one.endName(), two.endName() else { return nil }
            // Blanks end a name on both sides, so that after them only `=` is unclear.
            let blanks: Set<State> = [.beforeAttribute, .afterAttributeName, .maybeNameAndBlank]
            let state: State = blanks.isSuperset(of: [state, exit.state]) ? .maybeNameAndBlank : .maybeName
            (one.state, two.state) = (state, state)
        }
        guard let tag = one.tag.joined(with: two.tag), let url = one.url.joined(with: two.url),
            let json = one.json.joined(with: two.json)
        else { return nil }
        (one.tag, one.url, one.json) = (tag, url, json)
        (two.tag, two.url, two.json) = (tag, url, json)
        one.dropsLineFeed = dropsLineFeed && exit.dropsLineFeed
        two.dropsLineFeed = one.dropsLineFeed
        one.valueRanOver = valueRanOver || exit.valueRanOver
        two.valueRanOver = one.valueRanOver
        return one == two ? one : nil
    }

    /// Ends a name as what may follow it does; false in other places.
    private mutating func endName() -> Bool {
        switch state {
        case .tagName, .beforeAttribute, .attributeName, .afterAttributeName, .maybeName, .maybeNameAndBlank:
            tag.endName()
            return true
        default: return false
        }
    }
}

extension EscapingContext {
    /// Returns the escape for a value, and moves to the context after it.
    ///
    /// - Parameter kind: the value's kind; nil if it is known only when rendering.
    mutating func takeValue(_ kind: SlotKind?) throws(ForbiddenContext) -> Escape {
        switch format {
        case .html(var escapingContext):
            let escape = try escapingContext.takeValue(kind)
            format = .html(escapingContext)
            return escape
        case .xml(var escapingContext):
            let escape = try escapingContext.takeValue(kind)
            format = .xml(escapingContext)
            return escape
        case .csv(let escapingContext):
            guard escapingContext == .fieldStart else { throw Self.csvError(escapingContext) }
            format = .csv(.afterValue)
            return .csvField
        case .json(var escapingContext):
            guard escapingContext.takesValue else { throw Self.jsonError(escapingContext) }
            escapingContext.takeValue()
            format = .json(escapingContext)
            return .jsonValue
        case .typst(var escapingContext):
            let escape = try escapingContext.takeValue(kind)
            format = .typst(escapingContext)
            return escape
        case .text: return .none
        case .trusting(let escape): return escape
        }
    }

    /// Whether safe markup may be printed here as it is.
    var takesMarkup: Bool {
        switch format {
        case .html(let escapingContext): escapingContext.state == .text
        case .xml(let escapingContext): escapingContext.state == .text && escapingContext.code.isEmpty
        case .text, .trusting: true
        case .csv, .json, .typst: false
        }
    }

    static func jsonError(_ escapingContext: JSONEscapingContext) -> ForbiddenContext {
        if !escapingContext.isInText, !escapingContext.last.contains(.literal) {
            return .secondJSONValue
        }
        return escapingContext.isInText ? .jsonString : .insideJSONValue
    }

    static func csvError(_ escapingContext: CSVEscapingContext) -> ForbiddenContext {
        if escapingContext.isSubset(of: [.fieldStart, .afterValue]) {
            return .secondCSVField
        }
        return escapingContext == .inQuotes ? .csvQuotes : .insideCSVField
    }
}

extension XMLEscapingContext {
    mutating func takeValue(_ kind: SlotKind?) throws(ForbiddenContext) -> Escape {
        switch state {
        case .text where code.isEmpty: return .xmlText
        case .text:
            throw code == "style" ? .svgStyleSheet : .svgScript
        case .doubleQuoted, .singleQuoted:
            guard !declaresNamespace else {
                throw .namespace
            }
            noteValue()
            guard isActive else { return .xmlAttribute }
            let escape = try current.takeValue(kind, &url)
            return escape == .html ? .xmlAttribute : escape
        case .cdata, .cdataBracket, .cdataBrackets:
            throw .cdata(name)
        default:
            throw .xmlMarkup(name)
        }
    }
}

extension HTMLEscapingContext {
    mutating func takeValue(_ kind: SlotKind?) throws(ForbiddenContext) -> Escape {
        switch state {
        case .text:
            return .html
        case .doubleQuoted, .singleQuoted:
            return try tag.takeValue(kind, &url)
        case .inside:
            return try takeInside()
        case .tagOpen, .endTagOpen, .tagName:
            throw .tagName
        case .beforeAttribute, .attributeName, .afterAttributeName, .maybeName, .maybeNameAndBlank:
            throw .attributeName(afterValue: valueRanOver)
        case .beforeValue, .unquoted:
            throw .unquotedAttribute
        case .commentStart, .commentStartDash, .comment, .commentDash, .commentEnd, .commentBang, .bogusComment:
            throw .comment
        case .declaration:
            throw .declaration
        }
    }

    private mutating func takeInside() throws(ForbiddenContext) -> Escape {
        switch content {
        case .text where matched == 0:
            return .html
        case .text:
            throw .elementName
        case .script where isDataBlock && matched == 0:
            guard json.takesValue else { throw EscapingContext.jsonError(json) }
            json.takeValue()
            return .jsonValue
        case .script:
            throw .script
        case .raw where element == "style":
            throw .styleSheet
        case .raw, .plain, .markup:
            throw .rawText(element: element)
        }
    }
}

extension HTMLTag {
    /// The escape for a value in the quoted attribute that is being read.
    mutating func takeValue(_ value: SlotKind?, _ url: inout URLEscapingContext) throws(ForbiddenContext) -> Escape {
        switch kind {
        case .plain:
            return .html
        case .metaContent:
            takeMetaValue()
            return .html
        case .keyword where name == "script":
            throw .scriptType
        case .refused, .keyword:
            throw .attribute(attribute, element: name)
        case .codeURL:
            guard value == nil || value == .trustedURL else {
                throw .codeURL(attribute: attribute, element: name)
            }
            try url.check()
            url.takeValue(isTrusted: true)
            return value == nil ? .codeURL : .html
        case .url, .imageSet:
            if let part = try url.takePart(value) { return part }
            return value == .trustedURL ? .html : kind == .imageSet ? .urlInSet : .url
        }
    }
}

extension URLEscapingContext {
    fileprivate func check() throws(ForbiddenContext) {
        if part == .refused { throw .urlScheme }
        if isInReference { throw .urlReference }
    }

    /// Notes a value; returns its escape if it is only a part of the URL.
    fileprivate mutating func takePart(_ value: SlotKind?) throws(ForbiddenContext) -> Escape? {
        try check()
        let isWhole = part == .start
        takeValue(isTrusted: value == .trustedURL)
        return isWhole ? nil : area == .host ? .urlHost : area == .mailbox ? .urlMailbox : .urlComponent
    }
}

extension TypstEscapingContext {
    fileprivate mutating func takeValue(_ kind: SlotKind?) throws(ForbiddenContext) -> Escape {
        guard isInText else { throw .typstCode }
        guard !isRun else { throw .typstSource }
        guard isLink, !leadsToLabel else { return .typst }
        return try url.takePart(kind) ?? (kind == .trustedURL ? .typst : .typstURL)
    }
}
