/// Compares secrets in a time that does not depend on where they differ.
package enum ConstantTime {
    /// Whether two texts have the same bytes. The time reveals only whether their lengths differ.
    package static func areEqual(_ one: String, _ other: String) -> Bool {
        var (one, other) = (one, other)
        return one.withUTF8 { one in
            other.withUTF8 { other in
                guard one.count == other.count else { return false }
                var difference: UInt8 = 0
                for index in one.indices { difference |= one[index] ^ other[index] }
                return difference == 0
            }
        }
    }
}

/// Random texts that nobody can guess.
package enum Secret {
    /// Random characters of the alphabet of base64url, six bits each (RFC 4648, 5).
    package static func text(_ count: Int) -> String {
        let alphabet = Array("ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-_".utf8)
        return random(count, of: alphabet)
    }

    /// A token that people can type: letters and digits that look different from each other, five bits each.
    package static func typable(groups: Int) -> String {
        let alphabet = Array("0123456789ABCDEFGHJKMNPQRSTVWXYZ".utf8)
        return (0..<groups).map { _ in random(4, of: alphabet) }.joined(separator: "-")
    }

    private static func random(_ count: Int, of alphabet: [UInt8]) -> String {
        var generator = SystemRandomNumberGenerator()
        return String(
            decoding: (0..<count).map { _ in alphabet[Int(generator.next() % UInt64(alphabet.count))] }, as: UTF8.self)
    }
}
