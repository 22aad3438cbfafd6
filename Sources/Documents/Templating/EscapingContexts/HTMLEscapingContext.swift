/// Follows HTML as a browser's tokenizer does (WHATWG HTML, 13.2.5), as far as places are concerned.
///
/// Browsers parse some constructs by the tree that they build (pictures, selects, templates). Constructs that browsers
/// parse differently are diagnosed.
struct HTMLEscapingContext: Hashable, Sendable {
    enum State: UInt8, Hashable {
        case text
        case tagOpen
        case endTagOpen
        case tagName
        case beforeAttribute
        case attributeName
        case afterAttributeName
        /// After a branch that may have ended in a name: only what ends a name may follow.
        case maybeName
        case maybeNameAndBlank
        case beforeValue
        case doubleQuoted
        case singleQuoted
        case unquoted
        case declaration
        case commentStart
        case commentStartDash
        case comment
        case commentDash
        case commentEnd
        case commentBang
        case bogusComment
        /// Inside title, textarea, script, style and the like, up to their closing tag.
        case inside
    }

    var state = State.text
    var tag = HTMLTag()
    var url = URLEscapingContext()
    var json = JSONEscapingContext()
    /// The open elements, as far as they decide how raw text is read.
    var tree = HTMLTree()
    /// The element whose text is being read, in lower case, while ``state`` is ``State/inside``.
    var element = ""
    /// Number of bytes read towards a closing tag or a declaration.
    var matched = 0
    /// Number of bytes of `<!--` read inside a script.
    var scriptComment: UInt8 = 0
    /// Whether the script being read is data that no browser runs.
    var isDataBlock = false
    /// Whether a browser would drop a line feed here (after `<textarea>` and `<pre>`).
    var dropsLineFeed = false
    /// Whether a quoted value of this tag holds a `<` or a line's end: most often its quotation mark is missing.
    var valueRanOver = false

    var content: HTMLNames.Content { HTMLNames.content(of: element) }

    /// Advances over one byte of literal text; returns a diagnostic if the literal itself makes the place unsafe.
    mutating func advance(over byte: UInt8) -> LiteralDiagnostic? {
        dropsLineFeed = false
        let literalDiagnostic = tree.isInNoscript ? followNoscript(byte) : nil
        return step(over: byte) ?? literalDiagnostic
    }

    private mutating func step(over byte: UInt8) -> LiteralDiagnostic? {
        switch state {
        case .text:
            if byte == UInt8(ascii: "<") { state = .tagOpen }
        case .tagOpen: tagOpen(byte)
        case .endTagOpen:
            if Self.isLetter(byte) {
                beginTag(byte, isEnd: true)
            } else {
                state = byte == UInt8(ascii: ">") ? .text : .bogusComment
            }
        case .tagName:
            if Self.isBlank(byte) {
                state = .beforeAttribute
            } else if byte == UInt8(ascii: "/") {
                slash()
            } else if byte == UInt8(ascii: ">") {
                return closeTag()
            } else {
                tag.name += Self.lowercase(byte)
            }
        case .beforeAttribute, .attributeName, .afterAttributeName, .maybeName, .maybeNameAndBlank:
            return attributeName(byte)
        case .beforeValue, .doubleQuoted, .singleQuoted, .unquoted: return attributeValue(byte)
        case .declaration: return declaration(byte)
        case .commentStart, .commentStartDash, .comment, .commentDash, .commentEnd, .commentBang: comment(byte)
        case .bogusComment:
            if byte == UInt8(ascii: ">") { state = .text }
        case .inside: return inside(byte)
        }
        return nil
    }

    private mutating func tagOpen(_ byte: UInt8) {
        switch byte {
        case UInt8(ascii: "/"): state = .endTagOpen
        case UInt8(ascii: "!"):
            state = .declaration
            matched = 0
        case UInt8(ascii: "?"): state = .bogusComment
        case UInt8(ascii: "<"): break
        default:
            if Self.isLetter(byte) { beginTag(byte, isEnd: false) } else { state = .text }
        }
    }

    private mutating func beginTag(_ byte: UInt8, isEnd: Bool) {
        state = .tagName
        tag = HTMLTag()
        tag.name = Self.lowercase(byte)
        tag.isEnd = isEnd
        valueRanOver = false
    }

    private mutating func slash() {
        state = .beforeAttribute
        tag.isSelfClosing = true
    }

    private mutating func attributeName(_ byte: UInt8) -> LiteralDiagnostic? {
        if byte == UInt8(ascii: ">") {
            tag.endName()
            return closeTag()
        }
        tag.isSelfClosing = false
        if byte == UInt8(ascii: "/") {
            tag.endName()
            slash()
        } else if Self.isBlank(byte) {
            switch state {
            case .attributeName: state = .afterAttributeName
            case .maybeName: state = .maybeNameAndBlank
            default: break
            }
        } else if byte == UInt8(ascii: "="), state == .attributeName || state == .afterAttributeName {
            state = .beforeValue
            url = URLEscapingContext()
            tag.beginValue()
        } else if state == .attributeName {
            tag.attribute += Self.lowercase(byte)
        } else {
            let isUnclear =
                state == .maybeName || state == .maybeNameAndBlank && byte == UInt8(ascii: "=")
            tag.endName()
            tag.attribute = Self.lowercase(byte)
            state = .attributeName
            if isUnclear { return .unclearName }
        }
        return nil
    }

    private mutating func attributeValue(_ byte: UInt8) -> LiteralDiagnostic? {
        switch (state, byte) {
        case (.beforeValue, UInt8(ascii: "\"")): state = .doubleQuoted
        case (.beforeValue, UInt8(ascii: "'")): state = .singleQuoted
        case (.beforeValue, UInt8(ascii: ">")), (.unquoted, UInt8(ascii: ">")):
            endValue()
            return closeTag()
        case (.doubleQuoted, UInt8(ascii: "\"")), (.singleQuoted, UInt8(ascii: "'")): endValue()
        case (.beforeValue, _) where Self.isBlank(byte): break
        case (.unquoted, _) where Self.isBlank(byte): endValue()
        default:
            if state == .beforeValue { state = .unquoted }
            if state != .unquoted, byte == UInt8(ascii: "<") || byte == 0x0A { valueRanOver = true }
            switch tag.kind {
            case .url, .codeURL: return url.advance(over: byte, inImageSet: false)
            case .imageSet: return url.advance(over: byte, inImageSet: true)
            case .keyword: tag.addToKeyword(byte)
            case .plain, .metaContent, .refused: break
            }
        }
        return nil
    }

    /// Once its value has ended, it does not matter which attribute was read last.
    private mutating func endValue() {
        state = .beforeAttribute
        url = URLEscapingContext()
        tag.forgetAttribute()
    }

    private mutating func closeTag() -> LiteralDiagnostic? {
        let closed = tag
        tag = HTMLTag()
        state = .text
        valueRanOver = false
        element = ""
        if closed.isEnd { return tree.close(closed.name) }
        let opened = tree.open(closed.name, isSelfClosing: closed.isSelfClosing)
        if HTMLNames.content(of: closed.name) != .markup, !opened.closedItself {
            state = .inside
            element = closed.name
            matched = 0
            scriptComment = 0
            isDataBlock = closed.isDataBlock && !tree.isForeign
            json = JSONEscapingContext()
            dropsLineFeed = closed.name == "textarea"
        } else {
            dropsLineFeed = closed.name == "pre" || closed.name == "listing"
        }
        return closed.isRefresh ? .metaRefresh : opened.literalDiagnostic
    }

    private mutating func declaration(_ byte: UInt8) -> LiteralDiagnostic? {
        let cdata = Array("[CDATA[".utf8)
        if byte == UInt8(ascii: "-"), matched == 0 {
            matched = -1
        } else if byte == UInt8(ascii: "-"), matched == -1 {
            state = .commentStart
        } else if matched >= 0, byte == cdata[matched] {
            matched += 1
            if matched == cdata.count { state = .bogusComment }
        } else {
            state = byte == UInt8(ascii: ">") ? .text : .bogusComment
        }
        guard state != .declaration else { return nil }
        defer { matched = 0 }
        return matched == cdata.count ? .cdata : nil
    }

    private mutating func comment(_ byte: UInt8) {
        switch (state, byte) {
        case (.commentStart, UInt8(ascii: "-")): state = .commentStartDash
        case (.commentStartDash, UInt8(ascii: "-")), (.commentDash, UInt8(ascii: "-")),
            (.commentEnd, UInt8(ascii: "-")):
            state = .commentEnd
        case (.commentStart, UInt8(ascii: ">")), (.commentStartDash, UInt8(ascii: ">")),
            (.commentEnd, UInt8(ascii: ">")), (.commentBang, UInt8(ascii: ">")):
            state = .text
        case (.comment, UInt8(ascii: "-")), (.commentBang, UInt8(ascii: "-")): state = .commentDash
        case (.commentEnd, UInt8(ascii: "!")): state = .commentBang
        default: state = .comment
        }
    }

    private mutating func inside(_ byte: UInt8) -> LiteralDiagnostic? {
        if content == .plain { return nil }
        let closing = 2 + element.utf8.count
        if matched == closing {
            if Self.isBlank(byte) || byte == UInt8(ascii: "/") || byte == UInt8(ascii: ">") {
                matched = 0
                tag.name = element
                tag.isEnd = true
                state = .beforeAttribute
                return byte == UInt8(ascii: ">") ? closeTag() : nil
            }
        } else if byte | (Self.isLetter(byte) ? 0x20 : 0) == closingByte(matched) {
            matched += 1
            return followScript(byte)
        }
        let broken = matched
        matched = byte == UInt8(ascii: "<") ? 1 : 0
        // If a browser may read tags here, everything that begins like a tag must be the end tag.
        let begins = Self.isLetter(byte) || byte == UInt8(ascii: "!") || byte == UInt8(ascii: "?")
        if tree.isForeign, broken > 1 || broken == 1 && begins { return .foreignMarkup }
        return followScript(byte)
    }

    private mutating func followScript(_ byte: UInt8) -> LiteralDiagnostic? {
        guard content == .script else { return nil }
        let isNext = byte == Array("<!--".utf8)[Int(scriptComment)]
        scriptComment = isNext ? scriptComment + 1 : byte == UInt8(ascii: "<") ? 1 : 0
        if scriptComment == 4 {
            scriptComment = 0
            return .scriptComment
        }
        return isDataBlock ? json.advance(over: byte) : nil
    }

    /// One byte of `</` and the element's name.
    private func closingByte(_ index: Int) -> UInt8 {
        switch index {
        case 0: UInt8(ascii: "<")
        case 1: UInt8(ascii: "/")
        default: element.utf8[element.utf8.index(element.utf8.startIndex, offsetBy: index - 2)]
        }
    }

    /// With scripts, a browser reads `noscript` as raw text up to the first closing tag, wherever that stands.
    private mutating func followNoscript(_ byte: UInt8) -> LiteralDiagnostic? {
        let closing = Array("</noscript".utf8)
        if tree.noscriptMatched == closing.count {
            tree.noscriptMatched = 0
            let ends = Self.isBlank(byte) || byte == UInt8(ascii: "/") || byte == UInt8(ascii: ">")
            let isTag = state == .tagName && tag.isEnd && tag.name == "noscript"
            return ends && !isTag ? .hiddenEnd("noscript") : nil
        }
        let isNext = byte | (Self.isLetter(byte) ? 0x20 : 0) == closing[Int(tree.noscriptMatched)]
        tree.noscriptMatched = isNext ? tree.noscriptMatched + 1 : byte == UInt8(ascii: "<") ? 1 : 0
        return nil
    }

    // MARK: Bytes

    /// HTML's white space (WHATWG Infra, 4.7): no vertical tab.
    static func isBlank(_ byte: UInt8) -> Bool {
        byte == 0x20 || byte == 0x09 || byte == 0x0A || byte == 0x0C || byte == 0x0D
    }

    static func isLetter(_ byte: UInt8) -> Bool {
        (0x61...0x7A).contains(byte | 0x20)
    }

    static func lowercase(_ byte: UInt8) -> String {
        // Bytes past ASCII never matter to a place; they only must not be taken for something else.
        String(UnicodeScalar((0x41...0x5A).contains(byte) ? byte | 0x20 : byte))
    }
}

/// The tag that is being read.
struct HTMLTag: Hashable, Sendable {
    /// In lower case.
    var name = ""
    var isEnd = false
    /// Whether it ends in `/>`.
    var isSelfClosing = false
    /// The attribute being read, in lower case.
    var attribute = ""
    /// The kind of value of the attribute that is being read.
    private(set) var kind = HTMLNames.Attribute.plain
    /// The type of a script or the relation of a link, as far as it is written out.
    private var keyword = ""
    private var hasKeyword = false
    /// Whether the keyword is being read; of two, browsers take the first.
    private var readsKeyword = false
    private var metaHasValue = false
    private var metaHasEquivalent = false

    /// Notes an attribute without a value.
    mutating func endName() {
        if !attribute.isEmpty { beginValue() }
        forgetAttribute()
    }

    mutating func beginValue() {
        kind = HTMLNames.attribute(attribute, of: name)
        if attribute == "http-equiv" { metaHasEquivalent = true }
        if kind == .keyword {
            readsKeyword = !hasKeyword
            hasKeyword = true
        }
        if name == "link", kind == .url, !(hasKeyword && HTMLNames.isHarmless(relation: keyword)) { kind = .codeURL }
    }

    mutating func addToKeyword(_ byte: UInt8) {
        if readsKeyword { keyword += HTMLEscapingContext.lowercase(byte) }
    }

    mutating func forgetAttribute() {
        (attribute, kind, readsKeyword) = ("", .plain, false)
    }

    mutating func takeMetaValue() { metaHasValue = true }

    /// Whether it is a refresh whose address holds a value.
    var isRefresh: Bool { metaHasValue && metaHasEquivalent }

    var isDataBlock: Bool { name == "script" && HTMLNames.isData(scriptType: keyword) }

    /// The tag after a branch that may or may not have been taken; nil if the two differ in a way that matters later.
    func joined(with other: HTMLTag) -> HTMLTag? {
        var (one, two) = (self, other)
        let hasValue = metaHasValue || other.metaHasValue
        let hasEquivalent = metaHasEquivalent || other.metaHasEquivalent
        (one.metaHasValue, two.metaHasValue) = (hasValue, hasValue)
        (one.metaHasEquivalent, two.metaHasEquivalent) = (hasEquivalent, hasEquivalent)
        // The next character decides whether a slash counts. Assuming that it does not refuses more templates, never fewer.
        if isSelfClosing != other.isSelfClosing { (one.isSelfClosing, two.isSelfClosing) = (false, false) }
        return one == two ? one : nil
    }
}

/// Follows JSON to decide whether a tag may be a whole value.
struct JSONEscapingContext: Hashable, Sendable {
    /// The tokens that may have been read last; a set, because a section may be skipped.
    struct Last: OptionSet, Hashable, Sendable {
        let rawValue: UInt8
        /// A comma, a colon, an opening bracket, or nothing.
        static let separator = Last(rawValue: 1)
        /// Something written out: a word, a number, a text, a closing bracket.
        static let literal = Last(rawValue: 2)
        /// A value.
        static let value = Last(rawValue: 4)
    }

    private(set) var last = Last.separator
    private(set) var isInText = false
    private var isEscaped = false

    mutating func advance(over byte: UInt8) -> LiteralDiagnostic? {
        if isInText {
            if isEscaped {
                isEscaped = false
            } else if byte == UInt8(ascii: "\\") {
                isEscaped = true
            } else if byte == UInt8(ascii: "\"") {
                isInText = false
            }
            return nil
        }
        switch byte {
        case UInt8(ascii: ","), UInt8(ascii: ":"): last = .separator
        case UInt8(ascii: "]"), UInt8(ascii: "}"): last = .literal
        case 0x20, 0x09, 0x0A, 0x0D: break
        default:
            let isAfterValue = last.contains(.value)
            isInText = byte == UInt8(ascii: "\"")
            last = byte == UInt8(ascii: "[") || byte == UInt8(ascii: "{") ? .separator : .literal
            // The end of a data block's script.
            if isAfterValue, byte != UInt8(ascii: "<") { return .notWhole("JSON value") }
        }
        return nil
    }

    var takesValue: Bool { !isInText && last == .separator }

    mutating func takeValue() { last = .value }

    /// Joins the contexts after a section: `self` if it was skipped, `exit` if it was rendered.
    func joined(with exit: JSONEscapingContext) -> JSONEscapingContext? {
        guard isInText == exit.isInText, isEscaped == exit.isEscaped else { return nil }
        var joined = self
        // A section that ends in a comma is what separates rows; only its author can know when that is needed.
        joined.last = exit.last == .separator ? .separator : last.union(exit.last)
        return joined
    }
}
