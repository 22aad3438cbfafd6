import CSupport
import Files
import Glibc

/// Typst, which makes PDF from markup: the program, or PyPI's package of it.
struct TypstCompiler {
    private enum Kind {
        case program(String)
        case python(String, packages: String)
    }

    private let kind: Kind

    /// The program beside this one or on the `PATH`; else the Python package that an installation has in
    /// `lib/homepwner`, or a checkout in its environment.
    /// - Throws: `noTypst` or `noPython`.
    static func found() throws(TypesettingError) -> TypstCompiler {
        let folder = Folder.ofExecutable
        if access("\(folder)/typst", X_OK) == 0 { return TypstCompiler(kind: .program("\(folder)/typst")) }
        if let program = ExternalProcess.locate("typst") { return TypstCompiler(kind: .program(program)) }
        let packages = "\(folder)/../lib/homepwner/python"
        if access("\(packages)/typst", R_OK) == 0 {
            // The system's first: `python3` on the PATH may be a script that chooses among versions, whose messages would
            // be taken for Typst's.
            let system = "/usr/bin/python3"
            guard let python = access(system, X_OK) == 0 ? system : ExternalProcess.locate("python3") else {
                throw .noPython(packages)
            }
            return TypstCompiler(kind: .python(python, packages: packages))
        }
        guard let build = folder.ranges(of: "/.build/").last else { throw .noTypst }
        let python = "\(folder[..<build.lowerBound])/.venv/bin/python"
        guard access(python, X_OK) == 0 else { throw .noTypst }
        return TypstCompiler(kind: .python(python, packages: ""))
    }

    /// Starts to set `main.typ` of a folder as `report.pdf`, PDF/A-3a (ISO 19005-3) and PDF/UA-1 (ISO 14289-1) at once.
    ///
    /// The markup can read nothing but the folder, which also contains all fonts.
    /// - Parameter timestamp: the document's time in seconds since 1970.
    /// - Throws: `TypesettingError`, or `FileError` if the folder cannot be written.
    func start(in folder: WorkingFolder, timestamp: Int64) throws -> ChildProcess {
        try process(in: folder, timestamp: timestamp).start(messages: try folder.create("messages.txt"))
    }

    /// Reads why a run of Typst failed.
    /// - Returns: the output of Typst if it ended without a document.
    /// - Throws: `TypesettingError`, or `FileError` if the folder cannot be read.
    func output(after ending: ChildProcess.Ending, in folder: WorkingFolder) throws -> String? {
        let run = try process(in: folder, timestamp: 0)
        switch ending {
        case .exited(0): return nil
        case .exited(TypstCompiler.packageMissing): throw TypesettingError.noTypst
        case .signalled(SIGXCPU), .timedOut: throw TypesettingError.timeLimit(minutes: Int(run.seconds / 60))
        case .signalled(SIGABRT), .signalled(SIGKILL):
            throw TypesettingError.memoryLimit(gibibytes: Int(run.memory >> 30))
        case .exited, .signalled:
            var words: [UInt8] = []
            try readFile(folder.file("messages.txt")) { if words.count < 1 << 20 { words += $0 } }
            if words.isEmpty { try folder.requireSpace() }
            return String(decoding: words, as: UTF8.self)
        }
    }

    private func process(in folder: WorkingFolder, timestamp: Int64) throws(FileError) -> ExternalProcess {
        let (path, arguments) = call(in: folder, timestamp: timestamp)
        return ExternalProcess(
            path: path, arguments: arguments, folder: folder.path, readable: try folder.linkedFiles + packages)
    }

    /// The files of Python and of the package, which may be a user's own; for a script, those of its interpreter.
    private var packages: [String] {
        switch kind {
        case .program(let path): TypstCompiler.interpreter(of: path).map(TypstCompiler.installation) ?? []
        case .python(let path, let packages):
            (packages.isEmpty ? [] : [packages]) + TypstCompiler.installation(of: path)
        }
    }

    /// The files of the installation of a program, and of the file that its links lead to. Not the whole folder around
    /// `bin`: for `/bin/sh` that is the root, and it may be the user's home.
    private static func installation(of program: String) -> [String] {
        [program, Folder.realPath(program) ?? program].flatMap { path in
            let prefix = Folder.parent(Folder.parent(path))
            return ["bin", "lib", "lib64", "pyvenv.cfg"].map { "\(prefix)/\($0)" }
        }
    }

    /// The interpreter that a script names in its first line; nil for other programs.
    private static func interpreter(of path: String) -> String? {
        guard let start = try? readFile(path, upTo: 256), start.starts(with: "#!".utf8) else { return nil }
        let line = start.dropFirst(2).prefix { $0 != UInt8(ascii: "\n") }
        return String(decoding: line, as: UTF8.self).split(separator: " ").first.map(String.init)
    }

    private func call(in folder: WorkingFolder, timestamp: Int64) -> (path: String, arguments: [String]) {
        switch kind {
        case .program(let path):
            let arguments = [
                "compile", "--root", folder.path, "--font-path", folder.path, "--ignore-system-fonts",
                "--package-path", folder.path, "--package-cache-path", folder.path, "--pdf-standard", "a-3a,ua-1",
                "--creation-timestamp", String(timestamp), "--format", "pdf", "main.typ", "report.pdf",
            ]
            return (path, arguments)
        case .python(let path, let packages):
            return (path, ["-I", "-B", "-c", TypstCompiler.script, packages, folder.path, String(timestamp)])
        }
    }

    private static let packageMissing: Int32 = 3

    private static let script = """
        import sys
        packages, folder, moment = sys.argv[1:]
        if packages: sys.path.insert(0, packages)
        try:
            import typst
        except ImportError:
            sys.exit(\(packageMissing))
        try:
            typst.compile("main.typ", output="report.pdf", root=folder, font_paths=[folder], ignore_system_fonts=True,
                          package_path=folder, package_cache_path=folder, pdf_standards=["a-3a", "ua-1"],
                          timestamp=int(moment))
        except typst.TypstError as error:
            sys.stdout.write(error.diagnostic)
            sys.exit(1)
        """
}

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
        do {
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
