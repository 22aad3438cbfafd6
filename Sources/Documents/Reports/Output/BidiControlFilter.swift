import Glibc
import Templating

/// Takes HTML to its place and puts a code point, `[U+202E]`, where a character would turn the direction of the text
/// around it: overrides, embeddings and isolates make a name read otherwise than it is written (Unicode UAX 9, 2.1–2.4).
///
/// The program's own templates have none of them, so what is replaced are values.
struct BidiControlFilter<Output: ByteSink>: ByteSink {
    private var output: Output
    /// The beginning of what may be such a character, whose rest has not come yet.
    private var held: [UInt8] = []

    init(_ output: Output) { self.output = output }

    mutating func write(_ buffer: UnsafeRawBufferPointer) throws {
        guard !held.isEmpty else { return try pass(buffer) }
        var bytes = held + buffer
        held = []
        let result = bytes.withUnsafeMutableBytes { bytes in
            Result { try pass(UnsafeRawBufferPointer(bytes)) }
        }
        try result.get()
    }

    /// Hands over what was held back, and gives back the place.
    mutating func finish() throws -> Output {
        if !held.isEmpty { try held.withUnsafeBytes { try output.write($0) } }
        held = []
        return output
    }

    /// Writes all that is whole. Such characters are E2 80 AA…AE and E2 81 A6…A9 in UTF-8.
    private mutating func pass(_ bytes: UnsafeRawBufferPointer) throws {
        var done = 0
        var index = 0
        while let place = BidiControlFilter.first(in: bytes, from: index) {
            guard place + 2 < bytes.count else {
                try output.write(UnsafeRawBufferPointer(rebasing: bytes[done..<place]))
                held = Array(bytes[place...])
                return
            }
            index = place + 3
            guard let point = BidiControlFilter.turning(bytes[place + 1], bytes[place + 2]) else {
                index = place + 1
                continue
            }
            try output.write(UnsafeRawBufferPointer(rebasing: bytes[done..<place]))
            var name = Array("[\(PrintableTextFilter.name(of: point))]".utf8)
            let result = name.withUnsafeMutableBytes { name in
                Result { try output.write(UnsafeRawBufferPointer(name)) }
            }
            try result.get()
            done = index
        }
        try output.write(UnsafeRawBufferPointer(rebasing: bytes[done...]))
    }

    /// Where the first byte of such a character may stand.
    private static func first(in bytes: UnsafeRawBufferPointer, from index: Int) -> Int? {
        guard index < bytes.count, let start = bytes.baseAddress else { return nil }
        return memchr(start + index, 0xE2, bytes.count - index).map { UnsafeRawPointer($0) - start }
    }

    private static func turning(_ second: UInt8, _ third: UInt8) -> UInt32? {
        switch (second, third) {
        case (0x80, 0xAA...0xAE): 0x2000 + UInt32(third & 0x3F)
        case (0x81, 0xA6...0xA9): 0x2040 + UInt32(third & 0x3F)
        default: nil
        }
    }
}
