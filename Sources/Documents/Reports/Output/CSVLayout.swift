package import Templating

/// The layout of a CSV file, of which spreadsheets read only one: Excel takes the separator of its country, and the
/// characters of UTF-8 only after a byte order mark.
package struct CSVLayout: Sendable, Equatable {
    /// The byte between cells: a comma, a semicolon or a tab.
    package var separator = UInt8(ascii: ",")
    /// Whether the file begins with a byte order mark.
    package var hasByteOrderMark = false

    /// Commas, no byte order mark.
    package init() {}
}

/// Passes CSV with commas (RFC 4180) on in another layout.
package struct CSVLayoutFilter<Output: ByteSink>: ByteSink {
    private var output: Output
    private let layout: CSVLayout
    /// The cell that has begun and not ended; empty if the separator stays.
    private var cell: [UInt8] = []
    private var isInQuotes = false
    private var hasBegun = false
    private var hasOtherThanASCII = false

    package init(_ output: Output, _ layout: CSVLayout) {
        self.output = output
        self.layout = layout
    }

    /// Whether Excel would misread characters for want of a byte order mark.
    package var needsByteOrderMark: Bool { hasOtherThanASCII && !layout.hasByteOrderMark }

    package mutating func write(_ piece: Span<UInt8>) throws {
        try begin()
        if !hasOtherThanASCII { hasOtherThanASCII = piece.indices.contains { piece[$0] >= 0x80 } }
        guard layout.separator != UInt8(ascii: ",") else { return try output.write(piece) }
        var done: [UInt8] = []
        done.reserveCapacity(piece.count + piece.count / 8)
        for index in piece.indices {
            let byte = piece[index]
            if byte == UInt8(ascii: "\"") { isInQuotes.toggle() }
            switch byte {
            case UInt8(ascii: ",") where !isInQuotes:
                endCell(&done)
                done.append(layout.separator)
            case 0x0A where !isInQuotes:
                endCell(&done)
                done.append(byte)
            default: cell.append(byte)
            }
        }
        try output.write(done.span)
    }

    /// Writes what was held and returns the output.
    package mutating func finish() throws -> Output {
        try begin()
        var done: [UInt8] = []
        endCell(&done)
        try output.write(done.span)
        return output
    }

    private mutating func begin() throws {
        if !hasBegun, layout.hasByteOrderMark { try output.write("\u{FEFF}".utf8.span) }
        hasBegun = true
    }

    /// Puts a cell in quotation marks that needs none between commas.
    private mutating func endCell(_ done: inout [UInt8]) {
        let isQuoted = cell.first == UInt8(ascii: "\"") || !cell.contains(layout.separator)
        done += isQuoted ? cell : [UInt8(ascii: "\"")] + cell + [UInt8(ascii: "\"")]
        cell.removeAll(keepingCapacity: true)
    }
}
