import Glibc

/// A folder that is there for one call, with a mark in it that is locked as long as it is in use.
///
/// A program that is killed leaves its folder behind and unlocked: the next that makes one takes it away.
public final class TemporaryFolder: Sendable {
    /// What folders of one kind have in common.
    public struct Kind: Sendable {
        let place: String
        let prefix: String
        let mode: mode_t
        let folders: [String]
        let holds: @Sendable (_ file: String, _ isLink: Bool) -> Bool

        /// - Parameters:
        ///   - place: the folder that they stand in; where temporary files usually go unless given.
        ///   - prefix: what their names begin with; some letters and digits and `.tmp` follow.
        ///   - mode: who may look into them; their owner alone unless given.
        ///   - folders: the folders that may stand in one, by their paths from it, an outer one before an inner one.
        ///   - holds: whether a file or a link of that name, with the path of its folder, may stand in one. A folder that
        ///     holds anything else is never taken away.
        public init(
            in place: String = TemporaryFile.defaultFolder, prefix: String, mode: UInt32 = 0o700,
            folders: [String] = [],
            holds: @escaping @Sendable (_ file: String, _ isLink: Bool) -> Bool = { _, _ in true }
        ) {
            self.place = place
            self.prefix = prefix
            self.mode = mode
            self.folders = folders
            self.holds = holds
        }
    }

    /// Where it is.
    public let path: String
    private let folders: [String]
    private let lockFile: Int32

    /// The name of the mark; a folder without one is never taken away.
    public static let lockFileName = ".in-use"
    private static let suffix = ".tmp"
    /// Seconds for which a folder without a lock may still be about to get it.
    private static let grace = 60

    /// Makes a folder of its own, and takes abandoned ones of the kind away first.
    /// - Throws: what the system answered, naming the place.
    public init(_ kind: Kind) throws(FileError) {
        TemporaryFolder.sweep(kind)
        for _ in 0..<100 {
            let tag = String(UInt64.random(in: 0...UInt64.max), radix: 36)
            let path = "\(kind.place)/\(kind.prefix)\(tag)\(TemporaryFolder.suffix)"
            guard mkdir(path, kind.mode) == 0 else {
                if errno == EEXIST { continue }
                throw FileError("make a folder in", kind.place)
            }
            let lockFile = open(
                "\(path)/\(TemporaryFolder.lockFileName)", O_RDONLY | O_CREAT | O_EXCL | O_NOFOLLOW | O_CLOEXEC, 0o600)
            guard lockFile >= 0 else {
                let failure = FileError("make a folder in", kind.place)
                rmdir(path)
                throw failure
            }
            // Where there are no locks, nothing is swept either.
            var status = stat()
            if flock(lockFile, LOCK_EX | LOCK_NB) == 0 || errno != EWOULDBLOCK, fstat(lockFile, &status) == 0,
                status.st_nlink > 0
            {
                self.path = path
                self.lockFile = lockFile
                folders = kind.folders
                return
            }
            // Too slow: somebody took it for abandoned.
            close(lockFile)
        }
        throw FileError("make a folder in", kind.place, code: EEXIST)
    }

    deinit { close(lockFile) }

    /// Renames it to the place where it is to stay, which may be an empty folder, and takes its mark away there: killed
    /// in between, the program leaves a mark too many, and never a folder that nobody takes away.
    /// - Throws: what the system answered; it is then as it was.
    public func move(to place: String) throws(FileError) {
        guard rename(path, place) == 0 else { throw FileError("replace", place) }
        unlink("\(place)/\(TemporaryFolder.lockFileName)")
    }

    /// Takes a mark away that was left in the place where a folder went to stay.
    public static func removeLockFile(in folder: Int32) {
        var status = stat()
        guard fstatat(folder, lockFileName, &status, AT_SYMLINK_NOFOLLOW) == 0, status.st_mode & S_IFMT == S_IFREG,
            status.st_size == 0, status.st_uid == geteuid()
        else { return }
        unlinkat(folder, lockFileName, 0)
    }

    /// Takes it away with its files and the folders of its kind; others are not looked into, and stay.
    public func remove() {
        guard let entries = opendir(path) else { return }
        for inner in folders.reversed() {
            for file in TemporaryFolder.names(of: inner, in: dirfd(entries)) { unlinkat(dirfd(entries), file, 0) }
            unlinkat(dirfd(entries), inner, AT_REMOVEDIR)
        }
        for file in Folder.names(in: entries) where file != TemporaryFolder.lockFileName {
            unlinkat(dirfd(entries), file, 0)
        }
        // The mark goes last, so that what is interrupted is still swept.
        unlinkat(dirfd(entries), TemporaryFolder.lockFileName, 0)
        closedir(entries)
        rmdir(path)
    }
}

extension TemporaryFolder {
    /// Takes away the folders of a kind that are marked, ours, in nobody's use and hold nothing but what is theirs.
    package static func sweep(_ kind: Kind) {
        guard let entries = opendir(kind.place) else { return }
        defer { closedir(entries) }
        for name in Folder.names(in: entries) where isTagged(name, kind) {
            sweep(name, in: dirfd(entries), kind)
        }
    }

    private static func sweep(_ name: String, in place: Int32, _ kind: Kind) {
        let folder = openat(place, name, O_RDONLY | O_DIRECTORY | O_NOFOLLOW | O_CLOEXEC)
        guard folder >= 0 else { return }
        // Takes the descriptor over.
        guard let entries = fdopendir(folder) else {
            close(folder)
            return
        }
        defer { closedir(entries) }
        let lockFile = openat(folder, lockFileName, O_RDONLY | O_NOFOLLOW | O_NONBLOCK | O_CLOEXEC)
        guard lockFile >= 0 else { return }
        defer { close(lockFile) }
        var status = stat()
        guard fstat(lockFile, &status) == 0, status.st_mode & S_IFMT == S_IFREG, status.st_uid == geteuid(),
            status.st_mtim.tv_sec < time(nil) - grace, flock(lockFile, LOCK_EX | LOCK_NB) == 0
        else { return }
        let inner = kind.folders.filter { isFolder($0, in: folder) }
        let files =
            Folder.names(in: entries).filter { !inner.contains($0) } + inner.flatMap { names(of: $0, in: folder) }
        guard files.allSatisfy({ inner.contains($0) || isOurs($0, in: folder, kind) }) else { return }
        for file in files where file != lockFileName && !inner.contains(file) { unlinkat(folder, file, 0) }
        for name in inner.reversed() { unlinkat(folder, name, AT_REMOVEDIR) }
        unlinkat(folder, lockFileName, 0)
        // Takes away only an empty folder, whatever stands under the name by now.
        unlinkat(place, name, AT_REMOVEDIR)
    }

    private static func isFolder(_ name: String, in folder: Int32) -> Bool {
        var status = stat()
        return fstatat(folder, name, &status, AT_SYMLINK_NOFOLLOW) == 0 && status.st_mode & S_IFMT == S_IFDIR
            && status.st_uid == geteuid()
    }

    /// What stands in an inner folder, each with the folder's path.
    private static func names(of inner: String, in folder: Int32) -> [String] {
        let opened = openat(folder, inner, O_RDONLY | O_DIRECTORY | O_NOFOLLOW | O_CLOEXEC)
        guard opened >= 0 else { return [] }
        guard let entries = fdopendir(opened) else {
            close(opened)
            return []
        }
        defer { closedir(entries) }
        return Folder.names(in: entries).map { "\(inner)/\($0)" }
    }

    private static func isOurs(_ file: String, in folder: Int32, _ kind: Kind) -> Bool {
        var status = stat()
        guard fstatat(folder, file, &status, AT_SYMLINK_NOFOLLOW) == 0, status.st_uid == geteuid() else {
            return false
        }
        switch status.st_mode & S_IFMT {
        case S_IFREG: return file == lockFileName || kind.holds(file, false)
        case S_IFLNK: return kind.holds(file, true)
        default: return false
        }
    }

    /// Whether a name is one that folders of the kind have.
    private static func isTagged(_ name: String, _ kind: Kind) -> Bool {
        guard name.hasPrefix(kind.prefix), name.hasSuffix(suffix) else { return false }
        let tag = name.utf8.dropFirst(kind.prefix.utf8.count).dropLast(suffix.utf8.count)
        return (1...13).contains(tag.count)
            && tag.allSatisfy {
                (UInt8(ascii: "0")...UInt8(ascii: "9")).contains($0)
                    || (UInt8(ascii: "a")...UInt8(ascii: "z")).contains($0)
            }
    }
}
