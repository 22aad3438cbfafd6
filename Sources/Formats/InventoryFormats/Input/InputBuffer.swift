import Files
import Glibc

/// The part of a file that is in memory: a window that moves forward and grows on request.
///
/// Bytes stay until they are consumed. Views of them are valid until the buffer is extended.
struct InputBuffer: ~Copyable {
    private static let chunk = 1 << 18

    private let file: String
    private let descriptor: Int32
    private let closes: Bool
    private var buffer: UnsafeMutableBufferPointer<UInt8>
    private var start = 0
    private var end = 0
    private var atEnd: Bool
    /// The bytes of the file before the window.
    private(set) var offset: Int64 = 0
    /// The size of the file, nil for a pipe or if it is converted.
    let totalBytes: Int64?
    /// Converts the file's text; nil for UTF-8.
    private let decoder: TextDecoder?
    /// Reads the bytes of a file that has no descriptor.
    private let source: ByteSource<InventoryFileError>?

    init(path: String, file: String, decoder: TextDecoder? = nil) throws(InventoryFileError) {
        if path == "-" {
            try self.init(descriptor: 0, closes: false, file: file, decoder: decoder)
            return
        }
        let descriptor = Glibc.open(path, O_RDONLY | O_CLOEXEC)
        guard descriptor >= 0 else { throw InventoryFileError(.unreadable(code: errno), file: file) }
        try self.init(descriptor: descriptor, closes: true, file: file, decoder: decoder)
    }

    /// - Parameter head: bytes that were read from the descriptor before.
    init(
        descriptor: Int32, closes: Bool, file: String, decoder: TextDecoder? = nil, head: [UInt8] = []
    ) throws(InventoryFileError) {
        var status = stat()
        let known = fstat(descriptor, &status) == 0
        if known, status.st_mode & S_IFMT == S_IFDIR {
            if closes { close(descriptor) }
            throw InventoryFileError(.unreadable(code: EISDIR), file: file)
        }
        totalBytes = known && decoder == nil && status.st_mode & S_IFMT == S_IFREG ? Int64(status.st_size) : nil
        self.decoder = decoder
        source = nil
        self.file = file
        self.descriptor = descriptor
        self.closes = closes
        buffer = .allocate(capacity: max(InputBuffer.chunk, head.count))
        _ = buffer.update(fromContentsOf: head)
        end = head.count
        atEnd = false
    }

    init(bytes: [UInt8], file: String) {
        self.file = file
        descriptor = -1
        closes = false
        buffer = .allocate(capacity: max(1, bytes.count))
        _ = buffer.update(fromContentsOf: bytes)
        end = bytes.count
        atEnd = true
        totalBytes = Int64(bytes.count)
        decoder = nil
        source = nil
    }

    /// A part of an archive.
    init(source: @escaping ByteSource<InventoryFileError>, file: String) {
        self.file = file
        self.source = source
        descriptor = -1
        closes = false
        buffer = .allocate(capacity: InputBuffer.chunk)
        atEnd = false
        totalBytes = nil
        decoder = nil
    }

    deinit {
        buffer.deallocate()
        if closes { close(descriptor) }
    }

    /// The bytes that are in memory and not yet consumed.
    var bytes: ByteView { ByteView(UnsafeBufferPointer(rebasing: buffer[start..<end])) }

    /// Whether the file ends with ``bytes``.
    var isComplete: Bool { atEnd }

    /// Discards the first bytes.
    mutating func consume(_ count: Int) {
        start += count
        offset += Int64(count)
    }

    /// Reads more bytes, at least as many as the window holds now unless the file ends.
    ///
    /// - Returns: whether there are more bytes.
    mutating func extend() throws(InventoryFileError) -> Bool {
        guard !atEnd else { return false }
        if let decoder { return try extend(decoder) }
        let held = end - start
        if held > buffer.count / 2 {
            let larger = UnsafeMutableBufferPointer<UInt8>.allocate(capacity: buffer.count * 2)
            _ = larger.update(fromContentsOf: bytes.pointer)
            buffer.deallocate()
            buffer = larger
        } else if start > 0, let base = buffer.baseAddress {
            base.update(from: base + start, count: held)
        }
        (start, end) = (0, held)
        while end < buffer.count {
            let count =
                if let source {
                    try source(UnsafeMutableRawBufferPointer(UnsafeMutableBufferPointer(rebasing: buffer[end...])))
                } else {
                    read(descriptor, buffer.baseAddress.map { $0 + end }, buffer.count - end)
                }
            if count == 0 {
                atEnd = true
                break
            }
            if count < 0 {
                if errno == EINTR { continue }
                throw InventoryFileError(.unreadable(code: errno), file: file)
            }
            end += count
        }
        return end > held
    }

    /// Reads and converts more bytes, as many as the window holds: a record that does not end is scanned anew after each.
    private mutating func extend(_ decoder: TextDecoder) throws(InventoryFileError) -> Bool {
        var text: [UInt8] = []
        while text.isEmpty || text.count < end - start, !atEnd {
            let (raw, code) = InputBuffer.chunk(of: descriptor)
            if code != 0 { throw InventoryFileError(.unreadable(code: code), file: file) }
            atEnd = raw.isEmpty
            guard decoder.decode(raw, isLast: atEnd, into: &text) else {
                throw InventoryFileError(.notEncoded(decoder.encoding.rawValue), file: file)
            }
        }
        let held = end - start
        let larger = UnsafeMutableBufferPointer<UInt8>.allocate(capacity: max(buffer.count, held + text.count))
        _ = larger.update(fromContentsOf: bytes.pointer)
        _ = UnsafeMutableBufferPointer(rebasing: larger[held...]).update(fromContentsOf: text)
        buffer.deallocate()
        buffer = larger
        (start, end) = (0, held + text.count)
        return !text.isEmpty
    }

    /// Reads some bytes of a file; none at its end.
    private static func chunk(of descriptor: Int32) -> (bytes: [UInt8], code: Int32) {
        var bytes = [UInt8](repeating: 0, count: chunk)
        var count = -1
        repeat { count = Glibc.read(descriptor, &bytes, chunk) } while count < 0 && errno == EINTR
        let code = count < 0 ? errno : 0
        return (Array(bytes.prefix(max(0, count))), code)
    }

    /// Reads to the end of the file.
    ///
    /// - Returns: whether the file holds at most `limit` bytes.
    mutating func extendToEnd(limit: Int) throws(InventoryFileError) -> Bool {
        while !atEnd, end - start <= limit { _ = try extend() }
        return end - start <= limit
    }
}
