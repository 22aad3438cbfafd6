import CSupport
import Files
import Glibc

/// One run of another program, within limits and without a network.
struct ExternalProcess {
    /// The end of a run.
    enum Termination: Equatable {
        case exited(status: Int32)
        case signalled(Int32)
        case timedOut
        /// The system could not start it: its error number.
        case launchFailed(code: Int32)
    }

    /// The program file.
    let path: String
    /// The words after its name.
    let arguments: [String]
    /// Its working folder, the only one it may write to.
    let folder: String
    /// Files and folders that it may read besides the system's.
    var readable: [String] = []
    /// The most address space in bytes.
    var memory: UInt64 = 4 << 30
    /// The most seconds, of the processor and by the clock.
    var seconds: UInt64 = 900

    /// Runs it to its end. Its output goes into `messages`.
    func run(messages: OutputFile) -> Termination { start(messages: messages).wait() }

    /// Starts it. Its output goes into `messages`.
    func start(messages: OutputFile) -> RunningProcess {
        var limits = csupport_limits(
            memory_bytes: memory, file_bytes: 4 << 30, cpu_seconds: seconds, open_files: 512)
        // glibc reserves address space for each thread's heap; two heaps are enough. Large blocks, such as pictures, it
        // gets from the system and returns at once. A claim of a thousand photos takes Typst a tenth less memory this
        // way.
        let environment = [
            "HOME=\(folder)", "TMPDIR=\(folder)", "LC_ALL=C.UTF-8", "PATH=/usr/bin:/bin", "MALLOC_ARENA_MAX=2",
            "MALLOC_MMAP_THRESHOLD_=65536",
        ]
        let words = ([path] + arguments).map { strdup($0) } + [nil]
        let variables = environment.map { strdup($0) } + [nil]
        let paths = ([path] + readable).map { strdup($0) } + [nil]
        defer { (words + variables + paths).forEach { free($0) } }
        let child = csupport_start(
            path, words, variables, folder, paths.map { UnsafePointer($0) }, messages.descriptor, &limits)
        return RunningProcess(child, failure: errno, seconds: seconds)
    }

    /// The first program of a name in the folders of `PATH`.
    static func locate(_ name: String) -> String? {
        let folders = getenv("PATH").map { String(cString: $0) } ?? "/usr/bin:/bin"
        return folders.split(separator: ":").map { "\($0)/\(name)" }
            .first { $0.hasPrefix("/") && access($0, X_OK) == 0 }
    }
}

/// A running program. It is killed on deinitialization unless its end was awaited.
final class RunningProcess {
    private let child: pid_t
    private let deadline: Double
    private var termination: ExternalProcess.Termination?

    /// - Parameters:
    ///   - child: the process; -1 if it could not be started.
    ///   - failure: the system's error number if it could not.
    fileprivate init(_ child: pid_t, failure: Int32, seconds: UInt64) {
        self.child = child
        deadline = MonotonicClock.now() + Double(seconds)
        if child <= 0 { termination = .launchFailed(code: failure) }
    }

    deinit { if termination == nil { kill() } }

    /// The end of the run; nil while it runs. A program that takes too long is killed.
    func poll() -> ExternalProcess.Termination? {
        if let termination { return termination }
        var status: Int32 = 0
        let result = waitpid(child, &status, WNOHANG)
        if result == child {
            let signal = status & 0x7F
            termination = signal != 0 ? .signalled(signal) : .exited(status: status >> 8 & 0xFF)
        } else if result < 0, errno != EINTR {
            termination = .launchFailed(code: errno)
        } else if MonotonicClock.now() > deadline {
            kill()
            termination = .timedOut
        }
        return termination
    }

    /// Waits for the end of the run.
    func wait() -> ExternalProcess.Termination {
        while true {
            if let termination = poll() { return termination }
            usleep(RunningProcess.pause)
        }
    }

    /// The microseconds between two looks at a program that runs.
    static let pause: useconds_t = 2_000

    private func kill() {
        Glibc.kill(-child, SIGKILL)
        var status: Int32 = 0
        while waitpid(child, &status, 0) < 0, errno == EINTR {}
    }
}
