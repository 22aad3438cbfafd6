/// Receives the bytes of a writer, in any number of pieces of any size.
package typealias ByteConsumer = (Span<UInt8>) throws -> Void

/// Collects bytes and passes them to the sink in larger pieces.
struct BufferedOutput {
    private static let size = 1 << 16

    private var buffer: [UInt8] = []
    private let sink: ByteConsumer
    /// The number of bytes appended so far.
    private(set) var count = 0

    init(_ sink: @escaping ByteConsumer) {
        self.sink = sink
        buffer.reserveCapacity(2 * BufferedOutput.size)
    }

    mutating func append(_ byte: UInt8) {
        buffer.append(byte)
        count += 1
    }

    mutating func append(_ bytes: some Collection<UInt8>) {
        buffer.append(contentsOf: bytes)
        count += bytes.count
    }

    /// Appends a number, its highest byte first.
    mutating func append(bigEndian value: UInt64, size: Int) {
        for index in (0..<size).reversed() { append(UInt8(truncatingIfNeeded: value >> UInt64(8 * index))) }
    }

    /// Passes the bytes to the sink once there are enough.
    mutating func flushIfFull() throws {
        if buffer.count >= BufferedOutput.size { try flush() }
    }

    mutating func flush() throws {
        if !buffer.isEmpty { try sink(buffer.span) }
        buffer.removeAll(keepingCapacity: true)
    }
}
