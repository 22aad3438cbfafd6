import Inventory

/// The way in which the text of a cell writes a number.
struct NumberScan: Equatable {
    enum Style: Equatable {
        /// Digits only, or groups that fit either decimal separator: `1234`, `1 234`.
        case whole
        /// Only this decimal separator reads it.
        case decimal(DecimalSeparator)
        /// One separator before three digits: `1.234` is about one or more than a thousand. The case names the separator.
        case ambiguous(DecimalSeparator)
    }

    let style: Style
    /// The digits after the decimal separator, without zeros at the end; 0 if it is ambiguous.
    let decimals: Int
    /// The sign or code of a currency, empty for none.
    let sign: String
    /// Whether thousands are grouped for certain.
    let isGrouped: Bool

    /// Scans a cell; nil if it is not a number.
    init?(_ cell: Slice<ByteView>) {
        let (sign, rest) = CurrencySymbols.split(cell)
        var text = CurrencySymbols.withoutEnding(rest)
        if text.first == UInt8(ascii: "-") || text.first == UInt8(ascii: "+") { text = text.dropFirst() }
        // .99 and 12. lack the zero beside their separator.
        if text.count > 1, let end = text.last, end == UInt8(ascii: ".") || end == UInt8(ascii: ",") {
            text = text.dropLast()
        }
        if let start = text.first, start == UInt8(ascii: ".") || start == UInt8(ascii: ",") {
            let digits = text.dropFirst()
            guard !digits.isEmpty, digits.count <= 30, digits.allSatisfy(\.isDigit) else { return nil }
            let zeros = digits.reversed().prefix { $0 == UInt8(ascii: "0") }.count
            (self.sign, isGrouped, decimals) = (sign, false, digits.count - zeros)
            style = .decimal(start == UInt8(ascii: ".") ? .point : .comma)
            return
        }
        var groups: [Int] = [0]
        var marks: [Character] = []
        var index = text.startIndex
        var leadingZero = false
        var trailingZeros = 0
        while index < text.endIndex {
            let byte = text[index]
            switch byte {
            case UInt8(ascii: "0")...UInt8(ascii: "9"):
                if groups == [0], byte == UInt8(ascii: "0") { leadingZero = true }
                trailingZeros = byte == UInt8(ascii: "0") ? trailingZeros + 1 : 0
                groups[groups.count - 1] += 1
                index += 1
            case UInt8(ascii: "."), UInt8(ascii: ","), UInt8(ascii: "'"), UInt8(ascii: " "):
                marks.append(Character(Unicode.Scalar(byte)))
                groups.append(0)
                trailingZeros = 0
                index += 1
            case 0xC2 where text[index...].starts(with: [0xC2, 0xA0]):
                marks.append(" ")
                groups.append(0)
                index += 2
            case 0xE2
            where text[index...].starts(with: [0xE2, 0x80, 0xAF]) || text[index...].starts(with: [0xE2, 0x80, 0x89]):
                marks.append(" ")
                groups.append(0)
                index += 3
            case 0xE2 where text[index...].starts(with: [0xE2, 0x80, 0x99]):
                marks.append("'")
                groups.append(0)
                index += 3
            default: return nil
            }
            guard groups.count <= 12 else { return nil }
        }
        guard !groups.contains(0), groups.reduce(0, +) <= 30 else { return nil }
        self.sign = sign
        guard let last = marks.last else {
            (style, decimals, isGrouped) = (.whole, 0, false)
            return
        }
        let inner = marks.dropLast()
        let groupMark = inner.first
        guard inner.allSatisfy({ $0 == groupMark }) else { return nil }
        let ending = groups.last ?? 0
        let fraction = max(0, ending - trailingZeros)
        let separator: DecimalSeparator? = last == "." ? .point : last == "," ? .comma : nil
        if marks.count == 1 {
            guard let separator else {
                guard NumberCellParser.isGrouped(groups, byCommas: false) else { return nil }
                (style, decimals, isGrouped) = (.whole, 0, true)
                return
            }
            if ending == 3, (1...3).contains(groups[0]), !leadingZero {
                (style, decimals, isGrouped) = (.ambiguous(separator), 0, false)
            } else {
                (style, decimals, isGrouped) = (.decimal(separator), fraction, false)
            }
            return
        }
        let whole = last == groupMark ? groups : groups.dropLast()
        guard NumberCellParser.isGrouped(whole, byCommas: groupMark == ",") else { return nil }
        if last == groupMark {
            isGrouped = true
            decimals = 0
            style = separator.map { .decimal($0 == .point ? .comma : .point) } ?? .whole
        } else {
            guard let separator else { return nil }
            (style, decimals, isGrouped) = (.decimal(separator), fraction, true)
        }
    }
}
