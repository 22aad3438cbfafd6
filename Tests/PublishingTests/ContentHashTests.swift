import Testing

@testable import Publishing

@Suite struct ContentHashTests {
    @Test func everyFlippedBitAndEveryLengthChangesTheFingerprint() {
        var seen: Set<ContentHash> = []
        for count in 0..<130 {
            var bytes = [UInt8](repeating: 7, count: count)
            #expect(seen.insert(ContentHash(bytes)).inserted)
            for index in bytes.indices {
                bytes[index] ^= 1
                #expect(seen.insert(ContentHash(bytes)).inserted)
                bytes[index] ^= 1
            }
        }
    }

    @Test func theHexadecimalFormReadsBack() {
        let hash = ContentHash("Homepwner")
        #expect(ContentHash(text: hash.text.utf8) == hash)
        #expect(hash.text.utf8.count == ContentHash.textCount)
        #expect(ContentHash(text: "xyz".utf8) == nil)
    }

    @Test(arguments: [
        ("", "e3b0c44298fc1c149afbf4c8996fb92427ae41e4649b934ca495991b7852b855"),
        ("abc", "ba7816bf8f01cfea414140de5dae2223b00361a396177a9cb410ff61f20015ad"),
        (
            "abcdbcdecdefdefgefghfghighijhijkijkljklmklmnlmnomnopnopq",
            "248d6a61d20638b8e5c026930c3e6039a33ce45964ff2167f6ecedd419db06c1"
        ),
    ])
    func digestsAreThoseOfTheStandard(message: String, digest: String) {
        let text = SHA256.digest(Array(message.utf8)).map { byte in
            String(byte >> 4, radix: 16) + String(byte & 15, radix: 16)
        }.joined()
        #expect(text == digest)
    }
}
