import Files
import Glibc
import Inventory

/// A log of the files that one call is adding, until an item refers to them.
///
/// If the program ends in between, the log stays and lists files that may be unreferenced. A log is locked while its call
/// runs, so that abandoned logs can be recognised.
struct IntakeLog: ~Copyable {
    private static let prefix = ".taking-"

    private let path: String
    private let descriptor: OwnedDescriptor
    /// The files in the log.
    private(set) var hashes: [ContentHash]

    /// Creates a log in `folder`.
    init(in folder: String) throws {
        while true {
            let path = folder + "/" + IntakeLog.prefix + String(UInt64.random(in: 0...UInt64.max), radix: 36)
            let opened = open(path, O_RDWR | O_CREAT | O_EXCL | O_CLOEXEC, 0o600)
            guard opened >= 0 else { throw PhotoError.store(FileError(.write, folder)) }
            let descriptor = OwnedDescriptor(opened)
            var status = stat()
            // Another process may have removed the file as abandoned before it was locked.
            guard flock(opened, LOCK_EX) != 0 || (fstat(opened, &status) == 0 && status.st_nlink > 0) else { continue }
            self.path = path
            self.descriptor = descriptor
            hashes = []
            return
        }
    }

    private init(path: String, descriptor: consuming OwnedDescriptor, hashes: [ContentHash]) {
        self.path = path
        self.descriptor = descriptor
        self.hashes = hashes
    }

    /// Opens an abandoned log. Returns nil if it is in use or gone, or cannot be read now.
    private init?(abandonedAt path: String) {
        let opened = open(path, O_RDWR | O_NOFOLLOW | O_CLOEXEC)
        guard opened >= 0 else { return nil }
        let descriptor = OwnedDescriptor(opened)
        guard flock(opened, LOCK_EX | LOCK_NB) == 0 else { return nil }
        guard let text = try? FileContents.read(opened, limit: 1 << 30, path: path) else { return nil }
        let hashes = text.split(separator: UInt8(ascii: "\n")).compactMap {
            ContentHash(String(decoding: $0, as: UTF8.self))
        }
        self.init(path: path, descriptor: descriptor, hashes: hashes)
    }

    /// Adds a file to the log.
    mutating func add(_ hash: ContentHash) throws {
        hashes.append(hash)
        let line = Array("\(hash)\n".utf8)
        guard write(descriptor.number, line, line.count) == line.count else {
            throw PhotoError.store(FileError(.write, path))
        }
    }

    /// Removes the log, once each of its files is referenced or removed.
    consuming func finish() { unlink(path) }

    /// Passes each abandoned log to `body`, which finishes it.
    static func forEachAbandoned(in folder: String, _ body: (consuming IntakeLog) throws -> Void) throws {
        for name in try FileContents.names(in: folder) where name.hasPrefix(prefix) {
            guard let log = IntakeLog(abandonedAt: folder + "/" + name) else { continue }
            try body(log)
        }
    }
}
