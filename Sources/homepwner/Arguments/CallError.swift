/// What is wrong with a call: exit status 2.
enum CallError: Error, Equatable {
    case noCommand
    case unknownCommand(String, suggestion: String?)
    case noSubcommand(of: String, known: [String])
    case unknownSubcommand(String, of: String, known: [String])
    case unknownOption(String, suggestion: String?)
    case missingValue(option: String, value: String, next: String?)
    case unwantedValue(option: String)
    case repeatedOption(String)
    case missingOperand(String)
    case unexpectedOperand(String, command: String, takesWords: Bool, suggestion: String?)
    case notAChoice(option: String, given: String, choices: [String], suggestion: String?)
    case notANumber(option: String, range: ClosedRange<Int>)
    case badValue(option: String, problem: String)
    case badOperand(String, problem: String)
    case exclusive([String])
    case together(String, with: String)
    case nothingToDo(String)
    case needed(String, why: String)
}

extension CallError: CustomStringConvertible {
    /// The message in one line, with what to do.
    var description: String {
        switch self {
        case .noCommand: "no command given; 'homepwner help' lists them"
        case .unknownCommand(let word, let suggestion):
            "there is no command '\(word.shown)'\(Words.didYouMean(suggestion) ?? "; 'homepwner help' lists them")"
        case .noSubcommand(let command, let known):
            "'\(command)' wants one of its own commands: \(Words.list(known))"
        case .unknownSubcommand(let word, let command, let known):
            "'\(command)' has no command '\(word.shown)'; there are \(Words.list(known, last: "and"))"
        case .unknownOption(let option, let suggestion):
            "unknown option '\(option.shown)'\(Words.didYouMean(suggestion) ?? "")"
        case .missingValue(let option, let value, nil): "\(option) wants a value: \(option) \(value)"
        case .missingValue(let option, let value, let next?):
            "\(option) wants a value: \(option) \(value) (write \(option)=\(next.shown) if that is the value)"
        case .unwantedValue(let option): "\(option) takes no value; leave out everything from the '='"
        case .repeatedOption(let option): "\(option) is given twice; give it once"
        case .missingOperand(let name): "\(name) is missing"
        case .unexpectedOperand(let word, _, _, let suggestion?):
            "the word '\(word.shown)' is one too many\(Words.didYouMean(suggestion) ?? "")"
        case .unexpectedOperand(let word, _, true, nil):
            "the word '\(word.shown)' is one too many; put words with spaces in quotes"
        case .unexpectedOperand(let word, let command, false, nil):
            "the word '\(word.shown)' is one too many; '\(command)' takes nothing but options"
        case .notAChoice(let option, let given, let choices, let suggestion):
            "\(option) does not take '\(given.shown)'; it takes \(Words.list(choices))\(Words.didYouMean(suggestion) ?? "")"
        case .notANumber(let option, let range) where range.upperBound == .max:
            "\(option) wants a whole number from \(range.lowerBound)"
        case .notANumber(let option, let range):
            "\(option) wants a whole number from \(range.lowerBound) to \(range.upperBound)"
        case .badValue(let option, let problem): "\(option): \(problem)"
        case .badOperand(let name, let problem): "\(name): \(problem)"
        case .exclusive(let options): "give only one of \(Words.list(options))"
        case .together(let option, let other): "\(option) goes only with \(other)"
        case .nothingToDo(let what): what
        case .needed(let option, let why): "\(option) is needed: \(why)"
        }
    }
}

/// Small pieces of sentences.
enum Words {
    /// `a`, `a or b`, `a, b or c`.
    static func list(_ words: [String], last: String = "or") -> String {
        guard let end = words.last, words.count > 1 else { return words.first ?? "" }
        return "\(words.dropLast().joined(separator: ", ")) \(last) \(end)"
    }

    /// `, did you mean 'x'?` put so that it follows any message.
    static func didYouMean(_ suggestion: String?) -> String? {
        suggestion.map { "; did you mean '\($0)'?" }
    }

    /// `1 item`, `2 items`, `1,000 items`.
    static func count(_ number: Int, _ one: String, _ many: String? = nil) -> String {
        "\(grouped(number)) \(number == 1 ? one : many ?? one + "s")"
    }

    /// `1,234,567`.
    static func grouped(_ number: Int) -> String {
        let digits = Array(String(number.magnitude).utf8)
        var text: [UInt8] = number < 0 ? [UInt8(ascii: "-")] : []
        for (index, digit) in digits.enumerated() {
            if index > 0, (digits.count - index) % 3 == 0 { text.append(UInt8(ascii: ",")) }
            text.append(digit)
        }
        return String(decoding: text, as: UTF8.self)
    }
}
