/// Writing values, escaped for their context.
extension OutputWindow {
    /// Writes text.
    @inline(__always)
    mutating func write(_ text: Span<UInt8>, escaped escape: Escape) throws {
        if escape.isMarkup, let fastEscaper {
            try write(text, escaped: escape, by: fastEscaper)
        } else {
            try writeText(text, escape)
        }
    }

    @inline(never)
    private mutating func writeText(_ text: Span<UInt8>, _ escape: Escape) throws {
        switch escape {
        case .none: try write(text)
        case .html: try write(text, escaped: EscapeTable.html)
        case .xmlText: try write(text, escaped: EscapeTable.xmlText)
        case .xmlAttribute: try write(text, escaped: EscapeTable.xmlAttribute)
        case .jsonValue, .jsonName: try write(quoted: text, EscapeTable.json)
        case .csvField: try write(csvField: text)
        case .typst: try write(text, escaped: EscapeTable.typst)
        case .url: try write(url: text, URLEscaper.whole)
        case .urlInSet: try write(url: text, URLEscaper.inSet)
        case .typstURL: try write(url: text, EscapeTable.typst)
        case .codeURL: try write(URLEscaper.refused)
        case .urlComponent: try write(text, escaped: URLEscaper.component)
        case .urlHost: try write(text, escaped: URLEscaper.host)
        case .urlMailbox: try write(text, escaped: URLEscaper.mailbox)
        }
    }

    private mutating func write(url text: Span<UInt8>, _ table: EscapeTable) throws {
        let url = text.extracting(droppingFirst: URLEscaper.leadingBlanks(text))
        guard URLEscaper.isAllowed(url) else { return try write(URLEscaper.refused) }
        try write(url, escaped: table)
    }

    private mutating func write(csvField text: Span<UInt8>) throws {
        let isQuoted = CSVText.needsQuotes(text)
        if isQuoted { try write(UInt8(ascii: "\"")) }
        if CSVText.looksLikeFormula(text) { try write(UInt8(ascii: "'")) }
        var start = 0
        while isQuoted, let place = CSVText.innerFormula(text, from: start + 1) {
            try write(text.extracting(start..<place), escaped: EscapeTable.csv)
            try write(UInt8(ascii: "'"))
            start = place
        }
        try write(text.extracting(droppingFirst: start), escaped: EscapeTable.csv)
        if isQuoted { try write(UInt8(ascii: "\"")) }
    }

    private mutating func write(quoted text: Span<UInt8>, _ table: EscapeTable) throws {
        try write(UInt8(ascii: "\""))
        try write(text, escaped: table)
        try write(UInt8(ascii: "\""))
    }

    // MARK: Values other than text

    /// Writes a number as it stands.
    ///
    /// - Throws: ``RenderError`` if JSON is written and this is not a number of JSON.
    mutating func write(number: Span<UInt8>, _ escape: Escape) throws {
        switch escape {
        case .jsonName: throw RenderError.notAName
        case .jsonValue:
            guard JSONNumber.isValid(number) else {
                throw RenderError(
                    kind: .notANumber, message: "a number in a JSON template must be written like 1234.50")
            }
            try write(number)
        case .csvField where CSVText.isNumber(number):
            // A number with a decimal comma needs quotation marks, but is never a formula.
            if CSVText.needsQuotes(number) { try write(quoted: number, EscapeTable.csv) } else { try write(number) }
        default:
            try write(number, escaped: escape)
        }
    }

    /// Writes `true` or `false`.
    /// - Throws: ``RenderError`` in place of a member's name in JSON.
    mutating func write(flag: Bool, _ escape: Escape) throws {
        if escape == .jsonName { throw RenderError.notAName }
        try write(flag ? "true" : "false")
    }

    /// Writes nothing for an absent value, or `null` in JSON.
    /// - Throws: ``RenderError`` in place of a member's name in JSON.
    mutating func writeAbsent(_ escape: Escape) throws {
        if escape == .jsonName { throw RenderError.notAName }
        if escape == .jsonValue { try write("null") }
    }

    /// Writes a computed value.
    mutating func write(_ value: FormatterArgument, _ escape: Escape) throws {
        if value.isAbsent { return try writeAbsent(escape) }
        switch value.kind {
        case .number: try write(number: value.bytes.span, escape)
        case .flag: try write(flag: value.isTrue, escape)
        default: try write(value.bytes.span, escaped: escape)
        }
    }
}
