import FileOutput
import FoundationEssentials
import InventoryModel

/// The words of everything that can go wrong in the command line itself; modules word their own errors.
extension Failure {
    static func noSuchItem(_ reference: ItemReference) -> Failure {
        switch reference {
        case .key(let id): .work("no item has the key \(id.text); 'homepwner list' shows the keys")
        case .digits(let digits):
            .work(
                "no item's key begins or ends with '\(digits.map { String($0, radix: 16) }.joined())'; 'homepwner list' "
                    + "shows the keys")
        }
    }

    static func ambiguousItem(_ candidates: [(id: UUID, name: String)], more: Int) -> Failure {
        var lines = ["several items have these digits in their key; give more of them, or the whole key:"]
        lines += candidates.map { "  \($0.id.text)  \($0.name.shown)" }
        if more > 0 { lines.append("  and \(Words.grouped(more)) more") }
        return .work(lines.joined(separator: "\n"))
    }

    static func pastTheEnd(of count: Int) -> Failure {
        .work("the list has \(Words.count(count, "item")); --to takes numbers up to that")
    }

    static func faultyFiles(_ files: [String], faults: Int, rows: Int) -> Failure {
        .work(
            "\(subject(files)) \(Words.count(faults, "fault"))\(rows == faults ? "" : " in \(Words.count(rows, "row"))"); "
                + "nothing was taken in. Mend them, or take the good rows and put the others aside with "
                + "'import --skip-invalid REJECTS.csv'")
    }

    static func repeatedItems(_ files: [String], rows: Int) -> Failure {
        .work(
            "\(subject(files)) \(Words.count(rows, "row")) for an item that an earlier row is for; nothing was taken in. "
                + "Which of them counts is for you to say: take the others out")
    }

    private static func subject(_ files: [String]) -> String {
        files.count == 1 ? "'\((files.first ?? "").onOneLine)' has" : "these files have"
    }

    static func rejectsLost(_ error: FileError) -> Failure {
        .work(
            "the good rows were taken in, but the faulty ones could not be put aside: \(error); find them where they were"
        )
    }

    static func temporaryFolder(_ folder: String, _ problem: String) -> Failure {
        .work("'\(folder.onOneLine)', where temporary files go: \(problem); name another folder with TMPDIR")
    }

    static func rowTooLong(_ row: Int, file: String) -> Failure {
        .work("\(file.onOneLine): row \(row) is too long to be put aside; nothing was taken in; take the row out")
    }

    static func unsound(_ store: String, findings: Int) -> Failure {
        .work(
            "'\(store.onOneLine)' is not sound: \(Words.count(findings, "finding")); keep it as it is and go on with a copy "
                + "made before")
    }

    static func mendable(_ store: String, findings: Int) -> Failure {
        .work(
            "'\(store.onOneLine)' is not sound: \(Words.count(findings, "finding")); nothing is lost; 'homepwner edit ID' gives these "
                + "items another parent or reference, or none with --parent \"\" or --external-reference \"\"")
    }

    static func changedDelivery(_ path: String, findings: Int) -> Failure {
        .work(
            "'\(path.onOneLine)' is not as it was delivered: \(Words.count(findings, "difference")); ask for it again from "
                + "where it came")
    }

    static func wrongFiles(_ store: String, findings: Int) -> Failure {
        .work(
            "'\(store.onOneLine)' lacks \(Words.count(findings, "file")) of photos or documents; the items themselves are "
                + "sound")
    }

    static func invalidReport(_ name: String, faults: Int, unlisted: Int) -> Failure {
        let rest = unlisted > 0 ? ", \(Words.grouped(unlisted)) of them not listed" : ""
        return .work("\(name) is not a valid report: \(Words.count(faults, "fault"))\(rest)")
    }

    static func notXML(_ name: String, _ appearance: String) -> Failure {
        .work(
            "\(name) is no XML report: \(appearance). 'validate' checks what 'homepwner report --format xml' writes; "
                + "'homepwner import FILE --dry-run' checks other files")
    }

    static func faultyTemplate(_ name: String, mistakes: Int) -> Failure {
        .work("\(name.onOneLine) has \(Words.count(mistakes, "mistake"))")
    }

    /// What was done when standard output failed; `reason` is that failure.
    static func untold(_ done: String, because reason: Failure) -> Failure {
        let words =
            switch reason {
            case .work(let message): message
            default: "nobody reads standard output"
            }
        return .untold("\(done). This is done, so do not repeat the call; only telling it failed: \(words)")
    }

    static func faultyData(_ path: String, _ fault: some Error) -> Failure { .work("\(path.onOneLine): \(fault)") }
}
