import Localization
import Message

/// A wrong call: exit status 2.
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
        case .noCommand: localized("call.noCommand")
        case .unknownCommand(let word, let suggestion):
            Phrases.clauses([
                localized("call.unknownCommand", ["word": .text(word.shown)]),
                Phrases.didYouMean(suggestion) ?? localized("call.helpListsCommands"),
            ])
        case .noSubcommand(let command, let known):
            localized("call.subcommandMissing", ["command": .text(command), "commands": .text(Phrases.list(known))])
        case .unknownSubcommand(let word, let command, let known):
            localized(
                "call.unknownSubcommand",
                [
                    "command": .text(command), "word": .text(word.shown),
                    "commands": .text(Phrases.list(known, last: .and)),
                ])
        case .unknownOption(let option, let suggestion):
            Phrases.clauses([
                localized("call.option.unknown", ["option": .text(option.shown)]), Phrases.didYouMean(suggestion),
            ])
        case .missingValue(let option, let value, nil):
            localized("call.valueMissing", ["option": .text(option), "value": .text(value)])
        case .missingValue(let option, let value, let next?):
            localized(
                "call.valueLooksLikeOption",
                ["option": .text(option), "value": .text(value), "next": .text(next.shown)])
        case .unwantedValue(let option): localized("call.flagTakesNoValue", ["option": .text(option)])
        case .repeatedOption(let option): localized("call.optionRepeated", ["option": .text(option)])
        case .missingOperand(let name): localized("call.argumentMissing", ["name": .text(name)])
        case .unexpectedOperand(let word, _, _, let suggestion?):
            Phrases.clauses([
                localized("call.extraWord", ["word": .text(word.shown)]), Phrases.didYouMean(suggestion),
            ])
        case .unexpectedOperand(let word, _, true, nil):
            localized("call.extraWordUnquoted", ["word": .text(word.shown)])
        case .unexpectedOperand(let word, let command, false, nil):
            localized("call.onlyOptions", ["word": .text(word.shown), "command": .text(command)])
        case .notAChoice(let option, let given, let choices, let suggestion):
            Phrases.clauses([
                localized(
                    "call.invalidChoice",
                    [
                        "option": .text(option), "value": .text(given.shown),
                        "choices": .text(Phrases.list(choices)),
                    ]),
                Phrases.didYouMean(suggestion),
            ])
        case .notANumber(let option, let range) where range.upperBound == .max:
            localized("call.integerBelowMinimum", ["option": .text(option), "minimum": .value(range.lowerBound)])
        case .notANumber(let option, let range):
            localized(
                "call.integerOutOfRange",
                ["option": .text(option), "minimum": .value(range.lowerBound), "maximum": .value(range.upperBound)])
        case .badValue(let option, let problem): "\(option): \(problem)"
        case .badOperand(let name, let problem): "\(name): \(problem)"
        case .exclusive(let options): localized("call.conflictingOptions", ["options": .text(Phrases.list(options))])
        case .together(let option, let other):
            localized("call.optionNeedsOther", ["option": .text(option), "other": .text(other)])
        case .nothingToDo(let what): what
        case .needed(let option, let why): localized("call.optionNeeded", ["option": .text(option), "why": .text(why)])
        }
    }
}

/// Small pieces of sentences.
enum Phrases {
    /// `a`, `a or b`, `a, b or c`.
    static func list(_ words: [String], last: Last = .or) -> String {
        guard let end = words.last, words.count > 1 else { return words.first ?? "" }
        return localized(
            "list.\(last.rawValue)",
            ["first": .text(words.dropLast().joined(separator: localized("list.separator"))), "last": .text(end)])
    }

    /// The first names of a list, and the number of the others.
    static func names(_ names: [String], limit: Int) -> String {
        let shown = names.prefix(limit).joined(separator: ", ")
        guard names.count > limit else { return shown }
        return localized(
            "list.andMore", ["names": .text(shown), "count": .text(grouped(names.count - limit))])
    }

    /// Clauses of one message, separated as the language separates them; those that are nil are left out.
    static func clauses(_ clauses: [String?]) -> String {
        clauses.compactMap(\.self).joined(separator: localized("list.clauseSeparator"))
    }

    /// The conjunction before the last part of a list.
    enum Last: String {
        case and, or
    }

    /// The clause `did you mean 'x'?`
    static func didYouMean(_ suggestion: String?) -> String? {
        suggestion.map { localized("call.suggestion", ["word": .text($0)]) }
    }

    /// `1 item`, `2 items`, `1,000 items`.
    /// - Parameter noun: its name in the catalogue, below `count`.
    static func count(_ number: Int, _ noun: String) -> String { localized("count.\(noun)", ["count": .count(number)]) }

    /// `items`.
    static func many(_ noun: String) -> String { localized("many.\(noun)") }

    /// `1,234,567`.
    static func grouped(_ number: Int) -> String { LocalizationContext.words.number(number) }
}
