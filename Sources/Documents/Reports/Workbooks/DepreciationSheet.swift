import Inventory
import InventoryStore

/// The sheet on which an adjuster can change a rate, a lifespan, an age or the floor of a claim: depreciation and actual cash
/// value follow by formulas, with the exact results stored beside them, and so do their sums.
final class DepreciationSheet {
    private enum Column: Int, CaseIterable {
        case line, item, age, rate, lifespan, cost, currency, share, lost, left

        /// The key of its heading.
        var word: String {
            switch self {
            case .line: "line"
            case .item: "item"
            case .age: "sheet.age"
            case .rate: "ratePerYear"
            case .lifespan: "lifespan"
            case .cost: "replacementCost"
            case .currency: "sheet.currency"
            case .share: "shareLost"
            case .lost: "depreciation"
            case .left: "actualCashValue"
            }
        }

        var width: Double {
            switch self {
            case .line, .currency: 10
            case .item: 36
            case .age, .rate, .lifespan, .share: 14
            case .cost, .lost, .left: 20
            }
        }
    }

    private let sheet: Sheet
    private let styles: WorkbookStyles
    private let approximate: CellFormat
    private let context: WorkbookContext
    private var row = 0
    /// The cell of the floor, beside the table.
    private static let floor = (column: Column.allCases.count + 1, row: 1)

    var truncatedTextCount: Int { sheet.truncatedTextCount }

    init(_ book: Workbook, _ styles: WorkbookStyles, _ context: WorkbookContext) throws(SpreadsheetError) {
        sheet = try book.sheet(context.words["depreciation"])
        (self.styles, self.context, approximate) = (styles, context, styles.approximate(context.words))
        for column in Column.allCases {
            sheet.setColumn(column.rawValue, width: column.width, column == .item ? styles.note : nil)
        }
        sheet.setColumn(DepreciationSheet.floor.column, width: 24)
        sheet.repeatHeaderRows(rows: 1)
        sheet.configurePrinting(
            title: "\(context.title): \(sheet.name)", paper: context.options.paper, isLandscape: true,
            printedColumns: 0...DepreciationSheet.floor.column)
        let numbers: [Column] = [.age, .rate, .lifespan, .cost, .share, .lost, .left]
        try sheet.writeHeadings(
            Column.allCases.map { context.words[$0.word] } + ["", context.words["depreciationFloor"]],
            numbers: Set(numbers.map(\.rawValue)), centered: [Column.currency.rawValue], row: 0, styles)
    }

    /// Writes the cursor's item.
    func add(_ cursor: ItemCursor, _ claim: ClaimLine, line: Int) throws(SpreadsheetError) {
        row += 1
        if row == DepreciationSheet.floor.row { try writeFloor() }
        try sheet.write(Double(line), row: row, column: Column.line.rawValue, styles.center)
        try sheet.write(cursor, .name, row: row, column: Column.item.rawValue, context: context)
        let months = claim.valuation.ageInMonths
        if let months {
            let format = cursor.date(.purchaseDate)?.isApproximate == true ? approximate : nil
            try sheet.write(Double(months), row: row, column: Column.age.rawValue, format)
        }
        switch claim.basis {
        case .rate(let rate):
            try sheet.write(Double(rate.hundredths) / 100, row: row, column: Column.rate.rawValue)
        case .lifespan(let years): try sheet.write(Double(years), row: row, column: Column.lifespan.rawValue)
        case nil: break
        }
        guard let cost = claim.valuation.replacementCost else { return }
        try sheet.write(cost, row: row, column: Column.cost.rawValue, styles)
        try sheet.write(cost.currency.code, row: row, column: Column.currency.rawValue, styles.center)
        guard CellNumbers.number(cost) != nil else {
            // A number with more digits than a sheet keeps is a text, and so is what follows from it.
            for (column, amount) in [
                (Column.lost, claim.valuation.depreciation), (.left, claim.valuation.actualCashValue),
            ] {
                if let amount { try sheet.write(amount, row: row, column: column.rawValue, styles) }
            }
            return
        }
        try writeFormulas(claim, cost, months: months)
    }

    private func writeFloor() throws(SpreadsheetError) {
        let percent = Double(context.options.depreciation.floor.hundredths) / 100
        try sheet.write(percent, row: DepreciationSheet.floor.row, column: DepreciationSheet.floor.column)
    }

    private func writeFormulas(_ claim: ClaimLine, _ cost: Money, months: Int?) throws(SpreadsheetError) {
        func cell(_ column: Column) -> String { Sheet.cells(column: column.rawValue, row: row) }
        let (age, rate, lifespan) = (cell(.age), cell(.rate), cell(.lifespan))
        let floor = Sheet.cells(column: DepreciationSheet.floor.column, row: DepreciationSheet.floor.row, isFixed: true)
        let most = "1-\(floor)/100"
        let byRate = "IF(\(rate)=0,0,IF(\(age)=\"\",\"\",MIN(\(rate)*\(age)/1200,\(most))))"
        let byLifespan = "IF(OR(\(lifespan)=\"\",\(age)=\"\"),\"\",MIN(\(age)/(12*\(lifespan)),\(most)))"
        let share = DepreciationSheet.share(claim.basis, months: months, floor: context.options.depreciation.floor)
        try sheet.write(
            formula: "=IF(\(rate)=\"\",\(byLifespan),\(byRate))", result: share, row: row, column: Column.share.rawValue
        )
        let digits = cost.currency.fractionDigits
        let units = "1" + String(repeating: "0", count: digits)
        // Half to even, as the claim rounds: ROUND alone takes a half away from zero.
        let lost = "MAX(0,\(cell(.cost)))*\(cell(.share))"
        let rounded =
            "IF(ABS(MOD(\(lost)*\(units),1)-0.5)<0.000001,2*ROUND(\(lost)*\(units)/2,0)/\(units),ROUND(\(lost),\(digits)))"
        try sheet.write(
            formula: "=IF(\(cell(.share))=\"\",\"\",\(rounded))",
            result: claim.valuation.depreciation.flatMap(CellNumbers.number),
            row: row, column: Column.lost.rawValue, styles.amount(cost.currency))
        try sheet.write(
            formula: "=IF(\(cell(.lost))=\"\",\"\",ROUND(\(cell(.cost))-\(cell(.lost)),\(digits)))",
            result: claim.valuation.actualCashValue.flatMap(CellNumbers.number), row: row, column: Column.left.rawValue,
            styles.amount(cost.currency))
    }

    /// The part that is lost, as the formula computes it.
    private static func share(_ basis: DepreciationBasis?, months: Int?, floor: Percentage) -> Double? {
        let most = 1 - Double(floor.hundredths) / 10_000
        switch basis {
        case nil: return nil
        case .rate(let rate) where rate.hundredths == 0: return 0
        case .rate(let rate): return months.map { min(Double(rate.hundredths) * Double($0) / 120_000, most) }
        case .lifespan(let years): return months.map { min(Double($0) / Double(12 * years), most) }
        }
    }

    /// Writes the sums of each currency below the items.
    func finish(_ totals: ClaimTotals) throws(SpreadsheetError) {
        let rows = 1...max(1, row)
        if row == 0 {
            row += 1
            try writeFloor()
        }
        for currency in totals.currencies {
            row += 1
            try sheet.write(context.words["total"], row: row, column: Column.item.rawValue, styles.totalText)
            try sheet.write(currency.code, row: row, column: Column.currency.rawValue, styles.totalCenter)
            for (column, kind) in [
                (Column.cost, ClaimAmount.replacementCost), (.lost, .depreciation), (.left, .actualCashValue),
            ] {
                guard let total = totals[kind][currency] else { continue }
                guard let result = CellNumbers.number(total) else {
                    try sheet.write(total, row: row, column: column.rawValue, styles)
                    continue
                }
                let codes = sheet.reference(column: Column.currency.rawValue, rows, from: sheet)
                let amounts = sheet.reference(column: column.rawValue, rows, from: sheet)
                try sheet.write(
                    formula: "=ROUND(SUMIF(\(codes),\"\(currency.code)\",\(amounts)),\(currency.fractionDigits))",
                    result: result, row: row, column: column.rawValue, styles.sum(currency))
            }
        }
        sheet.setPrintArea(rows: 0...max(1, row), columns: 0...DepreciationSheet.floor.column)
    }
}
