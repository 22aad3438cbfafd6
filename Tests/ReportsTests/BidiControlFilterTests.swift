import Templating
import Testing

@testable import Reports

/// What would turn the direction of a text is seen in HTML.
@Suite struct BidiControlFilterTests {
    private func shown(_ text: String, piece: Int) throws -> String {
        let bytes = Array(text.utf8)
        var sink = BidiControlFilter(MemorySink())
        for start in stride(from: 0, to: bytes.count, by: piece) {
            try sink.write(bytes[start..<min(start + piece, bytes.count)].span)
        }
        return try sink.finish().text
    }

    @Test(arguments: 1...9) func overridesAreShownHoweverTheyArrive(piece: Int) throws {
        let text = "<td>A\u{202E}live\u{202C}</td> “quoted” … \u{2066}x\u{2069}\u{200D}👩‍🎤 שעון\u{200F} â\u{E2}€"
        let expected = "<td>A[U+202E]live[U+202C]</td> “quoted” … [U+2066]x[U+2069]\u{200D}👩‍🎤 שעון\u{200F} â\u{E2}€"
        #expect(try shown(text, piece: piece) == expected)
    }

    @Test func whatIsCutIsHandedOver() throws {
        #expect(try shown("a\u{202E}", piece: 3) == "a[U+202E]")
        #expect(try shown("", piece: 1).isEmpty)
    }
}
