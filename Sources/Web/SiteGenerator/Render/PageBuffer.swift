import Files
import Templating

/// The bytes of one page.
///
/// A class: a template is given its sink and returns it, and a copy of an array in between would be made again for
/// every row.
final class PageBuffer: ByteSink {
    private(set) var bytes: [UInt8] = []

    func write(_ piece: Span<UInt8>) { bytes += piece }

    func write(_ text: StaticString) { text.withUTF8Buffer { bytes.append(contentsOf: $0) } }

    func removeLast(_ byte: UInt8) {
        while bytes.last == byte { bytes.removeLast() }
    }
}

/// The pieces of a page, which are written in any order.
struct PagePieces {
    private var buffer = PageBuffer()
    private var ranges: [Range<Int>]

    init(count: Int) { ranges = Array(repeating: 0..<0, count: count) }

    /// Writes the piece of an index.
    mutating func write(_ index: Int, _ write: (inout PageBuffer) throws -> Void) rethrows {
        let start = buffer.bytes.count
        try write(&buffer)
        ranges[index] = start..<buffer.bytes.count
    }

    subscript(index: Int) -> ArraySlice<UInt8> { buffer.bytes[ranges[index]] }

    /// All pieces in their order.
    var joined: [UInt8] {
        let isInOrder = zip(ranges, ranges.dropFirst()).allSatisfy { $0.upperBound == $1.lowerBound }
        return isInOrder ? buffer.bytes : ranges.flatMap { buffer.bytes[$0] }
    }
}

extension TemplateRenderer {
    /// Renders a page of its own.
    func page(_ record: Record) throws -> [UInt8] {
        var buffer = PageBuffer()
        try render(record, into: &buffer)
        return buffer.bytes
    }
}
