import CZip
import Glibc

/// Writes zip archives (PKWARE's APPNOTE.TXT 6.3) with libzip, in constant memory.
///
/// The same files, names and timestamp produce the same bytes: entries keep their order, all have one timestamp and one
/// mode (0644), and nothing about the machine is stored.
public enum ZipWriter {
    /// A file for an archive.
    public struct File: Sendable {
        /// The path in the archive, its parts separated by `/`.
        public let name: String
        /// The path of the file on the disk.
        public let path: String
        /// Whether it is compressed. Pictures are already compressed.
        public let isPacked: Bool

        /// A file with its name in the archive.
        public init(name: String, path: String, isPacked: Bool) {
            (self.name, self.path, self.isPacked) = (name, path, isPacked)
        }
    }

    /// Writes an archive and flushes it to the disk.
    /// - Parameters:
    ///   - path: the path of a file that does not exist yet; libzip needs space for a second file beside it.
    ///   - timestamp: the time of all entries, in seconds since 1970, in UTC; zip can express 1980 to 2107 in steps of 2 s.
    /// - Throws: `writing` or `file`; nothing is left at `path` then.
    public static func write(_ files: [File], to path: String, timestamp: Int64) throws(ArchiveError) {
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
