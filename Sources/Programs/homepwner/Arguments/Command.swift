/// A command of the program: its name, operands, options and action. Its help texts are in the
/// catalogue of words, see ``HelpStrings``.
struct Command: Sendable {
    /// The word that calls it.
    let name: String
    /// The operands, in order.
    var operands: [PositionalArgument] = []
    /// The options.
    var options: [Option] = []
    /// Example calls; the help explains each.
    var examples: [String] = []
    /// Commands within it; a command with these and without operands does nothing by itself.
    var subcommands: [Command] = []
    /// Does the work.
    var run: @Sendable (Invocation) throws -> Void = { _ in }

    /// Whether it does nothing by itself.
    var isGroup: Bool { !subcommands.isEmpty && operands.isEmpty }
    /// The command within it that a word calls; nil for none.
    func subcommand(called word: String?) -> Command? { subcommands.first { $0.name == word } }
}

/// A positional argument of a command.
struct PositionalArgument: Sendable {
    enum Count: Sendable {
        case one, optional, many, any
    }

    /// The name in the help: `FILE`.
    let name: String
    let count: Count

    init(_ name: String, _ count: Count = .one) {
        self.name = name
        self.count = count
    }

    /// The operand as the usage line shows it.
    var usage: String {
        switch count {
        case .one: name
        case .optional: "[\(name)]"
        case .many: "\(name)…"
        case .any: "[\(name)…]"
        }
    }
}

/// A named argument of a command.
struct Option: Sendable {
    /// The name without its dashes.
    let name: String
    /// The name of its value in the help, nil for a flag.
    let value: String?
    /// Replaces `{0}` in its help.
    var filling: String?
    /// A single letter with the same meaning.
    var letter: Character?
    /// Another name, for commands without an option of that name.
    var alias: String?
    /// Whether it may be given more than once.
    var repeats = false
    /// The values it accepts; empty if it accepts any.
    var choices: [String] = []
    /// Whether the command accepts other values too, such as a choice with a region.
    var choicesAreExamples = false
    /// Its heading in the help.
    var heading = OptionGroup.options

    /// A switch.
    static func flag(_ name: String, heading: OptionGroup = .options) -> Option {
        Option(name: name, value: nil, heading: heading)
    }

    /// An option with a value.
    static func value(
        _ name: String, _ value: String, filling: String? = nil, letter: Character? = nil, alias: String? = nil,
        repeats: Bool = false, choices: [String] = [], heading: OptionGroup = .options
    ) -> Option {
        Option(
            name: name, value: value, filling: filling, letter: letter, alias: alias, repeats: repeats,
            choices: choices,
            heading: heading)
    }

    /// The option as it is typed: `--store`.
    var spelling: String { "--\(name)" }
}

/// The headings of options in the help.
enum OptionGroup: String, CaseIterable, Sendable {
    case options, everywhere, identity, worth, purchase, warranty, possession, interchange, place, selection, reading
    case settings, folders, inventory, insurance, condition, labels
}
