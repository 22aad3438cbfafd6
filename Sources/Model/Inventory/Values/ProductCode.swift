/// A product's number as barcodes and lists write it: EAN, UPC, ISBN (GS1 General Specifications, ISO 2108).
package enum ProductCode {
    /// The form in which equal numbers are the same text: without spaces and hyphens, without leading zeros, which make an
    /// EAN of a UPC, and with 13 digits for an ISBN of 10.
    package static func normalized(_ text: String) -> String {
        let plain = text.uppercased().filter { $0 != "-" && !$0.isWhitespace }
        let digits = isbn13(Array(plain.utf8)) ?? plain
        guard digits.utf8.allSatisfy(\.isDigit) else { return digits }
        return String(digits.drop { $0 == "0" })
    }

    /// The normalized form of an ISBN, EAN or UPC; nil for another text, or if the check digit is wrong.
    package static func checked(_ text: String) -> String? {
        let code = normalized(text)
        guard (11...13).contains(code.utf8.count), code.utf8.allSatisfy(\.isDigit) else { return nil }
        let padded = String(repeating: "0", count: 13 - code.utf8.count) + code
        return ean13(String(padded.dropLast())) == padded ? code : nil
    }

    /// Twelve digits with their check digit.
    package static func ean13(_ digits: String) -> String {
        let sum = digits.utf8.enumerated().reduce(0) { $0 + value($1.element) * ($1.offset.isMultiple(of: 2) ? 1 : 3) }
        return digits + String((10 - sum % 10) % 10)
    }

    /// The ISBN of 13 digits for one of 10; nil for anything else.
    private static func isbn13(_ text: [UInt8]) -> String? {
        guard text.count == 10, text.dropLast().allSatisfy(\.isDigit), text[9].isDigit || text[9] == UInt8(ascii: "X")
        else { return nil }
        let last = text[9].isDigit ? value(text[9]) : 10
        let sum = text.dropLast().enumerated().reduce(last) { $0 + value($1.element) * (10 - $1.offset) }
        guard sum.isMultiple(of: 11) else { return nil }
        return ean13("978" + String(decoding: text.dropLast(), as: UTF8.self))
    }

    private static func value(_ digit: UInt8) -> Int { Int(digit) - 48 }
}
