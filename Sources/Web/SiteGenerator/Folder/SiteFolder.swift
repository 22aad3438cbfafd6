import Files
import Glibc

/// The folder of a publication.
///
/// The first publication is made in a hidden folder beside its place and renamed in by ``moveIntoPlace()``; in a later one
/// each file is renamed into its place. One publication at a time locks the folder.
struct SiteFolder: Sendable {
    let files: SiteFiles
    /// A first publication, before it is in its place.
    private let draft: TemporaryFolder?
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
    ///   - former: the audience of the previous publication; nil for the first.
    /// - Throws: `foreignFolder`, `notAFolder`, `busy`, or the error of the system.
    init(_ path: String, allowsForeign: Bool, profile: PublishProfile, former: PublishProfile?) throws {
        let path = path.count > 1 && path.hasSuffix("/") ? String(path.dropLast()) : path
        try Folder.requireOwnLinks(on: path)
        var status = stat()
        let exists = stat(path, &status) == 0
        if exists, status.st_mode & S_IFMT != S_IFDIR { throw PublishError.Cause.notAFolder(path) }
        let newMode: mode_t = profile == .public ? 0o755 : 0o700
        if try !exists || SiteFolder.isEmpty(path) {
            draft = try TemporaryFolder(SiteFolder.drafts(of: path, mode: newMode))
        } else {
            draft = nil
            guard allowsForeign || access("\(path)/\(SiteFile.name)", F_OK) == 0 else {
                throw PublishError.Cause.foreignFolder(path)
            }
        }
        let descriptor = open(draft?.path ?? path, O_RDONLY | O_DIRECTORY | O_CLOEXEC)
        guard descriptor >= 0 else { throw FileError(.open, path) }
        guard SiteFolder.lock(descriptor) else {
            close(descriptor)
            throw PublishError.Cause.busy(path)
        }
        let isInterrupted = faccessat(descriptor, SiteFile.unfinishedName, F_OK, 0) == 0
        // A first publication may have been killed when it had just been renamed into its place.
        if draft == nil, former != nil { TemporaryFolder.removeLockFile(in: descriptor) }
        // A umask may have taken rights away.
        if draft != nil { fchmod(descriptor, newMode) }
        // A publication that made the folder public may have been interrupted before it opened the folder.
        let isClosed = former == .private || isInterrupted && SiteFiles.mode(of: descriptor) == 0o700
        makesReadable = draft == nil && profile == .public && isClosed
        if former == .public, profile == .private { fchmod(descriptor, 0o700) }
        files = SiteFiles(
            path, descriptor, mode: makesReadable ? 0o755 : SiteFiles.mode(of: descriptor), isFirst: draft != nil)
        do {
            try files.makeFolders()
        } catch {
            draft?.remove()
            throw error
        }
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

    /// Makes a folder readable for others if it was private and is public from now on.
    func makeReadable() {
        if makesReadable { files.permit(0o755) }
    }

    /// Renames a first publication into its place.
    /// - Throws: the error of the system, or `foreignFolder` if something has appeared there meanwhile.
    func moveIntoPlace() throws {
        guard let draft else { return }
        // An empty folder gives way; anything else does not.
        do throws(FileError) {
            // Without the flush a crash may lose the file that identifies the folder, which would then be refused as foreign.
            try Folder.flush(draft.path)
            try draft.move(to: files.path)
        } catch {
            throw [ENOTEMPTY, EEXIST].contains(error.code) ? PublishError.Cause.foreignFolder(files.path) : error
        }
        // If it cannot be confirmed and is lost, the next publication makes the folder again.
        try? Folder.flush(nameOf: files.path)
    }

    /// Removes every file of a first publication that failed.
    func discard() {
        draft?.remove()
    }

    /// Whether a folder holds nothing; every folder lists itself and the one above.
    /// - Throws: `read` if it cannot be listed.
    private static func isEmpty(_ path: String) throws(FileError) -> Bool {
        guard let stream = opendir(path) else { throw FileError(.read, path) }
        defer { closedir(stream) }
        var entries = 0
        errno = 0
        while entries <= 2, readdir(stream) != nil { entries += 1 }
        guard entries > 2 || errno == 0 else { throw FileError(.read, path) }
        return entries <= 2
    }
}
