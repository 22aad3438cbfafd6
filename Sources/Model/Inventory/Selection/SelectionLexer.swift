/// Splits the text of a selection into words.
enum SelectionLexer {
    struct Word {
        var column: Int
        var negated = false
        var key: String?
        var value = ""
        var isQuoted = false
    }

    static func words(of source: String) throws(SelectionError) -> [Word] {
        var words: [Word] = []
        let characters = Array(source)
        var index = 0
        while index < characters.count {
            if characters[index].isWhitespace {
                index += 1
                continue
            }
            var word = Word(column: index + 1)
            if characters[index] == "-", index + 1 < characters.count {
                word.negated = true
                index += 1
            }
            var quoted = false
            while index < characters.count, quoted || !characters[index].isWhitespace {
                let character = characters[index]
                index += 1
                switch character {
                case "\"":
                    quoted.toggle()
                    word.isQuoted = true
                case "\\" where quoted && index < characters.count:
                    word.value.append(characters[index])
                    index += 1
                case ":" where !quoted && word.key == nil && !word.isQuoted:
                    word.key = word.value
                    word.value = ""
                default:
                    word.value.append(character)
                }
            }
            guard !quoted else {
                throw SelectionError(source: source, column: word.column, reason: .unclosedQuote)
            }
            guard !word.value.isEmpty else {
                throw SelectionError(
                    source: source, column: word.column,
                    reason: word.key.map { .missingValue(filter: $0) } ?? .emptyTerm)
            }
            words.append(word)
        }
        return words
    }
}
