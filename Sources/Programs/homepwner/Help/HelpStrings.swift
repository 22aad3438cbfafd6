import Localization

/// The texts of the help, from the catalogue: `help.list.summary`, `help.photo.add.example.1`.
struct HelpStrings {
    private let catalogue = LocalizationContext.words

    /// A text with its places filled.
    subscript(name: String, arguments: String...) -> String { catalogue.text("help.\(name)", arguments) }

    /// A heading of a list.
    func section(_ name: String) -> String { self["section", self[name]] }

    /// One line about a command.
    /// - Parameter path: the words that call it, `template check`.
    func summary(of path: String) -> String { self["\(key(path)).summary"] }

    /// Paragraphs about a command, separated by empty lines; nil if its summary is enough.
    func description(of path: String) -> String? { found("\(key(path)).description") }

    /// The explanation of an example.
    func effect(ofExample index: Int, of path: String) -> String { self["\(key(path)).example.\(index + 1)"] }

    /// The explanation of an operand: for this command, else for all commands that have one with this name.
    func meaning(of operand: PositionalArgument, in path: String) -> String {
        self[specific("operand.\(operand.name)", in: path)]
    }

    /// The explanation of an option: for this command, else for all commands that have one with this name.
    func meaning(of option: Option, in path: String) -> String {
        let name = specific("option.\(option.name)", in: path)
        var text = option.filling.map { self[name, $0] } ?? self[name]
        if !option.choices.isEmpty { text = self["choices", text, Phrases.list(option.choices)] }
        if option.repeats { text += " " + self["repeats"] }
        if let initially = found("\(name).initially") { text += " " + self["otherwise", initially] }
        return text
    }

    /// The key of the command's own text if there is one, else of the general text.
    private func specific(_ name: String, in path: String) -> String {
        let own = "\(key(path)).\(name)"
        return found(own) == nil ? name : own
    }

    private func found(_ name: String) -> String? { catalogue.texts["help.\(name)"] }

    private func key(_ path: String) -> String { path.split(separator: " ").joined(separator: ".") }
}
