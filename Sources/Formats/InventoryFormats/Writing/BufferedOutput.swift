/// Where a writer's bytes go; it may be called many times, with pieces of any size.
public typealias ByteConsumer = (UnsafeRawBufferPointer) throws -> Void

/// Collects bytes and hands them on in larger pieces.
struct BufferedOutput {
    private static let size = 1 << 16

    private var buffer: [UInt8] = []
    private let sink: ByteConsumer
    /// Bytes taken in so far.
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

    /// Hands on what is held once there is enough of it.
    mutating func flushIfFull() throws {
        if buffer.count >= BufferedOutput.size { try flush() }
    }

    mutating func flush() throws {
        if !buffer.isEmpty { try buffer.withUnsafeBytes { try sink($0) } }
        buffer.removeAll(keepingCapacity: true)
    }
}
