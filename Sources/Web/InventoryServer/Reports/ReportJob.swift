import Files
import FoundationEssentials
import Glibc
import HTTPServer
import Message
import Synchronization

/// A report that is being made, or is made and waits to be fetched. Its files are removed with the last reference to it.
final class ReportJob: Sendable {
    /// The state of a job.
    enum State: Sendable {
        case running
        /// The document is there.
        case done(bytes: Int)
        /// Why there is no document.
        case failed(RequestError)
    }

    /// Random, so that no address can be guessed.
    let id = UUID()
    /// The selector of the session that began it; no other sees it.
    let session: String
    let call: ReportCall
    /// The name for the saved file.
    let fileName: String
    private let folder: TemporaryFolder
    private let state = Mutex(State.running)
    private let isCancelled = Atomic<Bool>(false)

    /// - Parameter call: makes the call for a private folder.
    init(session: String, fileName: String, call: (_ folder: String) -> ReportCall) throws {
        folder = try TemporaryFolder(TemporaryFolder.Kind(prefix: "homepwner-report-"))
        (self.session, self.fileName) = (session, fileName)
        self.call = call(folder.path)
    }

    deinit { folder.remove() }

    var current: State { state.withLock { $0 } }

    /// The items that are done, of how many; nil if the report has not begun with them.
    var progress: (done: Int, total: Int)? {
        guard let text = try? readFile(call.progress, upTo: 64) else { return nil }
        let numbers = String(decoding: text, as: UTF8.self).split { $0.isWhitespace }.compactMap { Int($0) }
        return numbers.count == 2 ? (numbers[0], numbers[1]) : nil
    }

    /// The program's messages: the reason for which there is no document, or what differs in it from the inventory.
    var messages: [String] {
        let prefix = "homepwner: "
        let bytes = (try? readFile(call.messages, upTo: 16 << 10)) ?? []
        let lines = String(decoding: bytes, as: UTF8.self).split(whereSeparator: \.isNewline)
        // Other lines explain how the command line is used.
        guard let first = lines.firstIndex(where: { $0.hasPrefix(prefix) }) else { return [] }
        return lines[first...].filter { $0.hasPrefix(prefix) }.map { String($0.dropFirst(prefix.count)) }
    }

    /// Ends the work as soon as possible.
    func cancel() { isCancelled.store(true, ordering: .relaxed) }

    /// Seconds between two looks whether the job is cancelled.
    private static let pause = 0.1
    /// Seconds that a program may take to remove what it made when it is to end.
    private static let grace = 2.0

    /// Makes the report, and returns when that is done, has failed or is cancelled.
    /// - Parameters:
    ///   - seconds: the most seconds that it may take.
    ///   - isAwaited: whether somebody still waits for it.
    func run(_ program: ReportProgram, seconds: Double, while isAwaited: () -> Bool = { true }) {
        let outcome: State
        do {
            outcome = .done(bytes: try make(program, seconds: seconds, while: isAwaited))
        } catch {
            outcome = .failed(RequestError(error))
        }
        state.withLock { $0 = outcome }
    }

    private func make(_ program: ReportProgram, seconds: Double, while isAwaited: () -> Bool) throws -> Int {
        let end = MonotonicClock.now() + seconds
        let child = try program.start(call)
        // Requests come first.
        setpriority(__priority_which_t(PRIO_PROCESS.rawValue), id_t(child.number), 10)
        while child.ending() == nil {
            guard MonotonicClock.now() < end else {
                child.end(within: ReportJob.grace)
                throw RequestError(
                    .reportFailed, Message("request.reportTime", ["minutes": .text("\(Int(seconds / 60))")]))
            }
            guard !isCancelled.load(ordering: .relaxed), isAwaited() else {
                child.end(within: ReportJob.grace)
                throw RequestError(.stopping)
            }
            ChildProcess.waitForAny([child], atMost: ReportJob.pause)
        }
        let reason = messages.joined(separator: "\n")
        let said = reason.isEmpty ? nil : Message.verbatim(reason)
        switch child.ending() {
        case .exited(0):
            var status = stat()
            guard stat(call.document, &status) == 0 else { throw RequestError(.reportFailed, said) }
            return Int(status.st_size)
        case .exited(2): throw RequestError(.reportRefused, said)
        default: throw RequestError(.reportFailed, said)
        }
    }
}
