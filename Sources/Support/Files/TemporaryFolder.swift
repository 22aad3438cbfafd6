import Glibc

/// A folder for the files of one call. A lock file in it is locked while the folder is in use.
///
/// A program that is killed leaves its folder behind, but unlocked: the next program that creates one removes it.
package final class TemporaryFolder: Sendable {
    /// A kind of temporary folders: where they are and what they may contain.
    package struct Kind: Sendable {
        let parent: String
        let prefix: String
        let mode: mode_t
        let folders: [String]
        let holds: @Sendable (_ file: String, _ isLink: Bool) -> Bool

        /// - Parameters:
        ///   - parent: the folder in which they are created.
        ///   - prefix: the beginning of their names; random letters and digits and `.tmp` follow.
        ///   - mode: their permissions.
        ///   - folders: relative paths of the folders that they may contain, outer folders before inner ones.
        ///   - holds: whether they may contain a file or link with this relative path. An abandoned folder that contains
        ///     anything else is never removed.
        package init(
            in parent: String = TemporaryFile.defaultFolder, prefix: String, mode: UInt32 = 0o700,
            folders: [String] = [],
            holds: @escaping @Sendable (_ file: String, _ isLink: Bool) -> Bool = { _, _ in true }
        ) {
            self.parent = parent
            self.prefix = prefix
            self.mode = mode
            self.folders = folders
            self.holds = holds
        }
    }

    /// The path of the folder.
    package let path: String
    private let folders: [String]
    private let lockFile: Int32

    /// The name of the lock file. A folder without one is removed only if it is empty.
    package static let lockFileName = ".in-use"
    private static let suffix = ".tmp"
    /// The seconds during which an unlocked folder may belong to a program that is about to lock it.
    private static let grace = 60

    /// Removes abandoned folders of this kind and creates a new one.
    /// - Throws: `makeFolderIn` with the parent folder.
    package init(_ kind: Kind) throws(FileError) {
        TemporaryFolder.sweep(kind)
        for _ in 0..<100 {
            let tag = String(UInt64.random(in: 0...UInt64.max), radix: 36)
            let path = "\(kind.parent)/\(kind.prefix)\(tag)\(TemporaryFolder.suffix)"
            guard mkdir(path, kind.mode) == 0 else {
                if errno == EEXIST { continue }
                throw FileError(.makeFolderIn, kind.parent)
            }
            let lockFile = open(
                "\(path)/\(TemporaryFolder.lockFileName)", O_RDONLY | O_CREAT | O_EXCL | O_NOFOLLOW | O_CLOEXEC, 0o600)
            guard lockFile >= 0 else {
                let failure = FileError(.makeFolderIn, kind.parent)
                rmdir(path)
                throw failure
            }
            // On a file system without locks nothing is swept either.
            var status = stat()
            if flock(lockFile, LOCK_EX | LOCK_NB) == 0 || errno != EWOULDBLOCK, fstat(lockFile, &status) == 0,
                status.st_nlink > 0
            {
                self.path = path
                self.lockFile = lockFile
                folders = kind.folders
                return
            }
            // Another program considered the folder abandoned before it was locked.
            close(lockFile)
        }
        throw FileError(.makeFolderIn, kind.parent, code: EEXIST)
    }

    deinit { close(lockFile) }

    /// Makes the folder permanent: renames it to `destination`, which may be an empty folder, and removes the lock file.
    ///
    /// In this order, a program that is killed in between leaves a needless lock file rather than a temporary folder that
    /// is never removed.
    /// - Throws: `replace` with the destination; nothing has changed then.
    package func move(to destination: String) throws(FileError) {
        guard rename(path, destination) == 0 else { throw FileError(.replace, destination) }
        unlink("\(destination)/\(TemporaryFolder.lockFileName)")
    }

    /// Removes a lock file that ``move(to:)`` left in a permanent folder.
    package static func removeLockFile(in folder: Int32) {
        var status = stat()
        guard fstatat(folder, lockFileName, &status, AT_SYMLINK_NOFOLLOW) == 0, status.st_mode & S_IFMT == S_IFREG,
            status.st_size == 0, status.st_uid == geteuid()
        else { return }
        unlinkat(folder, lockFileName, 0)
    }

    /// Removes the folder, its files and the inner folders of its kind. Other inner folders stay.
    package func remove() {
        guard let entries = opendir(path) else { return }
        for inner in folders.reversed() {
            // If a file stays, the folder cannot be removed below, and is swept later.
            let files = try? TemporaryFolder.names(of: inner, in: dirfd(entries))
            for file in files ?? [] { unlinkat(dirfd(entries), file, 0) }
            unlinkat(dirfd(entries), inner, AT_REMOVEDIR)
        }
        for file in Folder.names(in: entries) where file != TemporaryFolder.lockFileName {
            unlinkat(dirfd(entries), file, 0)
        }
        // The lock file goes last: if this is interrupted, or a file cannot be removed, the folder can still be swept.
        rewinddir(entries)
        let left = try? Folder.list(entries, path: path)
        if let left, left.allSatisfy({ $0 == TemporaryFolder.lockFileName }) {
            unlinkat(dirfd(entries), TemporaryFolder.lockFileName, 0)
        }
        closedir(entries)
        rmdir(path)
    }
}

extension TemporaryFolder {
    /// Removes the folders of a kind that have an unlocked lock file, belong to this user and contain only what the kind
    /// allows.
    package static func sweep(_ kind: Kind) {
        guard let entries = opendir(kind.parent) else { return }
        defer { closedir(entries) }
        for name in Folder.names(in: entries) where isTagged(name, kind) {
            sweep(name, in: dirfd(entries), kind)
        }
    }

    private static func sweep(_ name: String, in parent: Int32, _ kind: Kind) {
        let folder = openat(parent, name, O_RDONLY | O_DIRECTORY | O_NOFOLLOW | O_CLOEXEC)
        guard folder >= 0 else { return }
        // fdopendir owns the descriptor from here on.
        guard let entries = fdopendir(folder) else {
            close(folder)
            return
        }
        defer { closedir(entries) }
        let lockFile = openat(folder, lockFileName, O_RDONLY | O_NOFOLLOW | O_NONBLOCK | O_CLOEXEC)
        var status = stat()
        guard lockFile >= 0 else {
            // The lock file was removed, and then the folder could not be.
            if errno == ENOENT, fstat(folder, &status) == 0, status.st_uid == geteuid(),
                status.st_mtim.tv_sec < time(nil) - grace
            {
                unlinkat(parent, name, AT_REMOVEDIR)
            }
            return
        }
        defer { close(lockFile) }
        guard fstat(lockFile, &status) == 0, status.st_mode & S_IFMT == S_IFREG, status.st_uid == geteuid(),
            status.st_mtim.tv_sec < time(nil) - grace, flock(lockFile, LOCK_EX | LOCK_NB) == 0
        else { return }
        let inner = kind.folders.filter { isFolder($0, in: folder) }
        // Without all names the lock file would go while others stay, and the folder would never be swept.
        guard let names = try? Folder.list(entries, path: name),
            let innerFiles = try? inner.map({ try self.names(of: $0, in: folder) })
        else { return }
        let files = names.filter { !inner.contains($0) } + innerFiles.joined()
        guard files.allSatisfy({ inner.contains($0) || isOurs($0, in: folder, kind) }) else { return }
        for file in files where file != lockFileName && !inner.contains(file) {
            guard unlinkat(folder, file, 0) == 0 else { return }
        }
        for name in inner.reversed() { unlinkat(folder, name, AT_REMOVEDIR) }
        unlinkat(folder, lockFileName, 0)
        // AT_REMOVEDIR removes only an empty folder, whatever has this name by now.
        unlinkat(parent, name, AT_REMOVEDIR)
    }

    private static func isFolder(_ name: String, in folder: Int32) -> Bool {
        var status = stat()
        return fstatat(folder, name, &status, AT_SYMLINK_NOFOLLOW) == 0 && status.st_mode & S_IFMT == S_IFDIR
            && status.st_uid == geteuid()
    }

    /// The relative paths of the files in an inner folder.
    /// - Throws: `read` if not all of them can be read.
    private static func names(of inner: String, in folder: Int32) throws(FileError) -> [String] {
        let opened = openat(folder, inner, O_RDONLY | O_DIRECTORY | O_NOFOLLOW | O_CLOEXEC)
        guard opened >= 0 else { throw FileError(.read, inner) }
        guard let entries = fdopendir(opened) else {
            let error = FileError(.read, inner)
            close(opened)
            throw error
        }
        defer { closedir(entries) }
        return try Folder.list(entries, path: inner).map { "\(inner)/\($0)" }
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

    /// Whether a name is one that ``init(_:)`` creates for this kind.
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

/// A file without a name for reading and writing. It is gone together with this object; child processes do not inherit it.
package final class TemporaryFile: Sendable {
    /// The open file.
    package let descriptor: Int32
    private let folder: String

    /// The folder for temporary files: `TMPDIR`, or `/tmp` if it is not set.
    package static var defaultFolder: String {
        let named = getenv("TMPDIR").map { String(cString: $0) } ?? ""
        return named.isEmpty ? "/tmp" : named
    }

    /// Linux `O_TMPFILE`.
    static let namelessFlags: Int32 = 0o20_000_000 | O_DIRECTORY

    /// Makes an empty file.
    /// - Throws: `makeTemporaryFileIn` with the folder.
    package init(in folder: String = defaultFolder) throws(FileError) {
        self.folder = folder
        let nameless = open(folder, TemporaryFile.namelessFlags | O_RDWR | O_CLOEXEC, 0o600)
        if nameless >= 0 {
            descriptor = nameless
            return
        }
        let path = "\(folder)/homepwner-\(AtomicFile.randomTag())"
        descriptor = open(path, O_RDWR | O_CREAT | O_EXCL | O_NOFOLLOW | O_CLOEXEC, 0o600)
        guard descriptor >= 0 else { throw FileError(.makeTemporaryFileIn, folder) }
        unlink(path)
    }

    deinit { close(descriptor) }

    /// A path of the file, valid as long as this object. Opening it starts at the beginning.
    package var path: String { "/proc/self/fd/\(descriptor)" }

    /// All bytes, from the start.
    /// - Throws: `read` with the folder.
    package func contents() throws(FileError) -> [UInt8] {
        lseek(descriptor, 0, SEEK_SET)
        return try readFile(descriptor, path: folder)
    }

    /// Appends bytes.
    /// - Throws: `write` with the folder.
    package func write(_ bytes: Span<UInt8>) throws(FileError) {
        try writeAll(bytes, to: descriptor, path: folder)
    }

    /// Appends bytes.
    /// - Throws: `write` with the folder.
    package func write(_ bytes: [UInt8]) throws(FileError) { try write(bytes.span) }
}
