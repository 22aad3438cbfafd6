import Localization

/// What is wrong with a call: exit status 2.
enum UsageError: Error, Equatable {
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

extension UsageError: CustomStringConvertible {
    /// The message in one line, with what to do.
    var description: String {
        switch self {
        case .noCommand: said("call.noCommandGivenHomepwner")
        case .unknownCommand(let word, let suggestion):
            said(
                "call.thereIsNoCommand", word.shown,
                Phrases.didYouMean(suggestion) ?? said("call.homepwnerHelpListsThem")
            )
        case .noSubcommand(let command, let known):
            said("call.wantsOneOfIts", command, Phrases.list(known))
        case .unknownSubcommand(let word, let command, let known):
            said("call.hasNoCommandThere", command, word.shown, Phrases.list(known, last: .and))
        case .unknownOption(let option, let suggestion):
            said("call.unknownOption", option.shown, Phrases.didYouMean(suggestion) ?? "")
        case .missingValue(let option, let value, nil): said("call.wantsAValue", option, value)
        case .missingValue(let option, let value, let next?):
            said("call.wantsAValueWrite", option, value, next.shown)
        case .unwantedValue(let option): said("call.takesNoValueLeave", option)
        case .repeatedOption(let option): said("call.isGivenTwiceGive", option)
        case .missingOperand(let name): said("call.isMissing", name)
        case .unexpectedOperand(let word, _, _, let suggestion?):
            said("call.theWordIsOne", word.shown, Phrases.didYouMean(suggestion) ?? "")
        case .unexpectedOperand(let word, _, true, nil):
            said("call.theWordIsOneToo", word.shown)
        case .unexpectedOperand(let word, let command, false, nil):
            said("call.theWordIsOneTooMany", word.shown, command)
        case .notAChoice(let option, let given, let choices, let suggestion):
            said("call.doesNotTakeIt", option, given.shown, Phrases.list(choices), Phrases.didYouMean(suggestion) ?? "")
        case .notANumber(let option, let range) where range.upperBound == .max:
            said("call.wantsAWholeNumber", option, range.lowerBound)
        case .notANumber(let option, let range):
            said("call.wantsAWholeNumberFrom", option, range.lowerBound, range.upperBound)
        case .badValue(let option, let problem): "\(option): \(problem)"
        case .badOperand(let name, let problem): "\(name): \(problem)"
        case .exclusive(let options): said("call.giveOnlyOneOf", Phrases.list(options))
        case .together(let option, let other): said("call.goesOnlyWith", option, other)
        case .nothingToDo(let what): what
        case .needed(let option, let why): said("call.isNeeded", option, why)
        }
    }
}

/// Small pieces of sentences.
enum Phrases {
    /// `a`, `a or b`, `a, b or c`.
    static func list(_ words: [String], last: Last = .or) -> String {
        guard let end = words.last, words.count > 1 else { return words.first ?? "" }
        return said("list.\(last.rawValue)", words.dropLast().joined(separator: said("list.separator")), end)
    }

    /// What stands before the last part of a list.
    enum Last: String {
        case and, or
    }

    /// `, did you mean 'x'?` put so that it follows any message.
    static func didYouMean(_ suggestion: String?) -> String? { suggestion.map { said("call.didYouMean", $0) } }

    /// `1 item`, `2 items`, `1,000 items`.
    /// - Parameter noun: its name in the catalogue, below `count`.
    static func count(_ number: Int, _ noun: String) -> String { said("count.\(noun)", Count(number)) }

    /// `items`.
    static func many(_ noun: String) -> String { said("many.\(noun)") }

    /// `1,234,567`.
    static func grouped(_ number: Int) -> String { LocalizationContext.words.number(number) }
}
