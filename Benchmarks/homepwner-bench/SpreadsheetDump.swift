import Spreadsheets

/// Reads spreadsheets: counts cells, to be measured, or prints them, to be compared with other readers.
enum SpreadsheetDump {
    /// Reads the first sheet of a file and prints the number of rows and cells.
    static func count(_ path: String) throws {
        let rows = try Spreadsheet(path: path).rows(ofSheetAt: 0)
        var (rowCount, cellCount) = (0, 0)
        while let row = try rows.next() {
            rowCount += 1
            cellCount += row.cells.count
        }
        print("\(rowCount) rows, \(cellCount) cells")
    }

    /// Prints every cell of all sheets: name of the sheet, address, kind, value, separated by tabs.
    static func cells(_ path: String) throws {
        let spreadsheet = try Spreadsheet(path: path)
        for (index, sheet) in spreadsheet.sheets.enumerated() {
            print("# \(line(sheet.name))\t\(sheet.isHidden ? "hidden" : "shown")")
            let rows = try spreadsheet.rows(ofSheetAt: index)
            while let row = try rows.next() {
                for (column, cell) in row.cells.enumerated() where cell != .empty {
                    let (kind, value) = described(cell)
                    print("\(line(sheet.name))\t\(row.address(ofColumn: column))\t\(kind)\t\(line(value))")
                }
            }
        }
    }

    private static func described(_ cell: SheetCell) -> (kind: String, value: String) {
        switch cell {
        case .empty: ("empty", "")
        case .text(let text): ("text", text)
        case .number(let number): ("number", number)
        case .money(let number, let currency): ("money", "\(number) \(currency)")
        case .percentage(let number): ("percentage", number)
        case .date(let date): ("date", date)
        case .boolean(let value): ("boolean", "\(value)")
        case .covered: ("covered", "")
        case .unusable(.formulaError(let text)): ("error", text)
        case .unusable(.notCalculated): ("uncalculated", "")
        case .unusable(.dateOutOfRange(let text)): ("out-of-range", text)
        case .unusable(.malformed(let text)): ("malformed", text)
        }
    }

    private static func line(_ text: String) -> String {
        text.utf8.contains { $0 < 0x20 || $0 == UInt8(ascii: "\\") } ? text.debugDescription : text
    }
}
