/// A currency of ISO 4217: its three-letter code and the decimal places of its minor unit.
public struct Currency: Hashable, Sendable {
    /// The codes that forms offer beside the inventory's own: those in which most is paid. Others are typed.
    public static let common = [
        "USD", "EUR", "GBP", "CHF", "JPY", "CNY", "HKD", "TWD", "ILS", "CAD", "AUD", "SEK", "DKK", "PLN", "INR",
    ]

    /// The letters in the lower three bytes, the decimal places in the highest.
    @usableFromInline let packed: UInt32

    @usableFromInline init(packed: UInt32) { self.packed = packed }

    /// The currency of three capital letters.
    /// - Throws: `unknownCurrency` if ISO 4217 has no such code.
    public init(code: String) throws(ValueError) {
        guard let currency = Currency(utf8: code.utf8) else { throw .unknownCurrency(String(code.prefix(16))) }
        self = currency
    }

    /// The currency of three capital ASCII letters; nil if ISO 4217 has no such code.
    public init?(utf8 code: some Collection<UInt8>) {
        guard code.count == 3 else { return nil }
        self.init(letters: code.reduce(UInt32(0)) { $0 << 8 | UInt32($1) })
    }

    /// The currency of three capital ASCII letters in memory; nil if ISO 4217 has no such code.
    public init?(utf8 code: UnsafeBufferPointer<UInt8>) {
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
    @inlinable public var fractionDigits: Int { Int(packed >> 24) }

    /// The three letters.
    public var code: String {
        String(unsafeUninitializedCapacity: 3) { buffer in
            for index in 0..<3 { buffer[index] = UInt8(truncatingIfNeeded: packed >> UInt32(16 - 8 * index)) }
            return 3
        }
    }

    /// The three letters as bytes.
    @inlinable public var codeBytes: (UInt8, UInt8, UInt8) {
        (
            UInt8(truncatingIfNeeded: packed >> 16), UInt8(truncatingIfNeeded: packed >> 8),
            UInt8(truncatingIfNeeded: packed)
        )
    }

    /// All known codes in alphabetical order.
    public static var all: [Currency] { table.map(Currency.init(packed:)) }
}

extension Currency: Comparable, CustomStringConvertible {
    public static func < (one: Currency, other: Currency) -> Bool {
        one.packed & 0xFF_FFFF < other.packed & 0xFF_FFFF
    }

    public var description: String { code }
}
