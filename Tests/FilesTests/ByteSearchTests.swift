import Testing

@testable import Files

@Suite struct ByteSearchTests {
    @Test func findsTheFirstAndTheLastOccurrence() {
        let bytes = Array("ab</i>\n</i>\n<".utf8)
        let pattern = Array("</i>\n".utf8)
        #expect(ByteSearch.first(pattern, in: bytes, from: 0) == 2)
        #expect(ByteSearch.first(pattern, in: bytes, from: 3) == 7)
        #expect(ByteSearch.first(pattern, in: bytes, from: 8) == nil)
        #expect(ByteSearch.last(pattern, in: bytes.span, from: 0) == 7)
        #expect(ByteSearch.last(pattern, in: bytes.span, from: 8) == nil)
    }

    @Test func emptyPatternsAndEmptyBytesHaveNoOccurrence() {
        #expect(ByteSearch.first([], in: Array("a".utf8), from: 0) == nil)
        #expect(ByteSearch.first(Array("a".utf8), in: [UInt8](), from: 0) == nil)
        #expect(ByteSearch.first(Array("a".utf8), in: Array("a".utf8), from: 2) == nil)
        #expect(ByteSearch.last(Array("ab".utf8), in: [UInt8]().span, from: 0) == nil)
    }
}
