import Localization

/// What the help says, from the catalogue of words: `help.list.summary`, `help.photo.add.example.1`.
struct HelpStrings {
    private let catalogue = LocalizationContext.words

    /// A text with its places filled.
    subscript(name: String, arguments: String...) -> String { catalogue.text("help.\(name)", arguments) }

    /// A heading of a list.
    func section(_ name: String) -> String { self["section", self[name]] }

    /// One line about a command.
    /// - Parameter path: the words that call it, `template check`.
    func summary(of path: String) -> String { self["\(key(path)).summary"] }

    /// Paragraphs about a command, parted by empty lines; nil where its summary says it all.
    func description(of path: String) -> String? { found("\(key(path)).description") }

    /// What an example does.
    func effect(ofExample index: Int, of path: String) -> String { self["\(key(path)).example.\(index + 1)"] }

    /// What an operand is: of this command, else of every command that has one of the name.
    func meaning(of operand: PositionalArgument, in path: String) -> String {
        self[specific("operand.\(operand.name)", in: path)]
    }

    /// What an option does: in this command, else in every command that has one of the name.
    func meaning(of option: Option, in path: String) -> String {
        let name = specific("option.\(option.name)", in: path)
        var text = option.filling.map { self[name, $0] } ?? self[name]
        if !option.choices.isEmpty { text = self["choices", text, Phrases.list(option.choices)] }
        if option.repeats { text += " " + self["repeats"] }
        if let initially = found("\(name).initially") { text += " " + self["otherwise", initially] }
        return text
    }

    /// The text's name for one command where it has one, else the general one.
    private func specific(_ name: String, in path: String) -> String {
        let own = "\(key(path)).\(name)"
        return found(own) == nil ? name : own
    }

    private func found(_ name: String) -> String? { catalogue.texts["help.\(name)"] }

    private func key(_ path: String) -> String { path.split(separator: " ").joined(separator: ".") }
}
