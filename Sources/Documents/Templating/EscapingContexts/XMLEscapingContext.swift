/// Follows XML 1.0 as far as places are concerned.
///
/// XML that browsers run, SVG and XHTML, is *active*: there the rules of HTML hold for scripts, style sheets and URLs.
struct XMLEscapingContext: Hashable, Sendable {
    enum State: UInt8, Hashable {
        case text
        case tagOpen
        case tagName
        case tag
        /// After a branch that may have ended in the element's name: only what ends a name may follow.
        case maybeName
        case attributeName
        case beforeValue
        case doubleQuoted
        case singleQuoted
        case declaration
        case declarationDash
        case comment
        case commentDash
        case commentDashes
        case cdata
        case cdataBracket
        case cdataBrackets
        case instruction
        case instructionMark
        case doctype
        case doctypeDoubleQuoted
        case doctypeSingleQuoted
    }

    var state = State.text
    /// Whether a browser may execute the text here.
    var isActive: Bool
    var current = HTMLTag()
    var url = URLEscapingContext()
    /// The literal part of a namespace that is being declared.
    private var namespace = ""
    /// Whether this tag holds a value that would have to be judged if the tag turned out to be active.
    private var hasRiskyValue = false
    /// The script or style sheet whose text is being read, and how many of its kind are open.
    private(set) var code = ""
    private var codeDepth = 0

    init(isActive: Bool) {
        self.isActive = isActive
    }

    mutating func advance(over byte: UInt8) -> LiteralDiagnostic? {
        switch (state, byte) {
        case (.text, UInt8(ascii: "<")):
            state = .tagOpen
            current = HTMLTag()
            hasRiskyValue = false
        case (.text, _): break
        case (.tagOpen, UInt8(ascii: "!")): state = .declaration
        case (.tagOpen, UInt8(ascii: "?")): state = .instruction
        case (.tagOpen, UInt8(ascii: "/")) where !current.isEnd: current.isEnd = true
        case (.tagOpen, UInt8(ascii: ">")): state = .text
        case (.tagOpen, _):
            state = .tagName
            current.name = HTMLEscapingContext.lowercase(byte)
        case (.tagName, _), (.tag, _), (.maybeName, _), (.attributeName, _), (.beforeValue, _): return tag(byte)
        case (.doubleQuoted, UInt8(ascii: "\"")), (.singleQuoted, UInt8(ascii: "'")): return endValue()
        case (.doubleQuoted, _), (.singleQuoted, _): return value(byte)
        case (.doctype, UInt8(ascii: ">")): state = .text
        case (.doctype, UInt8(ascii: "\"")): state = .doctypeDoubleQuoted
        case (.doctype, UInt8(ascii: "'")): state = .doctypeSingleQuoted
        case (.doctype, UInt8(ascii: "[")): return .internalSubset
        case (.doctypeDoubleQuoted, UInt8(ascii: "\"")), (.doctypeSingleQuoted, UInt8(ascii: "'")): state = .doctype
        case (.doctype, _), (.doctypeDoubleQuoted, _), (.doctypeSingleQuoted, _): break
        case (.declaration, UInt8(ascii: "-")): state = .declarationDash
        case (.declaration, UInt8(ascii: "[")): state = .cdata
        case (.declaration, _): state = .doctype
        case (.declarationDash, _): state = byte == UInt8(ascii: "-") ? .comment : .doctype
        case (.comment, UInt8(ascii: "-")): state = .commentDash
        case (.comment, _): break
        case (.commentDash, _): state = byte == UInt8(ascii: "-") ? .commentDashes : .comment
        case (.commentDashes, UInt8(ascii: ">")): state = .text
        case (.commentDashes, _): state = byte == UInt8(ascii: "-") ? .commentDashes : .comment
        case (.cdata, UInt8(ascii: "]")): state = .cdataBracket
        case (.cdata, _): break
        case (.cdataBracket, _): state = byte == UInt8(ascii: "]") ? .cdataBrackets : .cdata
        case (.cdataBrackets, UInt8(ascii: ">")): state = .text
        case (.cdataBrackets, _): state = byte == UInt8(ascii: "]") ? .cdataBrackets : .cdata
        case (.instruction, UInt8(ascii: "?")): state = .instructionMark
        case (.instruction, _): break
        case (.instructionMark, UInt8(ascii: ">")): state = .text
        case (.instructionMark, _): state = byte == UInt8(ascii: "?") ? .instructionMark : .instruction
        }
        return nil
    }

    private mutating func tag(_ byte: UInt8) -> LiteralDiagnostic? {
        let isBlank = byte == 0x20 || byte == 0x09 || byte == 0x0A || byte == 0x0D
        switch byte {
        case UInt8(ascii: ">"):
            let literalDiagnostic = endName()
            closeTag()
            return literalDiagnostic
        case UInt8(ascii: "/"):
            let literalDiagnostic = endName()
            current.isSelfClosing = true
            return literalDiagnostic
        case UInt8(ascii: "\"") where state == .beforeValue: state = .doubleQuoted
        case UInt8(ascii: "'") where state == .beforeValue: state = .singleQuoted
        case UInt8(ascii: "=") where state == .attributeName:
            state = .beforeValue
            url = URLEscapingContext()
            namespace = ""
            current.beginValue()
        case _ where isBlank:
            if state == .tagName { return endName() }
            if state == .maybeName { state = .tag }
        default:
            let isUnclear = state == .maybeName
            switch state {
            case .tagName: current.name += HTMLEscapingContext.lowercase(byte)
            case .attributeName: current.attribute += HTMLEscapingContext.lowercase(byte)
            default:
                state = .attributeName
                current.attribute = HTMLEscapingContext.lowercase(byte)
            }
            if isUnclear { return .unclearName }
        }
        return nil
    }

    /// The end of the element's name.
    private mutating func endName() -> LiteralDiagnostic? {
        defer { state = .tag }
        guard state == .tagName else { return nil }
        // What counts is the name without its prefix.
        current.name = current.name.split(separator: ":").last.map(String.init) ?? ""
        return ["svg", "html", "math"].contains(current.name) ? activate() : nil
    }

    private mutating func value(_ byte: UInt8) -> LiteralDiagnostic? {
        if declaresNamespace, namespace.utf8.count < 64 { namespace += HTMLEscapingContext.lowercase(byte) }
        switch current.kind {
        case .url, .codeURL: return isActive ? url.advance(over: byte, inImageSet: false) : nil
        case .imageSet: return isActive ? url.advance(over: byte, inImageSet: true) : nil
        case .keyword: current.addToKeyword(byte)
        case .plain, .metaContent, .refused: break
        }
        return nil
    }

    var declaresNamespace: Bool { current.attribute == "xmlns" || current.attribute.hasPrefix("xmlns:") }

    private mutating func endValue() -> LiteralDiagnostic? {
        let isActiveNamespace =
            namespace.contains("www.w3.org/2000/svg") || namespace.contains("www.w3.org/1999/xhtml")
            || namespace.contains("&")
        let literalDiagnostic = declaresNamespace && isActiveNamespace ? activate() : nil
        state = .tag
        url = URLEscapingContext()
        current.forgetAttribute()
        return literalDiagnostic
    }

    private mutating func activate() -> LiteralDiagnostic? {
        isActive = true
        return hasRiskyValue ? .namespaceAfterValue : nil
    }

    mutating func noteValue() {
        if !isActive, current.kind != .plain { hasRiskyValue = true }
    }

    private mutating func closeTag() {
        let closed = current
        current = HTMLTag()
        hasRiskyValue = false
        state = .text
        guard isActive, !closed.isSelfClosing else { return }
        if code.isEmpty, !closed.isEnd, ["script", "style", "handler"].contains(closed.name) {
            (code, codeDepth) = (closed.name, 1)
        } else if closed.name == code {
            codeDepth += closed.isEnd ? -1 : 1
            if codeDepth == 0 { code = "" }
        }
    }

    /// The context after a branch that may or may not have been taken; nil if the two differ in a way that matters later.
    func joined(with other: XMLEscapingContext) -> XMLEscapingContext? {
        let names: Set<State> = [.tagName, .tag, .maybeName]
        if state != other.state, names.isSuperset(of: [state, other.state]) {
            var (one, two) = (self, other)
            // If the name does not end here on both sides, the next tag is reported.
            guard one.endName() == nil, two.endName() == nil else { return nil }
            (one.state, two.state) = (.maybeName, .maybeName)
            return one.joined(with: two)
        }
        guard let url = url.joined(with: other.url), let current = current.joined(with: other.current) else {
            return nil
        }
        var (one, two) = (self, other)
        (one.url, two.url, one.current, two.current) = (url, url, current, current)
        one.isActive = isActive || other.isActive
        two.isActive = one.isActive
        one.hasRiskyValue = hasRiskyValue || other.hasRiskyValue
        two.hasRiskyValue = one.hasRiskyValue
        return one == two ? one : nil
    }

    /// The name of this context in messages.
    var name: String {
        switch state {
        case .text: "text"
        case .tagOpen, .tagName: "a tag's name"
        case .tag, .maybeName, .attributeName, .beforeValue: "a tag, outside an attribute's quotation marks"
        case .doubleQuoted, .singleQuoted: "a quoted attribute"
        case .declaration, .declarationDash, .doctype, .doctypeDoubleQuoted, .doctypeSingleQuoted: "a declaration"
        case .comment, .commentDash, .commentDashes: "a comment"
        case .cdata, .cdataBracket, .cdataBrackets: "a CDATA section"
        case .instruction, .instructionMark: "a processing instruction"
        }
    }
}
