import CZip
import Glibc

/// Reads a zip archive from an untrusted sender without unpacking it to the disk.
///
/// Checks the whole directory before reading any entry. Refuses names that lead out of the archive's folder, repeated
/// names, links, encrypted entries, and archives that would unpack to many times their size.
package final class ZipReader {
    /// A plain file in the archive.
    package struct Entry: Sendable {
        /// The path, its parts separated by `/`.
        package let name: String
        /// The unpacked size in bytes that the archive states.
        package let size: Int
        fileprivate let index: UInt64
    }

    /// Unpacks one file of the archive bit by bit.
    package final class Stream {
        private let entry: Entry
        private let file: OpaquePointer
        /// Keeps the archive open.
        private let reader: ZipReader
        private var done = 0

        fileprivate init(_ entry: Entry, of reader: ZipReader) throws(ArchiveError) {
            guard let file = zip_fopen_index(reader.archive, entry.index, 0) else {
                throw reader.failure(zip_get_error(reader.archive), of: entry)
            }
            (self.entry, self.reader, self.file) = (entry, reader, file)
        }

        deinit { zip_fclose(file) }

        /// Unpacks the next bytes into `piece`.
        /// - Returns: the number of bytes, 0 at the end of the file.
        /// - Throws: `damagedEntry` if the bytes do not have the stated checksum and size.
        package func read(into piece: UnsafeMutableRawBufferPointer) throws(ArchiveError) -> Int {
            let count = Int(zip_fread(file, piece.baseAddress, zip_uint64_t(piece.count)))
            guard count >= 0 else { throw reader.failure(zip_file_get_error(file), of: entry) }
            done += count
            guard done <= entry.size, count > 0 || done == entry.size else {
                throw .damagedEntry(entry.name, .wrongLength)
            }
            return count
        }
    }

    /// The largest number of entries in an archive.
    package static let maxEntries = 1_000_000
    /// An archive may unpack to this many times its own size, plus one mebibyte.
    package static let maxExpansionRatio = 200

    /// The files in the archive's order, without folders.
    package private(set) var entries: [Entry] = []
    /// The folders that have entries of their own, without the final slash.
    package private(set) var folders: [String] = []
    /// The size of all files in the archive before unpacking, in bytes.
    package private(set) var packedSize = 0
    fileprivate let archive: OpaquePointer
    private let path: String
    private let isLenient: Bool

    /// Whether a file begins with the signature of zip archives.
    /// - Throws: `read`, as its content is unknown then.
    package static func isArchive(_ path: String) throws(FileError) -> Bool {
        let file = open(path, O_RDONLY | O_NONBLOCK | O_CLOEXEC)
        guard file >= 0 else { throw FileError(.read, path) }
        defer { close(file) }
        var status = stat()
        guard fstat(file, &status) == 0 else { throw FileError(.read, path) }
        guard status.st_mode & S_IFMT == S_IFREG else { return false }
        var signature = [UInt8](repeating: 0, count: 4)
        guard pread(file, &signature, 4, 0) >= 0 else { throw FileError(.read, path) }
        return signature == [0x50, 0x4B, 3, 4] || signature == [0x50, 0x4B, 5, 6]
    }

    /// Opens an archive and checks its directory.
    /// - Parameters:
    ///   - maxExpansionRatio: the largest ratio of unpacked to packed size; larger only for archives that this program
    ///     wrote itself.
    ///   - isLenient: whether to accept what office programs accept in a document: backslashes in names, names that
    ///     repeat, and headers of entries that differ from the directory. No entry of such an archive may be unpacked to
    ///     the disk.
    ///   - isUnambiguous: whether the archive must read the same from its start and from its end; see
    ///     ``ZipLayout``.
    /// - Throws: any case except `writing` and `damagedEntry`.
    package init(
        _ path: String, maxExpansionRatio: Int = ZipReader.maxExpansionRatio, isLenient: Bool = false,
        isUnambiguous: Bool = false
    ) throws(ArchiveError) {
        let file = open(path, O_RDONLY | O_NONBLOCK | O_CLOEXEC)
        guard file >= 0 else { throw .file(FileError(.read, path)) }
        var status = stat()
        guard fstat(file, &status) == 0, status.st_mode & S_IFMT == S_IFREG else {
            close(file)
            throw .file(FileError(.read, path, code: EINVAL))
        }
        // libzip closes the descriptor that it is given.
        let own = fcntl(file, F_DUPFD_CLOEXEC, 0)
        defer { if own >= 0 { close(own) } }
        var code: Int32 = 0
        guard let opened = zip_fdopen(file, isLenient ? 0 : ZIP_CHECKCONS, &code) else {
            let systemError = errno
            close(file)
            if code == ZIP_ER_READ || code == ZIP_ER_SEEK { throw .file(FileError(.read, path, code: systemError)) }
            if code == ZIP_ER_EXISTS { throw .suspicious(path, .repeatedName) }
            throw .unreadable(path, reason: ZipWriter.message(code))
        }
        archive = opened
        self.path = path
        self.isLenient = isLenient
        try readDirectory(Int(status.st_size), maxExpansionRatio)
        if isUnambiguous { try ZipLayout.check(own, path: path, size: Int(status.st_size)) }
    }

    deinit { zip_discard(archive) }

    /// Tells an archive that cannot be read from a damaged entry.
    private func failure(_ error: UnsafeMutablePointer<zip_error_t>, of entry: Entry) -> ArchiveError {
        if zip_error_system_type(error) == ZIP_ET_SYS {
            return .file(FileError(.read, path, code: zip_error_code_system(error)))
        }
        return .damagedEntry(entry.name, .library(String(cString: zip_error_strerror(error))))
    }

    private func readDirectory(_ bytes: Int, _ maxExpansionRatio: Int) throws(ArchiveError) {
        let count = zip_get_num_entries(archive, 0)
        guard count <= ZipReader.maxEntries else {
            throw .suspicious(path, .tooManyEntries(Int(count), limit: ZipReader.maxEntries))
        }
        var (packed, unpacked) = (0, 0)
        var names: Set<String> = []
        for index in 0..<UInt64(max(0, count)) {
            let entry = try read(index, &names)
            packed = packed.addingReportingOverflow(entry.packed).partialValue
            unpacked = unpacked.addingReportingOverflow(entry.size).partialValue
            guard packed >= 0, packed <= bytes else {
                throw .suspicious(path, .overlappingEntries)
            }
            guard unpacked >= 0, unpacked <= bytes * maxExpansionRatio + 1 << 20 else {
                throw .suspicious(path, .expansion(ratio: maxExpansionRatio))
            }
            packedSize = packed
            if entry.name.hasSuffix("/") {
                folders.append(String(entry.name.dropLast()))
            } else {
                entries.append(Entry(name: entry.name, size: entry.size, index: index))
            }
        }
    }

    /// Reads and checks one entry of the directory. The name of a folder ends with a slash.
    private func read(
        _ index: UInt64, _ names: inout Set<String>
    ) throws(ArchiveError) -> (name: String, packed: Int, size: Int) {
        guard let raw = zip_get_name(archive, index, zip_flags_t(ZIP_FL_ENC_RAW)) else {
            throw .missingName(path, entry: Int(index) + 1)
        }
        guard let name = String(validatingCString: raw) else {
            throw .nameNotUTF8(path, entry: Int(index) + 1)
        }
        let isFolder = name.hasSuffix("/")
        if !isLenient, let diagnostic = ZipReader.diagnostic(forName: isFolder ? String(name.dropLast()) : name) {
            throw .refusedEntry(path, entry: name, diagnostic)
        }
        // Some systems ignore case in names: there, two such entries would be one file.
        guard isLenient || names.insert(name.lowercased()).inserted else {
            throw .refusedEntry(path, entry: name, .repeatedName)
        }
        var facts = zip_stat_t()
        let wanted = zip_uint64_t(
            ZIP_STAT_SIZE | ZIP_STAT_COMP_SIZE | ZIP_STAT_COMP_METHOD | ZIP_STAT_ENCRYPTION_METHOD)
        guard zip_stat_index(archive, index, 0, &facts) == 0, facts.valid & wanted == wanted,
            let size = Int(exactly: facts.size), let packed = Int(exactly: facts.comp_size)
        else { throw .missingSize(path, entry: name) }
        guard facts.encryption_method == ZIP_EM_NONE else {
            throw .refusedEntry(path, entry: name, .encrypted)
        }
        guard [ZIP_CM_STORE, ZIP_CM_DEFLATE].contains(Int32(facts.comp_method)) else {
            throw .refusedEntry(path, entry: name, .compressionMethod)
        }
        try validateEntryType(index, name, isFolder: isFolder, size: size)
        return (name, packed, size)
    }

    private func validateEntryType(_ index: UInt64, _ name: String, isFolder: Bool, size: Int) throws(ArchiveError) {
        var (system, attributes) = (zip_uint8_t(0), zip_uint32_t(0))
        let failed = zip_file_get_external_attributes(archive, index, 0, &system, &attributes) != 0
        // Whatever system the entry names, the upper half is a Unix file mode if it is not zero.
        let kind = attributes >> 16 & UInt32(S_IFMT)
        let fitting = isFolder ? UInt32(S_IFDIR) : UInt32(S_IFREG)
        // The lower half has the attributes of MS-DOS, of which bit 4 marks a folder.
        guard !failed, kind == 0 || kind == fitting, isFolder || attributes & 0x10 == 0 else {
            throw .refusedEntry(path, entry: name, kind == UInt32(S_IFLNK) ? .symbolicLink : .notAFile)
        }
        guard !isFolder || size == 0 else { throw .refusedEntry(path, entry: name, .folderWithContent) }
    }

    /// Checks that a name means the same path inside a folder on every system.
    /// - Returns: nil if it does.
    static func diagnostic(forName name: String) -> ArchiveError.EntryDiagnostic? {
        let parts = name.utf8.split(separator: UInt8(ascii: "/"), omittingEmptySubsequences: false)
        let leadsOut = parts.contains { $0.isEmpty || $0.elementsEqual(".".utf8) || $0.elementsEqual("..".utf8) }
        if leadsOut { return .leadsOut }
        if name.utf8.contains(where: { $0 < 0x20 || $0 == 0x7F || $0 == UInt8(ascii: "\\") || $0 == UInt8(ascii: ":") })
        {
            return .ambiguousName
        }
        return nil
    }

    /// Unpacks one file in pieces.
    /// - Throws: `damagedEntry` if the bytes do not have the stated checksum and size; errors of `body`.
    package func read(_ entry: Entry, _ body: (Span<UInt8>) throws -> Void) throws {
        let stream = try stream(of: entry)
        try forEachPiece(
            ofSize: 1 << 17, from: { try stream.read(into: $0) },
            { piece in
                try body(piece)
                return true
            })
    }

    /// The content of a small file; nil for none of that name.
    /// - Throws: `damagedEntry` if it is larger than `limit` bytes or damaged.
    package func contents(of name: String, atMost limit: Int) throws(ArchiveError) -> [UInt8]? {
        guard let entry = entries.first(where: { $0.name == name }) else { return nil }
        guard entry.size <= limit else { throw .damagedEntry(name, .tooLarge) }
        let stream = try stream(of: entry)
        var bytes: [UInt8] = []
        try forEachPiece(
            ofSize: 1 << 14, from: { buffer throws(ArchiveError) in try stream.read(into: buffer) },
            { piece throws(ArchiveError) in
                bytes += piece
                return true
            })
        return bytes
    }

    /// Begins to unpack one file.
    /// - Throws: `damagedEntry` if it cannot be unpacked.
    package func stream(of entry: Entry) throws(ArchiveError) -> Stream { try Stream(entry, of: self) }
}

/// Writes zip archives (PKWARE's APPNOTE.TXT 6.3) with libzip, in constant memory.
///
/// The same files, names and timestamp produce the same bytes: entries keep their order, all have one timestamp and one
/// mode (0644), and nothing about the machine is stored.
package enum ZipWriter {
    /// A file for an archive.
    package struct File: Sendable {
        /// The path in the archive, its parts separated by `/`.
        package let name: String
        /// The path of the file on the disk.
        package let path: String
        /// Whether it is compressed. Pictures are already compressed.
        package let isPacked: Bool

        /// A file with its name in the archive.
        package init(name: String, path: String, isPacked: Bool) {
            (self.name, self.path, self.isPacked) = (name, path, isPacked)
        }
    }

    /// Writes an archive and flushes it to the disk.
    /// - Parameters:
    ///   - path: the path of a file that does not exist yet; libzip needs space for a second file beside it.
    ///   - timestamp: the time of all entries, in seconds since 1970, in UTC; zip can express 1980 to 2107 in steps of 2 s.
    /// - Throws: `writing` or `file`; nothing is left at `path` then.
    package static func write(_ files: [File], to path: String, timestamp: Int64) throws(ArchiveError) {
        var code: Int32 = 0
        guard let archive = zip_open(path, ZIP_CREATE | ZIP_EXCL, &code) else {
            throw .writing(path, reason: message(code))
        }
        let stamp = DOSTimestamp(timestamp)
        for file in files {
            guard add(file, to: archive, stamp) else {
                let reason = String(cString: zip_strerror(archive))
                zip_discard(archive)
                throw .writing(path, reason: "\(file.path): \(reason)")
            }
        }
        guard zip_close(archive) == 0 else {
            let reason = String(cString: zip_strerror(archive))
            zip_discard(archive)
            throw .writing(path, reason: reason)
        }
        let written = open(path, O_RDONLY | O_CLOEXEC)
        defer { close(written) }
        // Everything that is packed tells what somebody owns.
        guard written >= 0, fchmod(written, 0o600) == 0 || errno == EPERM, fsync(written) == 0 else {
            let error = FileError(.flush, path)
            unlink(path)
            throw .file(error)
        }
    }

    private static func add(_ file: File, to archive: OpaquePointer, _ stamp: DOSTimestamp) -> Bool {
        guard let source = zip_source_file(archive, file.path, 0, -1) else { return false }
        let index = zip_file_add(archive, file.name, source, zip_flags_t(ZIP_FL_ENC_UTF_8))
        guard index >= 0 else {
            zip_source_free(source)
            return false
        }
        let place = zip_uint64_t(index)
        let mode = zip_uint32_t(S_IFREG | 0o644) << 16
        return zip_set_file_compression(archive, place, file.isPacked ? ZIP_CM_DEFLATE : ZIP_CM_STORE, 0) == 0
            && zip_file_set_dostime(archive, place, stamp.time, stamp.date, 0) == 0
            && zip_file_set_external_attributes(archive, place, 0, zip_uint8_t(ZIP_OPSYS_UNIX), mode) == 0
    }

    /// The text of libzip for one of its error codes.
    static func message(_ code: Int32) -> String {
        var error = zip_error_t()
        zip_error_init_with_code(&error, code)
        defer { zip_error_fini(&error) }
        return String(cString: zip_error_strerror(&error))
    }
}

/// A timestamp in the format of zip archives, in steps of two seconds.
struct DOSTimestamp: Equatable {
    let time: UInt16
    let date: UInt16

    init(_ timestamp: Int64) {
        let (first, last) = (Int64(315_532_800), Int64(4_354_819_198))
        var seconds = time_t(min(max(timestamp, first), last))
        var parts = tm()
        gmtime_r(&seconds, &parts)
        time = UInt16(parts.tm_hour << 11 | parts.tm_min << 5 | parts.tm_sec / 2)
        date = UInt16((parts.tm_year - 80) << 9 | (parts.tm_mon + 1) << 5 | parts.tm_mday)
    }
}
