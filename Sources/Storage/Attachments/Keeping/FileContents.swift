import Files
import Glibc

/// Reads small files and folders.
enum FileContents {
    /// The names in a folder, unsorted; empty if the folder does not exist.
    static func names(in folder: String) throws -> [String] {
        do {
            return try Folder.list(folder)
        } catch {
            if error.code == ENOENT { return [] }
            throw PhotoError.store(error)
        }
    }

    /// The bytes of an open file, from its start; nil if there are more than `limit`, or fewer than its size.
    /// - Parameter path: its name or folder, for errors.
    static func read(_ descriptor: Int32, limit: Int, path: String) throws(FileError) -> [UInt8]? {
        var status = stat()
        guard fstat(descriptor, &status) == 0 else { throw FileError(.read, path) }
        guard status.st_size <= limit else { return nil }
        let size = Int(status.st_size)
        var failure: FileError?
        let bytes = [UInt8](unsafeUninitializedCapacity: size) { buffer, count in
            while count < size {
                let step = pread(descriptor, buffer.baseAddress.map { $0 + count }, size - count, count)
                if step < 0 && errno == EINTR { continue }
                if step < 0 { failure = FileError(.read, path) }
                if step <= 0 { return }
                count += step
            }
        }
        if let failure { throw failure }
        return bytes.count == size ? bytes : nil
    }

    /// The bytes of a file; nil if it does not exist, is too large or cannot be read.
    static func read(path: String, limit: Int) -> [UInt8]? {
        let opened = open(path, O_RDONLY | O_NOFOLLOW | O_NONBLOCK | O_CLOEXEC)
        guard opened >= 0 else { return nil }
        defer { close(opened) }
        return try? read(opened, limit: limit, path: path)
    }
}
