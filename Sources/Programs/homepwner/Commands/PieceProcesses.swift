import Files
import Glibc
import Localization
import Message

/// The processes that make the pieces of a report, each in a call of `report shard`. One that fails is called once more.
struct PieceProcesses {
    /// The seconds between two checks that the snapshot is still held.
    static let secondsBetweenChecks = 5
    /// The calls of a piece before the report fails.
    private static let attempts = 2

    private let count: Int
    private let folder: String
    private let atOnce: Int
    private let words: [String]
    private var waiting: [Int]
    private var running: [pid_t: Int] = [:]
    private var calls: [Int: Int] = [:]

    /// - Parameters:
    ///   - count: the number of pieces.
    ///   - folder: takes their files.
    ///   - atOnce: the most that run at the same time.
    ///   - words: the options of the calls.
    init(_ count: Int, in folder: String, atOnce: Int, words: [String]) {
        (self.count, self.folder, self.atOnce, self.words) = (count, folder, atOnce, words)
        waiting = Array(1...count)
    }

    /// Makes all pieces.
    /// - Parameter check: called every few seconds.
    /// - Returns: their files.
    /// - Throws: `work` if a piece failed twice, and the error of `check`; no process runs then any more.
    mutating func run(_ check: () throws -> Void) throws -> [String] {
        defer { end() }
        var checked = MonotonicClock.now()
        while !waiting.isEmpty || !running.isEmpty {
            while running.count < atOnce, !waiting.isEmpty { try start(waiting.removeFirst()) }
            for (process, number) in running {
                guard let status = exitStatus(of: process) else { continue }
                running[process] = nil
                if status != 0 { try callAgain(number, status) }
            }
            if MonotonicClock.now() - checked > Double(PieceProcesses.secondsBetweenChecks) {
                try check()
                checked = MonotonicClock.now()
            }
            usleep(2_000)
        }
        return (1...count).map(file)
    }

    private func file(_ number: Int) -> String { "\(folder)/\(number)" }
    /// The file of the messages of its process.
    private func messages(_ number: Int) -> String { "\(folder)/\(number).txt" }

    /// The status of `waitpid`; nil while the process runs.
    private func exitStatus(of process: pid_t) -> Int32? {
        var status: Int32 = 0
        // Its number is not used again before it is waited for.
        var information = siginfo_t()
        guard waitid(P_PID, id_t(process), &information, WEXITED | WNOHANG | WNOWAIT) != 0 || information.si_signo != 0
        else { return nil }
        InterruptionCleanup.release(process: process)
        return waitpid(process, &status, 0) == process ? status : -1
    }

    private mutating func callAgain(_ number: Int, _ status: Int32) throws(CommandError) {
        guard calls[number, default: 0] >= PieceProcesses.attempts else { return waiting.insert(number, at: 0) }
        throw .work(
            localized(
                "report.pieceFailed",
                [
                    "number": .value(number), "count": .value(count), "attempts": .value(PieceProcesses.attempts),
                    "reason": .text(reason(number, status)),
                ]))
    }

    /// The message of the process, or how it ended.
    private func reason(_ number: Int, _ status: Int32) -> String {
        let signal = status & 0x7F
        if signal != 0 { return localized("report.pieceKilled", ["signal": .text(String(cString: strsignal(signal)))]) }
        let text = String(decoding: (try? readFile(messages(number), upTo: 1 << 16)) ?? [], as: UTF8.self)
        let line = text.split(separator: "\n").first.map(String.init) ?? "\(status >> 8 & 0xFF)"
        return line.hasPrefix("homepwner: ") ? String(line.dropFirst("homepwner: ".count)) : line
    }

    private mutating func start(_ number: Int) throws(CommandError) {
        calls[number, default: 0] += 1
        let call = ["report", "shard", "\(number)/\(count)", "--output", file(number), "--quiet"] + words
        // The program's own file, even if another one has been installed in its place by now.
        let program = ChildProcess(
            "/proc/self/exe", arguments: ["homepwner"] + call,
            sources: [
                STDIN_FILENO: .reading("/dev/null"), STDOUT_FILENO: .writing("/dev/null"),
                STDERR_FILENO: .writing(messages(number)),
            ])
        let process: pid_t
        do throws(ChildProcess.StartError) { process = try program.start() } catch {
            throw .work(localized("report.noProcess", ["reason": .text(String(cString: strerror(error.code)))]))
        }
        running[process] = number
        InterruptionCleanup.protect(process: process)
    }

    /// Kills the processes that still run.
    private mutating func end() {
        for process in running.keys {
            kill(process, SIGKILL)
            InterruptionCleanup.release(process: process)
            var status: Int32 = 0
            while waitpid(process, &status, 0) < 0, errno == EINTR {}
        }
        running = [:]
    }
}
