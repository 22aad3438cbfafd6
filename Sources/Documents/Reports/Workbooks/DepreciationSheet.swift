import Inventory
import InventoryStore

/// The sheet on which an adjuster can change a rate, a lifespan, an age, a factor, a stated depreciation, the floor or the
/// tax of a claim: depreciation and actual cash value follow by formulas, with the exact results stored beside them, and so
/// do their sums.
final class DepreciationSheet {
    private enum Column: Int, CaseIterable {
        case line, item, age, rate, lifespan, factor, stated, net, cost, currency, share, lost, left

        /// The key of its heading.
        var word: String {
            switch self {
            case .line: "line"
            case .item: "item"
            case .age: "sheet.age"
            case .rate: "ratePerYear"
            case .lifespan: "lifespan"
            case .factor: "conditionFactor"
            case .stated: "depreciationStated"
            case .net: "beforeTax"
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
            case .age, .rate, .lifespan, .factor, .share: 14
            case .stated, .net, .cost, .lost, .left: 20
            }
        }
    }

    private let sheet: Sheet
    private let styles: WorkbookStyles
    private let approximate: CellFormat
    private let context: WorkbookContext
    private var row = 0
    /// The row of floor and tax, and their columns beside the table.
    private static let methodRow = 1
    private static let floorColumn = Column.allCases.count + 1
    private static let taxColumn = floorColumn + 1

    var truncatedTextCount: Int { sheet.truncatedTextCount }

    init(_ book: Workbook, _ styles: WorkbookStyles, _ context: WorkbookContext) throws(SpreadsheetError) {
        sheet = try book.sheet(context.words["depreciation"])
        (self.styles, self.context, approximate) = (styles, context, styles.approximate(context.words))
        for column in Column.allCases {
            sheet.setColumn(column.rawValue, width: column.width, column == .item ? styles.note : nil)
        }
        sheet.setColumn(DepreciationSheet.floorColumn, width: 24)
        sheet.setColumn(DepreciationSheet.taxColumn, width: 14)
        sheet.repeatHeaderRows(rows: 1)
        sheet.configurePrinting(
            title: "\(context.title): \(sheet.name)", paper: context.options.paper, isLandscape: true,
            printedColumns: 0...DepreciationSheet.taxColumn)
        let numbers: [Column] = [.age, .rate, .lifespan, .factor, .stated, .net, .cost, .share, .lost, .left]
        try sheet.writeHeadings(
            Column.allCases.map { context.words[$0.word] }
                + ["", context.words["depreciationFloor"], context.words["salesTax"]],
            numbers: Set(numbers.map(\.rawValue)), centered: [Column.currency.rawValue], row: 0, styles)
    }

    /// Writes the cursor's item.
    func add(_ cursor: ItemCursor, _ claim: ClaimLine, line: Int) throws(SpreadsheetError) {
        row += 1
        if row == DepreciationSheet.methodRow { try writeMethod() }
        try sheet.write(Double(line), row: row, column: Column.line.rawValue, styles.center)
        try sheet.write(cursor, .name, row: row, column: Column.item.rawValue, context: context)
        let months = claim.valuation.ageInMonths
        if let months {
            let format = cursor.date(.purchaseDate)?.isApproximate == true ? approximate : nil
            try sheet.write(Double(months), row: row, column: Column.age.rawValue, format)
        }
        switch claim.basis {
        case .amount:
            if let lost = claim.valuation.depreciation {
                try sheet.write(lost, row: row, column: Column.stated.rawValue, styles)
            }
        case .rate(let rate):
            try sheet.write(Double(rate.hundredths) / 100, row: row, column: Column.rate.rawValue)
        case .lifespan(let years): try sheet.write(Double(years), row: row, column: Column.lifespan.rawValue)
        case nil: break
        }
        if let factor = claim.conditionFactor {
            try sheet.write(Double(factor.hundredths) / 100, row: row, column: Column.factor.rawValue)
        }
        guard let cost = claim.valuation.replacementCost else { return }
        try write(cost, tax: claim.valuation)
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

    private func writeMethod() throws(SpreadsheetError) {
        let method = context.options.valuation
        for (percent, column) in [
            (method.floor, DepreciationSheet.floorColumn), (method.salesTax, DepreciationSheet.taxColumn),
        ] {
            try sheet.write(Double(percent.hundredths) / 100, row: DepreciationSheet.methodRow, column: column)
        }
    }

    private func cell(_ column: Column) -> String { Sheet.cells(column: column.rawValue, row: row) }

    /// The cell of a percentage that holds for all items.
    private func fixed(_ column: Int) -> String {
        Sheet.cells(column: column, row: DepreciationSheet.methodRow, isFixed: true)
    }

    /// Half to even, as the claim rounds: ROUND alone takes a half away from zero.
    private func rounded(_ amount: String, _ currency: Currency) -> String {
        let units = "1" + String(repeating: "0", count: currency.fractionDigits)
        return "IF(ABS(MOD(\(amount)*\(units),1)-0.5)<0.000001,2*ROUND(\(amount)*\(units)/2,0)/\(units),"
            + "ROUND(\(amount),\(currency.fractionDigits)))"
    }

    /// Writes the replacement cost: a formula of the amount before tax, unless it is a purchase price.
    private func write(_ cost: Money, tax valuation: Valuation) throws(SpreadsheetError) {
        let net = Money(
            minorUnits: cost.minorUnits - (valuation.salesTax?.minorUnits ?? 0), currency: cost.currency)
        guard let result = CellNumbers.number(cost), CellNumbers.number(net) != nil,
            valuation.replacementSource != .purchasePrice
        else { return try sheet.write(cost, row: row, column: Column.cost.rawValue, styles) }
        try sheet.write(net, row: row, column: Column.net.rawValue, styles)
        let tax = rounded("MAX(0,\(cell(.net)))*\(fixed(DepreciationSheet.taxColumn))/100", cost.currency)
        try sheet.write(
            formula: "=ROUND(\(cell(.net))+\(tax),\(cost.currency.fractionDigits))", result: result, row: row,
            column: Column.cost.rawValue, styles.amount(cost.currency))
    }

    private func writeFormulas(_ claim: ClaimLine, _ cost: Money, months: Int?) throws(SpreadsheetError) {
        let (age, rate, lifespan, factor) = (cell(.age), cell(.rate), cell(.lifespan), cell(.factor))
        let most = "1-\(fixed(DepreciationSheet.floorColumn))/100"
        func lost(_ share: String) -> String {
            "IF(\(factor)=\"\",MIN(\(share),\(most)),MIN(1-(1-MIN(\(share),1))*\(factor)/100,\(most)))"
        }
        let byRate = "IF(\(rate)=0,\(lost("0")),IF(\(age)=\"\",\"\",\(lost("\(rate)*\(age)/1200"))))"
        let byLifespan = "IF(OR(\(lifespan)=\"\",\(age)=\"\"),\"\",\(lost("\(age)/(12*\(lifespan))")))"
        let share = DepreciationSheet.share(claim, months: months, floor: context.options.valuation.floor)
        try sheet.write(
            formula: "=IF(\(cell(.stated))<>\"\",\"\",IF(\(rate)=\"\",\(byLifespan),\(byRate)))", result: share,
            row: row, column: Column.share.rawValue)
        let digits = cost.currency.fractionDigits
        let stated = "MIN(MAX(0,\(cell(.stated))),MAX(0,\(cell(.cost))))"
        let amount = rounded("MAX(0,\(cell(.cost)))*\(cell(.share))", cost.currency)
        try sheet.write(
            formula: "=IF(\(cell(.stated))<>\"\",\(stated),IF(\(cell(.share))=\"\",\"\",\(amount)))",
            result: claim.valuation.depreciation.flatMap(CellNumbers.number),
            row: row, column: Column.lost.rawValue, styles.amount(cost.currency))
        try sheet.write(
            formula: "=IF(\(cell(.lost))=\"\",\"\",ROUND(\(cell(.cost))-\(cell(.lost)),\(digits)))",
            result: claim.valuation.actualCashValue.flatMap(CellNumbers.number), row: row, column: Column.left.rawValue,
            styles.amount(cost.currency))
    }

    /// The part that is lost, as the formula computes it.
    private static func share(_ claim: ClaimLine, months: Int?, floor: Percentage) -> Double? {
        let byAge: Double? =
            switch claim.basis {
            case nil, .amount: nil
            case .rate(let rate) where rate.hundredths == 0: 0
            case .rate(let rate): months.map { Double(rate.hundredths) * Double($0) / 120_000 }
            case .lifespan(let years): months.map { Double($0) / Double(12 * years) }
            }
        return byAge.map { share in
            let lost = claim.conditionFactor.map { 1 - (1 - min(share, 1)) * Double($0.hundredths) / 10_000 } ?? share
            return min(lost, 1 - Double(floor.hundredths) / 10_000)
        }
    }

    /// Writes the sums of each currency below the items.
    func finish(_ totals: ClaimTotals) throws(SpreadsheetError) {
        let rows = 1...max(1, row)
        if row == 0 {
            row += 1
            try writeMethod()
        }
        for currency in totals[.replacementCost].amounts.map(\.currency) {
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
        sheet.setPrintArea(rows: 0...max(1, row), columns: 0...DepreciationSheet.taxColumn)
    }
}
