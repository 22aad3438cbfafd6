import Inventory
import InventoryStore
import Reports
import SiteGenerator

/// Candidates for the word that is being typed in a shell, for `homepwner complete`.
///
/// The shells' own files only pass the words on, so that all of them complete the same, from the commands' declarations
/// and the inventory. Nothing is an error here: without an inventory there are only fewer candidates.
struct Completion {
    /// The candidates of a word.
    private enum Candidates {
        case words([(word: String, note: String)])
        case files, folders
    }

    private var environment: [String: String]
    private let help = HelpStrings()
    private let current: String
    private var candidates: Candidates

    /// - Parameter words: the words after the program's name up to the one being typed, which comes last; an optional
    ///   They follow `--`.
    init(_ words: [String], environment: [String: String]) {
        self.environment = environment
        var words = words
        if words.first == "--" { words.removeFirst() }
        current = words.popLast() ?? ""
        candidates = .words([])
        candidates = find(after: words)
    }

    /// A line for each candidate: the word, a tab and a note; or `:files` or `:folders` if the shell knows more.
    var text: String {
        switch candidates {
        case .files: ":files\n"
        case .folders: ":folders\n"
        case .words(let words):
            words.lazy.filter { $0.word.lowercased().hasPrefix(current.lowercased()) }.prefix(1000)
                .map { $0.note.isEmpty ? "\($0.word)\n" : "\($0.word)\t\($0.note)\n" }.joined()
        }
    }

    private mutating func find(after words: [String]) -> Candidates {
        var words = words
        if words.first == Option.store.spelling {
            guard words.count > 1 else { return .folders }
            environment["HOMEPWNER_STORE"] = words[1]
            words.removeFirst(2)
        }
        guard let first = words.first else { return topLevel }
        words.removeFirst()
        if first == "help" {
            guard let word = words.first else { return commands(CommandCatalogue.commands) }
            return commands(command(named: word)?.subcommands ?? [], of: word)
        }
        guard let command = command(named: first) else { return .words([]) }
        if let subcommand = command.subcommand(called: words.first) {
            return find(after: Array(words.dropFirst()), of: subcommand, path: "\(first) \(subcommand.name)")
        }
        if command.isGroup { return words.isEmpty ? commands(command.subcommands, of: first) : .words([]) }
        return find(after: words, of: command, path: first)
    }

    private func command(named word: String) -> Command? { CommandCatalogue.commands.first { $0.name == word } }

    private var topLevel: Candidates {
        guard case .words(let names) = commands(CommandCatalogue.commands) else { return .words([]) }
        return .words(names + ["help", "version", "--help", "--version", "--store"].map { ($0, "") })
    }

    private func commands(_ commands: [Command], of parent: String? = nil) -> Candidates {
        .words(commands.map { ($0.name, help.summary(of: (parent.map { "\($0) " } ?? "") + $0.name)) })
    }

    /// The candidates after the words of a command.
    private func find(after words: [String], of command: Command, path: String) -> Candidates {
        var operands = 0
        var given: [String: String] = [:]
        var pending: Option?
        var areOptionsOver = false
        for word in words {
            if let option = pending {
                given[option.name] = word
                pending = nil
            } else if !areOptionsOver, word == "--" {
                areOptionsOver = true
            } else if !areOptionsOver, word.hasPrefix("-"), word != "-" {
                let parts = word.split(separator: "=", maxSplits: 1).map(String.init)
                guard let option = command.option(spelled: parts[0]) else { continue }
                given[option.name] = parts.count > 1 ? parts[1] : ""
                if option.value != nil, parts.count == 1 { pending = option }
            } else {
                operands += 1
            }
        }
        let store = given[Option.store.name] ?? environment["HOMEPWNER_STORE"] ?? "inventory.homepwner"
        if let pending { return values(of: pending, in: store) }
        if !areOptionsOver, current.hasPrefix("-") {
            if let equals = current.firstIndex(of: "="),
                let option = command.option(spelled: String(current[..<equals]))
            {
                guard case .words(let words) = values(of: option, in: store) else { return .files }
                return .words(words.map { ("\(option.spelling)=\($0.word)", $0.note) })
            }
            let open = command.options.filter { $0.repeats || given[$0.name] == nil }
            return .words(
                open.flatMap { option in
                    [option.spelling, command.otherNames(of: option).alias].compactMap(\.self)
                        .map { ($0, help.meaning(of: option, in: path)) }
                })
        }
        // The last operand may be repeated.
        guard let last = command.operands.last else { return .words([]) }
        let operand = operands < command.operands.count ? command.operands[operands] : last
        return values(of: operand, in: path, store: store)
    }

    private func values(of operand: PositionalArgument, in path: String, store: String) -> Candidates {
        switch (operand.name, path) {
        case ("ID", _): .words(InventoryWords(store).ids)
        case ("NAME", "report"):
            .words(
                (TemplateContext.names + SavedReport.shippedNames + Command.report.subcommands.map(\.name))
                    .map { ($0, "") })
        case ("CONTEXT", _), ("REPORT", _): .words(TemplateContext.names.map { ($0, "") })
        case ("NAME", _), ("K/N", _): .words([])
        case ("DIR", _): .folders
        default: .files
        }
    }

    private func values(of option: Option, in store: String) -> Candidates {
        if !option.choices.isEmpty { return .words(option.choices.map { ($0, "") }) }
        switch (option.name, option.value ?? "") {
        case (SelectionOptions.filter.name, _): return .words(InventoryWords(store).filters)
        case (ItemField.location.optionName, _): return .words(InventoryWords(store).values(of: .location))
        case (ItemField.category.optionName, _): return .words(InventoryWords(store).values(of: .category))
        case (FieldOptions.tag.name, _): return .words(InventoryWords(store).values(of: .tags))
        case (Option.publishProfile.name, _): return .words(PublishProfile.names.map { ($0, "") })
        case (_, "ID"): return .words(InventoryWords(store).ids)
        case (_, "DIR"): return .folders
        case (_, "FILE"), (_, "PATH"), (_, "KEY"), (_, "REJECTS.csv"): return .files
        default: return .words([])
        }
    }
}

extension Command {
    fileprivate func option(spelled word: String) -> Option? {
        options.first { $0.spelling == word || $0.letter.map { "-\($0)" } == word }
    }
}

/// Words of an inventory that calls name: ids, locations, categories, tags. Empty if it cannot be read.
struct InventoryWords {
    private let snapshot: StoreSnapshot?

    /// - Parameter path: the inventory's folder.
    init(_ path: String) { snapshot = try? InventoryStore.open(at: path, for: .reading).snapshot() }

    /// The short id of every item, with its name.
    var ids: [(word: String, note: String)] {
        var ids: [(String, String)] = []
        visit([.id, .name]) { ids.append(($0.id.shortText, $0.string(.name).onOneLine)) }
        return ids
    }

    /// The values of a field, each once, in order.
    func values(of field: ItemField) -> [(word: String, note: String)] {
        var counts: [String: Int] = [:]
        visit([field]) { cursor in
            if field == .tags {
                cursor.forEachTag { counts[String(decoding: $0, as: UTF8.self), default: 0] += 1 }
            } else if case let text = cursor.string(field), !text.isEmpty {
                counts[text, default: 0] += 1
            }
        }
        return counts.filter { $0.key == $0.key.onOneLine }.sorted { $0.key < $1.key }
            .map { ($0.key, Phrases.count($0.value, "item")) }
    }

    /// Terms of the filter language, with the values that the inventory has.
    var filters: [(word: String, note: String)] {
        let fields: [(key: String, field: ItemField)] = [
            ("location", .location), ("category", .category), ("tag", .tags),
        ]
        var terms: [(word: String, note: String)] = []
        for (key, field) in fields {
            for value in values(of: field) { terms.append(("\(key):\(quoted(value.word))", value.note)) }
        }
        let others = ["value:>=", "created:", "purchased:", "serial:none", "insured:yes", "insured:no", "archived:any"]
        return terms + others.map { ($0, "") }
    }

    /// A value as the filter language takes it.
    private func quoted(_ value: String) -> String {
        guard value.contains(where: { " \",()".contains($0) }) else { return value }
        return "\"\(value.map { $0 == "\"" ? "\\\"" : String($0) }.joined())\""
    }

    private func visit(_ fields: [ItemField], _ body: (ItemCursor) throws -> Void) {
        guard let cursor = try? snapshot?.items(matching: .everything, fields: ItemFieldSet(fields)) else { return }
        while (try? cursor.next()) == true { try? body(cursor) }
    }
}
