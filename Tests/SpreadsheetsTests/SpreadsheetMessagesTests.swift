import Files
import Glibc
import Localization
import Spreadsheets
import Testing

@Suite struct SpreadsheetMessagesTests {
    private static func text(_ error: SpreadsheetFileError) -> String { MessageCatalogue.english.text(error.message) }

    @Test(arguments: [
        (SpreadsheetFileError.passwordProtected, "protected by a password; open it in its program, save it without"),
        (.damagedArchive(reason: "Not a zip archive"), "cut short or damaged (Not a zip archive)"),
        (.archive(.suspicious("x", .expansion(ratio: 200))), "would unpack to more than 200 times its size"),
        (.archive(.damagedEntry("xl/workbook.xml", .library("CRC error"))), "cut short or damaged (CRC error)"),
        (.missingPart("xl/styles.xml"), "its part xl/styles.xml is missing"),
        (.documentType(part: "content.xml"), "its part content.xml declares a document type"),
        (
            .malformedXML(part: "content.xml", line: 7, detail: "bad"),
            "content.xml is not well-formed XML in line 7 (bad)"
        ),
        (.textTooLong(nil, limit: 1 << 17), "longer than 128 KiB"),
        (.tooMuchText(limit: 32 << 20), "its texts unpack to more than 32 MiB"),
        (.noSheets, "has no sheet with cells"),
        (.file(FileError(.read, "a.xlsx", code: ENOENT)), "cannot read a.xlsx: No such file or directory"),
    ])
    func anErrorSaysWhatIsWrong(error: SpreadsheetFileError, part: String) { #expect(Self.text(error).contains(part)) }

    @Test(arguments: SpreadsheetLookalike.allCases)
    func everyOtherKindOfFileHasASentence(kind: SpreadsheetLookalike) {
        #expect(Self.text(.notASpreadsheet(kind)).hasPrefix("it is "))
    }
}
