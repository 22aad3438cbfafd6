/// The line `sep=;` that Excel writes and reads before the header: it names the byte between fields.
struct SeparatorLine {
    /// The byte between fields.
    let delimiter: UInt8
    /// The number of bytes of the line, including its end.
    let length: Int

    /// Reads the line at the beginning of a table; nil if there is none.
    ///
    /// The line may be in quotes. The separator is an ASCII byte other than a letter, a digit, a quote or a line end.
    init?(_ bytes: some Collection<UInt8>) {
        let line = Array(bytes.prefix(9).prefix { $0 != 0x0A && $0 != 0x0D })
        let isQuoted = line.first == UInt8(ascii: "\"") && line.last == UInt8(ascii: "\"")
        let words = isQuoted ? Array(line.dropFirst().dropLast()) : line
        guard words.count == 5, words[..<4].map({ $0 | 0x20 }).elementsEqual("sep=".utf8.map { $0 | 0x20 }) else {
            return nil
        }
        switch words[4] {
        case UInt8(ascii: "0")...UInt8(ascii: "9"), UInt8(ascii: "A")...UInt8(ascii: "Z"),
            UInt8(ascii: "a")...UInt8(ascii: "z"), UInt8(ascii: "\""), 0..<0x09, 0x0A..<0x20, 0x7F...:
            return nil
        case let byte: delimiter = byte
        }
        let end = Array(bytes.dropFirst(line.count).prefix(2))
        length = line.count + (end == [0x0D, 0x0A] ? 2 : min(end.count, 1))
    }
}
