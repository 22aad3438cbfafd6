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
}

extension TemplateRenderer {
    /// Renders a page of its own.
    func page(_ record: Record) throws -> [UInt8] {
        var buffer = PageBuffer()
        try render(record, into: &buffer)
        return buffer.bytes
    }
}
