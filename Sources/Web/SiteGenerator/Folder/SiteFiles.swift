import Files
import FoundationEssentials
import Glibc
import JSON
import Reports

/// The files of a publication: they are named relative to the open descriptor of their folder and appear whole.
final class SiteFiles: Sendable {
    /// Final path of the folder.
    let path: String
    private let descriptor: Int32
    /// Permissions of sub-folders, and without those to write and to enter of files: the folder's own.
    private let mode: mode_t
    /// Whether nothing was there before, so that files may be seen before they are whole.
    let isFirst: Bool

    /// - Parameter descriptor: of the folder; closed with this object.
    init(_ path: String, _ descriptor: Int32, mode: mode_t, isFirst: Bool) {
        (self.path, self.descriptor, self.mode, self.isFirst) = (path, descriptor, mode, isFirst)
    }

    /// Opens a published folder for reading; creates and locks nothing.
    convenience init(reading path: String) throws(FileError) {
        let descriptor = open(path, O_RDONLY | O_DIRECTORY | O_CLOEXEC)
        guard descriptor >= 0 else { throw FileError(.read, path) }
        self.init(path, descriptor, mode: SiteFiles.mode(of: descriptor), isFirst: false)
    }

    deinit { close(descriptor) }

    /// The permissions of an open folder.
    static func mode(of descriptor: Int32) -> mode_t {
        var status = stat()
        return fstat(descriptor, &status) == 0 ? status.st_mode & 0o777 : 0o700
    }

    /// Makes the sub-folders of a publication.
    func makeFolders() throws {
        for folder in SiteFolder.folders {
            guard mkdirat(descriptor, folder, mode) == 0 || errno == EEXIST else {
                throw FileError(.write, "\(path)/\(folder)")
            }
            var status = stat()
            // A link's target does not belong to this program.
            guard fstatat(descriptor, folder, &status, AT_SYMLINK_NOFOLLOW) == 0, status.st_mode & S_IFMT == S_IFDIR
            else { throw PublishError.Cause.notAFolder("\(path)/\(folder)") }
            if status.st_mode & 0o777 != mode, status.st_uid == geteuid() { fchmodat(descriptor, folder, mode, 0) }
        }
    }

    /// Changes the permissions of the folder.
    func permit(_ mode: mode_t) { fchmod(descriptor, mode) }

    /// The file that describes a published folder; nil if it is missing or damaged.
    /// - Throws: `newerVersion`, or an error of the system: a folder must not be published with other options because its file
    ///   cannot be read now.
    static func siteFile(at path: String) throws -> SiteFile? {
        let folder: SiteFiles
        do {
            folder = try SiteFiles(reading: path)
        } catch {
            if [ENOENT, ENOTDIR].contains(error.code) { return nil }
            throw error
        }
        return try folder.siteFile.file
    }

    /// The file that describes the folder: whether there is one, and its content if it can be read.
    /// - Throws: `newerVersion`, or an error of the system.
    var siteFile: (isThere: Bool, file: SiteFile?) {
        get throws {
            guard let bytes = try read(SiteFile.name) else { return (false, nil) }
            return (true, try SiteFile(bytes, path: path))
        }
    }

    /// The content of a file; nil for none.
    func read(_ name: String) throws(FileError) -> [UInt8]? {
        let file = openat(descriptor, name, O_RDONLY | O_CLOEXEC | O_NOFOLLOW)
        guard file >= 0 else {
            if errno == ENOENT { return nil }
            throw FileError(.read, "\(path)/\(name)")
        }
        defer { close(file) }
        return try readFile(file, path: "\(path)/\(name)")
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

    /// Renames a file: appends a tilde, and a number if that name exists too.
    /// - Returns: the name.
    func renameForeignFile(_ name: String) throws(FileError) -> String {
        for number in 1...1000 {
            let newName = "\(name)~\(number == 1 ? "" : "\(number)")"
            if linkat(descriptor, name, descriptor, newName, 0) == 0 { return newName }
            guard errno == EEXIST else { throw FileError(.keep, "\(path)/\(name)") }
        }
        throw FileError(.keep, "\(path)/\(name)", code: EEXIST)
    }

    /// Puts a file into its place, whole.
    /// - Parameters:
    ///   - worker: the number of the writing thread, which has a temporary name of its own.
    ///   - flushes: whether its content is on the disk before it has its name. Other files that
    ///     a power failure damages are written again by the next publication.
    func write(_ bytes: [UInt8], to name: String, worker: Int = 0, flushes: Bool = false) throws(FileError) {
        let temporary = isFirst ? name : SiteFiles.temporaryName(worker)
        let flags = O_WRONLY | O_CREAT | O_TRUNC | O_CLOEXEC | O_NOFOLLOW
        let file = openat(descriptor, temporary, flags, 0o600)
        guard file >= 0 else { throw FileError(.write, "\(path)/\(name)") }
        // Whatever the umask is: whoever may read the folder may read each file.
        fchmod(file, mode & 0o644)
        do throws(FileError) {
            defer { close(file) }
            try writeAll(bytes, to: file, path: "\(path)/\(name)")
            guard !flushes || fsync(file) == 0 else { throw FileError(.flush, "\(path)/\(name)") }
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

    /// Puts a file that is never changed in place into the folder: as a link to it, or, in another file system, a copy.
    /// - Parameter bytes: its content.
    func linkOrCopy(_ source: String, as name: String, bytes: [UInt8], worker: Int) throws(FileError) {
        // A name that is never written to: its target is not ours.
        let temporary = SiteFiles.linkName(worker)
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

    /// Visits the names of the files in a sub-folder, or in the folder itself for "". A sub-folder need not be there.
    /// - Throws: `read` if not all names can be read: a file that was removed would stay public. Errors of `body`.
    func forEachName(in folder: String, _ body: (String) throws -> Void) throws {
        let place = folder.isEmpty ? path : "\(path)/\(folder)"
        let opened = openat(descriptor, folder.isEmpty ? "." : folder, O_RDONLY | O_DIRECTORY | O_CLOEXEC)
        guard opened >= 0 else {
            if errno == ENOENT { return }
            throw FileError(.read, place)
        }
        guard let stream = fdopendir(opened) else {
            let code = errno
            close(opened)
            throw FileError(.read, place, code: code)
        }
        defer { closedir(stream) }
        while true {
            errno = 0
            guard let entry = readdir(stream) else {
                guard errno == 0 else { throw FileError(.read, place) }
                return
            }
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
}

/// The file of a published folder that says which inventory it shows, how it was published, and in which state it is.
///
/// It holds nothing that the pages do not show. The list of files is in the index, which is in the inventory.
struct SiteFile: Codable, Equatable {
    static let name = "homepwner-site.json"
    /// In the folder while it is being written: if it stays, a publication was interrupted.
    static let unfinishedName = "homepwner-site.unfinished"
    /// The version that this program writes. Folders of versions 1 and 2 had a manifest of all files instead.
    static let version = 3
    static let format = "homepwner-site"

    var format = SiteFile.format
    var version = SiteFile.version
    /// The inventory's id; in a public folder its digest, see ``identity(of:in:isPublic:)``.
    var store: String
    /// The folder's own id; nil in a folder of an earlier version.
    var site: String?
    /// Renewed by every publication; see ``IndexedFolder/generation``.
    var generation: String?
    var revision: Int64
    /// The name of the profile.
    var profile: String
    var editable: Bool
    var language: String
    /// Nil in a public folder, which names no place.
    var timeZone: String?
    /// The server that answers pages which another one hosts.
    var companion: String?
    /// The address of the folder on the web.
    var address: String?
    /// The title that the owner gave.
    var title: String?
    /// The SHA-256 of each script.
    var scripts: [String: String]?
    /// Whether templates or assets of the owner's own were used.
    var ownTemplates: Bool?
    var ownAssets: Bool?
}

extension SiteFile {
    /// Whether the folder is for anyone.
    var isPublic: Bool { PublishProfile.isPublic(named: profile) }

    /// The name by which a folder knows the inventory that it shows. A public folder has a digest of the inventory's id
    /// and its own: the owner's program knows the folder again, and nobody else learns which folders are of one
    /// inventory.
    static func identity(of store: String, in site: String, isPublic: Bool) -> String {
        isPublic ? SHA256.hexadecimalDigest(of: "homepwner-site \(store) \(site)") : store
    }

    /// Whether the folder shows an inventory. Public folders of earlier versions have its id.
    func shows(_ store: String) -> Bool {
        self.store == store || site.map { self.store == SiteFile.identity(of: store, in: $0, isPublic: true) } ?? false
    }

    /// The file's content: one line of JSON.
    var encoded: [UInt8] {
        let encoder = JSONEncoder()
        encoder.outputFormatting = [.sortedKeys, .withoutEscapingSlashes]
        return Array((try? encoder.encode(self)) ?? Data()) + Array("\n".utf8)
    }

    /// Reads the file; nil if the bytes are something else, as a disk may leave them after a power failure.
    /// - Throws: `newerVersion`.
    init?(_ bytes: [UInt8], path: String) throws {
        // A file of version 1 listed all files after this member.
        let bytes =
            bytes.firstRange(of: Array(",\n\"files\": {\n".utf8)).map { bytes[..<$0.lowerBound] + [UInt8(ascii: "}")] }
            ?? bytes[...]
        struct Version: Decodable {
            let format: String
            let version: Int
        }
        let data = Data(bytes)
        guard let found = try? JSONDecoder().decode(Version.self, from: data), found.format == SiteFile.format else {
            return nil
        }
        guard found.version <= SiteFile.version else { throw PublishError.Cause.newerVersion(path) }
        guard let file = try? JSONDecoder().decode(SiteFile.self, from: data) else { return nil }
        self = file
    }
}
