import Files
import Glibc
import Templating

/// Passes HTML on and replaces characters that would turn the direction of the text around them by their code point,
/// `[U+202E]`: overrides, embeddings and isolates make a name read otherwise than it is written (Unicode UAX 9,
/// 2.1–2.4).
///
/// The program's own templates contain no such character, so only values are replaced.
struct BidiControlFilter<Output: ByteSink>: ByteSink {
    private var output: Output
    /// The beginning of a character that may be one of them and continues in the next piece.
    private var held: [UInt8] = []

    init(_ output: Output) { self.output = output }

    mutating func write(_ piece: Span<UInt8>) throws {
        let hasCandidate = piece.withUnsafeBytes { bytes in
            bytes.baseAddress.map { memchr($0, 0xE2, bytes.count) != nil } ?? false
        }
        guard hasCandidate || !held.isEmpty else { return try output.write(piece) }
        var bytes = held
        bytes += piece
        held = []
        var (done, index) = (0, 0)
        while let found = bytes[index...].firstIndex(of: 0xE2) {
            guard found + 2 < bytes.count else {
                held = Array(bytes[found...])
                return try output.write(bytes[done..<found])
            }
            if let point = BidiControlFilter.control(bytes[found + 1], bytes[found + 2]) {
                try output.write(bytes[done..<found])
                try output.write(Array("[\(PrintableTextFilter.name(of: point))]".utf8)[...])
                done = found + 3
                index = done
            } else {
                index = found + 1
            }
        }
        try output.write(bytes[done...])
    }

    /// Writes the bytes that were held and returns the output.
    mutating func finish() throws -> Output {
        try output.write(held[...])
        held = []
        return output
    }

    /// The code point of a control character after its first byte: E2 80 AA…AE and E2 81 A6…A9 in UTF-8.
    private static func control(_ second: UInt8, _ third: UInt8) -> UInt32? {
        switch (second, third) {
        case (0x80, 0xAA...0xAE): 0x2000 + UInt32(third & 0x3F)
        case (0x81, 0xA6...0xA9): 0x2040 + UInt32(third & 0x3F)
        default: nil
        }
    }
}

extension ByteSink {
    fileprivate mutating func write(_ bytes: ArraySlice<UInt8>) throws {
        if !bytes.isEmpty { try write(bytes.span) }
    }
}
