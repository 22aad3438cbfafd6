import Foundation
import Synchronization
import Testing

@testable import Files

@Suite final class FolderTests {
    let folder: String

    init() throws {
        folder = NSTemporaryDirectory() + "/folder-\(UUID().uuidString)"
        try FileManager.default.createDirectory(atPath: folder, withIntermediateDirectories: true)
    }

    deinit { try? FileManager.default.removeItem(atPath: folder) }

    @Test func aFolderIsFlushed() throws { try Folder.flush(folder) }

    @Test func aMissingFolderCannotBeFlushed() {
        #expect(throws: FileError(.flush, folder + "/no", code: ENOENT)) { try Folder.flush(self.folder + "/no") }
    }

    @Test func aFileIsNotAFolderToFlush() throws {
        try Data().write(to: URL(filePath: folder + "/file"))
        #expect(throws: FileError(.flush, folder + "/file", code: ENOTDIR)) { try Folder.flush(self.folder + "/file") }
    }

    /// fsync on a folder of /proc fails with EINVAL: the file system cannot flush, which is not an error.
    @Test func aFileSystemThatCannotFlushFoldersIsNoError() throws { try Folder.flush("/proc/self") }

    @Test func pathsBelowAFolderLeaveOutWhatIsHiddenAndWhereLinksLead() throws {
        for path in ["a/b", ".hidden/c"] {
            try FileManager.default.createDirectory(atPath: "\(folder)/\(path)", withIntermediateDirectories: true)
        }
        for path in ["a/b/file", ".file"] { try Data().write(to: URL(filePath: "\(folder)/\(path)")) }
        try FileManager.default.createSymbolicLink(atPath: folder + "/link", withDestinationPath: "a")
        #expect(try Folder.paths(below: folder).sorted() == ["a", "a/b", "a/b/file", "link"])
        #expect(throws: FileError(.read, folder + "/no", code: ENOENT)) { try Folder.paths(below: folder + "/no") }
    }

    @Test func aFolderIsReadWhileAnotherProgramRemovesFoldersInIt() throws {
        let names = (0..<20).map { "\(folder)/\($0)" }
        let rounds = Mutex(0)
        Thread.detachNewThread {
            for round in 1...100 {
                for name in names { mkdir(name, 0o700) }
                for name in names { rmdir(name) }
                rounds.withLock { $0 = round }
            }
        }
        while rounds.withLock({ $0 }) < 100 { _ = try Folder.paths(below: folder) }
    }

    @Test(arguments: [
        ("/a", "/"), ("/a/b", "/a"), ("a/b", "a"), ("a", "."), ("a/", "a"), ("/", "/"), ("", "."),
    ])
    func theParentOfAPathIsBeforeItsLastName(path: String, parent: String) { #expect(Folder.parent(path) == parent) }

    @Test func aFileCountsAsRemovedOnlyIfItsFolderIsThere() throws {
        try Data().write(to: URL(filePath: folder + "/file"))
        try FileManager.default.createSymbolicLink(atPath: folder + "/link", withDestinationPath: "nowhere")
        for (path, isRemoved) in [
            ("", false), ("/file", false), ("/no", true), ("/file/below", true), ("/no/below", false),
            ("/file/below/it", false), ("/link", false), ("/link/below", false),
        ] {
            #expect(Folder.isRemoved(folder + path) == isRemoved, "\(path)")
        }
    }

    @Test func aFolderThatNeedNotBeThereMustBeReadableIfItIs() throws {
        try Data().write(to: URL(filePath: folder + "/file"))
        try FileManager.default.createSymbolicLink(atPath: folder + "/link", withDestinationPath: "nowhere")
        #expect(try Folder.list(ifPresent: folder).sorted() == ["file", "link"])
        #expect(try Folder.list(ifPresent: folder + "/no").isEmpty)
        #expect(try Folder.list(ifPresent: folder + "/file").isEmpty)
        #expect(throws: FileError(.read, folder + "/link", code: ENOENT)) {
            try Folder.list(ifPresent: folder + "/link")
        }
    }

    @Test func aFileThatNeedNotBeThereMustBeReadableIfItIs() throws {
        #expect(try readFile(ifPresent: folder + "/no") == nil)
        try Data("x".utf8).write(to: URL(filePath: folder + "/file"))
        #expect(try readFile(ifPresent: folder + "/file") == [UInt8(ascii: "x")])
        #expect(try readFile(ifPresent: folder + "/file/below") == nil)
        #expect(try readFile(ifPresent: folder + "/" + String(repeating: "n", count: 300)) == nil)
        try FileManager.default.createSymbolicLink(atPath: folder + "/link", withDestinationPath: "nowhere")
        #expect(throws: FileError(.read, folder + "/link", code: ENOENT)) { try readFile(ifPresent: folder + "/link") }
        #expect(throws: FileError(.read, folder + "/link", code: ENOENT)) {
            try readFile(ifPresent: folder + "/link/x/y")
        }
        try FileManager.default.createSymbolicLink(atPath: folder + "/circle", withDestinationPath: "circle")
        for path in ["/circle", "/circle/x"] {
            #expect(throws: FileError(.read, folder + "/circle", code: ELOOP)) {
                try readFile(ifPresent: folder + path)
            }
        }
    }

    @Test func openingBeneathAFolderNeverLeavesIt() throws {
        try Data("x".utf8).write(to: URL(filePath: folder + "/file"))
        try FileManager.default.createSymbolicLink(atPath: folder + "/link", withDestinationPath: "file")
        let descriptor = open(folder, O_RDONLY | O_DIRECTORY)
        defer { close(descriptor) }
        let file = Folder.openBeneath(descriptor, path: "file")
        #expect(file >= 0)
        close(file)
        for path in ["link", "../folder", "/etc/hostname", "no"] {
            #expect(Folder.openBeneath(descriptor, path: path) == -1, "\(path)")
        }
    }
}
