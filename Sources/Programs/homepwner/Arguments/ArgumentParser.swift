import Inventory

/// Splits the words after a command into operands and options, as the command declares (POSIX 12.2, GNU long options).
struct ArgumentParser {
    private let command: Command
    private var operands: [String] = []
    private var values: [String: [String]] = [:]

    /// Reads the words after a command.
    /// - Throws: the first thing wrong with them.
    static func parse(_ words: [String], for command: Command) throws(UsageError) -> Arguments {
        var parser = ArgumentParser(command: command)
        try parser.read(words)
        return try parser.finish()
    }

    private init(command: Command) { self.command = command }

    private mutating func read(_ words: [String]) throws(UsageError) {
        var index = 0
        while index < words.count {
            let word = words[index]
            index += 1
            if word == "--" {
                operands += words[index...]
                return
            }
            guard word.hasPrefix("-"), word != "-" else {
                operands.append(word)
                continue
            }
            let parts = word.split(separator: "=", maxSplits: 1, omittingEmptySubsequences: false)
            let option = try option(spelled: String(parts[0]))
            guard let placeholder = option.value else {
                guard parts.count == 1 else { throw .unwantedValue(option: option.spelling) }
                try note("", for: option)
                continue
            }
            if parts.count == 2 {
                try note(String(parts[1]), for: option)
                continue
            }
            let expected = option.choices.isEmpty ? placeholder : option.choices.joined(separator: "|")
            guard index < words.count else {
                throw .missingValue(option: option.spelling, value: expected, next: nil)
            }
            let next = words[index]
            if next.hasPrefix("--"), (try? self.option(spelled: next)) != nil {
                throw .missingValue(option: option.spelling, value: expected, next: next)
            }
            try note(next, for: option)
            index += 1
        }
    }

    private func option(spelled word: String) throws(UsageError) -> Option {
        let found =
            word.hasPrefix("--")
            ? command.options.first { $0.spelling == word }
                ?? command.options.first { $0.alias.map { "--\($0)" } == word }
            : command.options.first { $0.letter.map { "-\($0)" } == word }
        if let found { return found }
        let known = command.options.map(\.spelling)
        let isLetter = word.utf8.count == 2
        throw .unknownOption(word, suggestion: isLetter ? nil : SpellingSuggestion.nearest(to: word, among: known))
    }

    private mutating func note(_ value: String, for option: Option) throws(UsageError) {
        guard option.repeats || values[option.name] == nil else { throw .repeatedOption(option.spelling) }
        if !option.choices.isEmpty, !option.choicesAreExamples, !option.choices.contains(value) {
            throw .notAChoice(
                option: option.spelling, given: value, choices: option.choices,
                suggestion: SpellingSuggestion.nearest(to: value, among: option.choices))
        }
        values[option.name, default: []].append(value)
    }

    private func finish() throws(UsageError) -> Arguments {
        var taken: [String: [String]] = [:]
        var rest = operands[...]
        for operand in command.operands {
            switch operand.count {
            case .one:
                guard let word = rest.popFirst() else { throw .missingOperand(operand.name) }
                taken[operand.name] = [word]
            case .optional:
                taken[operand.name] = rest.popFirst().map { [$0] } ?? []
            case .many:
                guard !rest.isEmpty else { throw .missingOperand(operand.name) }
                taken[operand.name] = Array(rest)
                rest = []
            case .any:
                taken[operand.name] = Array(rest)
                rest = []
            }
        }
        if let word = rest.first {
            throw .unexpectedOperand(
                word, command: command.name, takesWords: !command.operands.isEmpty,
                suggestion: command.options.first { $0.name == word }?.spelling)
        }
        return Arguments(operands: taken, values: values)
    }
}
