import Templating

/// The bytes of one page, used again for the next.
struct PageBuffer: ByteSink {
    private(set) var bytes: [UInt8] = []

    mutating func write(_ buffer: UnsafeRawBufferPointer) { bytes.append(contentsOf: buffer) }

    mutating func clear() { bytes.removeAll(keepingCapacity: true) }
}

extension Template {
    /// Renders into a buffer that is used again and again.
    func render(_ record: Record, over buffer: inout PageBuffer) throws {
        buffer.clear()
        try render(record, into: &buffer)
    }
}
