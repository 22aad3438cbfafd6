/// Writes one value into the window, escaped for its place.
enum ValueWriter {
    /// Writes text.
    @inline(__always)
    static func text(
        _ source: UnsafePointer<UInt8>, _ count: Int, _ escape: Escape, _ tables: UnsafePointer<Tables>,
        _ window: inout OutputWindow
    ) throws {
        if escape.isMarkup {
            try markup(source, count, tables.pointee.markup + Int(escape.rawValue), &window)
        } else {
            try other(source, count, escape, tables, &window)
        }
    }

    /// The tables, in one place that a rendering points at.
    struct Tables {
        /// Made once and never freed.
        nonisolated(unsafe) static let shared: UnsafePointer<Tables> = {
            let tables = UnsafeMutablePointer<Tables>.allocate(capacity: 1)
            tables.initialize(to: Tables())
            return UnsafePointer(tables)
        }()

        /// Those of HTML and XML, each at the place of its ``Escape/rawValue``.
        let markup: UnsafePointer<EscapeTable> = {
            let tables = UnsafeMutablePointer<EscapeTable>.allocate(capacity: 4)
            tables.initialize(repeating: .html, count: 4)
            tables[Int(Escape.xmlText.rawValue)] = .xmlText
            tables[Int(Escape.xmlAttribute.rawValue)] = .xmlAttribute
            return UnsafePointer(tables)
        }()
        let json = EscapeTable.json
        let csv = EscapeTable.csv
        let typst = EscapeTable.typst
        let url = URLEscaper.whole
        let urlInSet = URLEscaper.inSet
        let urlComponent = URLEscaper.component
        let urlHost = URLEscaper.host
        let urlMailbox = URLEscaper.mailbox
    }

    /// Writes text for HTML or XML, a long one piece by piece, never cutting a character.
    @inline(never)
    static func markup(
        _ source: UnsafePointer<UInt8>, _ count: Int, _ table: UnsafePointer<EscapeTable>,
        _ window: inout OutputWindow
    ) throws {
        try pieces(source, count) { piece, length in
            try window.reserve(length &* MarkupEscaper.growth &+ MarkupEscaper.slack)
            window.next = MarkupEscaper.write(piece, length, window.next, table)
        }
    }

    @inline(never)
    private static func other(
        _ source: UnsafePointer<UInt8>, _ count: Int, _ escape: Escape, _ tables: UnsafePointer<Tables>,
        _ window: inout OutputWindow
    ) throws {
        switch escape {
        case .none:
            try window.write(source, count)
        case .html, .xmlText, .xmlAttribute:
            return
        case .jsonValue:
            try quoted(source, count, tables.pointee.json, &window)
        case .csvField:
            try csv(source, count, tables.pointee.csv, &window)
        case .typst:
            try escaped(source, count, tables.pointee.typst, &window)
        case .url, .urlInSet:
            let blanks = URLEscaper.leadingBlanks(UnsafeBufferPointer(start: source, count: count))
            let (source, count) = (source + blanks, count - blanks)
            guard URLEscaper.isAllowed(UnsafeBufferPointer(start: source, count: count)) else {
                return try window.write(URLEscaper.refused)
            }
            try url(source, count, escape == .url ? tables.pointee.url : tables.pointee.urlInSet, &window)
        case .codeURL:
            try window.write(URLEscaper.refused)
        case .urlComponent:
            try url(source, count, tables.pointee.urlComponent, &window)
        case .urlHost:
            try url(source, count, tables.pointee.urlHost, &window)
        case .urlMailbox:
            try url(source, count, tables.pointee.urlMailbox, &window)
        }
    }

    private static func url(
        _ source: UnsafePointer<UInt8>, _ count: Int, _ table: EscapeTable, _ window: inout OutputWindow
    ) throws {
        try pieces(source, count) { piece, length in
            try window.reserve(length * MarkupEscaper.growth + MarkupEscaper.slack)
            window.next = URLEscaper.write(piece, length, window.next, table)
        }
    }

    private static func csv(
        _ source: UnsafePointer<UInt8>, _ count: Int, _ table: EscapeTable, _ window: inout OutputWindow
    ) throws {
        let isFormula = TextEscaper.looksLikeFormula(source, count)
        let isQuoted = TextEscaper.needsQuotes(source, count)
        try window.reserve(2)
        if isQuoted { window.put(UInt8(ascii: "\"")) }
        if isFormula { window.put(UInt8(ascii: "'")) }
        try escaped(source, count, table, &window)
        if isQuoted {
            try window.reserve(1)
            window.put(UInt8(ascii: "\""))
        }
    }

    private static func quoted(
        _ source: UnsafePointer<UInt8>, _ count: Int, _ table: EscapeTable, _ window: inout OutputWindow
    ) throws {
        try window.reserve(1)
        window.put(UInt8(ascii: "\""))
        try escaped(source, count, table, &window)
        try window.reserve(1)
        window.put(UInt8(ascii: "\""))
    }

    private static func escaped(
        _ source: UnsafePointer<UInt8>, _ count: Int, _ table: EscapeTable, _ window: inout OutputWindow
    ) throws {
        try pieces(source, count) { piece, length in
            try window.reserve(length * MarkupEscaper.growth + MarkupEscaper.slack)
            window.next = TextEscaper.write(piece, length, window.next, table)
        }
    }

    private static func pieces(
        _ source: UnsafePointer<UInt8>, _ count: Int, _ body: (UnsafePointer<UInt8>, Int) throws -> Void
    ) throws {
        var start = 0
        while start < count {
            var end = min(start + OutputWindow.piece, count)
            // Step back to the start of a character, at most three bytes; bytes that are none may be cut.
            var steps = 0
            while end < count, steps < 3, source[end] & 0xC0 == 0x80 {
                end -= 1
                steps += 1
            }
            try body(source + start, end - start)
            start = end
        }
    }

    // MARK: Values that are not text

    /// Writes a number as it stands.
    static func number(
        _ source: UnsafePointer<UInt8>, _ count: Int, _ escape: Escape, _ tables: UnsafePointer<Tables>,
        _ window: inout OutputWindow
    ) throws {
        switch escape {
        case .jsonValue:
            guard JSONNumber.isValid(UnsafeBufferPointer(start: source, count: count)) else {
                throw RenderError(
                    kind: .notANumber, message: "a number in a JSON template must be written like 1234.50")
            }
            try window.write(source, count)
        case .csvField:
            guard TextEscaper.isNumber(source, count) else {
                return try csv(source, count, tables.pointee.csv, &window)
            }
            // A number with a decimal comma needs its quotation marks, but is never a formula.
            if TextEscaper.needsQuotes(source, count) {
                try quoted(source, count, tables.pointee.csv, &window)
            } else {
                try window.write(source, count)
            }
        default:
            try text(source, count, escape, tables, &window)
        }
    }

    /// Writes `true` or `false`.
    static func flag(_ flag: Bool, _ window: inout OutputWindow) throws {
        try window.write(flag ? "true" : "false")
    }

    /// Writes what stands for an absent value: nothing, or JSON's null.
    static func absent(_ escape: Escape, _ window: inout OutputWindow) throws {
        if escape == .jsonValue { try window.write("null") }
    }
}

extension OutputWindow {
    /// Writes one byte, for which there must be room.
    @inline(__always)
    mutating func put(_ byte: UInt8) {
        next.pointee = byte
        next += 1
    }

    mutating func write(_ text: StaticString) throws {
        try write(text.utf8Start, text.utf8CodeUnitCount)
    }
}
