import Files
import FoundationEssentials
import HTTPServer
import Message
import Synchronization

/// The number of reports that may be made at the same time, over all inventories of a server.
final class ReportSlots: Sendable {
    private let left: Mutex<Int>

    init(_ count: Int) { left = Mutex(count) }

    fileprivate func take() -> Bool {
        left.withLock { left in
            guard left > 0 else { return false }
            left -= 1
            return true
        }
    }

    fileprivate func give() { left.withLock { $0 += 1 } }
}

/// The reports of an inventory that are being made or wait to be fetched, within limits on number and time.
final class ReportJobs: Sendable {
    /// Seconds for which a job is kept after it was last looked at.
    static let keptSeconds = 900.0
    /// The most jobs of one session. The one that was not looked at for longest makes room for another.
    static let perSession = 4
    /// Seconds after which a client may try again if there are too many reports.
    private static let retrySeconds = 5

    private struct Entry {
        let job: ReportJob
        var used: Double
    }

    private struct State {
        var kept: [UUID: Entry] = [:]
        var running: [UUID: ReportJob] = [:]
        var isStopping = false
    }

    let program: ReportProgram?
    private let state = Mutex(State())
    private let slots: ReportSlots
    private let seconds: Double
    private let sessions: SessionStore
    private let clock: @Sendable () -> Double

    /// - Parameters:
    ///   - program: nil if the server makes no reports.
    ///   - seconds: the most seconds that a report may take.
    init(
        _ program: ReportProgram?, slots: ReportSlots, seconds: Double, sessions: SessionStore,
        clock: @escaping @Sendable () -> Double
    ) {
        self.program = program
        self.slots = slots
        self.seconds = seconds
        self.sessions = sessions
        self.clock = clock
    }

    /// Whether a report is being made.
    var isRunning: Bool { state.withLock { !$0.running.isEmpty } }

    /// Begins to make a report that is fetched later.
    /// - Throws: `serverBusy` if too many are being made.
    func begin(_ job: ReportJob, on pool: WorkerPool) throws {
        removeOutdated()
        try run(job, on: pool)
        let now = clock()
        let surplus = state.withLock { state in
            let own = state.kept.values.filter { $0.job.session == job.session }.sorted { $0.used < $1.used }
            let surplus = own.dropLast(ReportJobs.perSession - 1).map(\.job)
            for old in surplus { state.kept[old.id] = nil }
            state.kept[job.id] = Entry(job: job, used: now)
            return surplus
        }
        for old in surplus { old.cancel() }
    }

    /// Begins to make a report.
    /// - Parameters:
    ///   - isAwaited: whether somebody still waits for it.
    ///   - ended: called when it is made, has failed or is cancelled.
    /// - Throws: `serverBusy` if too many are being made.
    func run(
        _ job: ReportJob, on pool: WorkerPool, while isAwaited: @escaping @Sendable () -> Bool = { true },
        ended: @escaping @Sendable () -> Void = {}
    ) throws {
        guard let program else { throw RequestError(.noSuchPage) }
        guard slots.take() else {
            var error = RequestError(.serverBusy, Message("request.reportLimit"))
            error.retryAfter = ReportJobs.retrySeconds
            throw error
        }
        let isStopping = state.withLock { state in
            if !state.isStopping { state.running[job.id] = job }
            return state.isStopping
        }
        let isBegun =
            !isStopping
            && pool.submit { [self, seconds] in
                job.run(program, seconds: seconds, while: isAwaited)
                finish(job)
                ended()
            }
        guard isBegun else {
            finish(job)
            throw RequestError(.stopping)
        }
    }

    /// Documents beyond so many bytes are removed, those first that were not looked at for longest.
    private static let keptBytes = 1 << 30

    private func finish(_ job: ReportJob) {
        let surplus = state.withLock { state in
            state.running[job.id] = nil
            var bytes = 0
            let latestFirst = state.kept.values.sorted { $0.used > $1.used }.map(\.job)
            let surplus = latestFirst.filter { kept in
                if case .done(let size) = kept.current { bytes += size }
                return bytes > ReportJobs.keptBytes && kept !== job
            }
            for old in surplus { state.kept[old.id] = nil }
            return surplus
        }
        for old in surplus { old.cancel() }
        slots.give()
    }

    /// The job of a session. Looking counts as use.
    /// - Throws: `noSuchReport` if it was removed, or is another session's.
    func job(_ id: UUID, of session: String) throws -> ReportJob {
        let now = clock()
        let job = state.withLock { state -> ReportJob? in
            guard let entry = state.kept[id], entry.job.session == session, now - entry.used < ReportJobs.keptSeconds
            else { return nil }
            state.kept[id]?.used = now
            return entry.job
        }
        guard let job else { throw RequestError(.noSuchReport) }
        return job
    }

    /// Cancels a job and removes it with its document.
    func remove(_ job: ReportJob) {
        state.withLock { $0.kept[job.id] = nil }
        job.cancel()
    }

    /// Removes the jobs whose time is up or whose session is over.
    func removeOutdated() {
        let now = clock()
        let outdated = state.withLock { state in
            let outdated = state.kept.values.map { $0 }.filter { entry in
                now - entry.used >= ReportJobs.keptSeconds || !sessions.isOpen(entry.job.session)
            }
            for entry in outdated { state.kept[entry.job.id] = nil }
            return outdated
        }
        for entry in outdated { entry.job.cancel() }
    }

    /// Cancels all jobs, and begins no more.
    func stop() {
        let all = state.withLock { state in
            state.isStopping = true
            defer { state.kept = [:] }
            return Array(state.running.values)
        }
        for job in all { job.cancel() }
    }
}
