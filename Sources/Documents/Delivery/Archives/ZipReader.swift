import CZip
import Files
import Glibc
import Localization

/// Reads a zip archive from an untrusted sender without ever unpacking it to the disk.
///
/// It is looked at whole before anything of it is read: names that lead out of a folder or come twice, links, encrypted
/// entries and archives that unpack to far more than they are make it refused.
public final class ZipReader {
    /// A plain file in the archive.
    public struct Entry: Sendable {
        /// Its path, parted by `/`.
        public let name: String
        /// How many bytes it unpacks to, as the archive states.
        public let size: Int
        fileprivate let index: UInt64
    }

    /// The most entries that are looked at.
    public static let maxEntries = 1_000_000
    /// How many times its own size an archive may unpack to, beside a mebibyte.
    public static let maxExpansionRatio = 200

    /// The files, in the archive's order; folders are left out.
    public private(set) var entries: [Entry] = []
    private let archive: OpaquePointer
    private let path: String

    /// Whether a file begins as zip archives do.
    public static func isArchive(_ path: String) -> Bool {
        let file = open(path, O_RDONLY | O_NONBLOCK | O_CLOEXEC)
        guard file >= 0 else { return false }
        defer { close(file) }
        var status = stat()
        var mark = [UInt8](repeating: 0, count: 4)
        guard fstat(file, &status) == 0, status.st_mode & S_IFMT == S_IFREG, pread(file, &mark, 4, 0) == 4 else {
            return false
        }
        return mark == [0x50, 0x4B, 3, 4] || mark == [0x50, 0x4B, 5, 6]
    }

    /// Opens an archive and looks at all it says of its entries.
    /// - Throws: `file`, `unreadable`, `refused` or `suspicious`.
    public init(_ path: String) throws(ArchiveError) {
        let file = open(path, O_RDONLY | O_NONBLOCK | O_CLOEXEC)
        guard file >= 0 else { throw .file(FileError("read", path)) }
        var status = stat()
        guard fstat(file, &status) == 0, status.st_mode & S_IFMT == S_IFREG else {
            close(file)
            throw .file(FileError("read", path, code: EINVAL))
        }
        var code: Int32 = 0
        guard let opened = zip_fdopen(file, ZIP_CHECKCONS, &code) else {
            close(file)
            if code == ZIP_ER_EXISTS { throw .suspicious(path, problem: said("archive.aNameInIt")) }
            throw .unreadable(path, reason: ZipWriter.message(code))
        }
        archive = opened
        self.path = path
        try readDirectory(Int(status.st_size))
    }

    deinit { zip_discard(archive) }

    private func readDirectory(_ bytes: Int) throws(ArchiveError) {
        let count = zip_get_num_entries(archive, 0)
        guard count <= ZipReader.maxEntries else {
            throw .suspicious(path, problem: said("archive.itHasEntriesThere", count, ZipReader.maxEntries))
        }
        var (packed, unpacked) = (0, 0)
        var names: Set<String> = []
        for index in 0..<UInt64(max(0, count)) {
            let entry = try read(index, &names)
            packed = packed.addingReportingOverflow(entry.packed).partialValue
            unpacked = unpacked.addingReportingOverflow(entry.size).partialValue
            guard packed >= 0, packed <= bytes else {
                throw .suspicious(path, problem: said("archive.itsEntriesLieUpon"))
            }
            guard unpacked >= 0, unpacked <= bytes * ZipReader.maxExpansionRatio + 1 << 20 else {
                throw .suspicious(
                    path, problem: said("archive.itWouldUnpackTo", ZipReader.maxExpansionRatio))
            }
            if let name = entry.name { entries.append(Entry(name: name, size: entry.size, index: index)) }
        }
    }

    /// What the archive says of one entry; a folder has no name.
    private func read(
        _ index: UInt64, _ names: inout Set<String>
    ) throws(ArchiveError) -> (name: String?, packed: Int, size: Int) {
        guard let raw = zip_get_name(archive, index, zip_flags_t(ZIP_FL_ENC_RAW)) else {
            throw .unreadable(path, reason: said("archive.entryHasNoName", index + 1))
        }
        guard let name = String(validatingCString: raw) else {
            throw .refused(path, entry: said("archive.entry", index + 1), problem: said("archive.hasANameThat"))
        }
        let isFolder = name.hasSuffix("/")
        let problem = ZipReader.objection(to: isFolder ? String(name.dropLast()) : name)
        if let problem { throw .refused(path, entry: name, problem: problem) }
        // As systems that do not tell capitals apart see it.
        guard names.insert(name.lowercased()).inserted else {
            throw .refused(path, entry: name, problem: said("archive.comesTwice"))
        }
        var facts = zip_stat_t()
        let wanted = zip_uint64_t(
            ZIP_STAT_SIZE | ZIP_STAT_COMP_SIZE | ZIP_STAT_COMP_METHOD | ZIP_STAT_ENCRYPTION_METHOD)
        guard zip_stat_index(archive, index, 0, &facts) == 0, facts.valid & wanted == wanted,
            let size = Int(exactly: facts.size), let packed = Int(exactly: facts.comp_size)
        else { throw .unreadable(path, reason: said("archive.statesNoSize", name)) }
        guard facts.encryption_method == ZIP_EM_NONE else {
            throw .refused(path, entry: name, problem: said("archive.isEncrypted"))
        }
        guard [ZIP_CM_STORE, ZIP_CM_DEFLATE].contains(Int32(facts.comp_method)) else {
            throw .refused(path, entry: name, problem: said("archive.isPackedByA"))
        }
        try validateEntryType(index, name, isFolder: isFolder, size: size)
        return (isFolder ? nil : name, packed, size)
    }

    private func validateEntryType(_ index: UInt64, _ name: String, isFolder: Bool, size: Int) throws(ArchiveError) {
        var (system, attributes) = (zip_uint8_t(0), zip_uint32_t(0))
        let failed = zip_file_get_external_attributes(archive, index, 0, &system, &attributes) != 0
        // Whatever system it names, the upper half is a mode of Unix where there is one.
        let kind = attributes >> 16 & UInt32(S_IFMT)
        let fitting = isFolder ? UInt32(S_IFDIR) : UInt32(S_IFREG)
        guard !failed, kind == 0 || kind == fitting else {
            throw .refused(
                path, entry: name,
                problem: kind == UInt32(S_IFLNK) ? said("archive.isASymbolicLink") : said("archive.isNoPlainFile"))
        }
        guard !isFolder || size == 0 else { throw .refused(path, entry: name, problem: said("archive.isAFolderWith")) }
    }

    /// What is wrong with a name: it must lead to one place inside a folder on every system.
    static func objection(to name: String) -> String? {
        let parts = name.utf8.split(separator: UInt8(ascii: "/"), omittingEmptySubsequences: false)
        let leadsOut = parts.contains { $0.isEmpty || $0.elementsEqual(".".utf8) || $0.elementsEqual("..".utf8) }
        if leadsOut { return said("archive.leadsOutOfThe") }
        if name.utf8.contains(where: { $0 < 0x20 || $0 == 0x7F || $0 == UInt8(ascii: "\\") || $0 == UInt8(ascii: ":") })
        {
            return said("archive.hasACharacterThat")
        }
        return nil
    }

    /// Unpacks one file piece by piece.
    /// - Throws: `damaged` where its bytes are not those that its checksum and size were taken of, or what `body` throws.
    public func read(_ entry: Entry, _ body: (UnsafeRawBufferPointer) throws -> Void) throws {
        guard let file = zip_fopen_index(archive, entry.index, 0) else {
            throw ArchiveError.damaged(entry: entry.name, reason: String(cString: zip_strerror(archive)))
        }
        defer { zip_fclose(file) }
        let piece = UnsafeMutableRawBufferPointer.allocate(byteCount: 1 << 17, alignment: 16)
        defer { piece.deallocate() }
        var done = 0
        while true {
            let count = Int(zip_fread(file, piece.baseAddress, zip_uint64_t(piece.count)))
            guard count >= 0 else {
                throw ArchiveError.damaged(entry: entry.name, reason: String(cString: zip_file_strerror(file)))
            }
            if count == 0 { break }
            done += count
            guard done <= entry.size else { break }
            try body(UnsafeRawBufferPointer(rebasing: piece[..<count]))
        }
        guard done == entry.size else {
            throw ArchiveError.damaged(entry: entry.name, reason: said("archive.itIsNotAs"))
        }
    }
}
