import Attachments
import Files
import FoundationEssentials
import Glibc
import Inventory
import InventoryStore
import Localization
import Message
import Reports
import SiteGenerator

/// Why a command failed, with the exit status of the process.
enum CommandError: Error, Equatable {
    /// The call was wrong: status 2.
    case invocation(UsageError)
    /// The work failed and nothing was changed or written: status 1. The message says why, where, and what to do.
    case work(String)
    /// The work is done, but its result could not be written to standard output, or the disk did not confirm the name of
    /// a file, or files of it remain; or it is not known whether it is done: status 3.
    case outputLost(String)
    /// Nobody reads standard output any more.
    case pipeClosed

    /// The failure that an error of any module leads to.
    init(_ error: any Error) {
        switch error {
        case let failure as CommandError: self = failure
        case let error as UsageError: self = .invocation(error)
        case let error as FileError where [.flushName, .replaceProof].contains(error.operation):
            self = .outputLost(CommandError.text(of: error))
        case let error as FileError where error.code == EPIPE: self = .pipeClosed
        case StoreError.unconfirmed, StoreError.unknownOutcome: self = .outputLost(CommandError.text(of: error))
        case StoreError.hiddenField(let field), ReportError.store(.hiddenField(let field)):
            self = .invocation(.badOperand(field.optionName, problem: localized("store.hiddenField")))
        case ReportError.file(let error) where error.code == EPIPE: self = .pipeClosed
        case ReportError.file(let error): self.init(error)
        case ReportError.manifest(let error): self.init(error)
        default: self = .work(CommandError.text(of: error))
        }
    }

    /// The words of an error or a diagnostic in the language of the call.
    static func text(of problem: Any) -> String {
        (problem as? any MessageConvertible).map { localized($0.message) } ?? "\(problem)"
    }

    /// The exit status.
    var status: Int32 {
        switch self {
        case .invocation: 2
        case .work: 1
        case .outputLost: 3
        case .pipeClosed: 128 + SIGPIPE
        }
    }
}

/// The messages of the command line's own failures.
extension CommandError {
    static func noSuchItem(_ reference: ItemReference) -> CommandError {
        switch reference {
        case .key(let id): .work(localized("item.noneWithID", ["id": .text(id.text)]))
        case .digits(_, let text), .name(let text):
            .work(localized("item.noneWithName", ["text": .text(text.onOneLine)]))
        }
    }

    static func ambiguousItem(
        _ candidates: [(id: UUID, name: String)], more: Int, for reference: ItemReference
    ) -> CommandError {
        let isName = if case .name = reference { true } else { false }
        var lines = [localized(isName ? "item.ambiguousName" : "item.ambiguousDigits")]
        lines += candidates.map { "  \($0.id.text)  \($0.name.shown)" }
        if more > 0 { lines.append(localized("failure.moreRows", ["count": .text(Phrases.grouped(more))])) }
        return .work(lines.joined(separator: "\n"))
    }

    static func pastTheEnd(of count: Int) -> CommandError {
        .work(localized("move.beyondEnd", ["items": .text(Phrases.count(count, "item"))]))
    }

    /// - Parameter canBePutAside: whether --skip-invalid could take the other rows.
    static func faultyFiles(_ files: [String], faults: Int, rows: Int, canBePutAside: Bool) -> CommandError {
        let (source, number) = (source(files), Message.Argument.text(Phrases.count(faults, "fault")))
        guard rows != faults else {
            return .work(
                localized(
                    canBePutAside ? "import.rowsRejected" : "import.itemsRejected",
                    ["source": source, "faults": number]))
        }
        return .work(
            localized(
                canBePutAside ? "import.rowsRejectedInFewerRows" : "import.itemsRejectedInFewerRows",
                ["source": source, "faults": number, "rows": .text(Phrases.count(rows, "row"))]))
    }

    static func repeatedItems(_ files: [String], rows: Int) -> CommandError {
        .work(
            localized(
                "import.duplicateItems", ["source": source(files), "rows": .text(Phrases.count(rows, "row"))]))
    }

    /// The files that were read, as a term.
    private static func source(_ files: [String]) -> Message.Argument {
        guard files.count == 1, let file = files.first else { return .message(Message("import.theseFiles")) }
        return file == "-" ? .message(Message("stream.input")) : .text("'\(file.onOneLine)'")
    }

    /// - Parameter hidden: the file under a temporary name that has the rows; nil if there were none.
    static func rejectsLost(_ error: FileError, hidden: String?) -> CommandError {
        let reason = Message.Argument.message(error.message)
        return .outputLost(
            hidden.map {
                localized("import.rejectsHidden", ["reason": reason, "file": .text($0.onOneLine)])
            } ?? localized("import.rejectsNotWritten", ["reason": reason]))
    }

    static func temporaryFolder(_ folder: String, _ reason: Message.Argument) -> CommandError {
        .work(localized("failure.temporaryFolder", ["folder": .text(folder.onOneLine), "reason": reason]))
    }

    static func rowTooLong(_ row: Int, file: String) -> CommandError {
        .work(localized("import.rowTooLong", ["file": .text(file.onOneLine), "row": .value(row)]))
    }

    static func notPublished(_ folder: String) -> CommandError {
        .work(localized("serve.notPublished", ["folder": .text(folder.onOneLine)]))
    }

    static func damagedStore(_ store: String, findings: Int) -> CommandError {
        .work(
            localized(
                "verify.damaged",
                ["store": .text(store.onOneLine), "findings": .text(Phrases.count(findings, "finding"))]))
    }

    static func repairable(_ store: String, findings: Int) -> CommandError {
        .work(
            localized(
                "verify.inconsistentReferences",
                ["store": .text(store.onOneLine), "findings": .text(Phrases.count(findings, "finding"))]))
    }

    static func changedDelivery(_ path: String, findings: Int) -> CommandError {
        .work(
            localized(
                "verify.changed",
                ["delivery": .text(path.onOneLine), "differences": .text(Phrases.count(findings, "difference"))]))
    }

    static func wrongFiles(_ store: String, findings: Int) -> CommandError {
        .work(
            localized(
                "verify.filesDamaged",
                ["store": .text(store.onOneLine), "files": .text(Phrases.count(findings, "file"))]))
    }

    static func invalidReport(_ name: String, faults: Int, unlisted: Int) -> CommandError {
        let number = Message.Argument.text(Phrases.count(faults, "fault"))
        guard unlisted > 0 else {
            return .work(localized("validate.invalid", ["file": .text(name), "faults": number]))
        }
        return .work(
            localized(
                "validate.invalidAndMore",
                ["file": .text(name), "faults": number, "unlisted": .text(Phrases.grouped(unlisted))]))
    }

    static func notXML(_ name: String, _ appearance: String) -> CommandError {
        .work(
            localized("validate.notAReport", ["file": .text(name), "appearance": .text(appearance)]))
    }

    static func faultyTemplate(_ name: String, diagnostics: Int) -> CommandError {
        .work(
            localized(
                "template.invalid",
                ["file": .text(name.onOneLine), "diagnostics": .text(Phrases.count(diagnostics, "mistake"))]))
    }

    /// The work that was done when standard output failed with `reason`.
    static func outputLost(_ done: String, because reason: CommandError) -> CommandError {
        let words =
            switch reason {
            case .work(let message): message
            default: localized("stream.outputClosed")
            }
        return .outputLost(localized("failure.doneButNotReported", ["done": .text(done), "reason": .text(words)]))
    }

    static func faultyData(_ path: String, _ fault: some Error) -> CommandError { .work("\(path.onOneLine): \(fault)") }
}
