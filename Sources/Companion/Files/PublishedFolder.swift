import CMicroHTTPD
import Glibc
import Synchronization

/// A file of the published folder, made ready to be sent any number of times.
final class PreparedFile: Sendable {
    nonisolated(unsafe) let response: OpaquePointer
    let tag: String
    let size: Int

    init(response: OpaquePointer, tag: String, size: Int) {
        self.response = response
        self.tag = tag
        self.size = size
    }

    deinit { MHD_destroy_response(response) }
}

/// The published folder. Files come and go by rename while they are served.
final class PublishedFolder: Sendable {
    private let descriptor: Int32
    private let policy: @Sendable () -> PageHashes
    private let cache = Mutex(Cache())

    /// Files up to this size are kept in memory, and so many bytes of them in all.
    private static let smallest = 128 << 10
    private static let cached = 8 << 20

    private struct Cache {
        var files: [String: PreparedFile] = [:]
        var bytes = 0
    }

    /// Opens the folder.
    init(_ path: String, policy: @escaping @Sendable () -> PageHashes) throws(CompanionError) {
        descriptor = open(path, O_RDONLY | O_DIRECTORY | O_CLOEXEC)
        guard descriptor >= 0 else { throw .noFolder(path: path, reason: String(cString: strerror(errno))) }
        self.policy = policy
    }

    deinit { close(descriptor) }

    /// The file of a path whose names were checked; nil where there is none.
    ///
    /// Names that begin with a dot are none: there the folder keeps what is not for readers.
    func file(_ names: [String]) -> PreparedFile? {
        var names = names
        if names.last?.isEmpty == true { names[names.count - 1] = "index.html" }
        guard !names.contains(where: { $0.hasPrefix(".") }) else { return nil }
        let path = names.joined(separator: "/")
        let file = homepwner_open_beneath(descriptor, path)
        guard file >= 0 else { return nil }
        var status = stat()
        guard fstat(file, &status) == 0, status.st_mode & S_IFMT == S_IFREG else {
            close(file)
            return nil
        }
        let tag = PublishedFolder.tag(status)
        if let known = cache.withLock({ $0.files[path] }), known.tag == tag {
            close(file)
            return known
        }
        guard let prepared = prepare(file, path: path, size: Int(status.st_size), tag: tag) else { return nil }
        keep(prepared, path)
        return prepared
    }

    /// Forgets what is kept, as after a rebuild that may have changed the hashes.
    func forget() { cache.withLock { $0 = Cache() } }

    private func keep(_ file: PreparedFile, _ path: String) {
        guard file.size <= PublishedFolder.smallest else { return }
        cache.withLock { cache in
            cache.bytes += file.size - (cache.files[path]?.size ?? 0)
            cache.files[path] = file
            if cache.bytes > PublishedFolder.cached || cache.files.count > 4096 { cache = Cache() }
        }
    }

    private func prepare(_ file: Int32, path: String, size: Int, tag: String) -> PreparedFile? {
        let type = FileType.mediaType(of: path)
        var fields = [
            ("Content-Type", type.name), ("ETag", tag), ("Cache-Control", "private, no-cache"),
            ("Content-Security-Policy", type.isPage ? SecurityHeaders.policy(policy()) : SecurityHeaders.closedPolicy),
        ]
        if type.isDownload { fields.append(("Content-Disposition", "attachment")) }
        let response: OpaquePointer?
        if size <= PublishedFolder.smallest {
            var bytes = [UInt8](repeating: 0, count: size)
            let count = bytes.withUnsafeMutableBytes { buffer in
                guard let start = buffer.baseAddress else { return 0 }
                return pread(file, start, size, 0)
            }
            close(file)
            guard count == size else { return nil }
            response = bytes.withUnsafeBytes { MHDResponse.make($0, fields) }
        } else {
            response = MHDResponse.make(descriptor: file, count: size, fields)
        }
        return response.map { PreparedFile(response: $0, tag: tag, size: size) }
    }

    private static func tag(_ status: stat) -> String {
        let moment = Int(status.st_mtim.tv_sec) * 1_000_000_000 + Int(status.st_mtim.tv_nsec)
        return "\"\(String(moment, radix: 36))-\(String(status.st_ino, radix: 36))-\(String(status.st_size, radix: 36))\""
    }
}

/// What kind of file a name stands for.
struct FileType {
    let name: String
    /// Whether a browser shows it as a page.
    var isPage = false
    /// Whether a browser saves it rather than shows it.
    var isDownload = false

    /// The type of a file by its name's ending; what is unknown is saved, never shown.
    static func mediaType(of path: String) -> FileType {
        let ending = path.split(separator: "/").last?.split(separator: ".").last ?? ""
        switch ending {
        case "html": return FileType(name: "text/html; charset=utf-8", isPage: true)
        case "css": return FileType(name: "text/css; charset=utf-8")
        case "js", "mjs": return FileType(name: "text/javascript; charset=utf-8")
        case "json": return FileType(name: "application/json")
        case "webmanifest": return FileType(name: "application/manifest+json")
        case "jpg", "jpeg": return FileType(name: "image/jpeg")
        case "png": return FileType(name: "image/png")
        case "webp": return FileType(name: "image/webp")
        case "ico": return FileType(name: "image/x-icon")
        // Our own pictures; the closed policy that goes with them runs no script.
        case "svg": return FileType(name: "image/svg+xml")
        case "woff2": return FileType(name: "font/woff2")
        case "txt": return FileType(name: "text/plain; charset=utf-8")
        case "pdf": return FileType(name: "application/pdf", isDownload: true)
        case "xml": return FileType(name: "application/xml", isDownload: true)
        case "csv": return FileType(name: "text/csv; charset=utf-8", isDownload: true)
        default: return FileType(name: "application/octet-stream", isDownload: true)
        }
    }
}
