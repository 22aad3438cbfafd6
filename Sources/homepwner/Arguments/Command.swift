/// A command of the program: its words, what it takes, and what it does.
struct Command: Sendable {
    /// The word that calls it.
    let name: String
    /// One line for the list of commands.
    let summary: String
    /// Paragraphs for its own help, parted by empty lines.
    var description = ""
    /// What stands after the command, in order.
    var operands: [Operand] = []
    /// What it takes by name.
    var options: [Option] = []
    /// Calls worth copying.
    var examples: [Example] = []
    /// Commands within it; a command with these does nothing by itself.
    var subcommands: [Command] = []
    /// Does the work.
    var run: @Sendable (Call) throws -> Void = { _ in }

    /// A call and what it does.
    struct Example: Sendable {
        let call: String
        let effect: String

        init(_ call: String, _ effect: String) {
            self.call = call
            self.effect = effect
        }
    }
}

/// What stands after a command without a name of its own.
struct Operand: Sendable {
    enum Count: Sendable {
        case one, optional, many, any
    }

    /// The name in the help: `FILE`.
    let name: String
    let count: Count
    let help: String

    init(_ name: String, _ count: Count = .one, _ help: String) {
        self.name = name
        self.count = count
        self.help = help
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

/// What a command takes by name.
struct Option: Sendable {
    /// The name without its dashes.
    let name: String
    /// The name of its value in the help, nil for a flag.
    let value: String?
    let help: String
    /// A single letter that says the same.
    var letter: Character?
    /// Whether it may be given more than once.
    var repeats = false
    /// The words it takes; empty where it takes any.
    var choices: [String] = []
    /// What holds where it is not given, for the help.
    var initially: String?
    /// The heading it stands under in the help.
    var heading = "Options"

    /// A switch.
    static func flag(_ name: String, _ help: String, heading: String = "Options") -> Option {
        Option(name: name, value: nil, help: help, heading: heading)
    }

    /// An option with a value.
    static func value(
        _ name: String, _ value: String, _ help: String, letter: Character? = nil, repeats: Bool = false,
        choices: [String] = [], initially: String? = nil, heading: String = "Options"
    ) -> Option {
        Option(
            name: name, value: value, help: help, letter: letter, repeats: repeats, choices: choices,
            initially: initially, heading: heading)
    }

    /// The option as it is typed: `--store`.
    var spelling: String { "--\(name)" }
}
