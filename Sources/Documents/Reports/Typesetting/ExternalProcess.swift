import CSupport
import Files
import Glibc

/// One run of another program, within limits and without a network.
struct ExternalProcess {
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

    /// Starts it. Its output goes into `messages`.
    /// - Throws: `launchFailed`.
    func start(messages: OutputFile) throws(TypesettingError) -> ChildProcess {
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
        guard child > 0 else { throw .launchFailed(path, reason: String(cString: strerror(errno))) }
        do throws(ChildProcess.StartError) {
            return try ChildProcess(child, isApart: true, seconds: Double(seconds))
        } catch {
            throw .launchFailed(path, reason: String(cString: strerror(error.code)))
        }
    }

    /// The first program of a name in the folders of `PATH`.
    static func locate(_ name: String) -> String? {
        let folders = getenv("PATH").map { String(cString: $0) } ?? "/usr/bin:/bin"
        return folders.split(separator: ":").map { "\($0)/\(name)" }
            .first { $0.hasPrefix("/") && access($0, X_OK) == 0 }
    }
}
