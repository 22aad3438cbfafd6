import Foundation
import Testing

@testable import Files

@Suite struct ChildProcessTests {
    private func shell(_ script: String, seconds: Double = 20) throws -> ChildProcess {
        try ChildProcess(
            "/bin/sh", arguments: ["sh", "-c", script], sources: [STDIN_FILENO: .reading("/dev/null")], isApart: true,
            seconds: seconds)
    }

    @Test func theEndIsKnownAsItWas() throws {
        #expect(try shell("exit 7").wait() == .exited(status: 7))
        #expect(try shell("kill -TERM $$").wait() == .signalled(SIGTERM))
        let process = try shell("exit 0")
        #expect(process.wait() == .exited(status: 0))
        // Its number may be another process's by now.
        #expect(process.ending() == .exited(status: 0))
    }

    @Test func aProcessThatTakesTooLongIsKilled() throws {
        let process = try shell("sleep 60 & wait", seconds: 0.2)
        #expect(process.ending() == nil)
        #expect(process.wait() == .timedOut)
        #expect(kill(process.number, 0) == -1 && errno == ESRCH)
    }

    @Test func theFirstOfSeveralIsNoticedAtOnce() throws {
        let begun = MonotonicClock.now()
        let processes = try [shell("sleep 60"), shell("exit 3"), shell("sleep 60")]
        while processes[1].ending() == nil { ChildProcess.waitForAny(processes) }
        #expect(processes[1].ending() == .exited(status: 3))
        #expect(processes[0].ending() == nil)
        #expect(MonotonicClock.now() - begun < 30)
    }

    @Test func aProcessThatNobodyAwaitsEndsWithItsObject() throws {
        var process: ChildProcess? = try shell("sleep 60")
        let number = try #require(process).number
        process = nil
        #expect(kill(number, 0) == -1 && errno == ESRCH)
    }

    @Test func aProgramThatIsNotThereSaysSo() {
        let error = #expect(throws: ChildProcess.StartError.self) {
            try ChildProcess("/no/such/program", arguments: ["program"], sources: [:])
        }
        #expect(error?.code == ENOENT)
    }
}
