package import Inventory

/// Parses numbers and amounts in cells.
enum NumberCellParser {
    /// Reads plain decimal text like `DecimalText.parse`, with a fast path for short numbers.
    @inline(__always)
    static func decimal(_ bytes: ByteView, fractionDigits: Int) throws(ImportFieldDiagnostic.Reason)
        -> Int64
    {
        if bytes.count <= 12, let value = short(bytes, fractionDigits: fractionDigits) { return value }
        return try ImportFieldDiagnostic.Reason.wrapping { () throws(ValueError) in
            try DecimalText.parse(bytes.pointer, fractionDigits: fractionDigits)
        }
    }

    private static let powers: [Int64] = [1, 10, 100, 1000, 10_000, 100_000, 1_000_000]

    private static func short(_ bytes: ByteView, fractionDigits: Int) -> Int64? {
        var value: Int64 = 0
        var decimals = -1
        for byte in bytes {
            let digit = byte &- UInt8(ascii: "0")
            if digit <= 9 {
                value = value &* 10 &+ Int64(digit)
                if decimals >= 0 { decimals &+= 1 }
            } else if byte == UInt8(ascii: "."), decimals < 0, bytes.count > 1, bytes[0] != UInt8(ascii: ".") {
                decimals = 0
            } else {
                return nil
            }
        }
        let missing = fractionDigits - max(0, decimals)
        guard !bytes.isEmpty, decimals != 0, missing >= 0, missing < powers.count else { return nil }
        return value * powers[missing]
    }

    /// Reads a number whose thousands may be grouped.
    static func grouped(
        _ bytes: ByteView, fractionDigits: Int, separator: DecimalSeparator
    ) throws(ImportFieldDiagnostic.Reason) -> Int64 {
        if separator == .point, bytes.count <= 12, let value = short(bytes, fractionDigits: fractionDigits) {
            return value
        }
        let point = UInt8(ascii: separator == .point ? "." : ",")
        let malformed = ImportFieldDiagnostic.Reason.expected(.number(separator))
        var plain: [UInt8] = []
        /// The digits of each group before the decimals.
        var groups = [0]
        var grouping: [UInt8]?
        var inDecimals = false
        var index = 0
        while index < bytes.count {
            let byte = bytes[index]
            if byte.isDigit {
                plain.append(byte)
                if !inDecimals { groups[groups.count - 1] += 1 }
                index += 1
            } else if byte == UInt8(ascii: "-"), index == 0 {
                plain.append(byte)
                index += 1
            } else if byte == point, !inDecimals {
                inDecimals = true
                plain.append(UInt8(ascii: "."))
                index += 1
            } else if !inDecimals, let sign = groupSign(bytes[index...], separator: separator) {
                guard grouping == nil || grouping == sign else { throw malformed }
                grouping = sign
                groups.append(0)
                index += sign.count
            } else {
                throw malformed
            }
        }
        guard grouping == nil || isGrouped(groups, byCommas: grouping == [UInt8(ascii: ",")]) else { throw malformed }
        do {
            return try DecimalText.parse(plain, fractionDigits: fractionDigits)
        } catch .malformed {
            throw malformed
        } catch {
            throw .value(error)
        }
    }

    /// Whether groups of digits are thousands, or thousands and Indian lakhs: `1,25,000`.
    static func isGrouped(_ groups: [Int], byCommas: Bool) -> Bool {
        guard groups.count > 1, let first = groups.first, (1...3).contains(first), groups.last == 3 else {
            return false
        }
        let inner = groups.dropFirst().dropLast()
        return inner.allSatisfy { $0 == 3 } || (byCommas && first < 3 && inner.allSatisfy { $0 == 2 })
    }

    private static func groupSign(_ bytes: Slice<ByteView>, separator: DecimalSeparator) -> [UInt8]? {
        // The other separator, an apostrophe, a space, a no-break space, a narrow no-break space, a typographic apostrophe.
        let signs: [[UInt8]] = [
            Array((separator == .point ? "," : ".").utf8), Array("'".utf8), Array(" ".utf8), [0xC2, 0xA0],
            [0xE2, 0x80, 0xAF], [0xE2, 0x80, 0x99],
        ]
        return signs.first { bytes.starts(with: $0) }
    }

    /// U+3000, the blank between Chinese and Japanese characters.
    private static let ideographicSpace: [UInt8] = [0xE3, 0x80, 0x80]

    /// A cell without blanks around it.
    static func trimmed(_ bytes: Slice<ByteView>) -> Slice<ByteView> {
        var rest = bytes
        while let first = rest.first, let last = rest.last {
            if last == 0x20 || last == 0x09 {
                rest = rest.dropLast()
            } else if last == 0xA0, rest.dropLast().last == 0xC2 {
                rest = rest.dropLast(2)
            } else if last == 0x80, rest.suffix(3).elementsEqual(ideographicSpace) {
                rest = rest.dropLast(3)
            } else if first == 0x20 || first == 0x09 {
                rest = rest.dropFirst()
            } else if first == 0xC2, rest.dropFirst().first == 0xA0 {
                rest = rest.dropFirst(2)
            } else if first == 0xE3, rest.starts(with: ideographicSpace) {
                rest = rest.dropFirst(3)
            } else {
                break
            }
        }
        return rest
    }
}

/// The signs beside amounts. Many currencies share a sign.
package enum CurrencySymbols {
    private static let signs: [(sign: String, codes: String)] = [
        ("US$", "USD"), ("CA$", "CAD"), ("C$", "CAD"), ("AU$", "AUD"), ("A$", "AUD"), ("NZ$", "NZD"), ("HK$", "HKD"),
        ("NT$", "TWD"), ("S$", "SGD"), ("MX$", "MXN"), ("R$", "BRL"),
        (
            "$",
            "USD CAD AUD NZD HKD TWD SGD MXN ARS CLP COP BSD BBD BZD BMD FJD GYD JMD KYD LRD NAD SBD SRD TTD XCD UYU"
        ),
        ("€", "EUR"), ("£", "GBP EGP FKP GIP SHP SYP LBP SDG SSP"), ("￡", "GBP"), ("¥", "JPY CNY"), ("￥", "JPY CNY"),
        // In the encodings of Japan and Korea, the byte of the backslash is the sign of the currency.
        ("\\", "JPY KRW"),
        ("元", "CNY TWD HKD"), ("円", "JPY"), ("₩", "KRW KPW"), ("원", "KRW"), ("₹", "INR"), ("₽", "RUB"), ("₺", "TRY"),
        ("₴", "UAH"),
        ("₪", "ILS"), ("₫", "VND"), ("฿", "THB"), ("₱", "PHP"), ("₦", "NGN"), ("₸", "KZT"), ("₾", "GEL"), ("₡", "CRC"),
        ("zł", "PLN"), ("Kč", "CZK"), ("kr.", "DKK NOK SEK ISK"), ("kr", "DKK NOK SEK ISK"), ("Fr.", "CHF"),
        ("SFr.", "CHF"), ("CHF", "CHF"),
        ("Ft", "HUF"), ("lei", "RON"), ("Lei", "RON"), ("LEI", "RON"), ("лв.", "BGN"), ("лв", "BGN"), ("руб.", "RUB"),
        ("руб", "RUB"), ("р.", "RUB"), ("грн.", "UAH"), ("грн", "UAH"), ("din.", "RSD"), ("дин.", "RSD"), ("KM", "BAM"),
        ("ден.", "MKD"), ("Lek", "ALL"), ("TL", "TRY"), ("zl", "PLN"), ("Kc", "CZK"), ("Kr.", "DKK NOK SEK ISK"),
        ("Kr", "DKK NOK SEK ISK"), ("S/.", "PEN"), ("Bs.", "BOB VES"), ("Bs", "BOB VES"), ("KSh", "KES"), ("RM", "MYR"),
        ("Rs.", "INR PKR LKR NPR"),
        ("Rs", "INR PKR LKR NPR"), ("Rp", "IDR"), ("R", "ZAR"), ("S/", "PEN"),
    ]

    /// The currencies that a sign may mean, the usual one first; also those of a code.
    package static func currencies(of sign: String) -> [Currency] {
        let codes = signs.first { $0.sign == sign }?.codes ?? sign
        return codes.split(separator: " ").compactMap { Currency(utf8: Array($0.utf8)) }
    }

    /// Splits the sign or code of a currency before or after a number from the number; the sign is empty for none.
    static func split(_ cell: Slice<ByteView>) -> (sign: String, number: Slice<ByteView>) {
        let text = NumberCellParser.trimmed(cell)
        guard let first = text.first, let last = text.last else { return ("", text) }
        let digits = UInt8(ascii: "0")...UInt8(ascii: "9")
        // Fast path: most amounts have no sign.
        if digits.contains(first), digits.contains(last) { return ("", text) }
        // Codes before signs: the R of EUR is not the sign of the rand.
        if text.count > 3 {
            if isCode(text.prefix(3)) {
                return withoutSign(of: text.prefix(3), NumberCellParser.trimmed(text.dropFirst(3)))
            }
            if isCode(text.suffix(3)) {
                return withoutSign(of: text.suffix(3), NumberCellParser.trimmed(text.dropLast(3)))
            }
        }
        // One byte rules out most signs for the names and notes that come here, too.
        for (index, ends) in signEnds.enumerated() where ends.first == first || ends.last == last {
            let sign = signs[index].sign
            if text.starts(with: sign.utf8) {
                return (sign, NumberCellParser.trimmed(text.dropFirst(sign.utf8.count)))
            }
            if text.count > sign.utf8.count, text.suffix(sign.utf8.count).elementsEqual(sign.utf8) {
                return (sign, NumberCellParser.trimmed(text.dropLast(sign.utf8.count)))
            }
        }
        return ("", text)
    }

    /// A number without the signs after it that say that it has no decimals: those of `150,-`, `150.–` and `150/-`.
    static func withoutEnding(_ number: Slice<ByteView>) -> Slice<ByteView> {
        for ending in ["--", "–", "—", "-"] where number.suffix(ending.utf8.count).elementsEqual(ending.utf8) {
            let before = number.dropLast(ending.utf8.count)
            return before.last.map(",./".utf8.contains) == true ? before.dropLast() : number
        }
        return number
    }

    /// The number beside a code, without a sign of the same currency: that of `$1,200 USD`.
    private static func withoutSign(
        of code: Slice<ByteView>, _ number: Slice<ByteView>
    ) -> (sign: String, number: Slice<ByteView>) {
        let code = String(decoding: code, as: UTF8.self)
        let inner = split(number)
        let isSame = inner.sign.isEmpty || currencies(of: inner.sign).contains { $0.code == code }
        return (code, isSame ? inner.number : number)
    }

    /// The first and the last byte of each sign.
    private static let signEnds: [(first: UInt8, last: UInt8)] = signs.map { sign, _ in
        (sign.utf8.first ?? 0, sign.utf8.last ?? 0)
    }

    private static func isCode(_ text: Slice<ByteView>) -> Bool {
        text.allSatisfy((UInt8(ascii: "A")...UInt8(ascii: "Z")).contains) && Currency(utf8: Array(text)) != nil
    }
}
