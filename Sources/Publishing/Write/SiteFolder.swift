import FileOutput
import Glibc

/// The folder a publication goes into: files are named relative to its open descriptor and appear whole.
///
/// The first publication is made in a hidden folder beside its place and renamed in by ``appear()``; in a later one
/// each file is renamed into its place. One publication at a time holds the folder.
final class SiteFolder: Sendable {
    /// Where the publication stands in the end.
    let path: String
    /// Where it is made.
    private let workingPath: String
    private let descriptor: Int32
    /// Whether nothing was there before.
    let isFirst: Bool

    /// The sub-folders of a publication.
    static let folders = ["assets", "assets/words", "item", PublishedPicture.folder, "search"]

    /// - Parameter isOurs: whether a folder that holds something was published by this program.
    /// - Throws: `foreignFolder`, `notAFolder`, `busy`, or what the system answered.
    init(_ path: String, takesForeign: Bool, manifest: String) throws {
        let path = path.count > 1 && path.hasSuffix("/") ? String(path.dropLast()) : path
        self.path = path
        var status = stat()
        let exists = stat(path, &status) == 0
        if exists, status.st_mode & S_IFMT != S_IFDIR { throw PublishError.Cause.notAFolder(path) }
        isFirst = !exists || SiteFolder.isEmpty(path)
        if isFirst {
            workingPath = SiteFolder.hiddenName(beside: path)
            guard mkdir(workingPath, 0o777) == 0 else { throw FileError("write", path) }
        } else {
            workingPath = path
            guard takesForeign || access("\(path)/\(manifest)", F_OK) == 0 else {
                throw PublishError.Cause.foreignFolder(path)
            }
        }
        descriptor = open(workingPath, O_RDONLY | O_DIRECTORY | O_CLOEXEC)
        guard descriptor >= 0 else { throw FileError("open", path) }
        guard SiteFolder.hold(descriptor) else {
            close(descriptor)
            throw PublishError.Cause.busy(path)
        }
        for folder in SiteFolder.folders where mkdirat(descriptor, folder, 0o777) != 0 && errno != EEXIST {
            let error = FileError("write", "\(path)/\(folder)")
            close(descriptor)
            throw error
        }
    }

    /// Takes the folder for this publication, once another that is under way has ended; false where it does not end.
    private static func hold(_ descriptor: Int32) -> Bool {
        for attempt in 0...patience {
            if flock(descriptor, LOCK_EX | LOCK_NB) == 0 { return true }
            if attempt < patience { usleep(20_000) }
        }
        return false
    }

    /// How often a folder that another publication holds is tried again, every 20 milliseconds.
    private static let patience = 100

    /// Opens a published folder to look at it; nothing is made and nothing held.
    private init(reading path: String) throws(FileError) {
        self.path = path
        workingPath = path
        isFirst = false
        descriptor = open(path, O_RDONLY | O_DIRECTORY | O_CLOEXEC)
        guard descriptor >= 0 else { throw FileError("read", path) }
    }

    /// A published folder, to look at it.
    static func readOnly(_ path: String) throws(FileError) -> SiteFolder { try SiteFolder(reading: path) }

    /// The manifest of a published folder, nil where there is none that can be read.
    static func manifest(at path: String) -> SiteManifest? {
        guard let folder = try? readOnly(path), let bytes = try? folder.read(SiteManifest.name) else { return nil }
        return try? SiteManifest(bytes, path: path)
    }

    deinit { close(descriptor) }

    /// Renames a first publication into its place.
    /// - Throws: what the system answered, or `foreignFolder` where something has appeared there meanwhile.
    func appear() throws {
        guard isFirst else { return }
        // An empty folder gives way; anything else does not.
        guard rename(workingPath, path) == 0 else {
            if errno == ENOTEMPTY || errno == EEXIST { throw PublishError.Cause.foreignFolder(path) }
            throw FileError("replace", path)
        }
    }

    /// Leaves nothing of a first publication that failed.
    func discard() {
        guard isFirst else { return }
        for folder in SiteFolder.folders.reversed() + [""] {
            for name in names(in: folder) { unlinkat(descriptor, folder.isEmpty ? name : "\(folder)/\(name)", 0) }
            if !folder.isEmpty { unlinkat(descriptor, folder, AT_REMOVEDIR) }
        }
        rmdir(workingPath)
    }

    // Files

    /// What stands in a file; nil where there is none.
    func read(_ name: String) throws(FileError) -> [UInt8]? {
        let file = openat(descriptor, name, O_RDONLY | O_CLOEXEC | O_NOFOLLOW)
        guard file >= 0 else {
            if errno == ENOENT { return nil }
            throw FileError("read", "\(path)/\(name)")
        }
        defer { close(file) }
        return try SiteFolder.contents(of: file, path: "\(path)/\(name)")
    }

    /// What stands in an open file.
    static func contents(of file: Int32, path: String) throws(FileError) -> [UInt8] {
        var status = stat()
        guard fstat(file, &status) == 0 else { throw FileError("read", path) }
        let size = Int(status.st_size)
        var failed = false
        let bytes = [UInt8](unsafeUninitializedCapacity: size) { buffer, count in
            while count < size {
                let got = Glibc.read(file, buffer.baseAddress.map { $0 + count }, size - count)
                if got < 0, errno == EINTR { continue }
                guard got > 0 else {
                    failed = got < 0
                    break
                }
                count += got
            }
        }
        if failed { throw FileError("read", path) }
        return bytes
    }

    /// Whether there is a regular file, of that size where one is given.
    func holds(_ name: String, size: Int? = nil) -> Bool {
        var status = stat()
        return fstatat(descriptor, name, &status, AT_SYMLINK_NOFOLLOW) == 0 && status.st_mode & S_IFMT == S_IFREG
            && (size ?? Int(status.st_size)) == Int(status.st_size)
    }

    /// Puts a file into its place, whole.
    /// - Parameters:
    ///   - worker: the number of the writing thread, which has a temporary name of its own.
    func write(_ bytes: UnsafeRawBufferPointer, to name: String, worker: Int) throws(FileError) {
        let temporary = isFirst ? name : SiteFolder.temporaryName(worker)
        let flags = O_WRONLY | O_CREAT | O_TRUNC | O_CLOEXEC | O_NOFOLLOW
        let file = openat(descriptor, temporary, flags, 0o666)
        guard file >= 0 else { throw FileError("write", "\(path)/\(name)") }
        do throws(FileError) {
            defer { close(file) }
            try writeAll(bytes, to: file, path: "\(path)/\(name)")
        } catch {
            unlinkat(descriptor, temporary, 0)
            throw error
        }
        guard !isFirst else { return }
        guard renameat(descriptor, temporary, descriptor, name) == 0 else {
            let error = FileError("replace", "\(path)/\(name)")
            unlinkat(descriptor, temporary, 0)
            throw error
        }
    }

    func write(_ bytes: [UInt8], to name: String, worker: Int = 0) throws(FileError) {
        var failure: FileError?
        bytes.withUnsafeBytes { buffer in
            do throws(FileError) {
                try write(buffer, to: name, worker: worker)
            } catch {
                failure = error
            }
        }
        if let failure { throw failure }
    }

    /// Puts a file that is never changed in place into the folder: as a link to it, or, in another file system, a copy.
    /// - Parameter bytes: what stands in it.
    func adopt(_ source: String, _ bytes: [UInt8], as name: String, worker: Int) throws(FileError) {
        // A name that nothing is ever written to: what it leads to is not ours.
        let temporary = SiteFolder.linkName(worker)
        unlinkat(descriptor, temporary, 0)
        guard linkat(AT_FDCWD, source, descriptor, temporary, 0) == 0 else {
            return try write(bytes, to: name, worker: worker)
        }
        // Renaming one of two links to the same file leaves both.
        defer { unlinkat(descriptor, temporary, 0) }
        guard renameat(descriptor, temporary, descriptor, name) == 0 else {
            throw FileError("replace", "\(path)/\(name)")
        }
    }

    /// Removes a file; whether there was one.
    @discardableResult
    func remove(_ name: String) throws(FileError) -> Bool {
        if unlinkat(descriptor, name, 0) == 0 { return true }
        if errno == ENOENT || errno == EISDIR { return false }
        throw FileError("remove", "\(path)/\(name)")
    }

    /// The names of the files in a sub-folder, or in the folder itself for "".
    func names(in folder: String) -> [String] {
        let opened = openat(descriptor, folder.isEmpty ? "." : folder, O_RDONLY | O_DIRECTORY | O_CLOEXEC)
        guard opened >= 0 else { return [] }
        guard let stream = fdopendir(opened) else {
            close(opened)
            return []
        }
        defer { closedir(stream) }
        var names: [String] = []
        while let entry = readdir(stream) {
            guard entry.pointee.d_type != UInt8(DT_DIR) else { continue }
            let name = withUnsafeBytes(of: entry.pointee.d_name) { bytes in
                String(decoding: bytes.prefix { $0 != 0 }, as: UTF8.self)
            }
            names.append(name)
        }
        return names
    }

    /// A file without a name in the folder's file system, for what does not fit into memory.
    func scratch() throws(FileError) -> Int32 {
        let name = ".homepwner-scratch-\(UInt64.random(in: 0...UInt64.max))"
        let file = openat(descriptor, name, O_RDWR | O_CREAT | O_EXCL | O_CLOEXEC, 0o600)
        guard file >= 0 else { throw FileError("write", "\(path)/\(name)") }
        unlinkat(descriptor, name, 0)
        return file
    }

    static func temporaryName(_ worker: Int) -> String { ".homepwner-\(worker).tmp" }

    private static func linkName(_ worker: Int) -> String { ".homepwner-\(worker).link" }

    private static func isEmpty(_ path: String) -> Bool {
        guard let stream = opendir(path) else { return false }
        defer { closedir(stream) }
        var entries = 0
        while readdir(stream) != nil { entries += 1 }
        return entries <= 2
    }

    private static func hiddenName(beside path: String) -> String {
        let tag = String(UInt64.random(in: 0...UInt64.max), radix: 36)
        guard let slash = path.utf8.lastIndex(of: UInt8(ascii: "/")) else { return ".\(path).\(tag).new" }
        let next = path.index(after: slash)
        return "\(path[..<next]).\(path[next...].prefix(100)).\(tag).new"
    }
}
