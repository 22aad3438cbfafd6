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
        do throws(ChildProcess.StartError) {
            let helperEnd = OwnedDescriptor(ends[1])
            let request = ImageRequest(task, limits: limits.helper, parent: getpid())
            process = try start(helper, request.arguments, answer: helperEnd.number, input: input, outputs: outputs)
        } catch {
            return .notStarted(code: error.code)
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

    private static func start(
        _ helper: ImageHelper, _ arguments: [String], answer: Int32, input: Int32?, outputs: [Int32]
    ) throws(ChildProcess.StartError) -> pid_t {
        var sources: [Int32: ChildProcess.Source] = [
            STDIN_FILENO: .reading("/dev/null"), STDOUT_FILENO: .descriptor(answer),
            STDERR_FILENO: .writing("/dev/null"),
        ]
        if let input { sources[ImageRequest.inputDescriptor] = .descriptor(input) }
        for (index, output) in outputs.enumerated() {
            sources[ImageRequest.firstOutputDescriptor + Int32(index)] = .descriptor(output)
        }
        return try ChildProcess(
            helper.path, arguments: [helper.path] + arguments, sources: sources, environment: [], isApart: true
        ).start()
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
