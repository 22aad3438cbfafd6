import Inventory

/// Reads the numbers of rows before the decimal separator of their table is known.
///
/// A number is what it is with a decimal point and what it is with a decimal comma. One that only one of them reads is NaN
/// for the other, and sums and products with NaN equal nothing.
enum RowAmount {
    /// The larger of both readings, or the only one.
    static func size(_ amount: SIMD2<Double>) -> Double { Double.maximum(amount.x, amount.y) }

    /// The number of a cell with a decimal point, and with a decimal comma; nil if it is none.
    static func read(_ row: TableRow, _ column: Int) -> SIMD2<Double>? {
        let field = row.fields[column]
        guard field.start < field.end, field.end - field.start <= 32 else { return nil }
        let cell = NumberCellParser.trimmed(row.bytes[field.start..<field.end])
        if let plain = plainNumber(cell) { return plain }
        // Most other cells are words: they are ruled out by their ends.
        guard let first = cell.first, let last = cell.last,
            field.type == .number || !first.isLetter || !last.isLetter
        else { return nil }
        let digits = CurrencySymbols.split(cell).number
        if field.type == .number {
            let number = value(digits, decimal: UInt8(ascii: "."))
            return SIMD2(number, number)
        }
        return switch NumberScan(cell)?.style {
        case nil: nil
        case .whole: SIMD2(repeating: value(digits, decimal: 0))
        case .decimal(.point): SIMD2(value(digits, decimal: UInt8(ascii: ".")), .nan)
        case .decimal(.comma): SIMD2(.nan, value(digits, decimal: UInt8(ascii: ",")))
        case .ambiguous:
            SIMD2(value(digits, decimal: UInt8(ascii: ".")), value(digits, decimal: UInt8(ascii: ",")))
        }
    }

    private static func value(_ cell: Slice<ByteView>, decimal: UInt8) -> Double {
        var value = 0.0
        var scale = 0.0
        for byte in cell {
            if byte.isDigit {
                value = value * 10 + Double(byte - UInt8(ascii: "0"))
                scale *= 10
            } else if byte == decimal {
                scale = 1
            }
        }
        return (cell.first == UInt8(ascii: "-") ? -value : value) / max(scale, 1)
    }

    /// A number of digits and at most one point, as most are; nil for others, and for three decimals, which may be thousands.
    private static func plainNumber(_ cell: Slice<ByteView>) -> SIMD2<Double>? {
        var point: Int?
        for (index, byte) in zip(cell.indices, cell) {
            if byte.isDigit { continue }
            guard byte == UInt8(ascii: "."), point == nil, index > cell.startIndex else { return nil }
            point = index
        }
        guard let point else { return SIMD2(repeating: value(cell, decimal: 0)) }
        let decimals = cell.endIndex - point - 1
        return decimals == 0 || decimals == 3 ? nil : SIMD2(value(cell, decimal: UInt8(ascii: ".")), .nan)
    }
}
