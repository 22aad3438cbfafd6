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
    func make(from original: borrowing OwnedDescriptor, hash: ContentHash, name: String) throws(PhotoError)
        -> CachedImageInfo
    {
        let sizes = DerivativeGenerator.sizes
        let files = try PhotoError.wrapping { () throws(FileError) in
            var files: [AtomicFile] = []
            for _ in sizes { files.append(try AtomicFile(in: folder, mode: 0o644)) }
            return files
        }
        let facts = try run(on: original, outputs: files.map(\.descriptor), name: name)
        var hashes: [ContentHash] = []
        for (index, file) in files.enumerated() {
            hashes.append(try check(file, is: facts.made[index], atMost: sizes[index]))
        }
        try PhotoError.wrapping { () throws(FileError) in
            for (file, size) in zip(files, sizes) { try file.commit(as: CacheFileNames.picture(hash, size)) }
        }
        let cached = CachedImageInfo(info: facts, hashes: hashes)
        try cached.write(hash, folder: folder)
        return cached
    }

    /// Runs the helper for all sizes as ``make(from:hash:name:)`` does, but discards its output.
    ///
    /// - Throws: the error with which the photo would be refused.
    func check(_ original: borrowing OwnedDescriptor, name: String) throws(PhotoError) {
        let opened = open("/dev/null", O_WRONLY | O_CLOEXEC)
        guard opened >= 0 else { throw .store(FileError(.write, "/dev/null")) }
        let nowhere = OwnedDescriptor(opened)
        _ = try run(on: original, outputs: DerivativeGenerator.sizes.map { _ in nowhere.number }, name: name)
    }

    /// Largest first, as the helper expects.
    private static let sizes = PhotoSize.allCases.sorted(by: >)

    /// - Parameter outputs: a descriptor for each of ``sizes``.
    private func run(
        on original: borrowing OwnedDescriptor, outputs: [Int32], name: String
    ) throws(PhotoError) -> ImageInfo {
        let sizes = DerivativeGenerator.sizes
        let answer = try answer(.pictures(longEdges: sizes.map(\.longEdge)), original, outputs: outputs, name: name)
        guard case .made(let facts) = answer, facts.made.count == sizes.count else { throw .helper(.unexpectedAnswer) }
        return facts
    }

    /// The barcodes in a picture.
    /// - Parameter name: the photo, for messages.
    func codes(in original: borrowing OwnedDescriptor, name: String) throws(PhotoError) -> [ScannedCode] {
        guard case .codes(let codes) = try answer(.codes, original, outputs: [], name: name) else {
            throw .helper(.unexpectedAnswer)
        }
        return codes
    }

    /// Checks the helper's output.
    /// - Returns: the hash of the picture.
    private func check(_ file: AtomicFile, is size: PixelSize, atMost limit: PhotoSize)
        throws(PhotoError) -> ContentHash
    {
        let contents = try PhotoError.wrapping { () throws(FileError) in
            try FileContents.read(file.descriptor, limit: limits.helper.outputBytes, path: folder)
        }
        guard let bytes = contents, PlainJPEG.size(of: bytes) == size,
            max(size.width, size.height) <= limit.longEdge
        else { throw .helper(.unexpectedAnswer) }
        let hasher = SHA256Hasher()
        hasher.update(bytes.span)
        return try hasher.contentHash()
    }

    /// Runs the helper.
    /// - Returns: its response. A refusal is thrown.
    private func answer(
        _ task: ImageRequest.Task, _ original: borrowing OwnedDescriptor, outputs: [Int32], name: String
    ) throws(PhotoError) -> ImageResponse {
        switch HelperProcess.run(helper, task, limits: limits, input: original.number, outputs: outputs) {
        case .answered(.refused(let diagnostic)): throw error(diagnostic, name: name)
        case .answered(let answer): return answer
        case .notStarted(ENOENT): throw .helper(.missing(path: helper.path))
        case .notStarted(let code): throw .helper(.notStarted(name: name, code: code))
        case .timedOut: throw .limit(name: name, .time(seconds: limits.seconds))
        case .exited(let status): throw .helper(status == 0 ? .unexpectedAnswer : .failed(status: status))
        case .signalled(SIGXCPU):
            throw .limit(name: name, .processorTime(seconds: limits.helper.cpuSeconds))
        case .signalled(SIGXFSZ): throw .limit(name: name, .output(bytes: limits.helper.outputBytes))
        case .signalled(let signal): throw .stopped(name: name, signal: signal)
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
