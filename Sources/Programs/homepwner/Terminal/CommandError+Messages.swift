import Files
import FoundationEssentials
import Inventory
import Localization
import Messages

/// The words of everything that can go wrong in the command line itself; modules word their own errors.
extension CommandError {
    static func noSuchItem(_ reference: ItemReference) -> CommandError {
        switch reference {
        case .key(let id): .work(said("failure.noItemHasThe", id.text))
        case .digits(let digits):
            .work(
                said("failure.noItemsKeyBegins", digits.map { String($0, radix: 16) }.joined()))
        }
    }

    static func ambiguousItem(_ candidates: [(id: UUID, name: String)], more: Int) -> CommandError {
        var lines = [said("failure.severalItemsHaveThese")]
        lines += candidates.map { "  \($0.id.text)  \($0.name.shown)" }
        if more > 0 { lines.append(said("failure.andMore", Phrases.grouped(more))) }
        return .work(lines.joined(separator: "\n"))
    }

    static func pastTheEnd(of count: Int) -> CommandError {
        .work(said("failure.theListHasTo", Phrases.count(count, "item")))
    }

    /// - Parameter canBePutAside: whether --skip-invalid could take the other rows.
    static func faultyFiles(_ files: [String], faults: Int, rows: Int, canBePutAside: Bool) -> CommandError {
        let (what, number) = (subject(files), Phrases.count(faults, "fault"))
        let place = rows == faults ? "" : said("failure.in", Phrases.count(rows, "row"))
        return .work(
            canBePutAside
                ? said("failure.nothingWasTakenIn", what, number, place)
                : said("failure.nothingWasTakenInMend", what, number, place))
    }

    static func repeatedItems(_ files: [String], rows: Int) -> CommandError {
        .work(
            said("failure.forAnItemThat", subject(files), Phrases.count(rows, "row")))
    }

    private static func subject(_ files: [String]) -> String {
        guard files.count == 1, let file = files.first else { return said("failure.theseFilesHave") }
        return file == "-" ? said("failure.standardInputHas") : said("failure.fileHas", file.onOneLine)
    }

    static func rejectsLost(_ error: FileError) -> CommandError {
        .work(
            said("failure.theGoodRowsWere", LocalizationContext.words.text(error.message))
        )
    }

    static func temporaryFolder(_ folder: String, _ problem: String) -> CommandError {
        .work(said("failure.whereTemporaryFilesGo", folder.onOneLine, problem))
    }

    static func rowTooLong(_ row: Int, file: String) -> CommandError {
        .work(said("failure.rowIsTooLong", file.onOneLine, row))
    }

    static func damagedStore(_ store: String, findings: Int) -> CommandError {
        .work(
            said("failure.isNotSoundKeep", store.onOneLine, Phrases.count(findings, "finding")))
    }

    static func repairable(_ store: String, findings: Int) -> CommandError {
        .work(
            said("failure.isNotSoundNothingIs", store.onOneLine, Phrases.count(findings, "finding")))
    }

    static func changedDelivery(_ path: String, findings: Int) -> CommandError {
        .work(
            said("failure.isNotAsIt", path.onOneLine, Phrases.count(findings, "difference")))
    }

    static func wrongFiles(_ store: String, findings: Int) -> CommandError {
        .work(
            said("failure.isNotSoundFiles", store.onOneLine, Phrases.count(findings, "file")))
    }

    static func invalidReport(_ name: String, faults: Int, unlisted: Int) -> CommandError {
        let rest = unlisted > 0 ? said("failure.ofThemNotListed", Phrases.grouped(unlisted)) : ""
        return .work(said("failure.isNotAValid", name, Phrases.count(faults, "fault"), rest))
    }

    static func notXML(_ name: String, _ appearance: String) -> CommandError {
        .work(
            said("failure.isNoXmlReport", name, appearance))
    }

    static func faultyTemplate(_ name: String, diagnostics: Int) -> CommandError {
        .work(said("failure.has", name.onOneLine, Phrases.count(diagnostics, "mistake")))
    }

    /// What was done when standard output failed; `reason` is that failure.
    static func outputLost(_ done: String, because reason: CommandError) -> CommandError {
        let words =
            switch reason {
            case .work(let message): message
            default: said("failure.nobodyReadsStandardOutput")
            }
        return .outputLost(said("failure.thisIsDoneSo", done, words))
    }

    static func faultyData(_ path: String, _ fault: some Error) -> CommandError { .work("\(path.onOneLine): \(fault)") }
}
