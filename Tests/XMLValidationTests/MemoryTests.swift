import CXML2
import Files
import Testing

@testable import XMLValidation

/// A buffer of libxml2 with text in it, whose memory comes and goes as libxml2 does it for documents.
private final class Buffer: @unchecked Sendable {
    private let buffer: xmlBufferPtr?

    init(_ pieces: [[UInt8]]) {
        buffer = xmlBufferCreateSize(1)
        for piece in pieces { xmlBufferAdd(buffer, piece, Int32(piece.count)) }
    }

    deinit { xmlBufferFree(buffer) }

    /// Whether the text is one byte again and again.
    func repeats(_ byte: UInt8, count: Int) -> Bool { bytes == [UInt8](repeating: byte, count: count) }

    var bytes: [UInt8] {
        Array(UnsafeBufferPointer(start: xmlBufferContent(buffer), count: Int(xmlBufferLength(buffer))))
    }
}

@Suite("Memory of libxml2")
struct MemoryTests {
    init() { XMLLibrary.prepare() }

    @Test("Blocks of every size hold what was put into them, and keep it when they grow")
    func sizes() {
        let texts = (0..<1200).map { size in
            [UInt8](repeating: UInt8(truncatingIfNeeded: size), count: size)
        }
        for _ in 0..<3 {
            let buffers = texts.map { Buffer([$0, $0, Array($0.prefix(3))]) }
            for (buffer, text) in zip(buffers, texts) { #expect(buffer.bytes == text + text + text.prefix(3)) }
        }
    }

    @Test("Blocks are returned by other threads than took them, and are reused by later threads")
    func threads() {
        var kept: [(buffer: Buffer, byte: UInt8, count: Int)] = []
        for round in UInt8(0)..<12 {
            let made = (UInt8(0)..<3).map { _ in Made() }
            let workers = made.map { made in
                // A thread of its own, which ends and passes its blocks on.
                WorkerThread {
                    made.buffers = (0..<200).map { Buffer([[UInt8](repeating: round, count: $0)]) }
                }
            }
            for worker in workers { worker?.join() }
            for made in made {
                #expect(made.buffers.count == 200)
                kept += made.buffers.enumerated().map { ($1, round, $0) }
            }
            #expect(kept.allSatisfy { $0.buffer.repeats($0.byte, count: $0.count) })
            kept.removeFirst(kept.count / 2)
        }
    }
}

private final class Made: @unchecked Sendable {
    var buffers: [Buffer] = []
}
