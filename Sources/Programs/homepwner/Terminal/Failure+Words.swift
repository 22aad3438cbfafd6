import Files
import FoundationEssentials
import Inventory
import Localization

/// The words of everything that can go wrong in the command line itself; modules word their own errors.
extension Failure {
    static func noSuchItem(_ reference: ItemReference) -> Failure {
        switch reference {
        case .key(let id): .work(said("failure.noItemHasThe", id.text))
        case .digits(let digits):
            .work(
                said("failure.noItemsKeyBegins", digits.map { String($0, radix: 16) }.joined()))
        }
    }

    static func ambiguousItem(_ candidates: [(id: UUID, name: String)], more: Int) -> Failure {
        var lines = [said("failure.severalItemsHaveThese")]
        lines += candidates.map { "  \($0.id.text)  \($0.name.shown)" }
        if more > 0 { lines.append(said("failure.andMore", Words.grouped(more))) }
        return .work(lines.joined(separator: "\n"))
    }

    static func pastTheEnd(of count: Int) -> Failure {
        .work(said("failure.theListHasTo", Words.count(count, "item")))
    }

    /// - Parameter canBePutAside: whether --skip-invalid could take the other rows.
    static func faultyFiles(_ files: [String], faults: Int, rows: Int, canBePutAside: Bool) -> Failure {
        let (what, number) = (subject(files), Words.count(faults, "fault"))
        let place = rows == faults ? "" : said("failure.in", Words.count(rows, "row"))
        return .work(
            canBePutAside
                ? said("failure.nothingWasTakenIn", what, number, place)
                : said("failure.nothingWasTakenInMend", what, number, place))
    }

    static func repeatedItems(_ files: [String], rows: Int) -> Failure {
        .work(
            said("failure.forAnItemThat", subject(files), Words.count(rows, "row")))
    }

    private static func subject(_ files: [String]) -> String {
        guard files.count == 1, let file = files.first else { return said("failure.theseFilesHave") }
        return file == "-" ? said("failure.standardInputHas") : said("failure.fileHas", file.onOneLine)
    }

    static func rejectsLost(_ error: FileError) -> Failure {
        .work(
            said("failure.theGoodRowsWere", error)
        )
    }

    static func temporaryFolder(_ folder: String, _ problem: String) -> Failure {
        .work(said("failure.whereTemporaryFilesGo", folder.onOneLine, problem))
    }

    static func rowTooLong(_ row: Int, file: String) -> Failure {
        .work(said("failure.rowIsTooLong", file.onOneLine, row))
    }

    static func unsound(_ store: String, findings: Int) -> Failure {
        .work(
            said("failure.isNotSoundKeep", store.onOneLine, Words.count(findings, "finding")))
    }

    static func mendable(_ store: String, findings: Int) -> Failure {
        .work(
            said("failure.isNotSoundNothingIs", store.onOneLine, Words.count(findings, "finding")))
    }

    static func changedDelivery(_ path: String, findings: Int) -> Failure {
        .work(
            said("failure.isNotAsIt", path.onOneLine, Words.count(findings, "difference")))
    }

    static func wrongFiles(_ store: String, findings: Int) -> Failure {
        .work(
            said("failure.isNotSoundFiles", store.onOneLine, Words.count(findings, "file")))
    }

    static func invalidReport(_ name: String, faults: Int, unlisted: Int) -> Failure {
        let rest = unlisted > 0 ? said("failure.ofThemNotListed", Words.grouped(unlisted)) : ""
        return .work(said("failure.isNotAValid", name, Words.count(faults, "fault"), rest))
    }

    static func notXML(_ name: String, _ appearance: String) -> Failure {
        .work(
            said("failure.isNoXmlReport", name, appearance))
    }

    static func faultyTemplate(_ name: String, mistakes: Int) -> Failure {
        .work(said("failure.has", name.onOneLine, Words.count(mistakes, "mistake")))
    }

    /// What was done when standard output failed; `reason` is that failure.
    static func untold(_ done: String, because reason: Failure) -> Failure {
        let words =
            switch reason {
            case .work(let message): message
            default: said("failure.nobodyReadsStandardOutput")
            }
        return .untold(said("failure.thisIsDoneSo", done, words))
    }

    static func faultyData(_ path: String, _ fault: some Error) -> Failure { .work("\(path.onOneLine): \(fault)") }
}
