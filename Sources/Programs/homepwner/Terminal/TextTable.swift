/// A table in columns, as wide as its texts and no wider than the terminal.
///
/// Widths come from the first rows, so a table of any length is written as it comes. Where standard output is no
/// terminal nothing is cut off; a text wider than its column then pushes the rest of its line to the right.
struct TextTable: ~Copyable {
    struct Column: Sendable {
        let title: String
        /// Whether numbers line up at their right end.
        var isNumber = false
        /// The least width the column may be cut to.
        var least = 6

        init(_ title: String, isNumber: Bool = false, least: Int = 6) {
            self.title = title
            self.isNumber = isNumber
            self.least = least
        }
    }

    private enum Entry {
        case row([String])
        /// A line across all columns.
        case line(String)
    }

    private let columns: [Column]
    private let width: Int?
    private var output: OutputBuffer
    private var waiting: [Entry] = []
    private var widths: [Int] = []
    private static let sample = 500
    private static let gap = 2

    init(_ columns: [Column], on console: Console) {
        self.columns = columns
        width = console.width
        output = OutputBuffer(console)
    }

    /// Takes a row, one text a column.
    mutating func add(_ row: [String]) throws(CommandError) {
        try add(.row(row.map(\.onOneLine)))
    }

    /// Adds a line across all columns, after an empty line if `spaced` is true.
    mutating func add(line: String, spaced: Bool) throws(CommandError) {
        try add(.line((spaced ? "\n" : "") + line.onOneLine))
    }

    private mutating func add(_ entry: Entry) throws(CommandError) {
        guard widths.isEmpty else { return try write(entry) }
        waiting.append(entry)
        if waiting.count == TextTable.sample { try settle() }
    }

    /// Writes the remaining rows. A table without rows has no column heads either.
    mutating func finish() throws(CommandError) {
        if widths.isEmpty, !waiting.isEmpty { try settle() }
        try output.flush()
    }

    /// Settles the widths and writes the rows that waited for them.
    private mutating func settle() throws(CommandError) {
        var hasRows = false
        widths = columns.map(\.title.displayWidth)
        for case .row(let row) in waiting {
            hasRows = true
            for (index, text) in row.enumerated() { widths[index] = max(widths[index], text.displayWidth) }
        }
        if let width { widths = TextTable.fit(widths, columns: columns, into: width) }
        if hasRows { try write(columns.map(\.title)) }
        for entry in waiting { try write(entry) }
        waiting = []
    }

    private mutating func write(_ entry: Entry) throws(CommandError) {
        switch entry {
        case .row(let row): try write(row)
        case .line(let line): try output.write(line + "\n")
        }
    }

    /// Narrows the widest columns until the line fits or every column is at its least.
    static func fit(_ widths: [Int], columns: [Column], into width: Int) -> [Int] {
        var widths = widths
        var over = widths.reduce(0, +) + gap * (widths.count - 1) - width
        while over > 0 {
            let candidates = widths.indices.filter { widths[$0] > columns[$0].least && !columns[$0].isNumber }
            guard let widest = candidates.max(by: { widths[$0] < widths[$1] }) else { break }
            widths[widest] -= 1
            over -= 1
        }
        return widths
    }

    private mutating func write(_ row: [String]) throws(CommandError) {
        var line = ""
        for (index, text) in row.enumerated() {
            let shown = width == nil || columns[index].isNumber ? text : text.cut(toWidth: widths[index])
            let filler = String(repeating: " ", count: max(0, widths[index] - shown.displayWidth))
            if index > 0 { line += "  " }
            line += columns[index].isNumber ? filler + shown : shown + filler
        }
        while line.utf8.last == UInt8(ascii: " ") { line.removeLast() }
        try output.write(line + "\n")
    }
}
