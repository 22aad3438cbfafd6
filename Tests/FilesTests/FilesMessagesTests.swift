import Files
import Glibc
import Localization
import Testing

@Suite struct FilesMessagesTests {
    static let messages: [(FileError, String)] = [
        (
            FileError(.write, "no/x", code: ENOENT),
            "cannot write no/x: No such file or directory (make the folder first, or correct its name)"
        ),
        (FileError(.read, "no/x", code: ENOENT), "cannot read no/x: No such file or directory (check the name)"),
        (
            FileError(.write, "a/x", code: ENOTDIR),
            "cannot write a/x: Not a directory (there is a file where a folder should be; correct the name)"
        ),
        (
            FileError(.write, "a", code: EISDIR),
            "cannot write a: Is a directory (that is a folder; give the name of a file in it)"
        ),
        (
            FileError(.read, "a", code: EISDIR), "cannot read a: Is a directory (a file belongs here, not a folder)"
        ),
        (
            FileError(.flush, "a", code: ENOSPC),
            "cannot flush a: No space left on device (free some space or choose another disk)"
        ),
        (
            FileError(.makeFolderIn, "a", code: EACCES),
            "cannot make a folder in a: Permission denied (choose a folder that you may write to)"
        ),
        (
            FileError(.makeLink, "a", code: EROFS),
            "cannot make a link a: Read-only file system (the disk is read-only; choose another)"
        ),
        (FileError(.replace, "a", code: ENAMETOOLONG), "cannot replace a: File name too long (choose a shorter name)"),
        (
            FileError(.open, "a", code: EIO),
            "cannot open a: Input/output error (try again; if it fails again, check the disk)"
        ),
    ]

    @Test(arguments: messages) func anErrorNamesTheOperationThePathTheReasonAndARemedy(error: FileError, words: String)
    {
        #expect(MessageCatalogue.english.text(error.message) == words)
    }

    @Test(arguments: [("nowhere", ENOENT), ("/dev/null/x", ENOTDIR), ("link", ELOOP)])
    func aLinkThatLeadsNowhereIsCalledOne(target: String, code: Int32) throws {
        let folder = try TemporaryFolder(TemporaryFolder.Kind(prefix: "homepwner-test-"))
        defer { folder.remove() }
        let link = folder.path + "/link"
        #expect(symlink(target, link) == 0)
        #expect(
            MessageCatalogue.english.text(FileError(.read, link, code: code).message)
                == "cannot read \(link): \(String(cString: strerror(code))) "
                + "(it is a link that leads nowhere; correct or remove it)")
    }

    @Test(arguments: FileError.Operation.allCases) func everyOperationHasASentence(operation: FileError.Operation) {
        let words = MessageCatalogue.english.text(FileError(operation, "P", code: EIO).message)
        #expect(words.hasPrefix("cannot ") && words.contains("P"))
    }
}
