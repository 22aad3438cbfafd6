import CImages
import CSupport
import Glibc
import ImageExchange

/// Converts one photo: recognises its content, enters the sandbox, decodes, scales, converts to sRGB, rotates and writes.
///
/// Decodes the photo once; each smaller picture is made from the next larger one. Never enlarges.
struct PhotoConverter {
    let limits: ImageLimits
    /// Largest first.
    let longEdges: [Int]

    private static let quality: Int32 = 82

    func run() throws(ImageDecodingError) -> ImageInfo {
        let type = try ImageType.ofInput()
        let plan = try DecodingPlan(type: type, limits: limits, longEdge: longEdges.first ?? 1)
        let upright = plan.orientation.swapsAxes ? plan.size.turned : plan.size
        guard let largest = longEdges.first else {
            return ImageInfo(type: type, size: upright, frames: plan.frames, made: [])
        }
        let picture = try plan.decode()
        let reduced = try picture.reduced(type: type, longEdge: largest)
        let fitting = Resampler.fit(consume reduced, longEdge: largest)
        let coloured = try picture.inSRGB(consume fitting, type: type)
        var current = plan.orientation.upright(consume coloured)
        var made: [PixelSize] = []
        for (index, longEdge) in longEdges.enumerated() {
            current = Resampler.fit(consume current, longEdge: longEdge)
            try write(current, to: ImageRequest.firstOutputDescriptor + Int32(index), type: type)
            made.append(PixelSize(width: current.width, height: current.height))
        }
        return ImageInfo(type: type, size: upright, frames: plan.frames, made: made)
    }

    private func write(_ pixels: borrowing PixelBuffer, to descriptor: Int32, type: ImageType)
        throws(ImageDecodingError)
    {
        var bytes: UnsafeMutablePointer<UInt8>?
        var count = 0
        let result = cimages_jpeg(
            pixels.base, Int32(pixels.width), Int32(pixels.height), PhotoConverter.quality, &bytes, &count)
        guard result == 0, let bytes else { throw ImageDecodingError(decoding: .damaged(type)) }
        defer { cimages_free_bytes(bytes) }
        var written = 0
        while written < count {
            let step = Glibc.write(descriptor, bytes + written, count - written)
            if step < 0 && errno == EINTR { continue }
            guard step > 0 else { throw ImageDecodingError(.unwritable(code: Int(errno))) }
            written += step
        }
    }
}

extension ImageType {
    /// The type of the input by its content. Starts its decoder and enters the sandbox.
    static func ofInput() throws(ImageDecodingError) -> ImageType {
        var bytes = [UInt8](repeating: 0, count: ContentKind.bytesNeeded)
        var count = -1
        repeat {
            count = pread(ImageRequest.inputDescriptor, &bytes, bytes.count, 0)
        } while count < 0 && errno == EINTR
        guard count >= 0 else { throw ImageDecodingError(.unreadable) }
        let kind = ContentKind(of: Array(bytes.prefix(count)))
        guard case .image(let type) = kind else { throw ImageDecodingError(.kind(kind)) }
        switch cimages_start(type.decoder) {
        case 0: break
        case -2: throw ImageDecodingError(decoding: .decoderMissing(type))
        case let code where code > 0: throw ImageDecodingError(decoding: .decoderFailed(type, code: Int(code)))
        default: throw ImageDecodingError(decoding: .setUp("libvips"))
        }
        guard Sandbox.enter(allowingFontAccess: type == .pdf) else { throw ImageDecodingError(.setUp("filter")) }
        return type
    }
}

extension PixelSize {
    /// Width and height exchanged.
    var turned: PixelSize { PixelSize(width: height, height: width) }

    /// The longer edge.
    var longEdge: Int { max(width, height) }
}

/// Keeps a decoder that a hostile file has taken over from doing harm.
enum Sandbox {
    /// Limits the resources of this process. Call it before reading the input.
    static func limit(_ request: ImageRequest) -> Bool {
        var limits = csupport_limits(
            memory_bytes: UInt64(request.limits.memoryBytes), file_bytes: UInt64(request.limits.outputBytes),
            cpu_seconds: UInt64(request.limits.cpuSeconds), open_files: 16)
        return cimages_limit(&limits, request.parent, request.firstUnusedDescriptor) == 0
    }

    /// Allows only the system calls that decoding needs. Call it after loading the libraries and before decoding.
    /// - Parameter allowingFontAccess: whether the system's fonts stay readable if the kernel can deny all other files.
    static func enter(allowingFontAccess: Bool) -> Bool { cimages_enter_sandbox(allowingFontAccess ? 1 : 0) == 0 }

    /// Tries an action that must fail.
    /// - Returns: the system's error number, or 0 if the action was allowed.
    static func probe(_ check: SandboxProbe) -> Int {
        switch check {
        case .open: Int(cimages_attempt(CIMAGES_OPEN))
        case .fonts: Int(cimages_attempt(CIMAGES_FONTS))
        case .socket: Int(cimages_attempt(CIMAGES_SOCKET))
        case .execute: Int(cimages_attempt(CIMAGES_EXECUTE))
        case .trace: Int(cimages_attempt(CIMAGES_TRACE))
        case .fork: Int(cimages_attempt(CIMAGES_FORK))
        case .descriptors: Int(cimages_attempt(CIMAGES_DESCRIPTORS))
        case .executableMemory: Int(cimages_attempt(CIMAGES_EXECUTABLE_MEMORY))
        case .signal: Int(cimages_attempt(CIMAGES_SIGNAL))
        case .memory: fillMemory()
        case .time: spin()
        case .output: fillOutput()
        case .wait: sleepForEver()
        }
    }

    private static func fillMemory() -> Int {
        let piece = 16 << 20
        while let memory = malloc(piece) { memset(memory, 1, piece) }
        return Int(errno)
    }

    private static func spin() -> Int {
        var state: UInt64 = 1
        while state != 0 { state = state &* 6_364_136_223_846_793_005 | 1 }
        return 0
    }

    private static func fillOutput() -> Int {
        let piece = [UInt8](repeating: 0, count: 1 << 20)
        while write(ImageRequest.firstOutputDescriptor, piece, piece.count) > 0 {}
        return Int(errno)
    }

    private static func sleepForEver() -> Int {
        while true { sleep(1_000) }
    }
}
