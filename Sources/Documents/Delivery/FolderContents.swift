import Files
import Glibc

/// The files below a folder, found without following links.
///
/// Names are bytes, as the file system stores them: a name need not be UTF-8, and two names that Swift's strings
/// consider equal, such as the composed and the decomposed form of a letter, are different files.
struct FolderContents {
    /// The paths of everything that is not a folder, in the order of their bytes.
    private(set) var files: [[UInt8]] = []
    /// The paths of all folders.
    private(set) var folders: [[UInt8]] = []
    /// The files and folders that cannot be examined, and the system's error numbers.
    private(set) var failures: [(path: [UInt8], code: Int32)] = []

    init(of folder: String) {
        let root = open(folder, O_RDONLY | O_DIRECTORY | O_CLOEXEC)
        guard root >= 0 else {
            failures.append((Array(".".utf8), errno))
            return
        }
        defer { close(root) }
        // A list rather than recursion: deep nesting costs neither stack nor descriptors. The system refuses a path
        // that is too long, and that is a failure like any other.
        var pending: [[UInt8]] = [[]]
        while let path = pending.popLast() { list(path, in: root, &pending) }
        files.sort { $0.lexicographicallyPrecedes($1) }
    }

    private mutating func list(_ path: [UInt8], in root: Int32, _ pending: inout [[UInt8]]) {
        let place = path.isEmpty ? Array(".".utf8) : path
        let descriptor = openat(root, FolderContents.terminated(place), O_RDONLY | O_DIRECTORY | O_NOFOLLOW | O_CLOEXEC)
        guard descriptor >= 0, let entries = fdopendir(descriptor) else {
            failures.append((place, errno))
            if descriptor >= 0 { close(descriptor) }
            return
        }
        defer { closedir(entries) }
        while true {
            errno = 0
            guard let entry = readdir(entries) else {
                if errno != 0 { failures.append((place, errno)) }
                return
            }
            let name = withUnsafeBytes(of: &entry.pointee.d_name) { Array($0.prefix { $0 != 0 }) }
            if name == Array(".".utf8) || name == Array("..".utf8) { continue }
            let inner = path.isEmpty ? name : path + [UInt8(ascii: "/")] + name
            var status = stat()
            if fstatat(descriptor, FolderContents.terminated(name), &status, AT_SYMLINK_NOFOLLOW) != 0 {
                failures.append((inner, errno))
            } else if status.st_mode & S_IFMT == S_IFDIR {
                folders.append(inner)
                pending.append(inner)
            } else {
                files.append(inner)
            }
        }
    }

    private static func terminated(_ path: [UInt8]) -> [CChar] { path.map(CChar.init(bitPattern:)) + [0] }
}

extension FolderContents {
    /// The paths of all files as text.
    /// - Throws: `file` if anything in the folder cannot be examined, or has a name that is not UTF-8.
    static func names(in folder: String) throws(ManifestError) -> [String] {
        let contents = FolderContents(of: folder)
        if let failure = contents.failures.first {
            throw .file(FileError(.read, "\(folder)/\(text(failure.path))", code: failure.code))
        }
        var names: [String] = []
        for path in contents.files {
            guard let name = String(validating: path, as: UTF8.self) else {
                throw .file(FileError(.read, "\(folder)/\(text(path))", code: EILSEQ))
            }
            names.append(name)
        }
        return names
    }

    /// The files that a manifest does not name, and whatever cannot be examined.
    /// - Parameter known: the paths of the files that may be there.
    func findings(besides known: Set<[UInt8]>) -> [DeliveryVerifier.DeliveryDiagnostic] {
        let extra = files.filter { !known.contains($0) }.map {
            DeliveryVerifier.DeliveryDiagnostic.extra(FolderContents.text($0))
        }
        let found = Array(known) + files + failures.map(\.path)
        return extra + FolderContents.withoutFiles(folders, found).map { .extraFolder(FolderContents.text($0)) }
            + failures.map { .unreadable(FolderContents.text($0.path), code: $0.code) }
    }

    /// The folders that none of the files is in; of folders in each other, the outermost.
    static func withoutFiles(_ folders: [[UInt8]], _ files: some Sequence<[UInt8]>) -> [[UInt8]] {
        var filled: Set<[UInt8]> = []
        for file in files {
            filled.insert(file)
            for outer in parents(of: file) where !filled.insert(outer).inserted { break }
        }
        let empty = Set(folders).subtracting(filled)
        return empty.filter { folder in !parents(of: folder).contains { empty.contains($0) } }
            .sorted { $0.lexicographicallyPrecedes($1) }
    }

    /// The folders that a path is in, the innermost first.
    private static func parents(of path: [UInt8]) -> some Sequence<[UInt8]> {
        path.indices.reversed().lazy.filter { path[$0] == UInt8(ascii: "/") }.map { Array(path[..<$0]) }
    }

    /// A path for a message; bytes that are not UTF-8 are shown as U+FFFD.
    private static func text(_ path: [UInt8]) -> String { String(decoding: path, as: UTF8.self) }
}
