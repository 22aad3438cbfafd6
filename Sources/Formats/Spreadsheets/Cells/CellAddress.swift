/// The position of a cell in a sheet, written as spreadsheets write it: `C5`.
package struct CellAddress: Hashable, Sendable, CustomStringConvertible {
    /// The column from 0.
    package let column: Int
    /// The row from 1.
    package let row: Int

    /// The most columns of a sheet (XFD in Excel and LibreOffice).
    package static let maxColumns = 16_384

    /// The cell in a column, counted from 0, of a row, counted from 1.
    package init(column: Int, row: Int) { (self.column, self.row) = (column, row) }

    /// Reads an address such as `AB12`.
    /// - Returns: nil if the text is none, or its column beyond the last.
    package init?(_ text: String) {
        let letters = text.prefix { $0.isASCII && $0.isLetter }
        guard let column = Array(text.utf8).withUnsafeBufferPointer(CellAddress.column),
            column < CellAddress.maxColumns,
            let row = Int(text[letters.endIndex...]), row > 0
        else { return nil }
        self.init(column: column, row: row)
    }

    /// The letters of a column: `A` for 0, `AA` for 26.
    package static func letters(ofColumn column: Int) -> String {
        var letters = ""
        var rest = column + 1
        while rest > 0 {
            letters = String(UnicodeScalar(UInt8(ascii: "A") + UInt8((rest - 1) % 26))) + letters
            rest = (rest - 1) / 26
        }
        return letters
    }

    package var description: String { CellAddress.letters(ofColumn: column) + String(row) }

    /// Reads the column of an address such as `$AB12`.
    /// - Returns: nil if the address has no column; `maxColumns` for all beyond the last.
    static func column(of address: UnsafeBufferPointer<UInt8>) -> Int? {
        var column = 0
        for byte in address {
            switch byte {
            case UInt8(ascii: "A")...UInt8(ascii: "Z"), UInt8(ascii: "a")...UInt8(ascii: "z"):
                column = column * 26 + Int(byte & 0x1F)
                guard column <= maxColumns else { return maxColumns }
            case UInt8(ascii: "$"): continue
            default: return column > 0 ? column - 1 : nil
            }
        }
        return nil
    }
}
