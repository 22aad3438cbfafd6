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
        let process: ChildProcess
        do throws(ChildProcess.StartError) {
            let helperEnd = OwnedDescriptor(ends[1])
            let request = ImageRequest(task, limits: limits.helper, parent: getpid())
            process = try start(
                helper, request.arguments, answer: helperEnd.number, input: input, outputs: outputs,
                seconds: limits.seconds)
        } catch {
            return .notStarted(code: error.code)
        }
        let (line, isOverlong) = readLine(from: answerEnd.number, until: process.deadline)
        // A response that is too long is useless, so a helper that still runs is killed at once.
        switch isOverlong ? process.ending() ?? .exited(status: 0) : process.wait() {
        case .signalled(let signal): return .signalled(signal)
        case .timedOut: return .timedOut
        case .exited(let status):
            return line.flatMap(ImageResponse.init(line:)).map(HelperOutcome.answered) ?? .exited(status: status)
        }
    }

    private static func start(
        _ helper: ImageHelper, _ arguments: [String], answer: Int32, input: Int32?, outputs: [Int32],
        seconds: Double
    ) throws(ChildProcess.StartError) -> ChildProcess {
        var sources: [Int32: ChildProcess.Source] = [
            STDIN_FILENO: .reading("/dev/null"), STDOUT_FILENO: .descriptor(answer),
            STDERR_FILENO: .writing("/dev/null"),
        ]
        if let input { sources[ImageRequest.inputDescriptor] = .descriptor(input) }
        for (index, output) in outputs.enumerated() {
            sources[ImageRequest.firstOutputDescriptor + Int32(index)] = .descriptor(output)
        }
        return try ChildProcess(
            helper.path, arguments: [helper.path] + arguments, sources: sources, environment: [], isApart: true,
            seconds: seconds)
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
}
