import Testing

@testable import Files

@Suite struct SHA256Tests {
    /// FIPS 180-4, example of one block.
    static let abc: [UInt8] = [
        0xBA, 0x78, 0x16, 0xBF, 0x8F, 0x01, 0xCF, 0xEA, 0x41, 0x41, 0x40, 0xDE, 0x5D, 0xAE, 0x22, 0x23, 0xB0, 0x03,
        0x61,
        0xA3, 0x96, 0x17, 0x7A, 0x9C, 0xB4, 0x10, 0xFF, 0x61, 0xF2, 0x00, 0x15, 0xAD,
    ]

    @Test func theDigestIsThatOfTheStandard() { #expect(SHA256.digest(of: Array("abc".utf8)) == Self.abc) }

    @Test func piecesHaveTheDigestOfTheWhole() throws {
        let hasher = SHA256Hasher()
        for piece in ["a", "", "bc"] { hasher.update(piece.utf8.span) }
        #expect(try hasher.finish() == Self.abc)
    }
}
