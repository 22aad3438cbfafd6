import Files
import FoundationEssentials
import Glibc
import Inventory
import InventoryStore
import Localization
import Message
import Reports
import Testing

@testable import homepwner

@Suite struct CommandErrorMessageTests {
    private static let key = UUID(high: 0x1111_2222_3333_4444, low: 0x8555_6666_7777_8888)

    private static let worded: [(CommandError, String)] = [
        (
            CommandError.noSuchItem(.key(key)),
            "no item has the id 11112222-3333-4444-8555-666677778888; 'homepwner list' shows the ids"
        ),
        (
            .noSuchItem(.digits([0xA, 0xB, 1, 2], text: "AB12")),
            "no item has the name or asset number 'AB12', or an id that begins or ends with it (four digits or more); "
                + "'homepwner list' shows names and ids"
        ),
        (
            .ambiguousItem([(id: key, name: "Mug")], more: 0, for: .name("Mug")),
            """
            several items have this name; name the item by its id:
              11112222-3333-4444-8555-666677778888  Mug
            """
        ),
        (
            .ambiguousItem([(id: key, name: "Red\nmug")], more: 2, for: .digits([1, 1, 1, 1], text: "1111")),
            """
            several items have these digits in their id; give more of them, or the whole id:
              11112222-3333-4444-8555-666677778888  Red␊mug
              and 2 more
            """
        ),
        (.pastTheEnd(of: 1), "the list has 1 item; --to takes numbers up to that"),
        (
            .faultyFiles(["a.csv"], faults: 3, rows: 2, canBePutAside: true),
            "'a.csv': 3 faults in 2 rows; nothing was imported. Correct them, or import the valid rows and "
                + "write the others to a file with 'import --skip-invalid REJECTS.csv'"
        ),
        (
            .faultyFiles(["a.csv", "b.csv"], faults: 1, rows: 1, canBePutAside: false),
            "these files: 1 fault; nothing was imported. Correct them"
        ),
        (
            .faultyFiles(["-"], faults: 1, rows: 1, canBePutAside: false),
            "standard input: 1 fault; nothing was imported. Correct them"
        ),
        (
            .repeatedItems(["a.csv"], rows: 2),
            "'a.csv': 2 rows for an item that an earlier row is for; nothing was imported. Keep the row that "
                + "counts and remove the others"
        ),
        (
            .temporaryFolder("/tmp", .text("cannot be written")),
            "'/tmp', where temporary files go: cannot be written; name another folder with TMPDIR"
        ),
        (
            .rowTooLong(7, file: "a.csv"),
            "a.csv: row 7 is too long for the file of rejected rows; nothing was imported; remove the row"
        ),
        (
            .damagedStore("s", findings: 2),
            "'s' is damaged: 2 findings; keep it as it is and continue with an earlier copy"
        ),
        (
            .repairable("s", findings: 1),
            "'s' is inconsistent: 1 finding; nothing is lost; 'homepwner edit ID' gives these items another parent or "
                + "reference, or none with --parent \"\" or --external-reference \"\""
        ),
        (.invalidReport("r.xml", faults: 1, unlisted: 0), "r.xml is not a valid report: 1 fault"),
        (
            .invalidReport("r.xml", faults: 1025, unlisted: 1005),
            "r.xml is not a valid report: 1,025 faults, 1,005 of them not listed"
        ),
        (
            .notXML("r.csv", "it looks like text"),
            "r.csv is not an XML report: it looks like text. 'validate' checks what 'homepwner report --format xml' writes; "
                + "'homepwner import FILE --dry-run' checks other files"
        ),
        (.faultyTemplate("p.html", diagnostics: 2), "p.html has 2 mistakes"),
        (.faultyData("p.json", UsageError.noCommand), "p.json: no command given; 'homepwner help' lists them"),
    ]

    @Test(arguments: worded)
    func everyFailureIsWorded(failure: CommandError, message: String) {
        #expect(failure == .work(message))
    }

    @Test func errorsOfModulesKeepTheirWords() {
        #expect(
            CommandError(StoreError.missing(path: "s"))
                == .work(
                    "no inventory at 's'; make one with 'homepwner init', or name another folder with --store")
        )
        #expect(CommandError(UsageError.noCommand) == .invocation(.noCommand))
        let full = FileError(.write, "r.html", code: ENOSPC)
        #expect(
            CommandError(full) == .work(MessageCatalogue.english.text(full.message))
                && CommandError(ReportError.file(full)) == CommandError(full))
    }

    @Test func aClosedPipeIsNoFailureOfTheWork() {
        let closed = FileError(.write, "standard output", code: EPIPE)
        #expect(CommandError(closed) == .pipeClosed && CommandError(ReportError.file(closed)) == .pipeClosed)
    }

    @Test func whatIsDoneIsNeverCalledAFailure() {
        let done = "added 2 items. The work is done; do not repeat the call. Only the output failed: "
        #expect(
            CommandError.outputLost("added 2 items", because: .work("disk full")) == .outputLost(done + "disk full"))
        #expect(
            CommandError.outputLost("added 2 items", because: .pipeClosed)
                == .outputLost(done + "standard output was closed"))
        #expect(CommandError.outputLost("").status == 3)
        let folder = FileError(.replace, "r.csv", code: EISDIR)
        let reason = "cannot replace r.csv: Is a directory (that is a folder; give the name of a file in it)"
        #expect(
            CommandError.rejectsLost(folder, hidden: nil)
                == .outputLost(
                    "the valid rows were imported, so do not repeat the call; the file for the rejected rows could not be "
                        + "written: \(reason)"))
        #expect(
            CommandError.rejectsLost(folder, hidden: ".r.csv.homepwner.tmp")
                == .outputLost(
                    "the valid rows were imported, so do not repeat the call; the rejected ones are in "
                        + ".r.csv.homepwner.tmp, which could not be given its name: \(reason)"))
        let name = FileError(.flushName, "r.html", code: EIO)
        #expect(CommandError(name) == .outputLost(MessageCatalogue.english.text(name.message)))
        #expect(CommandError(ReportError.file(name)).status == 3)
        #expect(CommandError(StoreError.unconfirmed(path: "s", code: EIO)).status == 3)
    }

    @Test func statusesAreThoseOfTheDesign() {
        #expect(CommandError.invocation(.noCommand).status == 2)
        #expect(CommandError.work("").status == 1)
        #expect(CommandError.pipeClosed.status == 141)
    }

    @Test(arguments: [
        (0, "0 items"), (1, "1 item"), (1000, "1,000 items"), (1_234_567, "1,234,567 items"), (-1200, "-1,200 items"),
    ])
    func countsAreGrouped(count: Int, words: String) {
        #expect(Phrases.count(count, "item") == words)
    }
}
