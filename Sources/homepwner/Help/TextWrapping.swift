/// Breaks text into lines at spaces.
enum TextWrapping {
    /// The lines of a text of at most `width` columns, indented.
    ///
    /// A word that is longer than a line stands on a line of its own.
    /// - Parameters:
    ///   - indent: spaces before each line but the first.
    ///   - first: spaces before the first line.
    static func wrap(_ text: String, width: Int, indent: Int, first: Int) -> [String] {
        var lines: [String] = []
        var line = String(repeating: " ", count: first)
        var used = first
        var isEmpty = true
        for word in text.split(whereSeparator: { $0 == " " || $0 == "\n" }) {
            let columns = String(word).displayWidth
            if !isEmpty, used + 1 + columns > width {
                lines.append(line)
                line = String(repeating: " ", count: indent)
                used = indent
                isEmpty = true
            }
            if !isEmpty {
                line += " "
                used += 1
            }
            line += word
            used += columns
            isEmpty = false
        }
        if !isEmpty { lines.append(line) }
        return lines
    }
}
