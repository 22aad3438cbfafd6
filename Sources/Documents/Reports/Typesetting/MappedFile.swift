import Files
import Glibc

/// A file as memory that the system fills when it is read.
final class MappedFile: RandomAccessCollection {
    private let bytes: UnsafeBufferPointer<UInt8>

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
        bytes = UnsafeBufferPointer(start: start.assumingMemoryBound(to: UInt8.self), count: count)
    }

    deinit { munmap(UnsafeMutableRawPointer(mutating: bytes.baseAddress), bytes.count) }

    var startIndex: Int { 0 }
    var endIndex: Int { bytes.count }
    subscript(index: Int) -> UInt8 { bytes[index] }

    /// Passes a part of the file to `body`.
    func read(_ range: Range<Int>, _ body: ByteReceiver) throws {
        let part = bytes.extracting(range)
        try body(part.span)
    }

    /// The first offset of a text in a part of the file; nil if it is not there.
    func firstOffset(of text: String, in range: Range<Int>) -> Int? {
        let part = bytes.extracting(range)
        return ByteSearch.first(Array(text.utf8), in: part.span, from: 0).map { range.lowerBound + $0 }
    }
}
