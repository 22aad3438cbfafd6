import Files
import Foundation
import ImageExchange
import Testing

@testable import Attachments

/// The walls around decoding hold, and whoever called is unharmed.
@Suite struct SandboxTests {
    private func run(_ check: SandboxProbe, _ change: (inout PhotoLimits) -> Void = { _ in }) throws -> HelperOutcome {
        var limits = PhotoLimits.standard
        change(&limits)
        let store = try TestStore()
        let output = try AtomicFile(in: store.folder, mode: 0o600)
        return HelperProcess.run(
            TestStore.helper, .check(check), limits: limits, input: nil, outputs: [output.descriptor])
    }

    @Test(arguments: [SandboxProbe.execute, .socket, .trace, .fork])
    func programsNetworkAndProcessesEndTheHelper(check: SandboxProbe) throws {
        #expect(try run(check) == .signalled(SIGSYS))
    }

    @Test(arguments: [SandboxProbe.open, .executableMemory])
    func filesAndMachineCodeAreRefused(check: SandboxProbe) throws {
        #expect(try run(check) == .answered(.checked(Int(EPERM))))
    }

    /// The helper may signal its own threads, which decoders do when they abort, but no other process of the owner.
    @Test func signalsToOtherProcessesAreRefused() throws {
        #expect(try run(.signal) == .answered(.checked(Int(EPERM))))
    }

    /// Where the kernel has no Landlock, fonts are as much out of reach as all else.
    @Test func ofAllFilesOnlyFontsCanBeRead() throws {
        let refused = [EACCES, EPERM].map { HelperOutcome.answered(.checked(Int($0))) }
        #expect(refused.contains(try run(.fonts)))
    }

    @Test func memoryEndsAtItsLimit() throws {
        #expect(try run(.memory) { $0.helper.memoryBytes = 512 << 20 } == .answered(.checked(Int(ENOMEM))))
    }

    @Test func processorTimeEndsAtItsLimit() throws {
        #expect(try run(.time) { $0.helper.cpuSeconds = 1 } == .signalled(SIGXCPU))
    }

    @Test func outputEndsAtItsLimit() throws {
        #expect(try run(.output) { $0.helper.outputBytes = 1 << 20 } == .signalled(SIGXFSZ))
    }

    @Test func aHelperThatWaitsIsEndedByTheClock() throws {
        let start = Date()
        #expect(try run(.wait) { $0.seconds = 0.3 } == .timedOut)
        #expect(Date().timeIntervalSince(start) < 5)
    }

    @Test func whatTheCallerHasOpenIsOutOfReach() throws {
        let open = FileHandle(forReadingAtPath: "/etc/passwd")
        let descriptor = try #require(open).fileDescriptor
        // No close-on-exec flag, as with descriptors of careless libraries.
        let careless = fcntl(descriptor, F_DUPFD, 100)
        defer { close(careless) }
        #expect(try run(.descriptors) == .answered(.checked(Int(EBADF))))
    }

    @Test func theHelperRefusesOtherCalls() throws {
        #expect(PhotoFiles.run(TestStore.helper.path, ["--help"]) == "refused setup arguments\n")
    }
}

/// The same limits, met by photos.
@Suite(.enabled(if: PhotoFiles.areThere, PhotoFiles.absence)) struct PhotoLimitsTests {
    private func refusal(_ name: String, _ change: (inout PhotoLimits) -> Void) throws -> PhotoError? {
        var limits = PhotoLimits.standard
        change(&limits)
        let store = try TestStore()
        let path = PhotoFiles.path(name)
        let error = #expect(throws: PhotoError.self) { try store.photos(limits: limits).intake(path: path) }
        #expect(store.names() == [], "nothing is kept")
        // The caller goes on as if nothing had been.
        #expect(throws: Never.self) { try store.photos().intake(path: PhotoFiles.path("grey.jpg")) }
        return error
    }

    @Test func aPhotoThatNeedsMoreMemoryIsRefused() throws {
        let error = try refusal("wide-progressive.jpg") { $0.helper.memoryBytes = 256 << 20 }
        let limit = PhotoError.Limit.memory(bytes: 256 << 20)
        #expect(error == .limit(name: PhotoFiles.path("wide-progressive.jpg"), limit))
    }

    @Test func aPhotoThatTakesTooLongToDecodeIsRefused() throws {
        let error = try refusal("bomb.png") { $0.helper.cpuSeconds = 1 }
        // A fast machine in a release build may make it within a second; then the test says so.
        #expect(error == .limit(name: PhotoFiles.path("bomb.png"), .processorTime(seconds: 1)))
    }

    @Test func aPhotoThatTakesTooLongByTheClockIsRefused() throws {
        let error = try refusal("bomb.png") { $0.seconds = 0.02 }
        #expect(error == .limit(name: PhotoFiles.path("bomb.png"), .time(seconds: 0.02)))
    }

    @Test func aPhotoWhosePicturesAreTooLargeIsRefused() throws {
        let error = try refusal("grey.jpg") { $0.helper.outputBytes = 1_000 }
        #expect(error == .limit(name: PhotoFiles.path("grey.jpg"), .output(bytes: 1_000)))
    }

    @Test func aPhotoWithTooManyPixelsIsRefused() throws {
        let error = try refusal("turned-6.jpg") { $0.helper.pixels = 100_000 }
        let size = PixelSize(width: 320, height: 480)
        #expect(error == .pixels(name: PhotoFiles.path("turned-6.jpg"), size, limit: 100_000))
    }

    @Test func aFileThatIsTooLargeIsRefused() throws {
        let error = try refusal("turned-6.jpg") { $0.fileBytes = 1_000 }
        #expect(error == .file(name: PhotoFiles.path("turned-6.jpg"), .tooLarge(limit: 1_000)))
    }
}
