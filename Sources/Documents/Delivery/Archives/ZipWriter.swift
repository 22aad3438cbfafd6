import CZip
import Files
import Glibc

/// Writes zip archives (PKWARE's APPNOTE.TXT 6.3) by libzip, file by file, in memory that does not grow with them.
///
/// The same files, names and moment give the same bytes: entries stand in the order they are given in, all with one time
/// and one mode (0644), and nothing of the machine is kept.
public enum ZipWriter {
    /// A file to be packed.
    public struct File: Sendable {
        /// Its path in the archive, parted by `/`.
        public let name: String
        /// Where it is.
        public let path: String
        /// Whether it is packed; pictures and the like only lose time by it.
        public let isPacked: Bool

        /// A file to be packed under a name.
        public init(name: String, path: String, isPacked: Bool) {
            (self.name, self.path, self.isPacked) = (name, path, isPacked)
        }
    }

    /// Makes an archive, flushed to the disk.
    /// - Parameters:
    ///   - path: of a file that is not there yet; libzip also needs room for a second one beside it.
    ///   - moment: the time that its entries state, in seconds since 1970, in UTC; zip knows 1980 to 2107 in steps of 2 s.
    /// - Throws: `writing` or `file`; nothing is then left at `path`.
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
        guard written >= 0, fsync(written) == 0 else {
            let error = FileError("flush", path)
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

    /// What libzip says to a number of its own.
    static func message(_ code: Int32) -> String {
        var error = zip_error_t()
        zip_error_init_with_code(&error, code)
        defer { zip_error_fini(&error) }
        return String(cString: zip_error_strerror(&error))
    }
}

/// A moment as zip keeps it, in steps of two seconds.
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
