import Files
import Glibc
import Localization
import Message
import Synchronization

/// Shows on standard error how far long work has come: count, rate, time left.
///
/// Nothing is shown in the first half second, or if standard error is not a terminal. Between counts, as when a document is
/// set or packed, it shows the time that has passed.
final class Progress: Sendable {
    private struct State {
        var shownAt = 0.0
        var isVisible = false
    }

    private let console: Console
    private let verb: String
    private let unit: String
    private let start: Double
    private let clock: @Sendable () -> Double
    private let state = Mutex(State())
    private let isFinished = Monitor(false)
    /// Shows the time that has passed while no count arrives.
    private let heartbeat: Mutex<WorkerThread?>

    /// - Parameters:
    ///   - verb: the activity: `importing`.
    ///   - unit: the things counted, in the plural: `items`.
    ///   - clock: seconds that only grow.
    init(
        _ verb: String, unit: String, on console: Console,
        clock: @escaping @Sendable () -> Double = MonotonicClock.now
    ) {
        self.console = console
        self.verb = verb
        self.unit = unit
        self.clock = clock
        start = clock()
        heartbeat = Mutex(nil)
        guard console.showsProgress else { return }
        let thread = InterruptionCleanup.withoutSignals {
            WorkerThread { [weak self, isFinished] in
                while isFinished.wait(seconds: Progress.beat, until: { $0 ? true : nil }) == nil {
                    guard let self else { return }
                    showTime()
                }
            }
        }
        heartbeat.withLock { $0 = thread }
    }

    /// Runs work whose steps are not counted, and shows the time that has passed.
    static func during<Result>(
        _ verb: String, on console: Console, _ work: () throws -> Result
    ) rethrows -> Result {
        let progress = Progress(verb, unit: "", on: console)
        defer { progress.finish() }
        return try work()
    }

    /// The seconds between two lines that show the time.
    private static let beat = 1.0

    private func showTime() {
        let now = clock()
        let isDue = state.withLock { state in
            guard now - state.shownAt >= Progress.beat, now - start >= 0.5 else { return false }
            (state.shownAt, state.isVisible) = (now, true)
            return true
        }
        if isDue { console.show(progress: "\(verb): \(Progress.duration((now - start).rounded(.down)))") }
    }

    private func stopHeartbeat() {
        isFinished.change { $0 = true }
        let thread = heartbeat.withLock { thread in
            defer { thread = nil }
            return thread
        }
        thread?.join()
    }

    /// Notes how far the work has come.
    /// - Parameters:
    ///   - done: the number done.
    ///   - total: the number of all units; nil if it is not known.
    ///   - share: the part of the work done, from 0 to 1, if it is known without the total.
    func update(_ done: Int, of total: Int? = nil, share: Double? = nil) {
        guard console.showsProgress else { return }
        let now = clock()
        let line: String? = state.withLock { state in
            guard now - start >= 0.5, now - state.shownAt >= 0.2 else { return nil }
            state.shownAt = now
            state.isVisible = true
            return Progress.line(verb, unit: unit, done: done, total: total, share: share, seconds: now - start)
        }
        if let line { console.show(progress: line) }
    }

    /// Takes the line away again.
    func finish() {
        stopHeartbeat()
        let wasVisible = state.withLock { state in
            defer { state.isVisible = false }
            return state.isVisible
        }
        if wasVisible { console.show(progress: nil) }
    }

    /// The line itself.
    static func line(
        _ verb: String, unit: String, done: Int, total: Int?, share: Double? = nil, seconds: Double
    ) -> String {
        let rate = seconds > 0 ? Double(done) / seconds : 0
        var line = "\(verb): \(Phrases.grouped(done))"
        if let total { line += localized("progress.ofTotal", ["total": .text(Phrases.grouped(total))]) }
        line += localized("progress.rate", ["unit": .text(unit), "rate": .text(Phrases.grouped(Int(min(rate, 1e15))))])
        let part = share ?? total.map { Double(done) / Double(max($0, 1)) } ?? 0
        if part > 0, part <= 1 {
            line += localized("progress.timeLeft", ["duration": .text(duration(seconds / part * (1 - part)))])
        }
        return line
    }

    private static func duration(_ seconds: Double) -> String {
        let whole = Int(min(seconds.rounded(.up), 1e9))
        if whole < 60 { return "\(whole) s" }
        return whole < 3600
            ? localized("duration.minutes", ["minutes": .value(whole / 60), "seconds": .value(whole % 60)])
            : "\(whole / 3600) h \(whole % 3600 / 60) min"
    }
}

/// A file in which a report states how far it is, for the web server that has it made: the number of items done, a space,
/// the number of all, and spaces up to a fixed width, so that each statement covers the last one.
///
/// The variable `HOMEPWNER_PROGRESS` names it. A file, unlike a pipe, never makes the report wait for its reader.
final class ProgressFile: Sendable {
    static let variable = "HOMEPWNER_PROGRESS"

    private static let width = 42
    /// The seconds between two statements.
    private static let pause = 0.2

    private let descriptor: Int32
    private let stated = Mutex(-ProgressFile.pause)

    /// Makes the file; nil if no variable names one, or it cannot be written.
    init?(_ environment: [String: String]) {
        guard let path = environment[ProgressFile.variable], !path.isEmpty else { return nil }
        descriptor = open(path, O_WRONLY | O_CREAT | O_CLOEXEC | O_NOFOLLOW, 0o600)
        if descriptor < 0 { return nil }
    }

    deinit { close(descriptor) }

    /// States how far the work has come. A failure is ignored: the report matters more.
    func update(_ done: Int, of total: Int) {
        let now = MonotonicClock.now()
        let isDue = stated.withLock { stated in
            guard done == total || now - stated >= ProgressFile.pause else { return false }
            stated = now
            return true
        }
        guard isDue else { return }
        let text = Array("\(done) \(total)".utf8)
        let line = text + Array(repeating: UInt8(ascii: " "), count: max(0, ProgressFile.width - text.count))
        _ = pwrite(descriptor, line, line.count, 0)
    }
}
