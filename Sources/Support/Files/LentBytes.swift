/// Receives bytes that are lent for one call.
package typealias ByteReceiver = (Span<UInt8>) throws -> Void

/// Fills a buffer with the next bytes; returns their number, 0 at the end.
package typealias ByteSource<Failure: Error> = (UnsafeMutableRawBufferPointer) throws(Failure) -> Int

extension Array<UInt8> {
    /// Copies the bytes of a span.
    package init(_ bytes: Span<UInt8>) {
        self = []
        self += bytes
    }

    /// Appends bytes that are lent.
    package static func += (bytes: inout [UInt8], more: Span<UInt8>) {
        more.withUnsafeBufferPointer { bytes.append(contentsOf: $0) }
    }
}

/// Fills one buffer again and again, and lends the bytes in it.
/// - Parameter body: returns false to stop.
package func forEachPiece<Failure: Error>(
    ofSize size: Int, from next: ByteSource<Failure>,
    _ body: (Span<UInt8>) throws(Failure) -> Bool
) throws(Failure) {
    let buffer = UnsafeMutableBufferPointer<UInt8>.allocate(capacity: size)
    defer { buffer.deallocate() }
    while case let count = try next(UnsafeMutableRawBufferPointer(buffer)), count > 0 {
        let piece = buffer.extracting(..<count)
        guard try body(piece.span) else { return }
    }
}
