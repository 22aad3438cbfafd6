import Glibc
package import Message

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

/// The size of a regular file in bytes.
/// - Throws: as ``openFile(_:followsLinks:)``.
package func fileSize(_ path: String) throws(FileError) -> Int {
    let file = try openFile(path)
    close(file.descriptor)
    return file.size
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
    do {
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

/// Copies a file. The copy appears complete or not at all.
/// - Parameter sha256: the checksum that the content must have; nil for any content.
/// - Returns: false if the content has another checksum; it was not copied then.
/// - Throws: the errors of reading, and those of `AtomicFile`.
package func copyFile(_ source: String, to path: String, sha256: [UInt8]? = nil) throws -> Bool {
    let copy = try AtomicFile(replacing: path)
    let digest = sha256.map { _ in SHA256Hasher() }
    try readFile(source) { bytes in
        digest?.update(bytes)
        try copy.write(bytes)
    }
    if let digest, try digest.finish() != sha256 { return false }
    try copy.commit()
    return true
}

/// A file operation that failed: the operation, the path, and the system's error number.
package struct FileError: Error, Equatable, Sendable {
    /// The operations that can fail. The raw values are part of message keys.
    package enum Operation: String, CaseIterable, Sendable {
        case read, write, open, flush, hash, remove
        /// Giving a finished file its final name.
        case replace
        /// Writing the final name of a finished file to the disk. The file is in place.
        case flushName
        /// Giving the checksums or the signature of a report their names. The report is in place.
        case replaceProof
        /// Keeping a file that another program wrote, under a new name.
        case keep
        case makeFolder, makeFolderIn, makeLink, makeTemporaryFileIn
        /// Following a link that somebody else put into a folder for everybody.
        case followLink
    }

    /// The operation that failed.
    package let operation: Operation
    /// The file or folder.
    package let path: String
    /// The system's error number.
    package let code: Int32

    /// The error `code` of an operation.
    package init(_ operation: Operation, _ path: String, code: Int32) {
        self.operation = operation
        self.path = path
        self.code = code
    }

    /// The error of the system call that has just failed (`errno`).
    package init(_ operation: Operation, _ path: String) { self.init(operation, path, code: errno) }

    /// The error of a file in a draft that becomes the file or folder `path`: nothing is in its place yet.
    package func ofDraft(_ path: String) -> FileError {
        operation == .flushName ? FileError(.flush, path, code: code) : self
    }

    /// OpenSSL does not offer SHA-256.
    package static let noSHA256 = FileError(.hash, "SHA-256", code: ENOSYS)

    /// The system's text for the error number, in English.
    package var reason: String { String(cString: strerror(code)) }
}

extension FileError: CustomStringConvertible {
    /// A short text for logs. Messages for users come from the message catalogue.
    package var description: String { (operation == .read ? "" : "\(operation.rawValue) ") + "\(path): \(reason)" }
}

extension FileError: MessageConvertible {
    package var message: Message { message(remedy: remedy) }

    /// The message with a remedy in parentheses, if there is one.
    package func message(remedy: Message?) -> Message {
        let problem = Message("file.cannot.\(operation.rawValue)", ["path": path, "reason": reason])
        guard let remedy else { return problem }
        return Message("file.withRemedy", ["problem": problem, "remedy": remedy])
    }

    private var remedy: Message? {
        switch code {
        case _ where operation == .followLink: nil
        case ENOSPC, EDQUOT: Message("file.remedy.freeSpace")
        case EACCES, EPERM:
            operation == .read ? Message("file.remedy.makeReadable") : Message("file.remedy.chooseWritableFolder")
        case EROFS: Message("file.remedy.chooseOtherDisk")
        case ENOTDIR where operation != .read: Message("file.remedy.fileInsteadOfFolder")
        case ENOENT where operation == .read && Folder.isBrokenLink(path),
            ENOTDIR where Folder.isBrokenLink(path), ELOOP where operation == .read:
            Message("file.remedy.correctLink")
        case ENOENT, ENOTDIR:
            operation == .read ? Message("file.remedy.checkName") : Message("file.remedy.makeFolderFirst")
        case EISDIR where operation == .read: Message("file.remedy.giveFile")
        case EISDIR: Message("file.remedy.folderInsteadOfFile")
        case ENAMETOOLONG: Message("file.remedy.chooseShorterName")
        case EMFILE, ENFILE: Message("file.remedy.raiseOpenFiles")
        // The call is done in these two cases and must not be repeated as a whole.
        case EINTR where ![.flushName, .replaceProof].contains(operation): Message("file.remedy.tryAgain")
        case EIO where ![.flushName, .replaceProof].contains(operation): Message("file.remedy.checkDisk")
        default: nil
        }
    }
}
