import Files
import Glibc
import Localization
import Messages

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
        var actions = posix_spawn_file_actions_t()
        posix_spawn_file_actions_init(&actions)
        defer { posix_spawn_file_actions_destroy(&actions) }
        posix_spawn_file_actions_addopen(&actions, STDIN_FILENO, "/dev/null", O_RDONLY, 0)
        posix_spawn_file_actions_addopen(&actions, STDOUT_FILENO, "/dev/null", O_WRONLY, 0)
        posix_spawn_file_actions_addopen(
            &actions, STDERR_FILENO, messages(number), O_WRONLY | O_CREAT | O_TRUNC, 0o600)
        // This program may be blocking signals, to clean up when it is interrupted.
        var attributes = posix_spawnattr_t()
        posix_spawnattr_init(&attributes)
        defer { posix_spawnattr_destroy(&attributes) }
        var signals = sigset_t()
        sigemptyset(&signals)
        posix_spawnattr_setsigmask(&attributes, &signals)
        posix_spawnattr_setflags(&attributes, Int16(POSIX_SPAWN_SETSIGMASK))
        let call = ["report", "shard", "\(number)/\(count)", "--output", file(number), "--quiet"] + words
        let arguments: [UnsafeMutablePointer<CChar>?] = (["homepwner"] + call).map { strdup($0) } + [nil]
        defer { arguments.forEach { free($0) } }
        var process = pid_t()
        // The program's own file, even if another one has been installed in its place by now.
        let code = posix_spawn(&process, "/proc/self/exe", &actions, &attributes, arguments, environ)
        guard code == 0 else {
            throw .work(localized("report.noProcess", ["reason": .text(String(cString: strerror(code)))]))
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
