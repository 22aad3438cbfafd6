import Glibc

/// Opens a regular file to read it.
/// - Returns: a descriptor, which the caller closes, and the size in bytes.
/// - Throws: `read` with `path`; its code is `EISDIR` for a folder and `EINVAL` for a pipe, socket or device.
package func openFile(
    _ path: String, followsLinks: Bool = true
) throws(FileError) -> (descriptor: Int32, size: Int) {
    // Without O_NONBLOCK, opening a pipe would wait for its writer.
    let descriptor = open(path, O_RDONLY | O_CLOEXEC | O_NONBLOCK | (followsLinks ? 0 : O_NOFOLLOW))
    guard descriptor >= 0 else { throw FileError(.read, path) }
    var status = stat()
    let isKnown = fstat(descriptor, &status) == 0
    let kind = status.st_mode & S_IFMT
    if isKnown, kind == S_IFREG { return (descriptor, Int(status.st_size)) }
    let code = isKnown ? kind == S_IFDIR ? EISDIR : EINVAL : errno
    close(descriptor)
    throw FileError(.read, path, code: code)
}

/// Reads a file in pieces.
/// - Throws: `read` with `path`, or the error that `body` throws.
package func readFile(_ path: String, _ body: ByteReceiver) throws {
    let descriptor = open(path, O_RDONLY | O_CLOEXEC)
    guard descriptor >= 0 else { throw FileError(.read, path) }
    defer { close(descriptor) }
    try readPieces(of: descriptor, path: path) { piece in
        try body(piece)
        return true
    }
}

/// Reads a whole file, or its first `limit` bytes.
/// - Throws: `read` with `path`.
package func readFile(_ path: String, upTo limit: Int = .max) throws(FileError) -> [UInt8] {
    let descriptor = open(path, O_RDONLY | O_CLOEXEC)
    guard descriptor >= 0 else { throw FileError(.read, path) }
    defer { close(descriptor) }
    return try readFile(descriptor, path: path, upTo: limit)
}

/// Reads a whole file that need not be there.
/// - Returns: nil if nothing has that path.
/// - Throws: `read` with `path`, or with the part of it that is a link that leads nowhere.
package func readFile(ifPresent path: String) throws(FileError) -> [UInt8]? {
    // No file has a name with a NUL: for the system it would end there, and be another file's.
    guard !path.utf8.contains(0) else { return nil }
    do throws(FileError) {
        return try readFile(path)
    } catch {
        try Folder.requireAbsence(of: path, error)
        return nil
    }
}

/// Reads the rest of an open file, or its first `limit` bytes.
/// - Throws: `read` with `path`.
package func readFile(
    _ descriptor: Int32, path: String, upTo limit: Int = .max
) throws(FileError) -> [UInt8] {
    var bytes: [UInt8] = []
    var left = limit
    try forEachPiece(
        ofSize: 1 << 16,
        from: { buffer throws(FileError) in
            try readSome(of: descriptor, into: .init(rebasing: buffer[..<min(buffer.count, left)]), path: path)
        },
        { piece throws(FileError) in
            bytes += piece
            left -= piece.count
            return left > 0
        })
    return bytes
}

/// Reads an open file in pieces up to its end, or until `body` returns false.
/// - Throws: `read` with `path`, or the error that `body` throws.
package func readPieces(
    of descriptor: Int32, path: String, _ body: (Span<UInt8>) throws -> Bool
) throws {
    try forEachPiece(ofSize: 1 << 17, from: { try readSome(of: descriptor, into: $0, path: path) }, body)
}

/// Reads some bytes of an open file, again if a signal interrupts it.
/// - Returns: the number of bytes; 0 at the end of the file.
/// - Throws: `read` with `path`.
package func readSome(
    of descriptor: Int32, into buffer: UnsafeMutableRawBufferPointer, path: String
) throws(FileError) -> Int {
    while true {
        let count = read(descriptor, buffer.baseAddress, buffer.count)
        if count < 0, errno == EINTR { continue }
        guard count >= 0 else { throw FileError(.read, path) }
        return count
    }
}

extension SHA256Hasher {
    /// Appends the rest of an open file.
    /// - Throws: `read` with `path`.
    package func update(fromFile descriptor: Int32, path: String) throws(FileError) {
        try forEachPiece(
            ofSize: 1 << 17,
            from: { buffer throws(FileError) in try readSome(of: descriptor, into: buffer, path: path) },
            { piece throws(FileError) in
                update(piece)
                return true
            })
    }
}
