import CMicroHTTPD
import Files
import Glibc
import Synchronization

/// A file of the published folder, made ready to be sent any number of times.
final class CachedFile: Sendable {
    // The library counts who uses a response, and lets threads share it.
    nonisolated(unsafe) let response: OpaquePointer
    let tag: String
    let state: State

    /// What tells one state of a file from the next: files are replaced by rename.
    struct State: Equatable {
        let node: UInt64
        let timestamp: Int
        let size: Int

        init(_ status: stat) {
            node = UInt64(status.st_ino)
            timestamp = Int(status.st_mtim.tv_sec) * 1_000_000_000 + Int(status.st_mtim.tv_nsec)
            size = Int(status.st_size)
        }
    }

    var size: Int { state.size }

    init(response: OpaquePointer, tag: String, state: State) {
        self.response = response
        self.tag = tag
        self.state = state
    }

    deinit { MHD_destroy_response(response) }
}

/// The published folder. Files come and go by rename while they are served.
final class PublishedFolder: Sendable {
    private let descriptor: Int32
    private let policy: @Sendable () -> CSPHashes
    private let cache = Mutex(Cache())

    /// Files up to this size are kept in memory; larger ones are sent by the kernel from an open descriptor.
    private static let smallest = 64 << 10
    /// Files that are kept ready, small and large, and bytes of the small ones together.
    private static let ready = (files: 512, bytes: 8 << 20)

    private struct Cache {
        var files: [String: CachedFile] = [:]
        var bytes = 0
    }

    /// Opens the folder.
    init(_ path: String, policy: @escaping @Sendable () -> CSPHashes) throws(ServerError) {
        descriptor = open(path, O_RDONLY | O_DIRECTORY | O_CLOEXEC)
        guard descriptor >= 0 else { throw .noFolder(path: path, reason: String(cString: strerror(errno))) }
        self.policy = policy
    }

    deinit { close(descriptor) }

    /// The file of a path whose names were checked; nil where there is none.
    ///
    /// Names that begin with a dot are none: there the folder keeps what is not for readers.
    func file(_ names: [String]) -> CachedFile? {
        var names = names
        if names.last?.isEmpty == true { names[names.count - 1] = "index.html" }
        guard !names.contains(where: { $0.hasPrefix(".") }) else { return nil }
        let path = names.joined(separator: "/")
        var status = stat()
        if let known = cache.withLock({ $0.files[path] }),
            // The very file that was opened safely before: wherever the path leads now, it leads to the same bytes.
            fstatat(descriptor, path, &status, AT_SYMLINK_NOFOLLOW) == 0, CachedFile.State(status) == known.state
        {
            return known
        }
        let file = Folder.openBeneath(descriptor, path: path)
        guard file >= 0 else { return nil }
        guard fstat(file, &status) == 0, status.st_mode & S_IFMT == S_IFREG,
            let prepared = prepare(file, path: path, CachedFile.State(status))
        else {
            close(file)
            return nil
        }
        cache.withLock { cache in
            let bytes = prepared.size <= PublishedFolder.smallest ? prepared.size : 0
            let isFull =
                cache.files.count >= PublishedFolder.ready.files || cache.bytes + bytes > PublishedFolder.ready.bytes
            if isFull { cache = Cache() }
            cache.files[path] = prepared
            cache.bytes += bytes
        }
        return prepared
    }

    /// Forgets what is kept, as after a rebuild that may have changed the hashes.
    func forget() { cache.withLock { $0 = Cache() } }

    /// Makes a file ready; takes the descriptor over where it succeeds.
    private func prepare(_ file: Int32, path: String, _ state: CachedFile.State) -> CachedFile? {
        let type = FileType.mediaType(of: path)
        let tag = PublishedFolder.tag(state)
        var fields = [
            ("Content-Type", type.name), ("ETag", tag), ("Cache-Control", "private, no-cache"),
            ("Content-Security-Policy", type.isPage ? SecurityHeaders.policy(policy()) : type.policy),
        ]
        if type.isDownload { fields.append(("Content-Disposition", "attachment")) }
        guard state.size <= PublishedFolder.smallest else {
            return MHDResponse.make(descriptor: file, count: state.size, fields).map {
                CachedFile(response: $0, tag: tag, state: state)
            }
        }
        var bytes = [UInt8](repeating: 0, count: state.size)
        let count = bytes.withUnsafeMutableBytes { buffer in
            buffer.baseAddress.map { pread(file, $0, buffer.count, 0) } ?? 0
        }
        guard count == state.size, let response = bytes.withUnsafeBytes({ MHDResponse.make($0, fields) }) else {
            return nil
        }
        close(file)
        return CachedFile(response: response, tag: tag, state: state)
    }

    private static func tag(_ state: CachedFile.State) -> String {
        let parts = [String(state.timestamp, radix: 36), String(state.node, radix: 36), String(state.size, radix: 36)]
        return "\"\(parts.joined(separator: "-"))\""
    }
}

/// What kind of file a name stands for.
struct FileType {
    let name: String
    /// Whether a browser shows it as a page.
    var isPage = false
    /// Whether a browser saves it rather than shows it.
    var isDownload = false
    /// What it may do where it is opened by itself.
    var policy = SecurityHeaders.closedPolicy

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
        // Drawings may be styled and run no script.
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
