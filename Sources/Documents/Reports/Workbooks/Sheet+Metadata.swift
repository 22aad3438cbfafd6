import Inventory

extension Sheet {
    /// Writes who, when and what a workbook is about, from the first row on.
    /// - Returns: the row after them.
    func writeMetadata(
        _ settings: InventorySettings, context: WorkbookContext, styles: WorkbookStyles
    ) throws(SpreadsheetError) -> Int {
        try write(context.title, row: 0, column: 0, styles.title)
        var row = 2
        let days = [
            ("asOf", context.options.asOf),
            ("dateOfLoss", context.options.redaction.hides(.dateOfLoss) ? nil : settings.dateOfLoss),
            ("generated", context.options.locale.day(of: context.options.generated)),
        ]
        for case (let word, let day?) in days {
            try write(context.words[word], row: row, column: 0)
            try write(day, row: row, column: 1, styles)
            row += 1
        }
        var selection = context.options.selection.source
        if !selection.isEmpty, context.options.redaction.hidesSelection { selection = context.redactionLabel }
        let facts: [(word: String, text: String?, isHidden: Bool)] =
            OwnerFact.allCases.map { ($0.rawValue, settings[$0], context.options.redaction.owner.contains($0)) }
            + [("selection", selection, false)]
        for (word, text, isHidden) in facts {
            guard let text, !text.isEmpty else { continue }
            try write(context.words[word], row: row, column: 0)
            // An address is one line here: a row of a sheet is not as high as its texts everywhere.
            let line = text.split(whereSeparator: \.isNewline).joined(separator: ", ")
            try write(isHidden ? context.redactionLabel : line, row: row, column: 1)
            row += 1
        }
        return row + 1
    }

    /// Writes a note into the first column. It is broken into lines, because a page is as wide as its longest text.
    func writeNote(_ text: String, row: Int, styles: WorkbookStyles) throws(SpreadsheetError) {
        setHeight(of: row, holding: [text])
        try write(text, row: row, column: 0, styles.note)
    }
}
