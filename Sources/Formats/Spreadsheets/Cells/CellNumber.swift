/// Brings the numbers of cells to plain decimal notation.
enum CellNumber {
    /// Spreadsheets calculate with this many decimal digits, and show no more.
    private static let significantDigits = 15

    /// Returns a number without exponent and superfluous digits, as a spreadsheet shows it with enough room.
    ///
    /// Programs store binary numbers with up to 17 digits: 19.99 as `19.989999999999998`. A number of at most 15 digits,
    /// and a whole number of at most 16, is kept as it is stored; longer ones are rounded to 15 digits.
    /// - Returns: nil if the bytes are not a finite number.
    static func plain(_ bytes: UnsafeBufferPointer<UInt8>) -> String? {
        isShortAndPlain(bytes) ? String(decoding: bytes, as: UTF8.self) : general(bytes)
    }

    private static func isShortAndPlain(_ bytes: UnsafeBufferPointer<UInt8>) -> Bool {
        let digits = bytes.first == UInt8(ascii: "-") ? 1 : 0
        guard bytes.count > digits, bytes.count <= significantDigits else { return false }
        var point: Int?
        for index in digits..<bytes.count {
            if bytes[index] == UInt8(ascii: ".") {
                guard point == nil else { return false }
                point = index
            } else if bytes[index] &- UInt8(ascii: "0") > 9 {
                return false
            }
        }
        guard let point else { return true }
        return point > digits && point < bytes.count - 1
    }

    private static func general(_ bytes: UnsafeBufferPointer<UInt8>) -> String? {
        let text = trimmed(String(decoding: bytes.prefix(400), as: UTF8.self))
        guard bytes.count <= 400, let stored = DecimalDigits(text), let value = Double(text), value.isFinite else {
            return nil
        }
        if stored.digits.count <= significantDigits { return stored.description }
        if stored.isWhole, value.magnitude < 9_007_199_254_740_992 { return stored.description }
        // The shortest text of the binary number undoes the 17 digits, if they came from a shorter decimal.
        return DecimalDigits(value.description)?.rounded(to: significantDigits).description
    }

    private static func trimmed(_ text: String) -> String {
        let isBlank: (Character) -> Bool = { $0 == " " || $0 == "\n" || $0 == "\t" || $0 == "\r\n" }
        let end = text.reversed().drop(while: isBlank)
        return String(end.reversed().drop(while: isBlank))
    }
}

/// The significant digits of a decimal number and the position of its point.
private struct DecimalDigits: CustomStringConvertible {
    private var isNegative = false
    /// Values from 0 to 9 without zeros at either end; empty for zero.
    private(set) var digits: [UInt8] = []
    /// The number of digits before the point; negative if zeros follow it.
    private var point = 0

    /// Reads `-12.5E-3`; nil if the text is not such a number.
    init?(_ text: String) {
        var exponent = 0
        var hasPoint = false
        var hasDigits = false
        var rest = Substring(text)
        if let sign = rest.first, sign == "-" || sign == "+" {
            isNegative = sign == "-"
            rest = rest.dropFirst()
        }
        if let mark = rest.firstIndex(where: { $0 == "e" || $0 == "E" }) {
            guard let value = Int(rest[rest.index(after: mark)...]), value.magnitude < 1000 else { return nil }
            exponent = value
            rest = rest[..<mark]
        }
        for byte in rest.utf8 {
            if byte == UInt8(ascii: "."), !hasPoint {
                hasPoint = true
                continue
            }
            let digit = byte &- UInt8(ascii: "0")
            guard digit <= 9 else { return nil }
            hasDigits = true
            if digit > 0 || !digits.isEmpty { digits.append(digit) }
            if !hasPoint, !digits.isEmpty { point += 1 }
            if hasPoint, digits.isEmpty { point -= 1 }
        }
        guard hasDigits else { return nil }
        point += exponent
        normalize()
    }

    var isWhole: Bool { digits.count <= point }

    private mutating func normalize() {
        while digits.last == 0 { digits.removeLast() }
        if digits.isEmpty { (point, isNegative) = (0, false) }
    }

    /// Returns the number with at most `count` digits, half away from zero.
    func rounded(to count: Int) -> DecimalDigits {
        guard digits.count > count else { return self }
        var result = self
        let isUp = digits[count] >= 5
        result.digits.removeSubrange(count...)
        if isUp {
            var index = count - 1
            while index >= 0, result.digits[index] == 9 {
                result.digits[index] = 0
                index -= 1
            }
            if index >= 0 {
                result.digits[index] += 1
            } else {
                result.digits.insert(1, at: 0)
                result.point += 1
            }
        }
        result.normalize()
        return result
    }

    var description: String {
        let shown = digits.map { UnicodeScalar($0 + UInt8(ascii: "0")) }
        var text = String.UnicodeScalarView(isNegative ? ["-"] : [])
        text += shown.prefix(max(0, point))
        text += repeatElement("0", count: max(0, point - digits.count))
        if point <= 0 { text.append("0") }
        if digits.count > point {
            text.append(".")
            text += repeatElement("0", count: max(0, -point))
            text += shown.dropFirst(max(0, point))
        }
        return String(text)
    }
}
