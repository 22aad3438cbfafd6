import Files
import FoundationEssentials
import Glibc
import Inventory

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
    ///   - isPublic: whether the pages are for anyone. A new folder of others can be opened by its owner only.
    ///   - wasPublic: the same of the previous publication; nil for the first.
    /// - Throws: `foreignFolder`, `notAFolder`, `busy`, or the error of the system.
    init(_ path: String, allowsForeign: Bool, isPublic: Bool, wasPublic: Bool?) throws {
        let path = path.count > 1 && path.hasSuffix("/") ? String(path.dropLast()) : path
        try Folder.requireOwnLinks(on: path)
        var status = stat()
        let exists = stat(path, &status) == 0
        if exists, status.st_mode & S_IFMT != S_IFDIR { throw PublishError.Cause.notAFolder(path) }
        let newMode: mode_t = isPublic ? 0o755 : 0o700
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
        if draft == nil, wasPublic != nil { TemporaryFolder.removeLockFile(in: descriptor) }
        // A umask may have taken rights away.
        if draft != nil { fchmod(descriptor, newMode) }
        // A publication that made the folder public may have been interrupted before it opened the folder.
        let isClosed = wasPublic == false || isInterrupted && SiteFiles.mode(of: descriptor) == 0o700
        makesReadable = draft == nil && isPublic && isClosed
        if wasPublic == true, !isPublic { fchmod(descriptor, 0o700) }
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
        do {
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

/// The names of published files.
enum SitePath {
    /// Whether a file may be one that this program published: then it is removed if no page leads to it any more. Only
    /// exact forms count, so that files of others in the same folder stay.
    static func isGenerated(_ name: String) -> Bool {
        if name.hasPrefix(".homepwner-") || fixed.contains(name) { return true }
        if name.hasPrefix("item/") { return item(name) != nil }
        if let file = name.removing(prefix: "photo/", suffix: ".jpg") {
            let parts = file.split(separator: "-")
            return parts.count == 2 && ContentHash(parts[0]) != nil
                && ["320", "1024", "2048"].contains(parts[1])
        }
        if let file = name.removing(prefix: "search/", suffix: ".json") {
            return file == "index" || isNumber(file.removing(prefix: "index-", suffix: "") ?? file)
        }
        // Parts of the manifest of earlier versions.
        if let file = name.removing(prefix: "manifest/", suffix: ".json") {
            return ["files", "lists", "photos"].contains(file) || file.hasPrefix("items-") && file.utf8.count <= 8
        }
        if name == "manifest/.stamps" { return true }
        if name.hasPrefix("assets/") { return SiteAssets.names.contains(String(name.dropFirst("assets/".count))) }
        guard !name.contains("/"), let file = name.removing(prefix: "", suffix: ".html") else { return false }
        return isPage(file)
    }

    /// The item whose page has this name; nil if it is none.
    static func item(_ name: String) -> UUID? {
        name.removing(prefix: "item/", suffix: ".html").flatMap { UUID(text: $0) }
    }

    private static let fixed: Set<String> = [
        "index.html", "overview.html", SiteDesign.robotsName, FindableFiles.feedName,
        FindableFiles.sitemapName, "companion.css", "app.webmanifest", SiteAssets.worker,
        "homepwner-site.unfinished",
    ]

    /// Whether a name without its extension is that of a page of a list or of links.
    private static func isPage(_ file: String) -> Bool {
        for prefix in ["items-", "page-"] {
            if let rest = file.removing(prefix: prefix, suffix: "") { return rest == "last" || isNumber(rest) }
        }
        var stem = file
        if let hyphen = file.lastIndex(of: "-") {
            let end = file[file.index(after: hyphen)...]
            // Pages of earlier versions end in a number alone.
            if end == "last" || isNumber(end) || end.first == "p" && isNumber(end.dropFirst()) {
                stem = String(file[..<hyphen])
            }
        }
        if ["browse-locations", "browse-tags", "location-none", "tag-none"].contains(stem) { return true }
        if let letter = stem.removing(prefix: "letter-", suffix: "") {
            return letter == "other" || letter == "digit" || letter.utf8.count == 1
        }
        return ["location-", "tag-"].contains { prefix in
            guard stem.hasPrefix(prefix), let tag = stem.split(separator: "-").last else { return false }
            return tag.utf8.count == 10 && tag.allSatisfy(\.isHexDigit)
        }
    }

    private static func isNumber(_ text: some StringProtocol) -> Bool {
        !text.isEmpty && text.utf8.allSatisfy { (UInt8(ascii: "0")...UInt8(ascii: "9")).contains($0) }
    }

    /// Whether a name was that of a page of the whole list before pages had permanent names.
    static func isNumberedPage(_ name: String) -> Bool {
        name.removing(prefix: "page-", suffix: ".html").map { isNumber($0) } ?? false
    }
}

extension String {
    /// The text between a prefix and a suffix; nil if it does not have both.
    fileprivate func removing(prefix: String, suffix: String) -> String? {
        guard utf8.count >= prefix.utf8.count + suffix.utf8.count, hasPrefix(prefix), hasSuffix(suffix) else {
            return nil
        }
        return String(dropFirst(prefix.count).dropLast(suffix.count))
    }
}
