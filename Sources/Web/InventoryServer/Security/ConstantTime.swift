/// Comparisons of secrets that take the same time wherever the first difference is.
enum ConstantTime {
    /// Whether two texts are the same to the byte. Only their lengths may be told from the time it takes.
    static func areEqual(_ one: String, _ other: String) -> Bool {
        var (one, other) = (one, other)
        return one.withUTF8 { one in
            other.withUTF8 { other in
                guard one.count == other.count else { return false }
                var difference: UInt8 = 0
                for place in one.indices { difference |= one[place] ^ other[place] }
                return difference == 0
            }
        }
    }
}

/// Random texts that nobody guesses.
enum Secret {
    /// So many random characters of the alphabet of base64url, six bits each (RFC 4648, 5).
    static func text(_ count: Int) -> String {
        let alphabet = Array("ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-_".utf8)
        return random(count, of: alphabet)
    }

    /// A token to be typed in: letters and digits that are not mistaken for one another, five bits each.
    static func typable(groups: Int) -> String {
        let alphabet = Array("0123456789ABCDEFGHJKMNPQRSTVWXYZ".utf8)
        return (0..<groups).map { _ in random(4, of: alphabet) }.joined(separator: "-")
    }

    private static func random(_ count: Int, of alphabet: [UInt8]) -> String {
        var generator = SystemRandomNumberGenerator()
        return String(
            decoding: (0..<count).map { _ in alphabet[Int(generator.next() % UInt64(alphabet.count))] }, as: UTF8.self)
    }
}
