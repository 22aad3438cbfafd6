import Files
import Glibc
import ImageExchange
import Inventory

/// Makes the published pictures of one original and stores them in the cache.
struct DerivativeGenerator {
    let helper: ImageHelper
    let limits: PhotoLimits
    /// The folder of the cache.
    let folder: String

    /// Runs the helper for all sizes, checks its output, and publishes the files. The cached facts are written last: they
    /// mark the pictures as complete.
    ///
    /// - Parameter name: the photo, for messages.
    func make(from original: borrowing OwnedDescriptor, hash: ContentHash, name: String) throws -> CachedImageInfo {
        let sizes = DerivativeGenerator.sizes
        let files = try PhotoError.wrapping {
            var files: [AtomicFile] = []
            for _ in sizes { files.append(try AtomicFile(in: folder, mode: 0o644)) }
            return files
        }
        let facts = try run(on: original, outputs: files.map(\.descriptor), name: name)
        var hashes: [ContentHash] = []
        for (index, file) in files.enumerated() {
            hashes.append(try check(file, is: facts.made[index], atMost: sizes[index]))
        }
        try PhotoError.wrapping {
            for (file, size) in zip(files, sizes) { try file.commit(as: CacheFileNames.picture(hash, size)) }
        }
        let cached = CachedImageInfo(info: facts, hashes: hashes)
        try cached.write(hash, folder: folder)
        return cached
    }

    /// Runs the helper for all sizes as ``make(from:hash:name:)`` does, but discards its output.
    ///
    /// - Throws: the error with which the photo would be refused.
    func check(_ original: borrowing OwnedDescriptor, name: String) throws {
        let opened = open("/dev/null", O_WRONLY | O_CLOEXEC)
        guard opened >= 0 else { throw PhotoError.store(FileError(.write, "/dev/null")) }
        let nowhere = OwnedDescriptor(opened)
        _ = try run(on: original, outputs: DerivativeGenerator.sizes.map { _ in nowhere.number }, name: name)
    }

    /// Largest first, as the helper expects.
    private static let sizes = PhotoSize.allCases.sorted(by: >)

    /// - Parameter outputs: a descriptor for each of ``sizes``.
    private func run(on original: borrowing OwnedDescriptor, outputs: [Int32], name: String) throws -> ImageInfo {
        let sizes = DerivativeGenerator.sizes
        let answer = try answer(.pictures(longEdges: sizes.map(\.longEdge)), original, outputs: outputs, name: name)
        guard case .made(let facts) = answer, facts.made.count == sizes.count else {
            throw PhotoError.helper(.unexpectedAnswer)
        }
        return facts
    }

    /// The barcodes in a picture.
    /// - Parameter name: the photo, for messages.
    func codes(in original: borrowing OwnedDescriptor, name: String) throws -> [ScannedCode] {
        guard case .codes(let codes) = try answer(.codes, original, outputs: [], name: name) else {
            throw PhotoError.helper(.unexpectedAnswer)
        }
        return codes
    }

    /// Checks the helper's output.
    /// - Returns: the hash of the picture.
    private func check(_ file: AtomicFile, is size: PixelSize, atMost limit: PhotoSize)
        throws -> ContentHash
    {
        let contents = try PhotoError.wrapping {
            try FileContents.read(file.descriptor, limit: limits.helper.outputBytes, path: folder)
        }
        guard let bytes = contents, PlainJPEG.size(of: bytes) == size,
            max(size.width, size.height) <= limit.longEdge
        else { throw PhotoError.helper(.unexpectedAnswer) }
        let hasher = SHA256Hasher()
        hasher.update(bytes.span)
        return try hasher.contentHash()
    }

    /// Runs the helper.
    /// - Returns: its response. A refusal is thrown.
    private func answer(
        _ task: ImageRequest.Task, _ original: borrowing OwnedDescriptor, outputs: [Int32], name: String
    ) throws -> ImageResponse {
        switch HelperProcess.run(helper, task, limits: limits, input: original.number, outputs: outputs) {
        case .answered(.refused(let diagnostic)): throw error(diagnostic, name: name)
        case .answered(let answer): return answer
        case .notStarted(ENOENT): throw PhotoError.helper(.missing(path: helper.path))
        case .notStarted(let code): throw PhotoError.helper(.notStarted(name: name, code: code))
        case .timedOut: throw PhotoError.limit(name: name, .time(seconds: limits.seconds))
        case .exited(let status): throw PhotoError.helper(status == 0 ? .unexpectedAnswer : .failed(status: status))
        case .signalled(SIGXCPU):
            throw PhotoError.limit(name: name, .processorTime(seconds: limits.helper.cpuSeconds))
        case .signalled(SIGXFSZ): throw PhotoError.limit(name: name, .output(bytes: limits.helper.outputBytes))
        case .signalled(let signal): throw PhotoError.stopped(name: name, signal: signal)
        }
    }

    private func error(_ diagnostic: ImageDiagnostic, name: String) -> PhotoError {
        switch diagnostic {
        case .kind(let kind): .content(name: name, kind)
        case .header(let type), .damaged(let type): .damaged(name: name, type)
        case .pixels(let size): .pixels(name: name, size, limit: limits.helper.pixels)
        case .colours(let type): .colours(name: name, type)
        case .memory: .limit(name: name, .memory(bytes: limits.helper.memoryBytes))
        case .unreadable: .store(FileError(.read, name, code: EIO))
        case .decoderMissing(let type): .helper(.decoderMissing(type))
        case .decoderFailed(let type, let code): .helper(.decoderFailed(name: name, type, code: Int32(code)))
        case .unwritable(let code): .store(FileError(.write, folder, code: Int32(code)))
        case .setUp(let step): .helper(.setUp(step: step))
        }
    }
}

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
        do {
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

/// Checks that a file is a JPEG with a picture and nothing else (ISO/IEC 10918-1).
///
/// The helper decodes hostile files and is not trusted, so its output is checked before it is published.
enum PlainJPEG {
    /// The size of the picture. Nil if the bytes are not a JPEG, or contain metadata, a comment, or data after the picture.
    static func size(of bytes: [UInt8]) -> PixelSize? {
        guard bytes.starts(with: [0xFF, 0xD8]) else { return nil }
        var size: PixelSize?
        var place = 2
        while place + 4 <= bytes.count {
            guard bytes[place] == 0xFF else { return nil }
            let marker = bytes[place + 1]
            let length = Int(bytes[place + 2]) << 8 | Int(bytes[place + 3])
            let next = place + 2 + length
            guard length >= 2, next <= bytes.count else { return nil }
            switch marker {
            case 0xC0, 0xC1, 0xC2:  // start of frame: baseline, extended, progressive
                guard size == nil, length >= 8 else { return nil }
                size = PixelSize(
                    width: Int(bytes[place + 7]) << 8 | Int(bytes[place + 8]),
                    height: Int(bytes[place + 5]) << 8 | Int(bytes[place + 6]))
            case 0xE0, 0xDB, 0xC4, 0xDD: break  // JFIF, tables, restart interval
            case 0xDA:
                guard let end = endOfScan(bytes, from: next) else { return nil }
                if bytes[end + 1] == 0xD9 { return end + 2 == bytes.count ? size : nil }
                place = end
                continue
            default: return nil
            }
            place = next
        }
        return nil
    }

    /// The index of the marker after a scan's data.
    private static func endOfScan(_ bytes: [UInt8], from start: Int) -> Int? {
        bytes.withUnsafeBufferPointer { bytes in
            var place = start
            while place + 1 < bytes.count {
                if bytes[place] != 0xFF {
                    place += 1
                } else if bytes[place + 1] == 0 || (0xD0...0xD7).contains(bytes[place + 1]) {
                    place += 2
                } else {
                    return place
                }
            }
            return nil
        }
    }
}
