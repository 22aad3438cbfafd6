import Inventory

/// Writes manual pages (man(7)) from the commands' declarations: one of the program and one of each command.
struct ManualPage {
    private let date: CalendarDate
    private let words = HelpStrings()
    private static let escapes: [Character: String] = ["\\": "\\e", "-": "\\-", "\"": "\\(dq"]
    private var lines: [String] = []

    /// - Parameter date: the date that the pages state.
    init(date: CalendarDate) { self.date = date }

    /// The page of a command with its subcommands, or of the program if it is nil.
    func text(of command: Command?) -> String {
        var page = self
        if let command {
            page.describe(command)
        } else {
            page.describeProgram()
        }
        return page.lines.joined(separator: "\n") + "\n"
    }

    private mutating func describeProgram() {
        begin("homepwner", summary: String(words["overview"].dropFirst("homepwner: ".count)))
        heading("SYNOPSIS")
        lines.append(".B homepwner\n.I COMMAND\n[\\fIOPTIONS\\fR]")
        heading("DESCRIPTION")
        add(paragraphs: words["overview.notes"])
        heading("COMMANDS")
        for chapter in CommandCatalogue.chapters {
            heading(words["chapter.\(chapter.name)"], level: 2)
            for command in chapter.commands {
                add(term: "\\fBhomepwner\\-\(roff(command.name))\\fR(1)", meaning: words.summary(of: command.name))
            }
        }
        heading("SEE ALSO")
        let pages = CommandCatalogue.commands.map { ".BR homepwner\\-\(roff($0.name)) (1)" }.sorted()
        lines.append(pages.joined(separator: ",\n"))
    }

    private mutating func describe(_ command: Command) {
        let path = command.name
        begin("homepwner-\(path)", summary: words.summary(of: path))
        heading("SYNOPSIS")
        let subcommands = command.subcommands.map { ("\(path) \($0.name)", $0) }
        let calls = (command.isGroup ? [] : [(path, command)]) + subcommands
        for (index, call) in calls.enumerated() {
            if index > 0 { lines.append(".br") }
            addUsage(of: call.1, calledBy: call.0)
        }
        if let description = words.description(of: path) ?? (command.isGroup ? nil : words.summary(of: path)) {
            heading("DESCRIPTION")
            add(paragraphs: description)
        }
        if !subcommands.isEmpty { heading("COMMANDS") }
        for (path, subcommand) in subcommands {
            heading("homepwner \(path)", level: 2)
            add(paragraphs: words.summary(of: path))
            words.description(of: path).map { add(paragraphs: $0) }
            addOperands(of: subcommand, calledBy: path)
            for option in subcommand.options where option.heading != .everywhere {
                add(option, of: subcommand, in: path)
            }
        }
        if !command.operands.isEmpty { heading("OPERANDS") }
        addOperands(of: command, calledBy: path)
        heading("OPTIONS")
        // The general options of all subcommands are the same.
        let general = command.subcommands.last?.options.filter { $0.heading == .everywhere } ?? []
        let options = command.isGroup ? general : command.options
        for group in OptionGroup.allCases.filter({ group in options.contains { $0.heading == group } }) {
            if group != .options { heading(words["heading.\(group.rawValue)"], level: 2) }
            for option in options where option.heading == group { add(option, of: command, in: path) }
        }
        let examples = calls.flatMap { path, command in
            command.examples.enumerated().map { ($1, words.effect(ofExample: $0, of: path)) }
        }
        if !examples.isEmpty { heading("EXAMPLES") }
        for (example, effect) in examples { add(term: roff("homepwner \(example)"), meaning: effect) }
        heading("SEE ALSO")
        lines.append(".BR homepwner (1)")
    }

    private mutating func begin(_ name: String, summary: String) {
        let program = "homepwner \(CommandRunner.version)"
        lines.append(".TH \(name.uppercased()) 1 \"\(date)\" \"\(program)\" \"Homepwner\"\n.nh\n.ad l")
        heading("NAME")
        lines.append("\(roff(name)) \\- \(roff(summary))")
    }

    private mutating func heading(_ text: String, level: Int = 1) {
        lines.append("\(level == 1 ? ".SH" : ".SS") \"\(roff(text))\"")
    }

    private mutating func addUsage(of command: Command, calledBy path: String) {
        var usage = "\\fBhomepwner \(roff(path))\\fR"
        for operand in command.operands { usage += " \\fI\(roff(operand.usage))\\fR" }
        if command.options.contains(where: { $0.heading != .everywhere }) { usage += " [\\fIOPTIONS\\fR]" }
        lines.append(usage)
    }

    private mutating func addOperands(of command: Command, calledBy path: String) {
        for operand in command.operands {
            add(term: "\\fI\(roff(operand.usage))\\fR", meaning: words.meaning(of: operand, in: path))
        }
    }

    private mutating func add(_ option: Option, of command: Command, in path: String) {
        let other = command.otherNames(of: option)
        let names = [other.letter, option.spelling, other.alias].compactMap(\.self)
            .map { "\\fB\(roff($0))\\fR" }.joined(separator: ", ")
        let value = option.value.map { " \\fI\(roff($0))\\fR" } ?? ""
        add(term: names + value, meaning: words.meaning(of: option, in: path))
    }

    private mutating func add(term: String, meaning: String) { lines.append(".TP\n\(term)\n\(roff(meaning))") }

    private mutating func add(paragraphs: String) {
        for paragraph in paragraphs.split(separator: "\n\n") {
            lines.append(paragraph.hasPrefix("  ") ? ".PP\n.EX\n\(roff(paragraph))\n.EE" : ".PP\n\(roff(paragraph))")
        }
    }

    /// Escapes text: hyphens are written as in commands, and no line begins with a request of roff.
    private func roff(_ text: some StringProtocol) -> String {
        text.split(separator: "\n", omittingEmptySubsequences: false).map { line in
            let escaped = line.map { ManualPage.escapes[$0] ?? String($0) }.joined()
            return escaped.hasPrefix(".") || escaped.hasPrefix("'") ? "\\&\(escaped)" : escaped
        }.joined(separator: "\n")
    }
}
