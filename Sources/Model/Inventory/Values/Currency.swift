/// A currency of ISO 4217: its three-letter code and the decimal places of its minor unit.
package struct Currency: Hashable, Sendable {
    /// The codes that forms offer beside the inventory's own: those in which most is paid. Others are typed.
    package static let common = [
        "USD", "EUR", "GBP", "CHF", "JPY", "CNY", "HKD", "TWD", "ILS", "CAD", "AUD", "SEK", "DKK", "PLN", "INR",
    ]

    /// The letters in the lower three bytes, the decimal places in the highest.
    @usableFromInline let packed: UInt32

    @usableFromInline init(packed: UInt32) { self.packed = packed }

    /// The currency of three capital letters.
    /// - Throws: `unknownCurrency` if ISO 4217 has no such code.
    package init(code: String) throws(ValueError) {
        guard let currency = Currency(utf8: code.utf8) else { throw .unknownCurrency(String(code.prefix(16))) }
        self = currency
    }

    /// The currency of three capital ASCII letters; nil if ISO 4217 has no such code.
    package init?(utf8 code: some Collection<UInt8>) {
        guard code.count == 3 else { return nil }
        self.init(letters: code.reduce(UInt32(0)) { $0 << 8 | UInt32($1) })
    }

    /// The currency of three capital ASCII letters in memory; nil if ISO 4217 has no such code.
    package init?(utf8 code: UnsafeBufferPointer<UInt8>) {
        guard code.count == 3 else { return nil }
        self.init(letters: UInt32(code[0]) << 16 | UInt32(code[1]) << 8 | UInt32(code[2]))
    }

    /// - Parameter letters: the letters in the lower three bytes.
    private init?(letters: UInt32) {
        var low = 0
        var high = Currency.table.count
        while low < high {
            let middle = (low + high) / 2
            if Currency.table[middle] & 0xFF_FFFF < letters { low = middle + 1 } else { high = middle }
        }
        guard low < Currency.table.count, Currency.table[low] & 0xFF_FFFF == letters else { return nil }
        packed = Currency.table[low]
    }

    /// Decimal places of the minor unit: 2 for USD, 0 for JPY, 3 for KWD.
    @inlinable package var fractionDigits: Int { Int(packed >> 24) }

    /// The three letters.
    package var code: String {
        String(unsafeUninitializedCapacity: 3) { buffer in
            for index in 0..<3 { buffer[index] = UInt8(truncatingIfNeeded: packed >> UInt32(16 - 8 * index)) }
            return 3
        }
    }

    /// The three letters as bytes.
    @inlinable package var codeBytes: (UInt8, UInt8, UInt8) {
        (
            UInt8(truncatingIfNeeded: packed >> 16), UInt8(truncatingIfNeeded: packed >> 8),
            UInt8(truncatingIfNeeded: packed)
        )
    }

    /// All known codes in alphabetical order.
    package static var all: [Currency] { table.map(Currency.init(packed:)) }
}

extension Currency: Comparable, CustomStringConvertible {
    package static func < (one: Currency, other: Currency) -> Bool {
        one.packed & 0xFF_FFFF < other.packed & 0xFF_FFFF
    }

    package var description: String { code }
}

extension Currency {
    /// ISO 4217 list one, with the funds and the recently replaced codes that old inventories hold, sorted by code.
    static let table: [UInt32] = {
        let byDigits: [(digits: UInt32, codes: String)] = [
            (0, "BIF CLP DJF GNF ISK JPY KMF KRW PYG RWF UGX UYI VND VUV XAF XOF XPF"),
            (
                2,
                """
                AED AFN ALL AMD ANG AOA ARS AUD AWG AZN BAM BBD BDT BGN BMD BND BOB BOV BRL BSD BTN BWP BYN BZD CAD CDF \
                CHE CHF CHW CNY COP COU CRC CUP CVE CZK DKK DOP DZD EGP ERN ETB EUR FJD FKP GBP GEL GHS GIP GMD GTQ GYD \
                HKD HNL HRK HTG HUF IDR ILS INR IRR JMD KES KGS KHR KPW KYD KZT LAK LBP LKR LRD LSL MAD MDL MGA MKD MMK \
                MNT MOP MRU MUR MVR MWK MXN MXV MYR MZN NAD NGN NIO NOK NPR NZD PAB PEN PGK PHP PKR PLN QAR RON RSD RUB \
                SAR SBD SCR SDG SEK SGD SHP SLE SOS SRD SSP STN SVC SYP SZL THB TJS TMT TOP TRY TTD TWD TZS UAH USD USN \
                UYU UZS VED VES WST XCD XCG YER ZAR ZMW ZWG
                """
            ),
            (3, "BHD IQD JOD KWD LYD OMR TND"),
            (4, "CLF UYW"),
        ]
        var packed: [UInt32] = []
        for (digits, codes) in byDigits {
            for code in codes.utf8.split(separator: UInt8(ascii: " ")) {
                packed.append(code.reduce(UInt32(0)) { $0 << 8 | UInt32($1) } | digits << 24)
            }
        }
        return packed.sorted { $0 & 0xFF_FFFF < $1 & 0xFF_FFFF }
    }()
}
