/// Follows HTML as a browser's tokenizer does (WHATWG HTML, 13.2.5), as far as places are concerned.
struct HTMLPlace: Hashable, Sendable {
    enum State: UInt8, Hashable {
        case text
        case tagOpen
        case endTagOpen
        case tagName
        case beforeAttribute
        case attributeName
        case afterAttributeName
        case beforeValue
        case doubleQuoted
        case singleQuoted
        case unquoted
        case declaration
        case comment
        case commentBang
        case bogusComment
        /// Inside title, textarea, script, style and the like, up to their closing tag.
        case inside
    }

    var state = State.text
    /// The tag being read, or the element whose text is being read, in lower case.
    var element = ""
    var isEndTag = false
    /// The attribute being read, in lower case.
    var attribute = ""
    /// The type of the script being read, as far as it is written out.
    var scriptType = ""
    /// How many bytes were read towards a closing tag or a declaration.
    var matched = 0
    var dashes: UInt8 = 0
    var url = URLPart.start
    /// Whether a value stands before this in the URL being read.
    var urlHasValue = false
    /// Whether the compiler stands inside `svg` or `math`, where other rules hold for raw text.
    var isForeign = false
    var metaHasValue = false
    var metaHasEquivalent = false
    /// Whether a browser would drop a line feed here (after `<textarea>` and `<pre>`).
    var dropsLineFeed = false
    var json = JSONPlace()

    var content: HTMLNames.Content {
        isForeign && element == "title" ? .markup : HTMLNames.content(of: element)
    }

    /// What the value of the attribute being read is.
    var attributeKind = HTMLNames.Attribute.plain
    /// What closes the element whose text is being read.
    private var closing: [UInt8] = []

    /// Whether the script being read is data that no browser runs.
    var isDataBlock = false

    /// Goes on over one byte of literal text; a complaint where the literal itself makes the place unsafe.
    mutating func advance(over byte: UInt8) -> PlaceComplaint? {
        dropsLineFeed = false
        switch state {
        case .text:
            if byte == UInt8(ascii: "<") { state = .tagOpen }
        case .tagOpen: tagOpen(byte)
        case .endTagOpen:
            if isLetter(byte) {
                beginTag(byte, isEnd: true)
            } else {
                state = byte == UInt8(ascii: ">") ? .text : .bogusComment
            }
        case .tagName:
            if Scanner.isBlank(byte) || byte == UInt8(ascii: "/") {
                state = .beforeAttribute
            } else if byte == UInt8(ascii: ">") {
                return closeTag()
            } else {
                element += lowercase(byte)
            }
        case .beforeAttribute, .attributeName, .afterAttributeName: return attributeName(byte)
        case .beforeValue, .doubleQuoted, .singleQuoted, .unquoted: return attributeValue(byte)
        case .declaration: return declaration(byte)
        case .comment, .commentBang: comment(byte)
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
            if isLetter(byte) { beginTag(byte, isEnd: false) } else { state = .text }
        }
    }

    private mutating func beginTag(_ byte: UInt8, isEnd: Bool) {
        state = .tagName
        element = lowercase(byte)
        isEndTag = isEnd
        scriptType = ""
        metaHasValue = false
        metaHasEquivalent = false
    }

    private mutating func attributeName(_ byte: UInt8) -> PlaceComplaint? {
        switch byte {
        case UInt8(ascii: ">"): return closeTag()
        case UInt8(ascii: "/"): state = .beforeAttribute
        case UInt8(ascii: "=") where state != .beforeAttribute:
            state = .beforeValue
            url = .start
            urlHasValue = false
            attributeKind = HTMLNames.attribute(attribute, of: element)
            if attribute == "type" { scriptType = "" }
            if attribute == "http-equiv" { metaHasEquivalent = true }
        default:
            if Scanner.isBlank(byte) {
                if state == .attributeName { state = .afterAttributeName }
            } else if state == .attributeName {
                attribute += lowercase(byte)
            } else {
                state = .attributeName
                attribute = lowercase(byte)
            }
        }
        return nil
    }

    private mutating func attributeValue(_ byte: UInt8) -> PlaceComplaint? {
        switch (state, byte) {
        case (.beforeValue, UInt8(ascii: "\"")): state = .doubleQuoted
        case (.beforeValue, UInt8(ascii: "'")): state = .singleQuoted
        case (.beforeValue, UInt8(ascii: ">")), (.unquoted, UInt8(ascii: ">")): return closeTag()
        case (.doubleQuoted, UInt8(ascii: "\"")), (.singleQuoted, UInt8(ascii: "'")):
            state = .beforeAttribute
            forgetAttribute()
        case (.beforeValue, _) where Scanner.isBlank(byte): break
        case (.unquoted, _) where Scanner.isBlank(byte):
            state = .beforeAttribute
            forgetAttribute()
        default:
            if state == .beforeValue { state = .unquoted }
            if attributeKind == .scriptType { scriptType += lowercase(byte) }
            let isImageSet = attributeKind == .imageSet
            guard isImageSet || attributeKind == .url || attributeKind == .codeURL else { return nil }
            if !url.advance(over: byte, afterValue: urlHasValue, inImageSet: isImageSet) { return .valueAsScheme }
            if isImageSet, byte == UInt8(ascii: ",") { urlHasValue = false }
        }
        return nil
    }

    private mutating func closeTag() -> PlaceComplaint? {
        forgetAttribute()
        state = .text
        if element == "svg" || element == "math" { isForeign = !isEndTag }
        let isRefresh = metaHasValue && metaHasEquivalent
        if isEndTag {
            element = ""
        } else if content != .markup {
            state = .inside
            matched = 0
            isDataBlock = element == "script" && HTMLNames.isData(scriptType: scriptType)
            closing = Array("</\(element)".utf8)
            json = JSONPlace()
            dropsLineFeed = element == "textarea"
        } else {
            dropsLineFeed = element == "pre"
            element = ""
        }
        if state == .text { (scriptType, matched, closing, isDataBlock, json) = ("", 0, [], false, JSONPlace()) }
        (isEndTag, metaHasValue, metaHasEquivalent) = (false, false, false)
        return isRefresh ? .metaRefresh : nil
    }

    /// Once its value has ended, it does not matter which attribute was read last.
    private mutating func forgetAttribute() {
        (attribute, attributeKind, url, urlHasValue) = ("", .plain, .start, false)
    }

    private mutating func declaration(_ byte: UInt8) -> PlaceComplaint? {
        let cdata = Array("[CDATA[".utf8)
        if byte == UInt8(ascii: "-"), matched == 0 {
            matched = -1
        } else if byte == UInt8(ascii: "-"), matched == -1 {
            state = .comment
            // Browsers close `<!-->` and `<!--->` too.
            dashes = 2
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
        switch byte {
        case UInt8(ascii: "-"):
            dashes = state == .commentBang ? 1 : min(dashes + 1, 2)
            state = .comment
        case UInt8(ascii: ">") where dashes == 2:
            state = .text
            dashes = 0
        case UInt8(ascii: "!") where dashes == 2 && state == .comment: state = .commentBang
        default:
            dashes = 0
            state = .comment
        }
    }

    private mutating func inside(_ byte: UInt8) -> PlaceComplaint? {
        if content == .plain { return nil }
        let folded = byte | (isLetter(byte) ? 0x20 : 0)
        if matched == closing.count {
            if Scanner.isBlank(byte) || byte == UInt8(ascii: "/") || byte == UInt8(ascii: ">") {
                matched = 0
                isEndTag = true
                state = .beforeAttribute
                return byte == UInt8(ascii: ">") ? closeTag() : nil
            }
            matched = 0
        }
        if closing[matched] == folded {
            matched += 1
        } else {
            let isMarkup = matched != 0 && content != .text
            matched = byte == UInt8(ascii: "<") ? 1 : 0
            if isMarkup, byte == UInt8(ascii: "!"), content == .script { return .scriptComment }
            if isMarkup, isForeign, isLetter(byte) { return .foreignMarkup }
        }
        if isDataBlock { return json.advance(over: byte) }
        return nil
    }

    private func isLetter(_ byte: UInt8) -> Bool {
        (0x61...0x7A).contains(byte | 0x20)
    }

    private func lowercase(_ byte: UInt8) -> String {
        // Bytes past ASCII never matter to a place; they only must not be taken for something else.
        String(UnicodeScalar((0x41...0x5A).contains(byte) ? byte | 0x20 : byte))
    }
}
