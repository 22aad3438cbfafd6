import Inventory

/// The parsed arguments of a call.
struct Arguments: Sendable {
    private let operands: [String: [String]]
    private let values: [String: [String]]

    init(operands: [String: [String]], values: [String: [String]]) {
        self.operands = operands
        self.values = values
    }

    /// These arguments with values for options that were not given, and another word for an operand.
    func filled(from others: [String: [String]], operand: String, with word: String) -> Arguments {
        var operands = operands
        operands[operand] = [word]
        return Arguments(operands: operands, values: values.merging(others) { own, _ in own })
    }

    /// The words of an operand, in order.
    func operands(_ name: String) -> [String] { operands[name] ?? [] }

    /// The first word of an operand; nil if it is missing.
    func operand(_ name: String) -> String? { operands[name]?.first }

    /// Whether an option was given.
    func has(_ option: Option) -> Bool { values[option.name] != nil }

    /// The value of an option; nil if it was not given.
    func text(_ option: Option) -> String? { values[option.name]?.last }

    /// Everything a repeatable option was given.
    func texts(_ option: Option) -> [String] { values[option.name] ?? [] }

    /// The whole number an option was given.
    /// - Throws: `notANumber` if it is not a number or is outside the range.
    func number(_ option: Option, in range: ClosedRange<Int>) throws(UsageError) -> Int? {
        guard let text = text(option) else { return nil }
        guard let number = Int(text), range.contains(number) else {
            throw .notANumber(option: option.spelling, range: range)
        }
        return number
    }

    /// The option's choice out of an enumeration whose raw values are its words.
    func choice<Choice: RawRepresentable<String>>(_ option: Option, of type: Choice.Type = Choice.self) -> Choice? {
        text(option).flatMap(Choice.init(rawValue:))
    }

    /// The value of an option, parsed by a rule of the model.
    /// - Throws: `badValue` with the rule's message.
    func read<Value, Problem: Error>(
        _ option: Option, _ rule: (String) throws(Problem) -> Value
    ) throws(UsageError) -> Value? {
        guard let text = text(option) else { return nil }
        do {
            return try rule(text)
        } catch {
            throw .badValue(option: option.spelling, problem: CommandError.text(of: error))
        }
    }

    /// The operands and the options except some, with their values, in an order that does not depend on the call's.
    func words(without excluded: [Option]) -> [String] {
        let options = values.filter { name, _ in !excluded.contains { $0.name == name } }
        return [operands, options].flatMap { words in
            words.sorted { $0.key < $1.key }.flatMap { [$0.key, "\($0.value.count)"] + $0.value }
        }
    }

    /// Refuses a call that gives more than one of several exclusive options.
    /// - Throws: `exclusive`, naming those that were given.
    func allowOnlyOne(of options: [Option]) throws(UsageError) {
        let given = options.filter(has)
        if given.count > 1 { throw .exclusive(given.map(\.spelling)) }
    }
}
