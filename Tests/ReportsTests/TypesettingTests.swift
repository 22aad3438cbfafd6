import Files
import Foundation
import Glibc
import Testing

@testable import Reports

@Suite struct PrintableTextFilterTests {
    /// The contents of the file, written in pieces of `size` bytes.
    private func written(
        _ text: String, size: Int, refused: Set<UInt32> = []
    ) throws -> (text: String, replaced: Set<UInt32>, used: [UInt32]) {
        var printable = CodePointSet()
        printable.insert(0xA0...0x24F)
        printable.insert(0x8336...0x8336)
        printable.insert(0x1F600...0x1F600)
        let folder = try WorkingFolder()
        var sink = PrintableTextFilter(try folder.create("main.typ"), printable: printable, refused: refused)
        let bytes = Array(text.utf8)
        for start in stride(from: 0, to: bytes.count, by: size) {
            try sink.write(bytes[start..<min(start + size, bytes.count)].span)
        }
        try sink.finish()
        let data = try Data(contentsOf: URL(filePath: folder.file("main.typ")))
        return (String(decoding: data, as: UTF8.self), sink.replaced, sink.used.points)
    }

    @Test(arguments: [1, 2, 3, 5, 1000]) func whatNoFontPrintsIsShownByItsCodePoint(size: Int) throws {
        let text =
            "#text(\"é茶😀 \\u{22} \\u{7} \\n \u{E000} \u{10FFFD} \u{85} \u{FFFE} \u{FEFF} \u{4E00} a\u{200D}\u{FE0F}\")"
        let outcome = try written(text, size: size)
        #expect(
            outcome.text
                == "#text(\"é茶😀 \\u{22} [U+0007] \\n [U+E000] [U+10FFFD] [U+0085] [U+FFFE] [U+FEFF] [U+4E00] a\u{200D}\u{FE0F}\")"
        )
        #expect(outcome.replaced == [0x7, 0xE000, 0x10_FFFD, 0x85, 0xFFFE, 0xFEFF, 0x4E00])
        #expect(outcome.used == [0xE9, 0x200D, 0x8336, 0xFE0F, 0x1F600])
    }

    @Test func whatTypstCouldNotPlaceIsReplacedToo() throws {
        let said = """
            error: PDF/A-3a, PDF/UA-1 error: the text `"\u{301}\\u{fdd0}"` could not be displayed with font `"Noto Sans"`
              = hint: try using a different font
            error: PDF/A-3a error: the PDF contains the codepoint `"\\u{e000}"`
            error: expected `"é"`
            """
        #expect(PDFRenderer.unsupportedCharacters(in: said) == [0x301, 0xFDD0, 0xE000])
        #expect(try written("é茶", size: 9, refused: [0xE9]).text == "[U+00E9]茶")
    }

    @Test func overridesOfTheDirectionAreShown() throws {
        #expect(try written("A\u{202E}live\u{202C}", size: 9).text == "A[U+202E]live[U+202C]")
    }

    @Test func rangesAreTakenOutOfASet() {
        var set = CodePointSet()
        set.insert(0x3F...0x141)
        let first = set.subtract([0x40...0x13F])
        #expect(first && set.points == [0x3F, 0x140, 0x141])
        let second = set.subtract([0x41...0x50, 0x10_FFF0...0x10_FFFF])
        #expect(!second)
        let third = set.subtract([0...0x1000])
        #expect(third && set.isEmpty)
    }
}

@Suite struct ExternalProcessTests {
    private func ending(_ script: String, memory: UInt64 = 1 << 30, seconds: UInt64 = 20) throws -> (
        ChildProcess.Ending, String
    ) {
        let folder = try WorkingFolder()
        let run = ExternalProcess(
            path: "/usr/bin/python3", arguments: ["-I", "-c", script], folder: folder.path, memory: memory,
            seconds: seconds)
        let ending = try run.start(messages: try folder.create("messages.txt")).wait()
        let said = try Data(contentsOf: URL(filePath: folder.file("messages.txt")))
        return (ending, String(decoding: said, as: UTF8.self))
    }

    @Test func aProgramOfOthersReachesNoNetworkAndSeesNoneOfOurFiles() throws {
        let secret = open("/etc/hostname", O_RDONLY)
        defer { close(secret) }
        let (ending, said) = try ending(
            """
            import os, socket
            try: socket.socket(); print("socket")
            except OSError as error: print(error.errno)
            print(sorted(os.listdir("/proc/self/fd")), sorted(os.environ), os.getcwd() == os.environ["HOME"])
            """)
        #expect(ending == .exited(status: 0))
        #expect(said.hasPrefix("13\n"))
        #expect(
            said.contains(
                "['0', '1', '2', '3'] ['HOME', 'LC_ALL', 'MALLOC_ARENA_MAX', 'MALLOC_MMAP_THRESHOLD_', 'PATH', 'TMPDIR'] True"
            ))
    }

    @Test func aProgramReadsAndWritesItsFolderAndNoFileOfTheUser() throws {
        let folder = NSTemporaryDirectory() + "/secret-\(getpid())"
        try FileManager.default.createDirectory(atPath: folder, withIntermediateDirectories: true)
        defer { try? FileManager.default.removeItem(atPath: folder) }
        try Data("secret".utf8).write(to: URL(filePath: folder + "/file"))
        let (ending, said) = try ending(
            """
            def attempt(path, mode):
                try:
                    with open(path, mode): print("opened")
                except OSError as error: print(error.errno)
            attempt("\(folder)/file", "r")
            attempt("\(folder)/new", "w")
            attempt("own", "w")
            attempt("own", "r")
            """)
        #expect(ending == .exited(status: 0))
        #expect(said == "13\n13\nopened\nopened\n")
    }

    @Test func aProgramIsHeldToItsLimits() throws {
        #expect(try ending("x = bytearray(4 << 30)").0 == .exited(status: 1))
        let busy = try ending("while True: pass", seconds: 1).0
        #expect(busy == .signalled(SIGXCPU) || busy == .timedOut)
        #expect(try ending("import time; time.sleep(60)", seconds: 1).0 == .timedOut)
        let none = ExternalProcess(path: "/no/such/program", arguments: [], folder: "/tmp")
        let folder = try WorkingFolder()
        #expect(throws: TypesettingError.launchFailed("/no/such/program", reason: "No such file or directory")) {
            try none.start(messages: try folder.create("messages.txt"))
        }
    }
}

@Suite struct WorkingFolderTests {
    @Test func aLinkThatCannotBeReplacedSaysWhatTheSystemRefused() throws {
        let folder = try WorkingFolder()
        _ = try folder.link("photo.jpg", to: "/etc/hostname")
        _ = try folder.link("photo.jpg", to: "/etc/passwd")
        #expect(try FileManager.default.destinationOfSymbolicLink(atPath: folder.file("photo.jpg")) == "/etc/passwd")
        try FileManager.default.createDirectory(atPath: folder.file("taken"), withIntermediateDirectories: false)
        // Making the link anew would fail with EEXIST, which does not say why.
        let error = #expect(throws: FileError.self) { try folder.link("taken", to: "/etc/passwd") }
        #expect(error?.code == EISDIR)
        try FileManager.default.removeItem(atPath: folder.file("taken"))
    }
}
