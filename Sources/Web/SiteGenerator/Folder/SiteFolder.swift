import Files
import Glibc

/// The folder a publication goes into: files are named relative to its open descriptor and appear whole.
///
/// The first publication is made in a hidden folder beside its place and renamed in by ``moveIntoPlace()``; in a later one
/// each file is renamed into its place. One publication at a time locks the folder.
final class SiteFolder: Sendable {
    /// Final path of the publication.
    let path: String
    /// Path at which it is made.
    private let workingPath: String
    private let draft: TemporaryFolder?
    private let descriptor: Int32
    /// Permissions of files, from those of the folder.
    private let mode: mode_t
    /// Whether nothing was there before.
    let isFirst: Bool
    /// Whether the folder becomes readable for others when the publication is complete.
    private let makesReadable: Bool

    /// The sub-folders of a publication.
    static let folders = [
        "assets", "assets/words", "item", PublishedPicture.folder, "search",
    ]

    /// Opens the folder for a publication, or begins one beside its place. Removes the remains of
    /// killed publications there.
    /// - Parameters:
    ///   - allowsForeign: whether a folder is accepted that has files of others.
    ///   - profile: the audience. A new folder of a private site can be opened by its owner only.
    ///   - former: the audience before.
    /// - Throws: `foreignFolder`, `notAFolder`, `busy`, or the error of the system.
    init(_ path: String, allowsForeign: Bool, profile: PublishProfile, former: PublishProfile?) throws {
        let path = path.count > 1 && path.hasSuffix("/") ? String(path.dropLast()) : path
        self.path = path
        var status = stat()
        let exists = stat(path, &status) == 0
        if exists, status.st_mode & S_IFMT != S_IFDIR { throw PublishError.Cause.notAFolder(path) }
        isFirst = !exists || SiteFolder.isEmpty(path)
        if isFirst {
            let draft = try TemporaryFolder(SiteFolder.drafts(of: path, mode: profile == .public ? 0o777 : 0o700))
            self.draft = draft
            workingPath = draft.path
        } else {
            draft = nil
            workingPath = path
            guard allowsForeign || access("\(path)/\(SiteFile.name)", F_OK) == 0 else {
                throw PublishError.Cause.foreignFolder(path)
            }
        }
        descriptor = open(workingPath, O_RDONLY | O_DIRECTORY | O_CLOEXEC)
        guard descriptor >= 0 else { throw FileError(.open, path) }
        guard SiteFolder.lock(descriptor) else {
            close(descriptor)
            throw PublishError.Cause.busy(path)
        }
        let isInterrupted = faccessat(descriptor, SiteFile.unfinishedName, F_OK, 0) == 0
        // A first publication may have been killed when it had just been renamed into its place.
        if !isFirst, former != nil { TemporaryFolder.removeLockFile(in: descriptor) }
        // A publication that made the folder public may have been interrupted before it opened the folder.
        let isClosed = former == .private || isInterrupted && SiteFolder.mode(of: descriptor) == 0o700
        makesReadable = !isFirst && profile == .public && isClosed
        if former == .public, profile == .private { fchmod(descriptor, 0o700) }
        mode = makesReadable ? 0o755 : SiteFolder.mode(of: descriptor)
        do {
            try makeFolders()
        } catch {
            draft?.remove()
            throw error
        }
    }

    private func makeFolders() throws {
        for folder in SiteFolder.folders {
            guard mkdirat(descriptor, folder, mode) == 0 || errno == EEXIST else {
                throw FileError(.write, "\(path)/\(folder)")
            }
            var status = stat()
            // Whatever a link leads to is not ours.
            guard fstatat(descriptor, folder, &status, AT_SYMLINK_NOFOLLOW) == 0, status.st_mode & S_IFMT == S_IFDIR
            else { throw PublishError.Cause.notAFolder("\(path)/\(folder)") }
            if status.st_mode & 0o777 != mode, status.st_uid == geteuid() { fchmodat(descriptor, folder, mode, 0) }
        }
    }

    private static func mode(of descriptor: Int32) -> mode_t {
        var status = stat()
        return fstat(descriptor, &status) == 0 ? status.st_mode & 0o777 : 0o700
    }

    /// Folders in which first publications are made, beside their place.
    private static func drafts(of path: String, mode: mode_t) -> TemporaryFolder.Kind {
        let (place, name) = Folder.split(path)
        return TemporaryFolder.Kind(in: place, prefix: ".\(name.prefix(100)).site-", mode: mode, folders: folders) {
            !$1 && (SitePath.isGenerated($0) || $0 == SiteFile.name)
        }
    }

    /// Locks the folder; waits 2 s for another publication. False if it stays locked.
    private static func lock(_ descriptor: Int32) -> Bool {
        for attempt in 0...patience {
            if flock(descriptor, LOCK_EX | LOCK_NB) == 0 { return true }
            if attempt < patience { usleep(20_000) }
        }
        return false
    }

    /// Number of further attempts to lock the folder, one every 20 milliseconds.
    private static let patience = 100

    /// Opens a published folder for reading; creates and locks nothing.
    private init(reading path: String) throws(FileError) {
        self.path = path
        workingPath = path
        isFirst = false
        makesReadable = false
        draft = nil
        descriptor = open(path, O_RDONLY | O_DIRECTORY | O_CLOEXEC)
        guard descriptor >= 0 else { throw FileError(.read, path) }
        mode = SiteFolder.mode(of: descriptor)
    }

    /// A published folder for reading.
    static func readOnly(_ path: String) throws(FileError) -> SiteFolder { try SiteFolder(reading: path) }

    /// The file that describes a published folder; nil if there is none that can be read.
    static func siteFile(at path: String) -> SiteFile? {
        guard let folder = try? readOnly(path) else { return nil }
        return (try? folder.siteFile)?.file
    }

    /// The file that describes the folder: whether there is one, and its content if it can be read.
    /// - Throws: `newerVersion`, or an error of the system.
    var siteFile: (isThere: Bool, file: SiteFile?) {
        get throws {
            guard let bytes = try read(SiteFile.name) else { return (false, nil) }
            return (true, try SiteFile(bytes, path: path))
        }
    }

    deinit { close(descriptor) }

    /// Makes a folder readable for others if it was private and is public from now on.
    func makeReadable() {
        if makesReadable { fchmod(descriptor, 0o755) }
    }

    /// Renames a first publication into its place.
    /// - Throws: the error of the system, or `foreignFolder` if something has appeared there meanwhile.
    func moveIntoPlace() throws {
        guard let draft else { return }
        // An empty folder gives way; anything else does not.
        do throws(FileError) {
            try draft.move(to: path)
        } catch {
            throw [ENOTEMPTY, EEXIST].contains(error.code) ? PublishError.Cause.foreignFolder(path) : error
        }
    }

    /// Leaves nothing of a first publication that failed.
    func discard() {
        draft?.remove()
    }

    // Files

    /// The content of a file; nil if there is none.
    func read(_ name: String) throws(FileError) -> [UInt8]? {
        let file = openat(descriptor, name, O_RDONLY | O_CLOEXEC | O_NOFOLLOW)
        guard file >= 0 else {
            if errno == ENOENT { return nil }
            throw FileError(.read, "\(path)/\(name)")
        }
        defer { close(file) }
        return try SiteFolder.contents(of: file, path: "\(path)/\(name)")
    }

    /// The content of an open file.
    static func contents(of file: Int32, path: String) throws(FileError) -> [UInt8] {
        var status = stat()
        guard fstat(file, &status) == 0 else { throw FileError(.read, path) }
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
        if failed { throw FileError(.read, path) }
        return bytes
    }

    /// Whether there is a regular file, of that size if one is given.
    func holds(_ name: String, size: Int? = nil) -> Bool {
        var status = stat()
        return fstatat(descriptor, name, &status, AT_SYMLINK_NOFOLLOW) == 0 && status.st_mode & S_IFMT == S_IFREG
            && (size ?? Int(status.st_size)) == Int(status.st_size)
    }

    /// Whether a file is readable for everybody who can read the folder.
    func isReadable(_ name: String) -> Bool {
        var status = stat()
        let wanted = mode & 0o444
        return fstatat(descriptor, name, &status, AT_SYMLINK_NOFOLLOW) == 0 && status.st_mode & wanted == wanted
    }

    /// Gives a file another name: a tilde after its own, and a number if that name exists too.
    /// - Returns: the name.
    func renameAside(_ name: String) throws(FileError) -> String {
        for number in 1...1000 {
            let aside = "\(name)~\(number == 1 ? "" : "\(number)")"
            if linkat(descriptor, name, descriptor, aside, 0) == 0 { return aside }
            guard errno == EEXIST else { throw FileError(.keep, "\(path)/\(name)") }
        }
        throw FileError(.keep, "\(path)/\(name)", code: EEXIST)
    }

    /// Puts a file into its place, whole.
    /// - Parameters:
    ///   - worker: the number of the writing thread, which has a temporary name of its own.
    func write(_ bytes: UnsafeRawBufferPointer, to name: String, worker: Int) throws(FileError) {
        let temporary = isFirst ? name : SiteFolder.temporaryName(worker)
        let flags = O_WRONLY | O_CREAT | O_TRUNC | O_CLOEXEC | O_NOFOLLOW
        let file = openat(descriptor, temporary, flags, mode & 0o666)
        guard file >= 0 else { throw FileError(.write, "\(path)/\(name)") }
        do throws(FileError) {
            defer { close(file) }
            try writeAll(bytes, to: file, path: "\(path)/\(name)")
        } catch {
            unlinkat(descriptor, temporary, 0)
            throw error
        }
        guard !isFirst else { return }
        guard renameat(descriptor, temporary, descriptor, name) == 0 else {
            let error = FileError(.replace, "\(path)/\(name)")
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
    /// - Parameter bytes: its content.
    func adopt(_ source: String, _ bytes: [UInt8], as name: String, worker: Int) throws(FileError) {
        // A name that is never written to: its target is not ours.
        let temporary = SiteFolder.linkName(worker)
        unlinkat(descriptor, temporary, 0)
        guard linkat(AT_FDCWD, source, descriptor, temporary, 0) == 0, isReadable(temporary) else {
            unlinkat(descriptor, temporary, 0)
            return try write(bytes, to: name, worker: worker)
        }
        // Renaming one of two links to the same file leaves both.
        defer { unlinkat(descriptor, temporary, 0) }
        guard renameat(descriptor, temporary, descriptor, name) == 0 else {
            throw FileError(.replace, "\(path)/\(name)")
        }
    }

    /// Removes a file; whether there was one.
    @discardableResult
    func remove(_ name: String) throws(FileError) -> Bool {
        if unlinkat(descriptor, name, 0) == 0 { return true }
        if errno == ENOENT || errno == EISDIR { return false }
        throw FileError(.remove, "\(path)/\(name)")
    }

    /// Visits the names of the files in a sub-folder, or in the folder itself for "".
    func forEachName(in folder: String, _ body: (String) throws -> Void) rethrows {
        let opened = openat(descriptor, folder.isEmpty ? "." : folder, O_RDONLY | O_DIRECTORY | O_CLOEXEC)
        guard opened >= 0 else { return }
        guard let stream = fdopendir(opened) else {
            close(opened)
            return
        }
        defer { closedir(stream) }
        while let entry = readdir(stream) {
            guard entry.pointee.d_type != UInt8(DT_DIR) else { continue }
            let name = withUnsafeBytes(of: entry.pointee.d_name) { bytes in
                String(decoding: bytes.prefix { $0 != 0 }, as: UTF8.self)
            }
            try body(folder.isEmpty ? name : "\(folder)/\(name)")
        }
    }

    /// Removes a folder that earlier versions made, if it is empty.
    func removeFolder(_ name: String) { unlinkat(descriptor, name, AT_REMOVEDIR) }

    static func temporaryName(_ worker: Int) -> String { ".homepwner-\(worker).tmp" }

    private static func linkName(_ worker: Int) -> String { ".homepwner-\(worker).link" }

    /// Whether a place is an inventory's own folder or lies in it.
    static func isInside(_ store: String, _ path: String) -> Bool {
        guard let store = Folder.realPath(store) else { return false }
        var place = path
        while place.count > 1, place.hasSuffix("/") { place.removeLast() }
        // For a folder that does not exist yet, the folder around it.
        if access(place, F_OK) != 0 { place = Folder.parent(place) }
        guard let real = Folder.realPath(place) else { return false }
        return real == store || real.hasPrefix(store + "/")
    }

    /// A path from the root, for comparison with others.
    static func absolute(_ path: String) -> String {
        if let real = Folder.realPath(path) { return real }
        guard !path.hasPrefix("/"), let place = Folder.realPath(".") else { return path }
        return "\(place)/\(path)"
    }

    private static func isEmpty(_ path: String) -> Bool {
        guard let stream = opendir(path) else { return false }
        defer { closedir(stream) }
        var entries = 0
        while readdir(stream) != nil { entries += 1 }
        return entries <= 2
    }
}
