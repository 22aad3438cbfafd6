import CSupport
import Glibc

/// A process that runs another program (posix_spawn(3)). One whose end was not awaited is killed with this object.
package final class ChildProcess {
    /// The origin of one of its descriptors.
    package enum Source {
        /// A descriptor of this program.
        case descriptor(Int32)
        /// A file to read.
        case reading(String)
        /// A file to write, which is made or emptied, for its owner alone.
        case writing(String)
    }

    /// The system's error number for a program that could not be started.
    package struct StartError: Error {
        package let code: Int32
    }

    /// The end of a process.
    package enum Ending: Equatable, Sendable {
        case exited(status: Int32)
        case signalled(Int32)
        /// It took too long and was killed.
        case timedOut
    }

    /// Its number.
    package let number: Int32
    /// A descriptor that can be read when it has ended (pidfd_open(2)).
    private let handle: Int32
    private let isApart: Bool
    /// The time at which it is killed, on the ``MonotonicClock``.
    package let deadline: Double
    private var known: Ending?

    /// Starts a program.
    /// - Parameters:
    ///   - path: its file; a name without a slash is looked up in `PATH`.
    ///   - arguments: its arguments, with its name first.
    ///   - sources: its descriptors by their numbers. It inherits those of this program that are not closed on exec(2), too.
    ///   - environment: its environment; nil for that of this program.
    ///   - isApart: whether it is in a process group of its own, which the terminal does not interrupt, and begins with the
    ///     system's handling of signals.
    ///   - seconds: the most seconds that it may take.
    package convenience init(
        _ path: String, arguments: [String], sources: [Int32: Source], environment: [String]? = nil,
        isApart: Bool = false, seconds: Double = .infinity
    ) throws(StartError) {
        let number = try ChildProcess.start(path, arguments, sources, environment, isApart: isApart)
        try self.init(number, isApart: isApart, seconds: seconds)
    }

    /// Takes charge of a process that this program started.
    /// - Parameter isApart: whether it is in a process group of its own.
    package init(_ number: Int32, isApart: Bool, seconds: Double) throws(StartError) {
        (self.number, self.isApart) = (number, isApart)
        deadline = MonotonicClock.now() + seconds
        handle = csupport_process_handle(number)
        // An object that fails now is complete: it kills the process.
        guard handle >= 0 else { throw StartError(code: errno) }
    }

    deinit {
        if known == nil { kill() }
        close(handle)
    }

    /// The end of the process; nil while it runs. If its time is up it is killed.
    package func ending() -> Ending? {
        guard known == nil else { return known }
        var status: Int32 = 0
        let result = waitpid(number, &status, WNOHANG)
        if result == number {
            let signal = status & 0x7F
            known = signal != 0 ? .signalled(signal) : .exited(status: status >> 8 & 0xFF)
        } else if result < 0, errno != EINTR {
            // If SIGCHLD is ignored, the system discards the status. An unknown status counts as a failure.
            known = .exited(status: 127)
        } else if MonotonicClock.now() >= deadline {
            kill()
            known = .timedOut
        }
        return known
    }

    /// Waits for the end.
    package func wait() -> Ending {
        while true {
            if let ending = ending() { return ending }
            ChildProcess.waitForAny([self])
        }
    }

    /// Waits until at least one of some processes has ended or its time is up. May return earlier.
    /// - Parameter seconds: the most seconds to wait. An hour at most, as the milliseconds are a number of 32 bits.
    package static func waitForAny(_ processes: [ChildProcess], atMost seconds: Double = 3_600) {
        var watched = processes.map { pollfd(fd: $0.handle, events: Int16(POLLIN), revents: 0) }
        let end = processes.reduce(Double.infinity) { min($0, $1.deadline) }
        let milliseconds = min(max(0, end - MonotonicClock.now()), seconds) * 1_000
        poll(&watched, nfds_t(watched.count), Int32(milliseconds.rounded(.up)))
    }

    /// Asks the process to end, and waits some seconds for it, so that it can remove what it made. It is killed afterwards if it
    /// has not ended.
    package func end(within seconds: Double) {
        guard known == nil else { return }
        Glibc.kill(isApart ? -number : number, SIGTERM)
        let end = MonotonicClock.now() + seconds
        while ending() == nil {
            let left = end - MonotonicClock.now()
            guard left > 0 else { return kill() }
            ChildProcess.waitForAny([self], atMost: left)
        }
    }

    /// The environment of this program with other values for some variables; nil removes one.
    package static func environment(changing variables: [String: String?]) -> [String] {
        var words: [String] = []
        var place = environ
        while let word = place.pointee {
            let text = String(cString: word)
            if variables.index(forKey: String(text.prefix { $0 != "=" })) == nil { words.append(text) }
            place += 1
        }
        return words + variables.compactMap { name, value in value.map { "\(name)=\($0)" } }
    }

    private func kill() {
        Glibc.kill(isApart ? -number : number, SIGKILL)
        while waitpid(number, nil, 0) < 0, errno == EINTR {}
        known = known ?? .signalled(SIGKILL)
    }

    private static func start(
        _ path: String, _ arguments: [String], _ sources: [Int32: Source], _ environment: [String]?, isApart: Bool
    ) throws(StartError) -> pid_t {
        var actions = posix_spawn_file_actions_t()
        posix_spawn_file_actions_init(&actions)
        defer { posix_spawn_file_actions_destroy(&actions) }
        var copies: [Int32] = []
        defer { copies.forEach { close($0) } }
        for (number, source) in sources {
            switch source {
            case .descriptor(let descriptor):
                // A copy with a high number first: dup2(2) must not take the place of one that is still needed.
                let copy = fcntl(descriptor, F_DUPFD_CLOEXEC, 64)
                guard copy >= 0 else { throw StartError(code: errno) }
                copies.append(copy)
                posix_spawn_file_actions_adddup2(&actions, copy, number)
            case .reading(let path):
                posix_spawn_file_actions_addopen(&actions, number, path, O_RDONLY, 0)
            case .writing(let path):
                posix_spawn_file_actions_addopen(&actions, number, path, O_WRONLY | O_CREAT | O_TRUNC, 0o600)
            }
        }
        var attributes = posix_spawnattr_t()
        posix_spawnattr_init(&attributes)
        defer { posix_spawnattr_destroy(&attributes) }
        // This program may be blocking signals, to clean up when it is interrupted.
        var signals = sigset_t()
        sigemptyset(&signals)
        posix_spawnattr_setsigmask(&attributes, &signals)
        sigfillset(&signals)
        posix_spawnattr_setsigdefault(&attributes, &signals)
        let flags = isApart ? POSIX_SPAWN_SETSIGDEF | POSIX_SPAWN_SETPGROUP : 0
        posix_spawnattr_setflags(&attributes, Int16(POSIX_SPAWN_SETSIGMASK | flags))
        let arguments = arguments.map { strdup($0) } + [nil]
        let own = environment.map { $0.map { strdup($0) } + [nil] }
        defer { (arguments + (own ?? [])).forEach { free($0) } }
        var process = pid_t()
        let code =
            own.map { posix_spawnp(&process, path, &actions, &attributes, arguments, $0) }
            ?? posix_spawnp(&process, path, &actions, &attributes, arguments, environ)
        guard code == 0 else { throw StartError(code: code) }
        return process
    }
}
