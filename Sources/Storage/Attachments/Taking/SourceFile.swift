import Files
import Glibc
import ImageExchange
import Inventory

/// A file that is being added to the store. One read recognises its content, copies and hashes it.
struct SourceFile: ~Copyable {
    private let descriptor: OwnedDescriptor
    /// The caller's name for the file.
    let name: String

    /// Opens a regular file. Links and anything else are refused.
    init(path: String) throws {
        try self.init(owning: SourceFile.opened(path), name: path)
    }

    /// Duplicates an open descriptor. Reading begins at the start of the file.
    init(descriptor original: Int32, name: String) throws {
        let copy = fcntl(original, F_DUPFD_CLOEXEC, 3)
        guard copy >= 0 else { throw PhotoError.file(name: name, .unreadable(code: errno)) }
        try self.init(owning: OwnedDescriptor(copy), name: name)
    }

    private init(owning descriptor: consuming OwnedDescriptor, name: String) throws {
        try SourceFile.check(descriptor.number, name: name)
        self.descriptor = descriptor
        self.name = name
    }

    private static func opened(_ path: String) throws -> OwnedDescriptor {
        // Without O_NONBLOCK, opening a pipe would wait for its writer.
        let opened = open(path, O_RDONLY | O_NOFOLLOW | O_NONBLOCK | O_NOCTTY | O_CLOEXEC)
        guard opened >= 0 else { throw PhotoError.file(name: path, diagnostic(of: errno)) }
        return OwnedDescriptor(opened)
    }

    /// Copies the file to `target`.
    /// - Returns: the hash and the number of bytes.
    func copy(to target: AtomicFile, purpose: FilePurpose, limit: Int) throws -> (hash: ContentHash, bytes: Int) {
        try read(purpose, limit: limit) { bytes in try PhotoError.wrapping { try target.write(bytes) } }
    }

    /// Reads the whole file and checks its type and size.
    /// - Throws: `file` or `content` if it would be refused.
    func check(_ purpose: FilePurpose, limit: Int) throws -> ContentHash {
        try read(purpose, limit: limit) { _ in }.hash
    }

    private func read(
        _ purpose: FilePurpose, limit: Int, _ body: (Span<UInt8>) throws -> Void
    ) throws -> (hash: ContentHash, bytes: Int) {
        var offset = 0
        return try SourceFile.read(name: name, purpose, limit: limit, body) { piece in
            while true {
                let count = pread(descriptor.number, piece.baseAddress, piece.count, offset)
                if count < 0 && errno == EINTR { continue }
                guard count >= 0 else { throw PhotoError.file(name: name, .unreadable(code: errno)) }
                offset += count
                return count
            }
        }
    }

    /// Reads a whole file, and checks its type and size.
    static func read(
        name: String, _ purpose: FilePurpose, limit: Int,
        _ body: (Span<UInt8>) throws -> Void,
        from next: ByteSource<any Error>
    ) throws -> (hash: ContentHash, bytes: Int) {
        let hash = SHA256Hasher()
        var total = 0
        try forEachPiece(
            ofSize: 256 << 10, from: next,
            { piece in
                if total == 0 { try checkContent(piece, purpose, name: name) }
                total += piece.count
                guard total <= limit else { throw PhotoError.file(name: name, .tooLarge(limit: limit)) }
                hash.update(piece)
                try body(piece)
                return true
            })
        guard total > 0 else { throw PhotoError.file(name: name, .empty) }
        return (try hash.contentHash(), total)
    }

    /// A second descriptor of the file, for reading from its start.
    func reader() throws -> OwnedDescriptor {
        let reader = open("/proc/self/fd/\(descriptor.number)", O_RDONLY | O_CLOEXEC)
        guard reader >= 0 else { throw PhotoError.file(name: name, .unreadable(code: errno)) }
        return OwnedDescriptor(reader)
    }

    private static func checkContent(_ bytes: Span<UInt8>, _ purpose: FilePurpose, name: String) throws {
        switch ContentKind(of: Array(bytes.extracting(first: ContentKind.bytesNeeded))) {
        case .image(let type) where purpose.accepts(type): return
        case .empty: throw PhotoError.file(name: name, .empty)
        case let kind: throw PhotoError.content(name: name, kind)
        }
    }

    private static func check(_ descriptor: Int32, name: String) throws {
        var status = stat()
        guard fstat(descriptor, &status) == 0 else { throw PhotoError.file(name: name, .unreadable(code: errno)) }
        switch status.st_mode & S_IFMT {
        case S_IFREG: return
        case S_IFDIR: throw PhotoError.file(name: name, .folder)
        case S_IFIFO: throw PhotoError.file(name: name, .pipe)
        case S_IFSOCK: throw PhotoError.file(name: name, .socket)
        default: throw PhotoError.file(name: name, .device)
        }
    }

    private static func diagnostic(of code: Int32) -> PhotoError.FileDiagnostic {
        switch code {
        case ENOENT, ENOTDIR: .notFound
        case EACCES, EPERM: .noPermission
        case ELOOP: .symbolicLink
        case ENXIO: .socket
        case ENODEV: .device
        default: .unreadable(code: code)
        }
    }
}
