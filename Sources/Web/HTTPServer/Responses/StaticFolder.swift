internal import CZlib
import Files
import Glibc
import Synchronization

/// A file of a static folder, ready to be sent any number of times.
package final class StaticFile: Sendable {
    /// The entity tag.
    package let tag: String
    let response: SharedResponse
    let version: Version
    /// Bytes of the body that are kept in memory.
    let bytesInMemory: Int

    /// Identifies one version of a file; files are replaced by rename, so a new version has another inode.
    struct Version: Equatable {
        let inode: UInt64
        let nanoseconds: Int
        let size: Int

        init(_ status: stat) {
            inode = UInt64(status.st_ino)
            nanoseconds = Int(status.st_mtim.tv_sec) * 1_000_000_000 + Int(status.st_mtim.tv_nsec)
            size = Int(status.st_size)
        }
    }

    var size: Int { version.size }

    /// A file outside a static folder with header fields of its own; nil if it cannot be opened or is not a regular file.
    /// - Parameter tag: the entity tag, which identifies the bytes.
    package static func opened(_ path: String, tag: String, fields: [(String, String)]) -> StaticFile? {
        let file = open(path, O_RDONLY | O_NOFOLLOW | O_NONBLOCK | O_CLOEXEC)
        guard file >= 0 else { return nil }
        var status = stat()
        guard fstat(file, &status) == 0, status.st_mode & S_IFMT == S_IFREG,
            let response = SharedResponse(
                descriptor: file, count: Int(status.st_size), fields: [("ETag", tag)] + fields)
        else {
            close(file)
            return nil
        }
        return StaticFile(response: response, tag: tag, version: Version(status), bytesInMemory: 0)
    }

    init(response: SharedResponse, tag: String, version: Version, bytesInMemory: Int) {
        self.bytesInMemory = bytesInMemory
        self.response = response
        self.tag = tag
        self.version = version
    }
}

/// A folder whose files are served. Files may be added, replaced and removed by rename meanwhile.
package final class StaticFolder: Sendable {
    private let descriptor: Int32
    private let hashes: @Sendable () -> CSPHashes
    private let cache = Mutex(Cache())

    /// Files up to this size are kept in memory; the kernel sends larger ones from an open descriptor.
    private static let maximumInMemory = 64 << 10
    /// The size of files that are compressed. Smaller ones fit into a packet, larger ones would take too long.
    private static let compressible = 1 << 10...8 << 20
    /// The most files in the cache, of which large ones are open, and bytes of those in memory.
    private let cacheFiles: Int
    private let cacheBytes: Int

    private struct Cache {
        var files: [String: StaticFile] = [:]
        var bytes = 0
    }

    /// A folder that cannot be opened.
    package struct OpenError: Error {
        /// The system's error number.
        package let code: Int32
    }

    /// Opens a folder.
    /// - Parameters:
    ///   - openFiles: the maximum number of files that are kept open for sending.
    ///   - hashes: returns the hashes of inline scripts and styles of its pages.
    package init(
        _ path: String, openFiles: Int = ServerLimits().openFiles, hashes: @escaping @Sendable () -> CSPHashes
    ) throws {
        descriptor = open(path, O_RDONLY | O_DIRECTORY | O_CLOEXEC)
        guard descriptor >= 0 else { throw OpenError(code: errno) }
        self.hashes = hashes
        cacheFiles = openFiles
        // Of a server with many inventories each has a share of both.
        cacheBytes = min(8 << 20, openFiles << 14)
    }

    deinit { close(descriptor) }

    /// The file at a path whose segments were checked; nil for none.
    ///
    /// Names that begin with a dot are never served: the folder keeps private files under such names.
    /// - Parameter isGzipped: whether a text may be compressed.
    package func file(_ segments: [String], isGzipped: Bool = false) -> StaticFile? {
        var segments = segments
        if segments.last?.isEmpty == true { segments[segments.count - 1] = "index.html" }
        guard !segments.contains(where: { $0.hasPrefix(".") }) else { return nil }
        let path = segments.joined(separator: "/")
        let isGzipped = isGzipped && FileType.mediaType(of: path).isText
        let key = isGzipped ? path + "\0gzip" : path
        var status = stat()
        if let cached = cache.withLock({ $0.files[key] }),
            // The same inode that was opened safely before: wherever the path leads now, the bytes are the same.
            fstatat(descriptor, path, &status, AT_SYMLINK_NOFOLLOW) == 0, StaticFile.Version(status) == cached.version
        {
            return cached
        }
        let file = Folder.openBeneath(descriptor, path: path)
        guard file >= 0 else { return nil }
        guard fstat(file, &status) == 0, status.st_mode & S_IFMT == S_IFREG,
            let prepared = prepare(file, path: path, StaticFile.Version(status), isGzipped: isGzipped)
        else {
            close(file)
            return nil
        }
        cache.withLock { cache in
            let bytes = prepared.bytesInMemory
            if cache.files.count >= cacheFiles || cache.bytes + bytes > cacheBytes { cache = Cache() }
            cache.files[key] = prepared
            cache.bytes += bytes
        }
        return prepared
    }

    /// Empties the cache, because the hashes of inline elements may have changed.
    package func clearCache() { cache.withLock { $0 = Cache() } }

    /// Prepares a file for sending. Owns the descriptor only if it succeeds.
    private func prepare(
        _ file: Int32, path: String, _ version: StaticFile.Version, isGzipped: Bool
    ) -> StaticFile? {
        let type = FileType.mediaType(of: path)
        let isGzipped = isGzipped && StaticFolder.compressible.contains(version.size)
        let tag = StaticFolder.tag(version, isGzipped: isGzipped)
        var fields = [
            ("Content-Type", type.name), ("ETag", tag), ("Cache-Control", "private, no-cache"),
            ("Content-Security-Policy", type.isPage ? SecurityHeaders.policy(hashes()) : type.policy),
        ]
        if type.isDownload { fields.append(("Content-Disposition", "attachment")) }
        if type.isText { fields.append(("Vary", "Accept-Encoding")) }
        guard isGzipped || version.size <= StaticFolder.maximumInMemory else {
            return SharedResponse(descriptor: file, count: version.size, fields: fields).map {
                StaticFile(response: $0, tag: tag, version: version, bytesInMemory: 0)
            }
        }
        var bytes = [UInt8](repeating: 0, count: version.size)
        guard pread(file, &bytes, bytes.count, 0) == version.size else { return nil }
        if isGzipped {
            guard let compressed = Gzip.compress(bytes) else { return nil }
            bytes = compressed
            fields.append(("Content-Encoding", "gzip"))
        }
        guard let response = SharedResponse(bytes: bytes, fields: fields) else { return nil }
        close(file)
        return StaticFile(response: response, tag: tag, version: version, bytesInMemory: bytes.count)
    }

    /// The entity tag, which differs by encoding (RFC 9110, 8.8.3.3).
    private static func tag(_ version: StaticFile.Version, isGzipped: Bool) -> String {
        let parts = [version.nanoseconds, Int(truncatingIfNeeded: version.inode), version.size]
        return "\"\(parts.map { String($0, radix: 36) }.joined(separator: "-"))\(isGzipped ? "-gz" : "")\""
    }
}

/// A browser's treatment of a file.
struct FileType {
    let name: String
    /// Whether a browser shows it as a page.
    var isPage = false
    /// Whether a browser should save it and not show it.
    var isDownload = false
    /// Whether it is text, which compression makes much smaller.
    var isText: Bool {
        ["text/", "application/json", "application/manifest+json", "image/svg"].contains(where: name.hasPrefix)
    }
    /// Its policy if it is opened as a document.
    var policy = SecurityHeaders.closedPolicy

    /// The type of a file by its extension. Files of unknown types are downloads.
    static func mediaType(of path: String) -> FileType {
        let fileExtension = path.split(separator: "/").last?.split(separator: ".").last ?? ""
        switch fileExtension {
        case "html": return FileType(name: "text/html; charset=utf-8", isPage: true)
        case "css": return FileType(name: "text/css; charset=utf-8")
        // A worker that keeps pages asks this server for them.
        case "js", "mjs":
            return FileType(
                name: "text/javascript; charset=utf-8", policy: SecurityHeaders.closedPolicy + "; connect-src 'self'")
        case "json": return FileType(name: "application/json")
        case "webmanifest": return FileType(name: "application/manifest+json")
        case "jpg", "jpeg": return FileType(name: "image/jpeg")
        case "png": return FileType(name: "image/png")
        case "webp": return FileType(name: "image/webp")
        case "ico": return FileType(name: "image/x-icon")
        // Drawings may have styles but no scripts.
        case "svg":
            return FileType(
                name: "image/svg+xml", policy: SecurityHeaders.closedPolicy + "; style-src 'unsafe-inline'; sandbox")
        case "woff2": return FileType(name: "font/woff2")
        case "txt": return FileType(name: "text/plain; charset=utf-8")
        case "pdf": return FileType(name: "application/pdf", isDownload: true)
        case "xml": return FileType(name: "application/xml", isDownload: true)
        case "csv": return FileType(name: "text/csv; charset=utf-8", isDownload: true)
        default: return FileType(name: "application/octet-stream", isDownload: true)
        }
    }
}

/// Compression of responses (RFC 1952).
package enum Gzip {
    /// The compressed bytes; nil if that fails.
    package static func compress(_ bytes: [UInt8]) -> [UInt8]? {
        var stream = z_stream()
        guard homepwner_gzip_init(&stream) == Z_OK else { return nil }
        defer { deflateEnd(&stream) }
        var bytes = bytes
        let bound = Int(deflateBound(&stream, UInt(bytes.count)))
        var status = Z_OK
        let compressed = [UInt8](unsafeUninitializedCapacity: bound) { output, count in
            bytes.withUnsafeMutableBufferPointer { input in
                stream.next_in = input.baseAddress
                stream.avail_in = UInt32(input.count)
                stream.next_out = output.baseAddress
                stream.avail_out = UInt32(output.count)
                status = deflate(&stream, Z_FINISH)
                count = Int(stream.total_out)
            }
        }
        return status == Z_STREAM_END ? compressed : nil
    }
}
