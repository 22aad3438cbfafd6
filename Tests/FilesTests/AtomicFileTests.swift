import Files
import Foundation
import Testing

@Suite final class AtomicFileTests {
    let folder: String

    init() throws {
        folder = NSTemporaryDirectory() + "/atomic-\(UUID().uuidString)"
        try FileManager.default.createDirectory(atPath: folder, withIntermediateDirectories: true)
    }

    deinit { try? FileManager.default.removeItem(atPath: folder) }

    private func write(_ text: String, to file: AtomicFile) throws {
        try file.write(text.utf8.span)
    }

    private func names() throws -> [String] { try FileManager.default.contentsOfDirectory(atPath: folder).sorted() }

    @Test func appearsOnlyWhenCommitted() throws {
        let file = try AtomicFile(replacing: folder + "/report.html")
        try write("whole", to: file)
        #expect(try names().filter { !$0.hasPrefix(".") }.isEmpty)
        try file.commit()
        #expect(try names() == ["report.html"])
        #expect(try String(contentsOfFile: folder + "/report.html", encoding: .utf8) == "whole")
    }

    @Test func aCopyWithAnotherChecksumIsNotMade() throws {
        let (source, copy) = (folder + "/source", folder + "/copy")
        try "whole".write(toFile: source, atomically: false, encoding: .utf8)
        let digest = SHA256Hasher()
        digest.update("whole".utf8.span)
        let checksum = try digest.finish()
        #expect(try copyFile(source, to: copy, sha256: checksum))
        #expect(try String(contentsOfFile: copy, encoding: .utf8) == "whole")
        try "whale".write(toFile: source, atomically: false, encoding: .utf8)
        #expect(try !copyFile(source, to: copy, sha256: checksum))
        #expect(try String(contentsOfFile: copy, encoding: .utf8) == "whole")
        #expect(try copyFile(source, to: copy))
        #expect(try String(contentsOfFile: copy, encoding: .utf8) == "whale")
    }

    @Test func leavesNoTraceWhenLetGo() throws {
        try "old".write(toFile: folder + "/report.html", atomically: false, encoding: .utf8)
        do {
            let file = try AtomicFile(replacing: folder + "/report.html")
            try write("half", to: file)
        }
        #expect(try names() == ["report.html"])
        #expect(try String(contentsOfFile: folder + "/report.html", encoding: .utf8) == "old")
    }

    @Test func whatTwoKilledProgramsLeftIsRemovedAndFilesOfAMomentAgoStay() throws {
        let abandoned = [".report.html.homepwner.tmp", ".report.html.homepwner-2.tmp"]
        for name in abandoned { try Data("half".utf8).write(to: URL(filePath: "\(folder)/\(name)")) }
        let fresh = try AtomicFile(replacing: folder + "/report.html")
        try write("first", to: fresh)
        try fresh.commit()
        #expect(try names() == (abandoned + ["report.html"]).sorted())
        var times = [timeval](repeating: timeval(tv_sec: time(nil) - 3600, tv_usec: 0), count: 2)
        for name in abandoned { #expect(utimes("\(folder)/\(name)", &times) == 0) }
        let file = try AtomicFile(replacing: folder + "/report.html")
        try write("second", to: file)
        try file.commit()
        #expect(try names() == ["report.html"])
    }

    @Test func aPlaceIsLookedAtWithoutATrace() throws {
        try "old".write(toFile: folder + "/report.html", atomically: false, encoding: .utf8)
        mkfifo(folder + "/pipe", 0o600)
        for name in ["new.html", "report.html", "pipe"] { try AtomicFile.check(replacing: "\(folder)/\(name)") }
        #expect(try names() == ["pipe", "report.html"])
        #expect(try String(contentsOfFile: folder + "/report.html", encoding: .utf8) == "old")
        let wrong = [
            ("no/x.html", ENOENT), ("report.html/x", ENOTDIR), ("", EISDIR),
        ]
        for (name, code) in wrong {
            let path = "\(folder)/\(name)"
            #expect(throws: FileError(.write, path, code: code)) { try AtomicFile.check(replacing: path) }
        }
    }

    @Test func holdsEveryByteOfALongOutput() throws {
        let path = folder + "/long.bin"
        let file = try AtomicFile(replacing: path)
        var all: [UInt8] = []
        for number in 0..<300 {
            let part = [UInt8](repeating: UInt8(truncatingIfNeeded: number), count: 70_001)
            try file.write(part)
            all += part
        }
        try file.commit()
        #expect(FileManager.default.contents(atPath: path) == Data(all))
    }

    @Test func keepsPermissionsAndFollowsLinks() throws {
        try "old".write(toFile: folder + "/real.html", atomically: false, encoding: .utf8)
        try FileManager.default.setAttributes([.posixPermissions: 0o640], ofItemAtPath: folder + "/real.html")
        try FileManager.default.createSymbolicLink(atPath: folder + "/link.html", withDestinationPath: "real.html")
        let file = try AtomicFile(replacing: folder + "/link.html")
        try write("new", to: file)
        try file.commit()
        #expect(try String(contentsOfFile: folder + "/real.html", encoding: .utf8) == "new")
        let attributes = try FileManager.default.attributesOfItem(atPath: folder + "/real.html")
        #expect(attributes[.posixPermissions] as? Int == 0o640)
        #expect(try FileManager.default.destinationOfSymbolicLink(atPath: folder + "/link.html") == "real.html")
    }

    @Test func aNewFileIsItsOwnersAlone() throws {
        for name in ["new.html", "new.zip"] {
            let file = try AtomicFile(replacing: "\(folder)/\(name)")
            try write("new", to: file)
            try file.commit()
            let attributes = try FileManager.default.attributesOfItem(atPath: "\(folder)/\(name)")
            #expect(attributes[.posixPermissions] as? Int == 0o600)
        }
    }

    /// Links in a folder for everybody, `shared`, with the path to be written.
    enum ForeignLink: String, CaseIterable {
        case toFile = "link.html"
        case toNothing = "nowhere.html"
        case toLink = "second.html"
        case toFolder = "folder/report.html"
        case toPipe = "pipe.html"
        case relative = "relative.html"
        case behindOwnLink = "../own.html"
    }

    @Test(.enabled(if: geteuid() == 0, "other users' files want root"), arguments: ForeignLink.allCases)
    func linksOfOthersInAFolderForEverybodyAreNotFollowed(link: ForeignLink) throws {
        let shared = folder + "/shared"
        mkdir(shared, 0o777)
        chmod(shared, 0o1777)
        mkdir(folder + "/target", 0o700)
        try "old".write(toFile: folder + "/target/report.html", atomically: false, encoding: .utf8)
        mkfifo(folder + "/target/pipe", 0o600)
        let links = [
            ("link.html", folder + "/target/report.html"), ("nowhere.html", folder + "/target/new.html"),
            ("second.html", "link.html"), ("folder", folder + "/target"), ("pipe.html", folder + "/target/pipe"),
            ("relative.html", "../target/report.html"),
        ]
        for (name, target) in links {
            symlink(target, "\(shared)/\(name)")
            #expect(lchown("\(shared)/\(name)", 65534, 65534) == 0)
        }
        symlink("shared/link.html", folder + "/own.html")
        let path = "\(shared)/\(link.rawValue)"
        let error = #expect(throws: FileError.self) { _ = try AtomicFile(replacing: path) }
        #expect(error?.operation == .followLink)
        #expect(throws: FileError.self) { try AtomicFile.check(replacing: path) }
        #expect(try FileManager.default.contentsOfDirectory(atPath: folder + "/target").count == 2)
    }

    @Test(.enabled(if: geteuid() == 0, "other users' files want root"))
    func linksOfTheFoldersOwnerAndInOtherFoldersAreFollowed() throws {
        try "old".write(toFile: folder + "/real.html", atomically: false, encoding: .utf8)
        for (mode, owner, linkOwner) in [(0o1777, 65534, 65534), (0o1755, 0, 65534), (0o777, 0, 65534), (0o1777, 0, 0)]
        {
            let place = "\(folder)/\(String(mode, radix: 8))-\(owner)-\(linkOwner)"
            mkdir(place, 0o700)
            chmod(place, mode_t(mode))
            chown(place, uid_t(owner), 0)
            symlink(folder + "/real.html", place + "/link.html")
            lchown(place + "/link.html", uid_t(linkOwner), 0)
            try AtomicFile.check(replacing: place + "/link.html")
        }
    }

    @Test func followsLinksToWhereNoFileStandsYet() throws {
        try FileManager.default.createDirectory(atPath: folder + "/sub", withIntermediateDirectories: true)
        try FileManager.default.createSymbolicLink(atPath: folder + "/one.html", withDestinationPath: "sub/two.html")
        try FileManager.default.createSymbolicLink(
            atPath: folder + "/sub/two.html", withDestinationPath: folder + "/real.html")
        let file = try AtomicFile(replacing: folder + "/one.html")
        try write("new", to: file)
        try file.commit()
        #expect(try String(contentsOfFile: folder + "/real.html", encoding: .utf8) == "new")
        #expect(try FileManager.default.destinationOfSymbolicLink(atPath: folder + "/one.html") == "sub/two.html")
        try FileManager.default.createSymbolicLink(atPath: folder + "/round.html", withDestinationPath: "round.html")
        #expect(throws: FileError(.write, folder + "/round.html", code: ELOOP)) {
            _ = try AtomicFile(replacing: folder + "/round.html")
        }
        #expect(try FileManager.default.destinationOfSymbolicLink(atPath: folder + "/round.html") == "round.html")
    }

    @Test func whatIsPreparedIsNotYetInPlaceAndGoesWhenLetGo() throws {
        for commits in [false, true] {
            do {
                let file = try AtomicFile(replacing: folder + "/report.html")
                try write("whole", to: file)
                try file.prepare()
                try file.prepare()
                #expect(try names().filter { !$0.hasPrefix(".") }.isEmpty)
                #expect(try names().count == 1)
                if commits { try file.commit() }
            }
            #expect(try names() == (commits ? ["report.html"] : []))
        }
    }

    @Test func writesDevicesStraight() throws {
        let file = try AtomicFile(replacing: "/dev/null")
        try write("gone", to: file)
        try file.commit()
    }

    @Test func namesTheFolderThatIsMissing() {
        #expect(throws: FileError(.write, "/nowhere/at/all/report.html", code: ENOENT)) {
            _ = try AtomicFile(replacing: "/nowhere/at/all/report.html")
        }
    }

    @Test func refusesAFolderForAFile() {
        #expect(throws: FileError(.write, folder, code: EISDIR)) { _ = try AtomicFile(replacing: self.folder) }
    }

    @Test(.enabled(if: FileManager.default.fileExists(atPath: "/dev/full"))) func reportsAFullDisk() throws {
        let file = try AtomicFile(replacing: "/dev/full")
        #expect(throws: FileError(.write, "/dev/full", code: ENOSPC)) { try self.write("x", to: file) }
    }

    @Test func aFileMayGetItsNameWhenItsContentIsKnown() throws {
        try write("half", to: try AtomicFile(in: folder, mode: 0o600))
        #expect(try names() == [])
        for text in ["one", "another"] {
            let file = try AtomicFile(in: folder, mode: 0o644)
            try write(text, to: file)
            try file.commit(as: "name")
            #expect(try readFile("\(folder)/name") == Array(text.utf8))
            #expect(try readFile(file.path) == Array(text.utf8))
        }
        #expect(try names() == ["name"])
        let mode = try FileManager.default.attributesOfItem(atPath: "\(folder)/name")[.posixPermissions]
        #expect(mode as? Int == 0o644)
    }
}
