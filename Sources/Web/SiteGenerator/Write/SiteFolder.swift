import Files
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
    private let draft: TemporaryFolder?
    private let descriptor: Int32
    /// Who may read the files: whom the folder itself lets in.
    private let mode: mode_t
    /// Whether nothing was there before.
    let isFirst: Bool
    /// Whether others are let in once the publication is whole.
    private let opens: Bool

    /// The sub-folders of a publication.
    static let folders = [
        "assets", "assets/words", "item", PublishedPicture.folder, "search", SiteManifest.folder,
    ]

    /// Opens the folder for a publication, or begins one beside its place. What killed publications left there is
    /// taken away.
    /// - Parameters:
    ///   - takesForeign: whether a folder is taken that holds something and was not published by this program.
    ///   - profile: who may read it; without others' leave a folder made for the owner alone is one nobody else opens.
    ///   - former: who could read it before.
    /// - Throws: `foreignFolder`, `notAFolder`, `busy`, or what the system answered.
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
            guard allowsForeign || access("\(path)/\(SiteManifest.name)", F_OK) == 0 else {
                throw PublishError.Cause.foreignFolder(path)
            }
        }
        descriptor = open(workingPath, O_RDONLY | O_DIRECTORY | O_CLOEXEC)
        guard descriptor >= 0 else { throw FileError(.open, path) }
        guard SiteFolder.hold(descriptor) else {
            close(descriptor)
            throw PublishError.Cause.busy(path)
        }
        // What a first publication left that was killed when it had just been renamed into its place.
        if !isFirst, former != nil { TemporaryFolder.removeLockFile(in: descriptor) }
        opens = former == .private && profile == .public
        if former == .public, profile == .private { fchmod(descriptor, 0o700) }
        mode = opens ? 0o755 : SiteFolder.mode(of: descriptor)
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
        let slash = path.utf8.lastIndex(of: UInt8(ascii: "/"))
        let name = slash.map { path[path.index(after: $0)...] } ?? path[...]
        let place = slash.map { $0 == path.startIndex ? "/" : String(path[..<$0]) } ?? "."
        return TemporaryFolder.Kind(in: place, prefix: ".\(name.prefix(100)).site-", mode: mode, folders: folders) {
            !$1 && (SitePath.isOurs($0) || SitePath.isGenerated($0))
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
        opens = false
        draft = nil
        descriptor = open(path, O_RDONLY | O_DIRECTORY | O_CLOEXEC)
        guard descriptor >= 0 else { throw FileError(.read, path) }
        mode = SiteFolder.mode(of: descriptor)
    }

    /// A published folder, to look at it.
    static func readOnly(_ path: String) throws(FileError) -> SiteFolder { try SiteFolder(reading: path) }

    /// What the root of a published folder's manifest tells, nil where there is none that can be read.
    static func head(at path: String) -> ManifestHead? {
        guard let folder = try? readOnly(path) else { return nil }
        return (try? folder.head)?.head
    }

    /// The root of the manifest: whether there is any, and what it tells where it can be read.
    /// - Throws: `newerManifest`, or what the system answered.
    var head: (isThere: Bool, head: ManifestHead?) {
        get throws {
            guard let bytes = try read(SiteManifest.name) else { return (false, nil) }
            return (true, try ManifestHead(bytes, path: path))
        }
    }

    deinit { close(descriptor) }

    /// Lets others into a folder that was private and is public from now on.
    func makeReadable() {
        if opens { fchmod(descriptor, 0o755) }
    }

    /// Renames a first publication into its place.
    /// - Throws: what the system answered, or `foreignFolder` where something has appeared there meanwhile.
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

    /// What stands in a file; nil where there is none.
    func read(_ name: String) throws(FileError) -> [UInt8]? {
        let file = openat(descriptor, name, O_RDONLY | O_CLOEXEC | O_NOFOLLOW)
        guard file >= 0 else {
            if errno == ENOENT { return nil }
            throw FileError(.read, "\(path)/\(name)")
        }
        defer { close(file) }
        return try SiteFolder.contents(of: file, path: "\(path)/\(name)")
    }

    /// What stands in an open file.
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

    /// Whether there is a regular file, of that size where one is given.
    func holds(_ name: String, size: Int? = nil) -> Bool {
        var status = stat()
        return fstatat(descriptor, name, &status, AT_SYMLINK_NOFOLLOW) == 0 && status.st_mode & S_IFMT == S_IFREG
            && (size ?? Int(status.st_size)) == Int(status.st_size)
    }

    /// Whether a file is readable for all whom the folder lets in.
    func isReadable(_ name: String) -> Bool {
        var status = stat()
        let wanted = mode & 0o444
        return fstatat(descriptor, name, &status, AT_SYMLINK_NOFOLLOW) == 0 && status.st_mode & wanted == wanted
    }

    /// When a regular file was last changed, its name, rights and bytes alike, in nanoseconds; nil where there is none.
    /// - Parameter name: ends with a 0.
    func changeTime(of name: UnsafeBufferPointer<UInt8>) -> Int64? {
        var status = stat()
        let isThere = name.withMemoryRebound(to: CChar.self) { name in
            name.baseAddress.map { fstatat(descriptor, $0, &status, AT_SYMLINK_NOFOLLOW) == 0 } ?? false
        }
        return isThere && status.st_mode & S_IFMT == S_IFREG ? FileClock.nanoseconds(status.st_ctim) : nil
    }

    /// When a file or folder was last changed, in nanoseconds; nil where there is none.
    func changeTime(of name: String) -> Int64? { status(of: name).map { FileClock.nanoseconds($0.st_ctim) } }

    /// What the system tells of a file or folder, nil where there is none.
    func status(of name: String) -> stat? {
        var status = stat()
        return fstatat(descriptor, name, &status, AT_SYMLINK_NOFOLLOW) == 0 ? status : nil
    }

    /// Writes a file in its place, for notes that may be torn.
    func writeInPlace(_ bytes: [UInt8], to name: String) throws(FileError) {
        let file = openat(descriptor, name, O_WRONLY | O_CREAT | O_CLOEXEC | O_NOFOLLOW, mode & 0o666)
        guard file >= 0 else { throw FileError(.write, "\(path)/\(name)") }
        defer { close(file) }
        guard ftruncate(file, 0) == 0,
            bytes.withUnsafeBytes({ pwrite(file, $0.baseAddress, $0.count, 0) }) == bytes.count
        else { throw FileError(.write, "\(path)/\(name)") }
    }

    /// Gives a file another name: a tilde after its own, and a number where that is taken too.
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
    /// - Parameter bytes: what stands in it.
    func adopt(_ source: String, _ bytes: [UInt8], as name: String, worker: Int) throws(FileError) {
        // A name that nothing is ever written to: what it leads to is not ours.
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
        guard file >= 0 else { throw FileError(.write, "\(path)/\(name)") }
        unlinkat(descriptor, name, 0)
        return file
    }

    static func temporaryName(_ worker: Int) -> String { ".homepwner-\(worker).tmp" }

    private static func linkName(_ worker: Int) -> String { ".homepwner-\(worker).link" }

    /// Whether a place is an inventory's own folder or lies in it.
    static func isInside(_ store: String, _ path: String) -> Bool {
        guard let store = realPath(store) else { return false }
        var place = path
        while place.count > 1, place.hasSuffix("/") { place.removeLast() }
        // Of a folder that is to be made, the one it shall stand in.
        if access(place, F_OK) != 0 {
            let slash = place.utf8.lastIndex(of: UInt8(ascii: "/"))
            place = slash.map { $0 == place.startIndex ? "/" : String(place[..<$0]) } ?? "."
        }
        guard let real = realPath(place) else { return false }
        return real == store || real.hasPrefix(store + "/")
    }

    private static func realPath(_ path: String) -> String? {
        guard let resolved = realpath(path, nil) else { return nil }
        defer { free(resolved) }
        return String(cString: resolved)
    }

    private static func isEmpty(_ path: String) -> Bool {
        guard let stream = opendir(path) else { return false }
        defer { closedir(stream) }
        var entries = 0
        while readdir(stream) != nil { entries += 1 }
        return entries <= 2
    }
}
