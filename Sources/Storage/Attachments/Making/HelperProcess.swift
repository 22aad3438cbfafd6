import Files
import Glibc
import ImageExchange

/// One run of the helper.
///
/// It starts with the descriptors that it needs (it closes all others itself) and an empty environment, and never
/// outlives the call.
enum HelperProcess {
    /// Runs the helper on `input` until it responds or ends, or until the time is up.
    static func run(
        _ helper: ImageHelper, _ task: ImageRequest.Task, limits: PhotoLimits, input: Int32?, outputs: [Int32]
    ) -> HelperOutcome {
        var ends: [Int32] = [0, 0]
        let kind = Int32(SOCK_STREAM.rawValue | SOCK_CLOEXEC.rawValue)
        guard socketpair(AF_UNIX, kind, 0, &ends) == 0 else { return .notStarted(code: errno) }
        let answerEnd = OwnedDescriptor(ends[0])
        let process: pid_t
        do {
            let helperEnd = OwnedDescriptor(ends[1])
            let request = ImageRequest(task, limits: limits.helper, parent: getpid())
            let result = spawn(
                helper, request.arguments, answer: helperEnd.number, input: input, outputs: outputs)
            switch result {
            case .success(let started): process = started
            case .failure(let failure): return .notStarted(code: failure.code)
            }
        }
        let deadline = MonotonicClock.now() + limits.seconds
        let (line, isOverlong) = readLine(from: answerEnd.number, until: deadline)
        // A response that is too long is useless, so the helper is killed at once.
        guard let status = wait(for: process, until: isOverlong ? MonotonicClock.now() : deadline) else {
            return isOverlong ? .exited(status: 0) : .timedOut
        }
        let signal = status & 0x7F
        if signal != 0 { return .signalled(signal) }
        if let answer = line.flatMap(ImageResponse.init(line:)) { return .answered(answer) }
        return .exited(status: status >> 8 & 0xFF)
    }

    private struct SpawnError: Error { let code: Int32 }

    private static func spawn(
        _ helper: ImageHelper, _ arguments: [String], answer: Int32, input: Int32?, outputs: [Int32]
    ) -> Result<pid_t, SpawnError> {
        var actions = posix_spawn_file_actions_t()
        posix_spawn_file_actions_init(&actions)
        defer { posix_spawn_file_actions_destroy(&actions) }
        var copies: [Int32] = []
        defer { copies.forEach { close($0) } }
        // Duplicates to high numbers first: dup2 must not overwrite a descriptor that is still needed.
        var targets: [(source: Int32, target: Int32)] = [(answer, STDOUT_FILENO)]
        if let input { targets.append((input, ImageRequest.inputDescriptor)) }
        for (index, output) in outputs.enumerated() {
            targets.append((output, ImageRequest.firstOutputDescriptor + Int32(index)))
        }
        for (source, target) in targets {
            let copy = fcntl(source, F_DUPFD_CLOEXEC, 64)
            guard copy >= 0 else { return .failure(SpawnError(code: errno)) }
            copies.append(copy)
            posix_spawn_file_actions_adddup2(&actions, copy, target)
        }
        posix_spawn_file_actions_addopen(&actions, STDIN_FILENO, "/dev/null", O_RDONLY, 0)
        posix_spawn_file_actions_addopen(&actions, STDERR_FILENO, "/dev/null", O_WRONLY, 0)

        var attributes = posix_spawnattr_t()
        posix_spawnattr_init(&attributes)
        defer { posix_spawnattr_destroy(&attributes) }
        var signals = sigset_t()
        sigemptyset(&signals)
        posix_spawnattr_setsigmask(&attributes, &signals)
        sigfillset(&signals)
        posix_spawnattr_setsigdefault(&attributes, &signals)
        // A process group of its own: Ctrl-C only reaches the caller, and the helper ends with the caller.
        posix_spawnattr_setflags(
            &attributes, Int16(POSIX_SPAWN_SETSIGMASK | POSIX_SPAWN_SETSIGDEF | POSIX_SPAWN_SETPGROUP))

        var words: [UnsafeMutablePointer<CChar>?] = ([helper.path] + arguments).map { strdup($0) }
        defer { words.forEach { free($0) } }
        words.append(nil)
        var environment: [UnsafeMutablePointer<CChar>?] = [nil]
        var process: pid_t = 0
        let code = posix_spawn(&process, helper.path, &actions, &attributes, words, &environment)
        return code == 0 ? .success(process) : .failure(SpawnError(code: code))
    }

    /// Reads the only line. Returns nil if the time is up, if there is none, or if it is longer than
    /// ``ImageResponse/maxLineLength``.
    private static func readLine(from descriptor: Int32, until deadline: Double) -> (line: String?, isOverlong: Bool) {
        var bytes: [UInt8] = []
        var piece = [UInt8](repeating: 0, count: 512)
        while bytes.count <= ImageResponse.maxLineLength {
            var watched = pollfd(fd: descriptor, events: Int16(POLLIN), revents: 0)
            let ready = poll(&watched, 1, Int32(max(0, min(3_600, deadline - MonotonicClock.now())) * 1_000))
            if ready < 0 && errno == EINTR { continue }
            guard ready > 0 else { return (nil, false) }
            let count = read(descriptor, &piece, piece.count)
            if count < 0 && errno == EINTR { continue }
            if count <= 0 { break }
            bytes += piece[..<count]
        }
        if bytes.count > ImageResponse.maxLineLength { return (nil, true) }
        guard let end = bytes.firstIndex(of: UInt8(ascii: "\n")), end + 1 == bytes.count else { return (nil, false) }
        return (String(decoding: bytes[..<end], as: UTF8.self), false)
    }

    /// The exit status of the process; nil if it was killed because the time was up.
    private static func wait(for process: pid_t, until deadline: Double) -> Int32? {
        var status: Int32 = 0
        while true {
            let result = waitpid(process, &status, WNOHANG)
            if result == process { return status }
            if result < 0 && errno != EINTR { return 0 }
            if MonotonicClock.now() >= deadline { break }
            usleep(200)
        }
        kill(process, SIGKILL)
        while waitpid(process, &status, 0) < 0 && errno == EINTR {}
        return nil
    }
}
