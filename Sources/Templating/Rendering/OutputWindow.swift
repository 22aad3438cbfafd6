/// A window of 64 KiB that output is written into and that is flushed to the sink when it is full.
struct OutputWindow: ~Copyable {
    static let size = 1 << 16
    /// Longer values are written in pieces of at most this many bytes.
    static let piece = 1024
    /// Literal text of at most this many bytes is written together with the value after it.
    static let shortLiteral = 1024

    private let start: UnsafeMutablePointer<UInt8>
    private let end: UnsafeMutablePointer<UInt8>
    /// Up to here there is room for one piece and short literal text before it, whatever is replaced in it.
    let roomy: UnsafeMutablePointer<UInt8>
    /// Where the next byte goes.
    var next: UnsafeMutablePointer<UInt8>
    private var left: Int
    private let sink: (UnsafeRawBufferPointer) throws -> Void

    init(limit: Int, sink: @escaping (UnsafeRawBufferPointer) throws -> Void) {
        start = .allocate(capacity: Self.size)
        next = start
        end = start + Self.size
        roomy = end - (Self.piece * MarkupEscaper.growth + Self.shortLiteral + 2 * Self.slack)
        left = limit
        self.sink = sink
    }

    deinit {
        start.deallocate()
    }

    /// Makes sure that `count` bytes fit; `count` must not be more than the window.
    @inline(__always)
    mutating func reserve(_ count: Int) throws {
        if end - next < count { try flush() }
    }

    @inline(never)
    mutating func flush() throws {
        let count = next - start
        guard count > 0 else { return }
        next = start
        guard count <= left else {
            throw RenderError(
                kind: .outputTooLarge, message: "the output is larger than allowed; raise the limit outputSize")
        }
        left -= count
        try sink(UnsafeRawBufferPointer(start: start, count: count))
    }

    /// Bytes that may be read past a literal, and written past the end of output.
    static let slack = 32

    /// Writes literal text, which has ``slack`` readable bytes after it.
    @inline(__always)
    mutating func write(literal: UnsafePointer<UInt8>, _ count: Int) throws {
        if end - next < count &+ Self.slack { return try write(literal, count) }
        next = Self.copy(literal: literal, count, to: next)
    }

    /// Copies literal text; there must be room for ``slack`` bytes more. Most literals are one or two moves.
    @inline(__always)
    static func copy(
        literal: UnsafePointer<UInt8>, _ count: Int, to next: UnsafeMutablePointer<UInt8>
    ) -> UnsafeMutablePointer<UInt8> {
        var offset = 0
        repeat {
            let half = UnsafeRawPointer(literal + offset).loadUnaligned(as: SIMD16<UInt8>.self)
            let other = UnsafeRawPointer(literal + offset + 16).loadUnaligned(as: SIMD16<UInt8>.self)
            UnsafeMutableRawPointer(next + offset).storeBytes(of: half, as: SIMD16<UInt8>.self)
            UnsafeMutableRawPointer(next + offset + 16).storeBytes(of: other, as: SIMD16<UInt8>.self)
            offset &+= 32
        } while offset < count
        return next + count
    }

    /// Writes bytes as they are.
    @inline(__always)
    mutating func write(_ bytes: UnsafePointer<UInt8>, _ count: Int) throws {
        if end - next < count { return try writeLong(bytes, count) }
        next.update(from: bytes, count: count)
        next += count
    }

    @inline(never)
    private mutating func writeLong(_ bytes: UnsafePointer<UInt8>, _ count: Int) throws {
        var rest = UnsafeBufferPointer(start: bytes, count: count)[...]
        while !rest.isEmpty {
            try flush()
            let part = rest.prefix(Self.size)
            let piece = UnsafeBufferPointer(rebasing: part)
            if let base = piece.baseAddress { next.update(from: base, count: piece.count) }
            next += piece.count
            rest = rest.dropFirst(piece.count)
        }
    }
}
