/// Takes the bytes a template writes: a file, a socket, a validator, memory.
public protocol ByteSink {
    /// Takes the next bytes of output, in blocks of 64 KiB except the last. They are valid only during the call.
    mutating func write(_ bytes: Span<UInt8>) throws
}

/// Keeps output in memory.
public struct MemorySink: ByteSink, Sendable {
    /// The bytes written so far.
    public private(set) var bytes: [UInt8] = []

    /// An empty sink.
    public init() {}

    /// Appends to what was written.
    public mutating func write(_ bytes: Span<UInt8>) {
        bytes.withUnsafeBufferPointer { self.bytes.append(contentsOf: $0) }
    }

    /// The bytes written so far, as text.
    public var text: String { String(decoding: bytes, as: UTF8.self) }
}

/// A sink that an escaping closure can write into.
final class SinkBox<Sink: ByteSink> {
    var sink: Sink

    init(_ sink: Sink) { self.sink = sink }
}
