package import Glibc

/// Another program, and what it gets when it is started (posix_spawn(3)).
package struct ChildProcess {
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

    /// Its file; a name without a slash is looked up in `PATH`.
    let path: String
    /// Its arguments, with its name first.
    let arguments: [String]
    /// Its descriptors by their numbers. It inherits those of this program that are not closed on exec(2), too.
    let sources: [Int32: Source]
    /// Its environment; nil for that of this program.
    let environment: [String]?
    /// Whether it is in a process group of its own, which the terminal does not interrupt, and begins with the system's
    /// handling of signals.
    let isApart: Bool

    package init(
        _ path: String, arguments: [String], sources: [Int32: Source], environment: [String]? = nil,
        isApart: Bool = false
    ) {
        (self.path, self.arguments, self.sources) = (path, arguments, sources)
        (self.environment, self.isApart) = (environment, isApart)
    }

    /// Starts it.
    package func start() throws(StartError) -> pid_t {
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
