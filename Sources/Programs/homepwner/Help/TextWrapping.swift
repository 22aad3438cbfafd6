/// Breaks text into lines at spaces, and between wide characters such as those of Chinese, which has no spaces.
enum TextWrapping {
    /// The lines of a text of at most `width` columns, indented.
    ///
    /// A word that is longer than a line gets a line of its own.
    /// - Parameters:
    ///   - indent: spaces before each line but the first.
    ///   - first: spaces before the first line.
    static func wrap(_ text: String, width: Int, indent: Int, first: Int) -> [String] {
        var lines: [String] = []
        var line = String(repeating: " ", count: first)
        var used = first
        var isEmpty = true
        for word in text.split(whereSeparator: { $0 == " " || $0 == "\n" }) {
            for (index, piece) in pieces(of: word).enumerated() {
                let columns = String(piece).displayWidth
                let gap = isEmpty || index > 0 ? 0 : 1
                if !isEmpty, used + gap + columns > width {
                    lines.append(line)
                    line = String(repeating: " ", count: indent)
                    used = indent
                    isEmpty = true
                }
                if !isEmpty, gap > 0 {
                    line += " "
                    used += 1
                }
                line += piece
                used += columns
                isEmpty = false
            }
        }
        if !isEmpty { lines.append(line) }
        return lines
    }

    /// The parts of a word between which a line may end: beside wide characters, but not before what closes or parts
    /// and not after what opens (UAX 14, classes CL and OP).
    private static func pieces(of word: Substring) -> [Substring] {
        guard !word.utf8.allSatisfy({ $0 < 0x80 }) else { return [word] }
        var pieces: [Substring] = []
        var start = word.startIndex
        var previous: Character?
        for index in word.indices {
            let character = word[index]
            if let previous, previous.isWide || character.isWide, !closing.contains(character),
                !opening.contains(previous)
            {
                pieces.append(word[start..<index])
                start = index
            }
            previous = character
        }
        return pieces + [word[start...]]
    }

    private static let closing = Set<Character>("，。、；：！？）」』》”’…,.;:!?)]'\"")
    private static let opening = Set<Character>("（「『《“‘([")
}

extension Character {
    fileprivate var isWide: Bool { DisplayWidth.columns(of: self) == 2 }
}
