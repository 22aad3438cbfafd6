import Glibc

/// A folder that is there for one call, with a mark in it that is locked as long as it is in use.
///
/// A program that is killed leaves its folder behind and unlocked: the next that makes one takes it away.
final class WorkFolder: Sendable {
    /// How folders of one kind are named: `PREFIX`, some letters and digits, `SUFFIX`.
    struct Naming {
        /// The folder that they stand in.
        var place: String
        var prefix: String
        var suffix = ""
        var mode: mode_t
    }

    let path: String
    private let mark: Int32

    /// The name of the mark; a folder without one is never taken away.
    static let markName = ".in-use"
    /// Seconds for which a folder without a lock may still be about to get it.
    private static let grace = 60

    /// Makes a folder of its own, and takes abandoned ones of the kind away first.
    /// - Throws: the system's error number.
    init(_ naming: Naming) throws(SystemFailure) {
        WorkFolder.sweep(naming)
        for _ in 0..<100 {
            let tag = String(UInt64.random(in: 0...UInt64.max), radix: 36)
            let path = "\(naming.place)/\(naming.prefix)\(tag)\(naming.suffix)"
            guard mkdir(path, naming.mode) == 0 else {
                if errno == EEXIST { continue }
                throw SystemFailure(code: errno)
            }
            let mark = open(
                "\(path)/\(WorkFolder.markName)", O_RDONLY | O_CREAT | O_EXCL | O_NOFOLLOW | O_CLOEXEC, 0o600)
            guard mark >= 0 else {
                let failure = SystemFailure(code: errno)
                rmdir(path)
                throw failure
            }
            // Where there are no locks, nothing is swept either.
            var status = stat()
            if flock(mark, LOCK_EX | LOCK_NB) == 0 || errno != EWOULDBLOCK, fstat(mark, &status) == 0,
                status.st_nlink > 0
            {
                self.path = path
                self.mark = mark
                return
            }
            // Too slow: somebody took it for abandoned.
            close(mark)
        }
        throw SystemFailure(code: EEXIST)
    }

    deinit { close(mark) }

    /// Takes the mark away: the folder is to stay.
    func keep() { unlink("\(path)/\(WorkFolder.markName)") }
}

/// What the system answered.
struct SystemFailure: Error {
    let code: Int32
}

extension WorkFolder {
    /// Takes away the folders of a kind that are marked, ours, in nobody's use and hold nothing but a store's files.
    static func sweep(_ naming: Naming) {
        guard let entries = opendir(naming.place) else { return }
        defer { closedir(entries) }
        for name in names(in: entries) where name.isTagged(naming) { sweep(name, in: dirfd(entries)) }
    }

    private static func sweep(_ name: String, in place: Int32) {
        let folder = openat(place, name, O_RDONLY | O_DIRECTORY | O_NOFOLLOW | O_CLOEXEC)
        guard folder >= 0 else { return }
        // Takes the descriptor over.
        guard let entries = fdopendir(folder) else {
            close(folder)
            return
        }
        defer { closedir(entries) }
        let mark = openat(folder, markName, O_RDONLY | O_NOFOLLOW | O_NONBLOCK | O_CLOEXEC)
        guard mark >= 0 else { return }
        defer { close(mark) }
        var status = stat()
        guard fstat(mark, &status) == 0, status.st_mode & S_IFMT == S_IFREG, status.st_uid == geteuid(),
            status.st_mtim.tv_sec < time(nil) - grace, flock(mark, LOCK_EX | LOCK_NB) == 0
        else { return }
        let files = names(in: entries)
        guard files.allSatisfy({ isOurs($0, in: folder) }) else { return }
        for file in files where file != markName { unlinkat(folder, file, 0) }
        unlinkat(folder, markName, 0)
        // Takes away only an empty folder, whatever stands under the name by now.
        unlinkat(place, name, AT_REMOVEDIR)
    }

    private static func isOurs(_ file: String, in folder: Int32) -> Bool {
        var status = stat()
        guard fstatat(folder, file, &status, AT_SYMLINK_NOFOLLOW) == 0, status.st_uid == geteuid(),
            status.st_mode & S_IFMT == S_IFREG
        else { return false }
        return file == markName || StoreFolder.isDatabaseFile(file)
    }

    private static func names(in entries: OpaquePointer) -> [String] {
        var names: [String] = []
        while let entry = readdir(entries) {
            let name = withUnsafePointer(to: &entry.pointee.d_name) {
                $0.withMemoryRebound(to: CChar.self, capacity: 256) { String(cString: $0) }
            }
            if name != ".", name != ".." { names.append(name) }
        }
        return names
    }
}

extension String {
    /// Whether a name is one that ``WorkFolder`` makes.
    fileprivate func isTagged(_ naming: WorkFolder.Naming) -> Bool {
        guard hasPrefix(naming.prefix), hasSuffix(naming.suffix) else { return false }
        let tag = utf8.dropFirst(naming.prefix.utf8.count).dropLast(naming.suffix.utf8.count)
        return (1...13).contains(tag.count)
            && tag.allSatisfy {
                (UInt8(ascii: "0")...UInt8(ascii: "9")).contains($0)
                    || (UInt8(ascii: "a")...UInt8(ascii: "z")).contains($0)
            }
    }
}
