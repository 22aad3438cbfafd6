/// SHA-256 (FIPS 180-4) of the few scripts a page carries, for its Content-Security-Policy.
struct SHA256 {
    private static let constants: [UInt32] = {
        // The first 32 bits of the fractional parts of the cube roots of the first 64 primes.
        var primes: [UInt64] = []
        var candidate: UInt64 = 2
        while primes.count < 64 {
            if primes.allSatisfy({ candidate % $0 != 0 }) { primes.append(candidate) }
            candidate += 1
        }
        return primes.map { fraction(of: $0, power: 3) }
    }()

    private static let start: [UInt32] = [2, 3, 5, 7, 11, 13, 17, 19].map { fraction(of: $0, power: 2) }

    /// The first 32 bits behind the point of a root, found bit by bit.
    private static func fraction(of number: UInt64, power: Int) -> UInt32 {
        var root: UInt128 = 0
        let target = UInt128(number) << UInt128(32 * power)
        for bit in stride(from: 40, through: 0, by: -1) {
            let trial = root | 1 << UInt128(bit)
            var product = trial
            for _ in 1..<power { product *= trial }
            if product <= target { root = trial }
        }
        return UInt32(truncatingIfNeeded: root)
    }

    /// The 32 bytes of the digest.
    static func digest(_ message: [UInt8]) -> [UInt8] {
        var padded = message + [0x80]
        padded += [UInt8](repeating: 0, count: (120 - padded.count % 64) % 64)
        let bits = UInt64(message.count) * 8
        padded += stride(from: UInt64(56), through: 0, by: -8).map { UInt8(truncatingIfNeeded: bits >> $0) }
        var state = start
        for block in stride(from: 0, to: padded.count, by: 64) { mix(padded[block..<(block + 64)], into: &state) }
        return state.flatMap { word in
            [24, 16, 8, 0].map { UInt8(truncatingIfNeeded: word >> UInt32($0)) }
        }
    }

    private static func mix(_ block: ArraySlice<UInt8>, into state: inout [UInt32]) {
        func rotate(_ word: UInt32, _ count: UInt32) -> UInt32 { word >> count | word << (32 - count) }
        var words = [UInt32](repeating: 0, count: 64)
        for index in 0..<64 {
            if index < 16 {
                let place = block.startIndex + index * 4
                words[index] = block[place..<(place + 4)].reduce(0) { $0 << 8 | UInt32($1) }
            } else {
                let (far, near) = (words[index - 15], words[index - 2])
                let one = rotate(far, 7) ^ rotate(far, 18) ^ far >> 3
                let two = rotate(near, 17) ^ rotate(near, 19) ^ near >> 10
                words[index] = words[index - 16] &+ one &+ words[index - 7] &+ two
            }
        }
        var (a, b, c, d) = (state[0], state[1], state[2], state[3])
        var (e, f, g, h) = (state[4], state[5], state[6], state[7])
        for index in 0..<64 {
            let choice = e & f ^ ~e & g
            let one = h &+ (rotate(e, 6) ^ rotate(e, 11) ^ rotate(e, 25)) &+ choice &+ constants[index] &+ words[index]
            let two = (rotate(a, 2) ^ rotate(a, 13) ^ rotate(a, 22)) &+ (a & b ^ a & c ^ b & c)
            (h, g, f, e, d, c, b, a) = (g, f, e, d &+ one, c, b, a, one &+ two)
        }
        for (index, word) in [a, b, c, d, e, f, g, h].enumerated() { state[index] = state[index] &+ word }
    }

    /// The form that Content-Security-Policy and subresource integrity use: `sha256-` and the digest in base 64.
    static func integrity(of message: [UInt8]) -> String { "sha256-" + base64(digest(message)) }

    private static func base64(_ bytes: [UInt8]) -> String {
        let alphabet = Array("ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/".utf8)
        var text: [UInt8] = []
        for start in stride(from: 0, to: bytes.count, by: 3) {
            let group = bytes[start..<min(start + 3, bytes.count)]
            let word = group.reduce(UInt32(0)) { $0 << 8 | UInt32($1) } << UInt32(8 * (3 - group.count))
            for digit in 0..<4 {
                text.append(
                    digit <= group.count ? alphabet[Int(word >> UInt32(18 - 6 * digit)) & 63] : UInt8(ascii: "="))
            }
        }
        return String(decoding: text, as: UTF8.self)
    }
}
