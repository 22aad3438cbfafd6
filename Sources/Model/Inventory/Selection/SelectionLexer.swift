/// Splits the text of a selection into words and brackets.
enum SelectionLexer {
    struct Word {
        var column: Int
        var isNegated = false
        var key: String?
        var isKeyQuoted = false
        /// The values after the colon, or the one text of a word without a colon.
        var values = [""]
        var isQuoted = false

        /// A word of the grammar, which is written without quotes.
        func isKeyword(_ keyword: String) -> Bool {
            key == nil && !isQuoted && !isNegated && (values[0] == keyword || values[0] == keyword.uppercased())
        }
    }

    enum Token {
        case open(column: Int, isNegated: Bool)
        case close(column: Int)
        case or(column: Int)
        case word(Word)
    }

    static func tokens(of source: String) throws(SelectionError) -> [Token] {
        var tokens: [Token] = []
        let characters = Array(source)
        var index = 0
        var depth = 0
        while index < characters.count {
            if characters[index].isWhitespace {
                index += 1
                continue
            }
            let column = index + 1
            var isNegated = false
            if characters[index] == "-", index + 1 < characters.count {
                isNegated = true
                index += 1
            }
            switch characters[index] {
            case "(":
                tokens.append(.open(column: column, isNegated: isNegated))
                depth += 1
                index += 1
            case ")" where !isNegated:
                tokens.append(.close(column: column))
                depth -= 1
                index += 1
            default:
                var word = Word(column: column, isNegated: isNegated)
                try read(&word, characters, &index, endsAtBracket: depth > 0, source)
                if word.isKeyword("or") {
                    tokens.append(.or(column: column))
                } else if !word.isKeyword("and") {
                    tokens.append(.word(word))
                }
            }
        }
        return tokens
    }

    /// Reads a word up to a space, or up to a closing bracket that the word itself did not open.
    private static func read(
        _ word: inout Word, _ characters: [Character], _ index: inout Int, endsAtBracket: Bool, _ source: String
    ) throws(SelectionError) {
        let start = index
        var isInQuotes = false
        var openBrackets = 0
        var text = ""
        var values: [String] = []
        while index < characters.count, isInQuotes || !characters[index].isWhitespace {
            let character = characters[index]
            if character == ")", !isInQuotes, openBrackets == 0, endsAtBracket { break }
            index += 1
            switch character {
            case "\"":
                isInQuotes.toggle()
                word.isQuoted = true
            case "\\" where isInQuotes && index < characters.count:
                text.append(characters[index])
                index += 1
            case ":"
            where !isInQuotes && word.key == nil
                // A name in quotes is in them as a whole.
                && (!word.isQuoted || characters[start] == "\"" && characters[index - 2] == "\""):
                word.key = text
                word.isKeyQuoted = word.isQuoted
                text = ""
            case "," where !isInQuotes && word.key != nil:
                values.append(text)
                text = ""
            default:
                if !isInQuotes, character == "(" { openBrackets += 1 }
                if !isInQuotes, character == ")" { openBrackets -= 1 }
                text.append(character)
            }
        }
        word.values = values + [text]
        guard !isInQuotes else { throw SelectionError(source: source, column: word.column, reason: .unclosedQuote) }
        guard !word.values.contains("") else {
            throw SelectionError(
                source: source, column: word.column,
                reason: word.key.map { .missingValue(filter: $0) } ?? .emptyTerm)
        }
    }
}
