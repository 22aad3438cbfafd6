/// A window that output is written into and that is flushed to the sink when it holds a block of 64 KiB.
///
/// The sink gets whole blocks at multiples of 64 KiB of the output: a system that keeps files in pages takes these a
/// third quicker than pieces that begin and end inside a page.
struct OutputWindow: ~Copyable {
    static let block = 1 << 16
    /// Longer values are written in pieces of at most this many bytes.
    static let piece = 1024
    /// Literal text of at most this many bytes is written together with the value after it.
    static let shortLiteral = 1024

    private let start: UnsafeMutablePointer<UInt8>
    private let end: UnsafeMutablePointer<UInt8>
    /// Up to here, which is one block, there is room for one piece and short literal text before it, whatever is
    /// replaced in it.
    let roomy: UnsafeMutablePointer<UInt8>
    /// Where the next byte goes.
    var next: UnsafeMutablePointer<UInt8>
    private var left: Int
    private let sink: (UnsafeRawBufferPointer) throws -> Void

    init(limit: Int, sink: @escaping (UnsafeRawBufferPointer) throws -> Void) {
        // More than what may be asked for at once, so that a window that is too full has a whole block.
        let room = Self.piece * MarkupEscaper.growth + Self.shortLiteral + 2 * Self.slack
        start = .allocate(capacity: Self.block + room)
        next = start
        roomy = start + Self.block
        end = roomy + room
        left = limit
        self.sink = sink
    }

    deinit {
        start.deallocate()
    }

    /// Makes sure that `count` bytes fit; `count` must not be more than what one piece can become.
    @inline(__always)
    mutating func reserve(_ count: Int) throws {
        if end - next < count { try flushBlock() }
    }

    /// Hands a block to the sink; what was written past it moves to the start of the window.
    @inline(never)
    mutating func flushBlock() throws {
        let rest = next - roomy
        precondition(rest >= 0, "the block is not full")
        try hand(Self.block)
        start.update(from: roomy, count: rest)
        next = start + rest
    }

    /// Hands all there is to the sink, at the end of the output.
    mutating func flush() throws {
        if next >= roomy { try flushBlock() }
        let count = next - start
        next = start
        try hand(count)
    }

    private mutating func hand(_ count: Int) throws {
        guard count > 0 else { return }
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
            let piece = UnsafeBufferPointer(rebasing: rest.prefix(end - next))
            if let base = piece.baseAddress { next.update(from: base, count: piece.count) }
            next += piece.count
            rest = rest.dropFirst(piece.count)
            if next == end { try flushBlock() }
        }
    }
}
