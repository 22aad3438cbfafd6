import Localization

/// Writes the help from the commands' declarations.
struct HelpText {
    private let width: Int
    private let words = HelpStrings()
    private var lines: [String] = []

    /// Help in lines of at most `width` columns: the terminal's, within reason, else 80.
    init(width: Int?) { self.width = min(max(width ?? 80, 40), 100) }

    /// The list of all commands.
    func overview() -> String {
        var help = self
        help.add(wrapped: words["overview"], indent: 0)
        help.lines += ["", words["usage", "homepwner COMMAND …"]]
        for chapter in CommandCatalogue.chapters {
            help.lines += ["", words.section("chapter.\(chapter.name)")]
            help.add(chapter.commands.map { ($0.name, words.summary(of: $0.name)) })
        }
        help.lines.append("")
        help.add(paragraphs: words["overview.notes"])
        return help.text
    }

    /// The help of one command.
    /// - Parameter path: the words that call it, `template check`.
    func page(for command: Command, calledBy path: String) -> String {
        var help = self
        help.add(wrapped: words["page", path, words.summary(of: path)], indent: 0)
        help.lines.append("")
        help.addUsage(of: command, calledBy: path)
        if let description = words.description(of: path) {
            help.lines.append("")
            help.add(paragraphs: description)
        }
        if !command.subcommands.isEmpty {
            help.lines += ["", words.section("commands")]
            help.add(command.subcommands.map { ("\(path) \($0.name)", words.summary(of: "\(path) \($0.name)")) })
        }
        if !command.operands.isEmpty {
            help.lines += ["", words.section("operands")]
            help.add(command.operands.map { ($0.usage, words.meaning(of: $0, in: path)) })
        }
        for heading in command.optionHeadings {
            help.lines += ["", words.section("heading.\(heading.rawValue)")]
            help.add(
                command.options.filter { $0.heading == heading }
                    .map { (command.usage(of: $0), words.meaning(of: $0, in: path)) })
        }
        if !command.examples.isEmpty {
            help.lines += ["", words.section("examples")]
            for (index, example) in command.examples.enumerated() {
                help.lines.append("  homepwner \(example)")
                help.add(wrapped: words.effect(ofExample: index, of: path), indent: 6)
            }
        }
        return help.text
    }

    private var text: String { lines.joined(separator: "\n") + "\n" }

    private mutating func addUsage(of command: Command, calledBy path: String) {
        var words = ["homepwner \(path)"]
        if command.isGroup { words.append("COMMAND") }
        words += command.operands.map(\.usage)
        if command.options.contains(where: { $0.heading != .everywhere }) { words.append("[OPTIONS]") }
        lines += TextWrapping.wrap(self.words["usage", words.joined(separator: " ")], width: width, indent: 4, first: 0)
    }

    private mutating func add(paragraphs: String) {
        for (index, paragraph) in paragraphs.split(separator: "\n\n").enumerated() {
            if index > 0 { lines.append("") }
            if paragraph.hasPrefix("  ") {
                lines += paragraph.split(separator: "\n").map(String.init)
            } else {
                add(wrapped: String(paragraph), indent: 0)
            }
        }
    }

    private mutating func add(wrapped text: String, indent: Int) {
        lines += TextWrapping.wrap(text, width: width, indent: indent, first: indent)
    }

    /// Lists terms with their meaning beside them; a long term has its meaning on the next line.
    private mutating func add(_ entries: [(term: String, meaning: String)]) {
        let column = min(entries.reduce(0) { max($0, $1.term.displayWidth) } + 4, width * 3 / 8)
        for (term, meaning) in entries {
            let meanings = TextWrapping.wrap(meaning, width: width, indent: column, first: column)
            if term.displayWidth + 4 > column {
                lines.append("  \(term)")
                lines += meanings
            } else {
                lines.append("  \(term)".padded(toWidth: column) + (meanings.first ?? "").dropFirst(column))
                lines += meanings.dropFirst()
            }
        }
    }
}

extension Command {
    /// The headings of its options, in the order they first come.
    var optionHeadings: [OptionGroup] {
        options.reduce(into: []) { if !$0.contains($1.heading) { $0.append($1.heading) } }
    }
}

extension Command {
    /// Other names of an option: its letter, and its alias if no option of the command has that name.
    func otherNames(of option: Option) -> (letter: String?, alias: String?) {
        let alias = option.alias.flatMap { alias in options.contains { $0.name == alias } ? nil : "--\(alias)" }
        return (option.letter.map { "-\($0)" }, alias)
    }

    /// An option as the help lists it: `-o, --output PATH`, `--worksheet, --sheet NAME`.
    func usage(of option: Option) -> String {
        let names = otherNames(of: option)
        return [names.letter, option.spelling, names.alias].compactMap(\.self).joined(separator: ", ")
            + (option.value.map { " \($0)" } ?? "")
    }
}

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

/// Breaks text into lines at spaces, and between wide characters such as those of Chinese, which has no spaces.
enum TextWrapping {
    /// The lines of a text of at most `width` columns, indented.
    ///
    /// A word that is longer than a line gets a line of its own.
    /// - Parameters:
    ///   - indent: spaces before each line but the first.
    ///   - first: spaces before the first line.
    static func wrap(_ text: String, width: Int, indent: Int, first: Int) -> [String] {
        var lines: [String] = []
        var line = String(repeating: " ", count: first)
        var used = first
        var isEmpty = true
        for word in text.split(whereSeparator: { $0 == " " || $0 == "\n" }) {
            for (index, piece) in pieces(of: word).enumerated() {
                let columns = String(piece).displayWidth
                let gap = isEmpty || index > 0 ? 0 : 1
                if !isEmpty, used + gap + columns > width {
                    lines.append(line)
                    line = String(repeating: " ", count: indent)
                    used = indent
                    isEmpty = true
                }
                if !isEmpty, gap > 0 {
                    line += " "
                    used += 1
                }
                line += piece
                used += columns
                isEmpty = false
            }
        }
        if !isEmpty { lines.append(line) }
        return lines
    }

    /// The parts of a word between which a line may end: beside wide characters, but not before what closes or parts
    /// and not after what opens (UAX 14, classes CL and OP).
    private static func pieces(of word: Substring) -> [Substring] {
        guard !word.utf8.allSatisfy({ $0 < 0x80 }) else { return [word] }
        var pieces: [Substring] = []
        var start = word.startIndex
        var previous: Character?
        for index in word.indices {
            let character = word[index]
            if let previous, previous.isWide || character.isWide, !closing.contains(character),
                !opening.contains(previous)
            {
                pieces.append(word[start..<index])
                start = index
            }
            previous = character
        }
        return pieces + [word[start...]]
    }

    private static let closing = Set<Character>("，。、；：！？）」』》”’…,.;:!?)]'\"")
    private static let opening = Set<Character>("（「『《“‘([")
}

extension Character {
    fileprivate var isWide: Bool { DisplayWidth.columns(of: self) == 2 }
}
