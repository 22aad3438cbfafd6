import Files
import Glibc
import Localization
import Testing

@Suite struct ArchiveMessagesTests {
    @Test(arguments: [
        (ArchiveError.refusedEntry("x.zip", entry: "a\u{1B}[2J\u{202E}", .symbolicLink), "'a\u{FFFD}[2J\u{FFFD}' is a"),
        (
            .suspicious("x.zip", .tooManyEntries(3, limit: 2)),
            "x.zip: refused, and nothing of it was unpacked: it has 3"
        ),
        (.unreadable("x.zip", reason: "Not a zip archive"), "ask the sender for it again"),
        (.missingName("x.zip", entry: 2), "entry 2 has no name"),
        (.nameNotUTF8("x.zip", entry: 2), "entry 2 has a name that is not UTF-8"),
        (.damagedEntry("a", .library("CRC error")), "a: CRC error"),
        (.damagedEntry("a", .wrongLength), "a: its length differs from what the archive states"),
        (.writing("x.zip", reason: "disk full"), "could not be written: disk full"),
        (
            .file(FileError(.read, "x.zip", code: ENOENT)),
            "cannot read x.zip: No such file or directory (check the name)"
        ),
    ])
    func anArchiveErrorSaysWhatIsWrong(error: ArchiveError, part: String) {
        #expect(MessageCatalogue.english.text(error.message).contains(part))
    }

    @Test(arguments: ArchiveError.EntryDiagnostic.allCases)
    func everyReasonToRefuseAnEntryHasASentence(diagnostic: ArchiveError.EntryDiagnostic) {
        let words = MessageCatalogue.english.text(
            ArchiveError.refusedEntry("x.zip", entry: "E", diagnostic).message)
        #expect(words.hasPrefix("x.zip: refused, and nothing of it was unpacked: 'E' "))
    }
}
