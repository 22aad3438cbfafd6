import Testing

@testable import Files

@Suite struct PercentCodingTests {
    @Test(arguments: ["", "a/b", "ä ö%&=+", "漢字 / 部屋", "\u{0}\u{7f}"])
    func anEncodedTextIsDecoded(text: String) {
        for encoded in [PercentCoding.encode(text), PercentCoding.encodePath(text)] {
            #expect(PercentCoding.decode(Array(encoded.utf8)) == Array(text.utf8))
        }
    }

    @Test func aPathKeepsItsSlashes() {
        #expect(PercentCoding.encodePath("a/é~") == "a/%C3%A9~")
        #expect(PercentCoding.encode("a/é~") == "a%2F%C3%A9~")
    }

    @Test(arguments: ["%", "%f", "%zz", "%+f"])
    func aSignWithoutTwoDigitsIsRefused(text: String) {
        #expect(PercentCoding.decode(Array(text.utf8)) == nil)
    }
}
