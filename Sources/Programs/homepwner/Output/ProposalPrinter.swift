import Inventory
import InventoryFormats
import InventoryStore
import Localization
import Message

/// Shows a proposed reading on standard error.
struct ProposalPrinter {
    private let proposal: ReadingProposal
    private let trial: ReadingTrial
    private let file: String
    private let console: Console

    init(_ proposal: ReadingProposal, _ trial: ReadingTrial, file: String, console: Console) {
        self.proposal = proposal
        self.trial = trial
        self.file = file
        self.console = console
    }

    /// Shows the columns, the evidence, the rows that are left out, and the result.
    func printTable() {
        line(localized(proposal.title(file: file.onOneLine)))
        line("  " + localized(proposal.layout))
        printColumns()
        for fact in proposal.evidence { line("  " + localized(fact.message)) }
        printLeftOutRows()
        line("  " + result)
        let names = trial.firstItems.map { $0.name.onOneLine.cut(toWidth: 40) }
        if !names.isEmpty {
            line("  " + localized("reading.firstItems", ["items": .list(names.map(Message.Argument.text))]))
        }
        printFaults()
    }

    private func printColumns() {
        let rows = proposal.columns.filter { $0.reason != .empty }.map { column in
            [
                column.shownHeading.onOneLine, column.target.name.onOneLine, (column.samples.first ?? "").onOneLine,
                localized(column.reason.message),
            ]
        }
        let heads = [
            localized("reading.column.heading"), localized("reading.column.field"),
            localized("reading.column.sample"), localized("reading.column.reason"),
        ]
        let limits = [28, 28, 30, 80]
        let cut = ([heads] + rows).map { row in zip(row, limits).map { $0.cut(toWidth: $1) } }
        let widths = limits.indices.map { index in cut.map { $0[index].displayWidth }.max() ?? 0 }
        for row in cut {
            var text = zip(row, widths).map { $0.padded(toWidth: $1) }.joined(separator: "  ")
            while text.last == " " { text.removeLast() }
            line("  " + text)
        }
    }

    private func printLeftOutRows() {
        guard proposal.leftOut.count > 0 else { return }
        line("  " + localized("reading.leftOut", ["count": .count(proposal.leftOut.count)]))
        for row in proposal.leftOut.rows.prefix(10) {
            line(
                "    "
                    + localized(
                        "reading.leftOutRow",
                        [
                            "row": .value(row.number), "text": .text(row.text.onOneLine.cut(toWidth: 40)),
                            "reason": .message(row.reason.message),
                        ]))
        }
    }

    private var result: String {
        let totals = trial.totals.map(\.description)
        return localized(
            "reading.result",
            [
                "items": .text(Phrases.count(trial.items, "item")), "units": .value(trial.units),
                "totals": totals.isEmpty ? .text(localized("notStated")) : .list(totals.map(Message.Argument.text)),
                "missing": .text(Phrases.grouped(trial.itemsWithoutValue)),
            ])
    }

    private func printFaults() {
        guard trial.faultyRows > 0 else { return }
        line(
            "  "
                + localized(
                    "reading.faultyRows",
                    ["count": .count(trial.faultyRows), "rows": .text(Phrases.grouped(trial.faultyRows + trial.items))])
        )
        for row in trial.firstFaults.prefix(3) {
            for message in row.messages.prefix(1) { line("    " + localized(message).onOneLine) }
        }
    }

    // MARK: Questions

    /// Shows a question and its answers.
    /// - Parameter numbered: whether a key answers it; otherwise an option of the command does.
    func print(_ question: ReadingQuestion, numbered: Bool) {
        line("  " + localized(question.topic.message))
        for row in question.rows {
            let text = localized("reading.questionRow", ["row": .value(row.row), "text": .text(row.text.onOneLine)])
            line("      " + text.cut(toWidth: 110))
        }
        for (index, answer) in question.answers.enumerated() {
            let words = localized(answer.message).onOneLine
            let key = numbered ? "\(index + 1)" : question.option(for: answer).padded(toWidth: 24)
            line("    \(key)  \(words)")
        }
    }

    /// Shows all questions, and a call that settles them.
    func printQuestions(call: [String]) {
        for question in proposal.questions { print(question, numbered: false) }
        let options = proposal.questions.compactMap { question in question.answers.first.map(question.option) }
        // An address of a server is shown without its password: a timer's log may have these lines.
        let shown = call.map { word in
            let option = word.hasPrefix("--store=") ? "--store=" : ""
            return option + StoreAddress.displayName(String(word.dropFirst(option.count)))
        }
        let program = shown == call ? "homepwner" : "homepwner-server"
        let words = [program] + shown.map(ShellWord.quoted) + options
        line("  " + localized("reading.settle", ["command": .text(words.joined(separator: " "))]))
    }

    private func line(_ text: String) { console.warn(text + "\n") }
}

extension ReadingQuestion {
    /// The option of the command line that gives an answer.
    func option(for answer: ReadingAnswer) -> String {
        switch answer {
        case .dateOrder(let order): "--date-format \(order.rawValue)"
        case .decimal(let separator): "--decimal \(separator.rawValue)"
        case .currency(let currency):
            if let sign = topic.sign {
                "--currency \(ShellWord.quoted("\(sign)=\(currency.code)"))"
            } else {
                "--currency \(currency.code)"
            }
        case .encoding(let encoding, _): "--encoding \(encoding.rawValue)"
        case .nameColumn(let heading): "--map \(ShellWord.quoted("\(heading)=name"))"
        case .column(let heading, let target): "--map \(ShellWord.quoted("\(heading)=\(target.name)"))"
        case .groupRows(let meaning): "--group-rows \(meaning.rawValue)"
        case .totalRows(let meaning): "--total-rows \(meaning.rawValue)"
        case .hiddenRows(let meaning): "--hidden-rows \(meaning.rawValue)"
        case .fillDown(let flag): "--fill-down \(flag ? "yes" : "no")"
        case .headerRow(let place): "--header-row \(place)"
        case .otherCells(let areKept): "--other-cells \(areKept ? "text" : "faults")"
        case .wholeLines: "--other-cells text"
        case .recognition(let way): "--update-by \(ShellWord.quoted(way.rawValue))"
        case .sheet(let name): "--worksheet \(ShellWord.quoted(name))"
        }
    }
}

/// A word as a shell reads it (POSIX, 2.2.2).
enum ShellWord {
    static func quoted(_ word: String) -> String {
        let plain = word.unicodeScalars.allSatisfy { scalar in
            scalar.properties.isAlphabetic || ("0"..."9").contains(scalar)
                || "-_./=:,+@%".unicodeScalars.contains(scalar)
        }
        if plain, !word.isEmpty { return word }
        return "'" + word.split(separator: "'", omittingEmptySubsequences: false).joined(separator: "'\\''") + "'"
    }
}
