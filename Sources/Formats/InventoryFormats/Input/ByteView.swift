import Glibc

/// A view of bytes that another value owns, with checked access and without a copy.
///
/// A view is valid until its owner changes or ends: an ``InputBuffer`` until it is extended, an ``UnescapeBuffer`` until
/// its next use. Only this file and the owners of the memory handle pointers.
struct ByteView: RandomAccessCollection {
    /// The memory, for functions of other modules that take a pointer.
    let pointer: UnsafeBufferPointer<UInt8>

    init(_ pointer: UnsafeBufferPointer<UInt8>) { self.pointer = pointer }

    /// Makes a view whose indices begin at 0.
    init(rebasing slice: Slice<ByteView>) {
        pointer = UnsafeBufferPointer(rebasing: slice.base.pointer[slice.startIndex..<slice.endIndex])
    }

    var startIndex: Int { 0 }
    var endIndex: Int { pointer.count }
    // Without it, each use of a debug build goes through the generic distance between indices.
    var count: Int { pointer.count }

    subscript(index: Int) -> UInt8 {
        @inline(__always) get {
            // One comparison for both ends: a negative index is a large unsigned number.
            precondition(UInt(bitPattern: index) < UInt(bitPattern: pointer.count), "index out of bounds")
            return pointer[index]
        }
    }

    func makeIterator() -> UnsafeBufferPointer<UInt8>.Iterator { pointer.makeIterator() }

    func withContiguousStorageIfAvailable<Result>(
        _ body: (UnsafeBufferPointer<UInt8>) throws -> Result
    ) rethrows -> Result? {
        try body(pointer)
    }

    /// The index of the first of these bytes from a start, nil for none. Faster than a loop on long texts.
    func firstIndex(of byte: UInt8, from start: Int = 0) -> Int? {
        guard let base = pointer.baseAddress, start < count,
            let found = memchr(base + start, Int32(byte), count - start)
        else { return nil }
        return UnsafeRawPointer(found) - UnsafeRawPointer(base)
    }

    /// Calls `body` with a view of an array.
    static func of<Result>(_ bytes: ArraySlice<UInt8>, _ body: (ByteView) -> Result) -> Result {
        bytes.withUnsafeBufferPointer { body(ByteView($0)) }
    }
}

/// Memory for the text of a field whose doubled quotes are removed.
struct UnescapeBuffer: ~Copyable {
    private var buffer = UnsafeMutableBufferPointer<UInt8>.allocate(capacity: 4096)

    deinit { buffer.deallocate() }

    /// Returns the text without one byte before each other one: a single quote for each doubled one, or a bar for each
    /// `\|`. The view is valid until the next call.
    mutating func unescape(_ bytes: ByteView, _ escape: UInt8, before escaped: UInt8) -> ByteView {
        if bytes.count > buffer.count {
            buffer.deallocate()
            buffer = .allocate(capacity: bytes.count)
        }
        var count = 0
        var index = 0
        while index < bytes.count {
            if bytes[index] == escape, index + 1 < bytes.count, bytes[index + 1] == escaped { index += 1 }
            buffer[count] = bytes[index]
            index += 1
            count += 1
        }
        return ByteView(UnsafeBufferPointer(rebasing: buffer[..<count]))
    }
}
