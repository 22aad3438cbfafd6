import Testing

@testable import SiteGenerator

@Suite struct FingerprintTests {
    @Test func everyFlippedBitAndEveryLengthChangesTheFingerprint() {
        var seen: Set<Fingerprint> = []
        for count in 0..<130 {
            var bytes = [UInt8](repeating: 7, count: count)
            #expect(seen.insert(Fingerprint(bytes)).inserted)
            for index in bytes.indices {
                bytes[index] ^= 1
                #expect(seen.insert(Fingerprint(bytes)).inserted)
                bytes[index] ^= 1
            }
        }
    }

    @Test func theBytesReadBack() {
        let hash = Fingerprint("Homepwner")
        #expect(Fingerprint(bytes: hash.bytes) == hash)
        #expect(hash.bytes.count == 16)
        #expect(Fingerprint(bytes: [1, 2]) == nil)
    }

    @Test func itIsTheBeginningOfTheStandardDigest() {
        #expect(Fingerprint("abc").text == "ba7816bf8f01cfea414140de5dae2223")
        #expect(Fingerprint("").text == "e3b0c44298fc1c149afbf4c8996fb924")
    }

    @Test func integrityIsTheDigestInBase64() {
        #expect(ScriptPolicy.integrity(of: Array("abc".utf8)) == "sha256-ungWv48Bz+pBQUDeXa4iI7ADYaOWF3qctBD/YfIAFa0=")
    }
}
