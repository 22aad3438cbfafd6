import CImages
import CSupport
import Glibc
import ImageExchange

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
