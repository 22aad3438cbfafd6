import Files
import Glibc

/// Receives bytes that are lent for one call.
typealias ByteReceiver = (UnsafeRawBufferPointer) throws -> Void

/// Reads a file in pieces.
/// - Throws: `FileError`, or the error that `body` throws.
func readFile(_ path: String, _ body: ByteReceiver) throws {
    let descriptor = open(path, O_RDONLY | O_CLOEXEC)
    guard descriptor >= 0 else { throw FileError(.read, path) }
    defer { close(descriptor) }
    try readPieces(of: descriptor, path: path) { piece in
        try body(piece)
        return true
    }
}

/// Reads the beginning of a file.
/// - Throws: `FileError`.
func readFile(_ path: String, upTo limit: Int) throws -> [UInt8] {
    var bytes: [UInt8] = []
    let descriptor = open(path, O_RDONLY | O_CLOEXEC)
    guard descriptor >= 0 else { throw FileError(.read, path) }
    defer { close(descriptor) }
    try readPieces(of: descriptor, path: path) { piece in
        bytes += piece.prefix(limit - bytes.count)
        return bytes.count < limit
    }
    return bytes
}

/// Reads an open file in pieces up to its end, or until `body` returns false.
/// - Throws: `FileError`, or the error that `body` throws.
func readPieces(
    of descriptor: Int32, path: String, _ body: (UnsafeRawBufferPointer) throws -> Bool
) throws {
    var piece = [UInt8](repeating: 0, count: 1 << 17)
    while true {
        let count = read(descriptor, &piece, piece.count)
        if count < 0, errno == EINTR { continue }
        guard count >= 0 else { throw FileError(.read, path) }
        if count == 0 { return }
        let goesOn = try piece.withUnsafeBytes { try body(UnsafeRawBufferPointer(rebasing: $0[..<count])) }
        guard goesOn else { return }
    }
}

/// A file as memory that the system fills when it is read.
final class MappedFile: RandomAccessCollection {
    private let bytes: UnsafeRawBufferPointer

    /// - Throws: `FileError`; also if the file is empty.
    init(_ path: String) throws(FileError) {
        let descriptor = open(path, O_RDONLY | O_CLOEXEC)
        guard descriptor >= 0 else { throw FileError(.read, path) }
        defer { close(descriptor) }
        var facts = stat()
        guard fstat(descriptor, &facts) == 0 else { throw FileError(.read, path) }
        let count = Int(facts.st_size)
        guard count > 0, let start = mmap(nil, count, PROT_READ, MAP_PRIVATE, descriptor, 0), start != MAP_FAILED else {
            throw FileError(.read, path)
        }
        bytes = UnsafeRawBufferPointer(start: start, count: count)
    }

    deinit { munmap(UnsafeMutableRawPointer(mutating: bytes.baseAddress), bytes.count) }

    var startIndex: Int { 0 }
    var endIndex: Int { bytes.count }
    subscript(index: Int) -> UInt8 { bytes[index] }

    /// Lends a part of the file.
    func read(_ range: Range<Int>, _ body: ByteReceiver) throws {
        try body(UnsafeRawBufferPointer(rebasing: bytes[range]))
    }

    /// The first offset of a text in a part of the file; nil if it is not there.
    func firstOffset(of text: String, in range: Range<Int>) -> Int? {
        let part = UnsafeRawBufferPointer(rebasing: bytes[range]).bindMemory(to: UInt8.self)
        return ByteSearch.first(Array(text.utf8), in: part, from: 0).map { range.lowerBound + $0 }
    }
}
