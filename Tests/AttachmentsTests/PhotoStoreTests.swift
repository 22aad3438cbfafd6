import Foundation
import ImageExchange
import Inventory
import Testing

@testable import Attachments

@Suite(.enabled(if: PhotoFiles.areThere, PhotoFiles.absence)) struct PhotoStoreTests {
    let store: TestStore

    init() throws { store = try TestStore() }

    @Test func anOriginalIsKeptByteForByteUnderItsHash() throws {
        let path = PhotoFiles.path("turned-6.heic")
        let record = try store.photos().intake(path: path)
        let sum = try #require(PhotoFiles.run("/usr/bin/sha256sum", [path])).prefix(64)
        #expect(record.hash.description == sum)
        #expect(record.type == .heif)
        #expect(record.size == PixelSize(width: 480, height: 320))
        let kept = store.photosFolder + "/" + sum
        #expect(kept == store.photos().originalPath(of: record.hash))
        #expect(FileManager.default.contentsEqual(atPath: path, andPath: kept))
        #expect(try FileManager.default.attributesOfItem(atPath: kept)[.posixPermissions] as? Int == 0o600)
        #expect(record.bytes == (try FileManager.default.attributesOfItem(atPath: path)[.size] as? Int))
        #expect(try store.photos().record(of: record.hash) == record)
        #expect(try store.photos().originals() == [record.hash])
    }

    @Test func aMissingDecoderConcernsOnlyPicturesOfItsFormat() {
        #expect(!PhotoError.helper(.decoderMissing(.heif)).isInternal)
        #expect(PhotoError.helper(.missing(path: "/usr/bin/homepwner-images")).isInternal)
    }

    @Test func picturesAreNeverMadeLargerAndKeepTheirShape() throws {
        let photos = store.photos()
        let hash = try photos.intake(path: PhotoFiles.path("turned-6.jpg")).hash
        #expect(try photos.picture(of: hash, .large).size == PixelSize(width: 480, height: 320))
        #expect(try photos.picture(of: hash, .medium).size == PixelSize(width: 480, height: 320))
        #expect(try photos.picture(of: hash, .small).size == PixelSize(width: 320, height: 213))
    }

    @Test func picturesOfAnUnchangedPhotoAreNotMadeTwice() throws {
        // The stand-in counts how often it is called.
        let log = store.folder + "/calls"
        let counting = try store.script("echo called >> \(log)\nexec \(TestStore.helper.path) \"$@\"")
        let photos = store.photos(helper: counting)
        let record = try photos.intake(path: PhotoFiles.path("turned-1.jpg"))
        let before = try modified(photos.picture(of: record.hash, .large).path)
        _ = try photos.intake(path: PhotoFiles.path("turned-1.jpg"))
        for size in PhotoSize.allCases { _ = try photos.picture(of: record.hash, size) }
        #expect(try modified(photos.picture(of: record.hash, .large).path) == before)
        #expect(try String(contentsOfFile: log, encoding: .utf8) == "called\n")
    }

    private func modified(_ path: String) throws -> Date? {
        try FileManager.default.attributesOfItem(atPath: path)[.modificationDate] as? Date
    }

    @Test func severalMakersAtOnceMakeThemOnce() async throws {
        let log = store.folder + "/calls"
        let counting = try store.script("echo called >> \(log)\nexec \(TestStore.helper.path) \"$@\"")
        let folder = store.photosFolder
        let path = PhotoFiles.path("turned-3.jpg")
        let hashes = try await withThrowingTaskGroup(of: ContentHash.self) { group in
            for _ in 0..<4 {
                group.addTask { try PhotoStore(folder: folder, helper: counting).intake(path: path).hash }
            }
            return try await group.reduce(into: Set<ContentHash>()) { $0.insert($1) }
        }
        #expect(hashes.count == 1)
        #expect(try String(contentsOfFile: log, encoding: .utf8) == "called\n")
        #expect(store.names().count == 5)
    }

    @Test func theCacheMayBeRemovedAtAnyTime() throws {
        let photos = store.photos()
        let hash = try photos.intake(path: PhotoFiles.path("turned-6.jpg")).hash
        let before = try Data(contentsOf: URL(fileURLWithPath: photos.picture(of: hash, .small).path))
        try FileManager.default.removeItem(atPath: store.photosFolder + "/derived")
        let after = try Data(contentsOf: URL(fileURLWithPath: photos.picture(of: hash, .small).path))
        #expect(before == after)
    }

    @Test func aRemovedOrEmptiedPictureIsMadeAgain() throws {
        let photos = store.photos()
        let hash = try photos.intake(path: PhotoFiles.path("turned-6.jpg")).hash
        let path = try photos.picture(of: hash, .medium).path
        try FileManager.default.removeItem(atPath: path)
        #expect(try photos.picture(of: hash, .medium).path == path)
        #expect(FileManager.default.fileExists(atPath: path))
        try Data().write(to: URL(fileURLWithPath: path))
        _ = try photos.picture(of: hash, .medium)
        #expect(try Data(contentsOf: URL(fileURLWithPath: path)).count > 100)
    }

    /// Pictures that an earlier version made wrongly are replaced; the others are not made again.
    @Test(arguments: [("deep-alpha.png", 2), ("deep-grey-alpha.tif", 2), ("turned-1.heic", 2), ("turned-1.jpg", 1)])
    func picturesOfAnEarlierVersionAreMadeAgainIfThatWasWrong(name: String, calls: Int) throws {
        let log = store.folder + "/calls"
        let counting = try store.script("echo called >> \(log)\nexec \(TestStore.helper.path) \"$@\"")
        let photos = store.photos(helper: counting)
        let hash = try photos.intake(path: PhotoFiles.path(name)).hash
        let facts = URL(fileURLWithPath: "\(store.photosFolder)/derived/\(hash).facts")
        let lines = try String(contentsOf: facts, encoding: .utf8).split(separator: "\n")
        try (lines.dropLast().joined(separator: "\n") + "\n").write(to: facts, atomically: true, encoding: .utf8)
        for size in PhotoSize.allCases { _ = try photos.picture(of: hash, size) }
        #expect(try String(contentsOfFile: log, encoding: .utf8).split(separator: "\n").count == calls)
    }

    @Test func aChangedOriginalIsFoundAndAMissingOneNamed() throws {
        let photos = store.photos()
        let hash = try photos.intake(path: PhotoFiles.path("turned-6.jpg")).hash
        #expect(throws: Never.self) { try photos.verify(hash) }
        let path = photos.originalPath(of: hash)
        var bytes = try Data(contentsOf: URL(fileURLWithPath: path))
        bytes[bytes.count / 2] ^= 1
        try bytes.write(to: URL(fileURLWithPath: path))
        #expect(throws: PhotoError.changed(hash)) { try photos.verify(hash) }
        try photos.discard(hash)
        #expect(throws: PhotoError.missing(hash)) { try photos.verify(hash) }
        #expect(throws: PhotoError.missing(hash)) { try photos.picture(of: hash, .small) }
        #expect(store.names() == [])
    }

    @Test func anOpenFileIsTakenFromItsStart() throws {
        let file = try FileHandle(forReadingFrom: URL(fileURLWithPath: PhotoFiles.path("turned-6.jpg")))
        try file.seek(toOffset: 1_000)
        let record = try store.photos().intake(descriptor: file.fileDescriptor, name: "upload")
        #expect(record.hash == (try store.photos().intake(path: PhotoFiles.path("turned-6.jpg")).hash))
    }

    @Test func anItemKeepsAReference() throws {
        let record = try store.photos().intake(path: PhotoFiles.path("turned-6.jpg"))
        let reference = record.reference(caption: "Front", isPrimary: true)
        #expect(reference.mediaType == "image/jpeg")
        #expect(PixelSize(width: reference.width, height: reference.height) == PixelSize(width: 480, height: 320))
        #expect(ContentHash(reference.hash.description) == record.hash)
    }
}

@Suite struct IrregularFileTests {
    let store: TestStore

    init() throws { store = try TestStore() }

    private func fault(_ path: String) -> PhotoError.FileDiagnostic? {
        let error = #expect(throws: PhotoError.self) { try store.photos().intake(path: path) }
        guard case .file(path, let fault) = error else { return nil }
        return fault
    }

    @Test func linksPipesDevicesFoldersAndSocketsAreRefused() throws {
        let base = store.folder
        symlink("/etc/passwd", base + "/link.jpg")
        symlink("nowhere", base + "/dangling.jpg")
        mkfifo(base + "/pipe.jpg", 0o600)
        mkdir(base + "/folder.jpg", 0o700)
        #expect(fault(base + "/link.jpg") == .symbolicLink)
        #expect(fault(base + "/dangling.jpg") == .symbolicLink)
        #expect(fault(base + "/pipe.jpg") == .pipe)
        #expect(fault(base + "/folder.jpg") == .folder)
        #expect(fault("/dev/zero") == .device)
        #expect(fault("/dev/null") == .device)
        #expect(fault(base + "/none.jpg") == .notFound)
        #expect(fault(base + "/none/none.jpg") == .notFound)
        #expect(store.names() == [])
    }

    @Test func aSocketIsRefused() throws {
        let descriptor = socket(AF_UNIX, Int32(SOCK_STREAM.rawValue), 0)
        defer { close(descriptor) }
        var address = sockaddr_un()
        address.sun_family = sa_family_t(AF_UNIX)
        let name = store.folder + "/s"
        withUnsafeMutableBytes(of: &address.sun_path) { $0.copyBytes(from: name.utf8) }
        let bound = withUnsafePointer(to: &address) {
            $0.withMemoryRebound(to: sockaddr.self, capacity: 1) {
                bind(descriptor, $0, socklen_t(MemoryLayout<sockaddr_un>.size))
            }
        }
        try #require(bound == 0)
        #expect(fault(name) == .socket)
    }

    @Test func anOpenPipeIsRefused() throws {
        let pipe = Pipe()
        #expect(throws: PhotoError.file(name: "upload", .pipe)) {
            try store.photos().intake(descriptor: pipe.fileHandleForReading.fileDescriptor, name: "upload")
        }
    }
}

/// Helpers that are not there, not ours, or in wrong hands.
@Suite(.enabled(if: PhotoFiles.areThere, PhotoFiles.absence)) struct FakeHelperTests {
    let store: TestStore

    init() throws { store = try TestStore() }

    private func refusal(_ helper: ImageHelper, seconds: Double = 60) -> PhotoError? {
        var limits = PhotoLimits.standard
        limits.seconds = seconds
        let error = #expect(throws: PhotoError.self) {
            try store.photos(helper: helper, limits: limits).intake(path: PhotoFiles.path("turned-1.jpg"))
        }
        #expect(store.names() == [])
        return error
    }

    @Test func aMissingHelperIsNamed() throws {
        let path = store.folder + "/nothing"
        #expect(refusal(ImageHelper(path: path)) == .helper(.missing(path: path)))
    }

    @Test func theSystemsReasonIsNamedWithThePhoto() throws {
        let name = PhotoFiles.path("turned-1.jpg")
        #expect(refusal(ImageHelper(path: store.folder)) == .helper(.notStarted(name: name, code: EACCES)))
        let helper = try store.script("echo 'refused decoder image/jpeg \(ENOSPC)'")
        #expect(refusal(helper) == .helper(.decoderFailed(name: name, .jpeg, code: ENOSPC)))
    }

    @Test func aHelperThatFailsSaysHow() throws {
        #expect(refusal(try store.script("exit 127")) == .helper(.failed(status: 127)))
        #expect(refusal(try store.script("exit 0")) == .helper(.unexpectedAnswer))
        let killed = PhotoError.stopped(name: PhotoFiles.path("turned-1.jpg"), signal: SIGKILL)
        #expect(refusal(try store.script("kill -9 $$")) == killed)
    }

    @Test func aHelperThatHangsIsEnded() throws {
        let late = PhotoError.limit(name: PhotoFiles.path("turned-1.jpg"), .time(seconds: 0.3))
        #expect(refusal(try store.script("exec sleep 60"), seconds: 0.3) == late)
        #expect(refusal(try store.script("exec >&-; exec sleep 60"), seconds: 0.3) == late)
    }

    @Test func aHelperThatTalksOnAndOnIsEndedAtOnce() throws {
        #expect(refusal(try store.script("exec yes")) == .helper(.unexpectedAnswer))
    }

    @Test func whatItWritesIsNotTrusted() throws {
        let page = "echo '<script>' >&4; echo '<script>' >&5; echo '<script>' >&6"
        let facts = "made image/jpeg 480 320 1 480 320 480 320 320 213"
        #expect(refusal(try store.script("\(page); echo '\(facts)'")) == .helper(.unexpectedAnswer))
        let original = PhotoFiles.path("metadata.jpg")
        let copies = "cat '\(original)' >&4; cat '\(original)' >&5; cat '\(original)' >&6"
        let same = "made image/jpeg 480 320 1 480 320 480 320 480 320"
        #expect(refusal(try store.script("\(copies); echo '\(same)'")) == .helper(.unexpectedAnswer))
        #expect(refusal(try store.script("echo 'made image/jpeg 1 1 1'")) == .helper(.unexpectedAnswer))
        #expect(refusal(try store.script("echo hello")) == .helper(.unexpectedAnswer))
    }

    @Test func itGetsNoEnvironment() throws {
        setenv("HOMEPWNER_TEST_SECRET", "1", 1)
        let log = store.folder + "/seen"
        _ = refusal(try store.script("/usr/bin/env > \(log)"))
        #expect(try !String(contentsOfFile: log, encoding: .utf8).contains("SECRET"))
    }

    @Test func aHelperThatIsOverdueIsNotLeftBehind() throws {
        let log = store.folder + "/number"
        _ = refusal(try store.script("echo $$ > \(log); exec sleep 60"), seconds: 2)
        let text = try String(contentsOfFile: log, encoding: .utf8).trimmingCharacters(in: .whitespacesAndNewlines)
        let number = try #require(pid_t(text))
        #expect(kill(number, 0) == -1 && errno == ESRCH)
    }

    @Test func theHelperIsFoundByNameOrBesideTheProgram() {
        unsetenv("HOMEPWNER_IMAGES")
        let program = (try? FileManager.default.destinationOfSymbolicLink(atPath: "/proc/self/exe")) ?? ""
        let folder = URL(fileURLWithPath: program).deletingLastPathComponent().path
        #expect(ImageHelper.found().path == folder + "/homepwner-images")
        setenv("HOMEPWNER_IMAGES", "/opt/images", 1)
        #expect(ImageHelper.found().path == "/opt/images")
        unsetenv("HOMEPWNER_IMAGES")
    }
}
