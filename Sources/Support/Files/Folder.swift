import CSupport
import Glibc

/// Functions on folders.
package enum Folder {
    /// The folder of the running program; `.` if the system does not reveal it.
    package static var ofExecutable: String {
        var buffer = [CChar](repeating: 0, count: Int(PATH_MAX))
        let count = readlink("/proc/self/exe", &buffer, buffer.count - 1)
        guard count > 0 else { return "." }
        return parent(String(decoding: buffer.prefix(count).map { UInt8(bitPattern: $0) }, as: UTF8.self))
    }

    /// The folder part of a path: everything before its last name.
    package static func parent(_ path: String) -> String { split(path).folder }

    /// Splits a path into its folder and its last name, which is empty after a final slash.
    package static func split(_ path: String) -> (folder: String, name: Substring) {
        guard let slash = path.utf8.lastIndex(of: UInt8(ascii: "/")) else { return (".", path[...]) }
        return (slash == path.startIndex ? "/" : String(path[..<slash]), path[path.index(after: slash)...])
    }

    /// The absolute path without symbolic links; nil if the path does not exist or cannot be followed.
    package static func realPath(_ path: String) -> String? {
        guard let real = realpath(path, nil) else { return nil }
        defer { free(real) }
        return String(cString: real)
    }

    /// A path from the root, for comparison with others.
    package static func absolute(_ path: String) -> String {
        if let real = realPath(path) { return real }
        guard !path.hasPrefix("/"), let place = realPath(".") else { return path }
        return "\(place)/\(path)"
    }

    /// Whether a path leads to a folder, following symbolic links.
    package static func exists(_ path: String) -> Bool {
        var status = stat()
        return stat(path, &status) == 0 && status.st_mode & S_IFMT == S_IFDIR
    }

    /// Whether a path is a symbolic link that leads nowhere.
    package static func isBrokenLink(_ path: String) -> Bool {
        var status = stat()
        return lstat(path, &status) == 0 && status.st_mode & S_IFMT == S_IFLNK && stat(path, &status) != 0
    }

    /// Whether a file was removed: nothing has its path, but its folder is there. A missing folder, and what a link leads
    /// to, may be on a disk that is not mounted, and what cannot be examined may exist.
    package static func isRemoved(_ path: String) -> Bool {
        var status = stat()
        return lstat(path, &status) != 0 && [ENOENT, ENOTDIR].contains(errno) && access(parent(path), F_OK) == 0
    }

    /// Checks that a path cannot be read because nothing is there; no file has a name that is too long.
    /// - Parameter error: the error of reading it.
    /// - Throws: `error`, or `read` with the part of the path that is a link that leads nowhere.
    static func requireAbsence(of path: String, _ error: FileError) throws(FileError) {
        guard [ENOENT, ENOTDIR, ENAMETOOLONG, ELOOP].contains(error.code) else { throw error }
        var place = path
        while !isBrokenLink(place) {
            let outer = parent(place)
            guard outer != place, outer != "." else {
                // A path of too many links may lead somewhere.
                guard error.code != ELOOP else { throw error }
                return
            }
            place = outer
        }
        throw FileError(.read, place, code: error.code)
    }

    /// The names in a folder, in no particular order; empty if the folder cannot be read.
    package static func names(in path: String) -> [String] {
        (try? list(path)) ?? []
    }

    /// The names in a folder, in no particular order.
    /// - Throws: `read` if not all of them can be read.
    package static func list(_ path: String) throws(FileError) -> [String] {
        guard let entries = opendir(path) else { throw FileError(.read, path) }
        defer { closedir(entries) }
        return try list(entries, path: path)
    }

    /// The names in a folder that need not be there, in no particular order; empty if no folder has that path.
    /// - Throws: `read` if not all of them can be read, or with the part of the path that is a link that leads nowhere.
    package static func list(ifPresent path: String) throws(FileError) -> [String] {
        do { return try list(path) } catch {
            try requireAbsence(of: path, error)
            return []
        }
    }

    /// The names in an open folder, in no particular order.
    /// - Parameter path: its path, for the error.
    /// - Throws: `read` if not all of them can be read.
    package static func list(_ entries: OpaquePointer, path: String) throws(FileError) -> [String] {
        let (names, code) = read(entries)
        guard code == 0 else { throw FileError(.read, path, code: code) }
        return names
    }

    /// The paths of everything below a folder, seen from it, in no particular order; hidden files and folders are left
    /// out, and links are not followed.
    /// - Throws: `read` with the folder of which not all names can be read, or the file that cannot be examined.
    package static func paths(below folder: String) throws(FileError) -> [String] {
        var paths: [String] = []
        var pending = [""]
        while let start = pending.popLast() {
            // Only the first folder has to be there: another program may remove files and folders meanwhile.
            let names = try start.isEmpty ? list(folder) : list(ifPresent: "\(folder)/\(start)")
            for name in names where !name.hasPrefix(".") {
                let path = start.isEmpty ? name : "\(start)/\(name)"
                var status = stat()
                guard lstat("\(folder)/\(path)", &status) == 0 else {
                    guard errno == ENOENT else { throw FileError(.read, "\(folder)/\(path)") }
                    continue
                }
                paths.append(path)
                if status.st_mode & S_IFMT == S_IFDIR { pending.append(path) }
            }
        }
        return paths
    }

    /// The names in an open folder, in no particular order; those up to an error if there is one.
    package static func names(in entries: OpaquePointer) -> [String] { read(entries).names }

    /// Reads the names in an open folder.
    /// - Returns: the names before an error, and the system's error number or 0.
    private static func read(_ entries: OpaquePointer) -> (names: [String], code: Int32) {
        var names: [String] = []
        while true {
            errno = 0
            guard let entry = readdir(entries) else { return (names, errno) }
            let name = withUnsafePointer(to: &entry.pointee.d_name) {
                $0.withMemoryRebound(to: CChar.self, capacity: 256) { String(cString: $0) }
            }
            if name != ".", name != ".." { names.append(name) }
        }
    }

    /// Removes a folder and everything in it; links are removed, not followed.
    package static func removeAll(_ folder: String) {
        // Other threads may still create files during the first rounds; without their folder they fail.
        for _ in 0..<100 {
            for name in names(in: folder) {
                let path = "\(folder)/\(name)"
                if unlink(path) != 0, errno == EISDIR { removeAll(path) }
            }
            guard rmdir(folder) != 0, errno == ENOTEMPTY else { return }
            usleep(1000)
        }
    }

    /// Opens a file below a folder for reading, without following symbolic links or leaving the folder.
    /// - Returns: the descriptor, or -1 with `errno`.
    package static func openBeneath(_ folder: Int32, path: String) -> Int32 { csupport_open_beneath(folder, path) }

    /// Checks that a path to be written leads over no symbolic link that somebody else put into a folder where everybody
    /// may put files, such as `/tmp`: Linux's `protected_symlinks`, for each folder on the way too, and also on systems
    /// that leave it off.
    /// - Throws: `followLink` with the link.
    package static func requireOwnLinks(on path: String) throws(FileError) {
        var pending = [path]
        for _ in 0..<1000 {
            guard var place = pending.popLast() else { return }
            while place.utf8.count > 1, place.utf8.last == UInt8(ascii: "/") { place.removeLast() }
            let outer = parent(place)
            if outer != place, outer != "." { pending.append(outer) }
            guard let target = linkTarget(of: place) else { continue }
            guard isTrusted(link: place, in: outer) else { throw FileError(.followLink, place, code: EACCES) }
            pending.append(target.hasPrefix("/") ? target : "\(outer)/\(target)")
        }
        throw FileError(.write, path, code: ELOOP)
    }

    private static func isTrusted(link: String, in folder: String) -> Bool {
        var (own, outer) = (stat(), stat())
        guard lstat(link, &own) == 0, stat(folder, &outer) == 0 else { return false }
        let isShared = outer.st_mode & (S_ISVTX | S_IWOTH) == S_ISVTX | S_IWOTH
        return !isShared || own.st_uid == geteuid() || own.st_uid == outer.st_uid
    }

    /// The target of a symbolic link; nil for anything else.
    package static func linkTarget(of path: String) -> String? {
        var target = [UInt8](repeating: 0, count: Int(PATH_MAX))
        let count = readlink(path, &target, target.count)
        return count > 0 ? String(decoding: target[..<count], as: UTF8.self) : nil
    }

    /// Flushes the names in a folder to the disk, so that new and renamed files survive a power failure. Does nothing if
    /// the file system cannot flush folders.
    /// - Throws: `flush` if the folder cannot be opened or the disk fails.
    package static func flush(_ path: String) throws(FileError) {
        let descriptor = open(path, O_RDONLY | O_DIRECTORY | O_CLOEXEC)
        guard descriptor >= 0 else {
            // A folder that may be written but not read (a drop box) has no descriptor to flush.
            guard errno == EACCES, access(path, W_OK) == 0 else { throw FileError(.flush, path) }
            sync()
            return
        }
        defer { close(descriptor) }
        guard fsync(descriptor) == 0 || errno == EINVAL || errno == ENOTSUP else { throw FileError(.flush, path) }
    }

    /// Flushes the name that a finished file or folder has just been given.
    /// - Throws: `flushName` with the path.
    package static func flush(nameOf path: String) throws(FileError) {
        var path = path
        while path.utf8.count > 1, path.utf8.last == UInt8(ascii: "/") { path.removeLast() }
        do { try flush(parent(path)) } catch { throw FileError(.flushName, path, code: error.code) }
    }
}
