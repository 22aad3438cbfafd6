import FoundationEssentials
import Glibc
import Testing

@testable import Files

@Suite final class TemporaryFolderTests {
    let place: String

    init() throws {
        place = FileManager.default.temporaryDirectory.path + "/" + UUID().uuidString
        try FileManager.default.createDirectory(atPath: place, withIntermediateDirectories: true)
    }

    deinit { try? FileManager.default.removeItem(atPath: place) }

    private func names() throws -> [String] { try FileManager.default.contentsOfDirectory(atPath: place).sorted() }

    /// A folder as a killed program leaves it, an hour ago.
    private func abandon(_ name: String) throws {
        let folder = "\(place)/\(name)"
        try FileManager.default.createDirectory(atPath: folder, withIntermediateDirectories: true)
        for file in ["main.typ", TemporaryFolder.lockFileName] {
            try Data().write(to: URL(filePath: "\(folder)/\(file)"))
        }
        #expect(symlink("\(place)/photo.jpg", "\(folder)/picture.jpg") == 0)
        var times = [timeval](repeating: timeval(tv_sec: time(nil) - 3600, tv_usec: 0), count: 2)
        #expect(utimes("\(folder)/\(TemporaryFolder.lockFileName)", &times) == 0)
    }

    @Test func linksAreTakenAwayAndWhatTheyLeadToStays() throws {
        try Data("photo".utf8).write(to: URL(filePath: place + "/photo.jpg"))
        try abandon("homepwner-pdf-1.tmp")
        try abandon("homepwner-uploads-1.tmp")
        let folder = try TemporaryFolder(TemporaryFolder.Kind(in: place, prefix: "homepwner-pdf-"))
        let own = String(folder.path.split(separator: "/").last ?? "")
        #expect(try names() == [own, "homepwner-uploads-1.tmp", "photo.jpg"].sorted())
        let uploads = TemporaryFolder.Kind(in: place, prefix: "homepwner-uploads-") { _, isLink in !isLink }
        TemporaryFolder.sweep(uploads)
        #expect(try names().contains("homepwner-uploads-1.tmp"))
        folder.remove()
        #expect(try names() == ["homepwner-uploads-1.tmp", "photo.jpg"])
    }

    @Test func whatIsKilledBeforeItIsInItsPlaceIsSweptAndWhatIsThereStays() throws {
        let kind = TemporaryFolder.Kind(in: place, prefix: ".site-")
        let folder = try TemporaryFolder(kind)
        let marks = { try FileManager.default.contentsOfDirectory(atPath: folder.path) }
        // It is marked, and so swept, until it has its name.
        mkdir(place + "/taken", 0o700)
        try Data().write(to: URL(filePath: place + "/taken/file"))
        #expect(throws: FileError(.replace, place + "/taken", code: ENOTEMPTY)) {
            try folder.move(to: place + "/taken")
        }
        #expect(try marks() == [TemporaryFolder.lockFileName])
        mkdir(place + "/site", 0o700)
        try folder.move(to: place + "/site")
        #expect(try names() == ["site", "taken"])
        #expect(try FileManager.default.contentsOfDirectory(atPath: place + "/site") == [])
    }

    @Test func anEmptyFolderThatCouldNotBeRemovedIsSweptAfterAMinute() throws {
        let kind = TemporaryFolder.Kind(in: place, prefix: "homepwner-uploads-")
        let folder = "\(place)/homepwner-uploads-1.tmp"
        mkdir(folder, 0o700)
        TemporaryFolder.sweep(kind)
        #expect(try names() == ["homepwner-uploads-1.tmp"])
        var times = [timeval](repeating: timeval(tv_sec: time(nil) - 3600, tv_usec: 0), count: 2)
        #expect(utimes(folder, &times) == 0)
        TemporaryFolder.sweep(kind)
        #expect(try names() == [])
    }

    @Test func aPlaceThatIsNotThereIsNamed() {
        let nowhere = place + "/no"
        #expect(throws: FileError(.makeFolderIn, nowhere, code: ENOENT)) {
            try TemporaryFolder(TemporaryFolder.Kind(in: nowhere, prefix: "x"))
        }
        #expect(throws: FileError(.makeTemporaryFileIn, nowhere, code: ENOENT)) {
            try TemporaryFile(in: nowhere)
        }
    }

    @Test func aTemporaryFileHasNoNameAndStaysWithThisProgram() throws {
        let file = try TemporaryFile(in: place)
        #expect(try names() == [])
        #expect(fcntl(file.descriptor, F_GETFD) == FD_CLOEXEC)
    }
}
