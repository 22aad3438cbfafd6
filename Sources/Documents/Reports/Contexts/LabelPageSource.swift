import Templating

/// Passes labels to a template, one sheet at a time.
struct LabelPageSource: RowSource {
    private let sheet: LabelSheet
    private let start: Int
    private let resolution: Int
    private let nextLabel: () throws -> LabelText?
    private let progress: (Int) -> Void
    private var done = 0
    private var isAtEnd = false

    /// - Parameter nextLabel: returns one label after the other, and nil after the last.
    init(
        _ options: LabelOptions, progress: @escaping (Int) -> Void, _ nextLabel: @escaping () throws -> LabelText?
    ) {
        (sheet, start) = (options.sheet, options.start)
        resolution = options.resolution ?? sheet.usualResolution
        self.nextLabel = nextLabel
        self.progress = progress
    }

    mutating func next(into row: Record) throws -> Bool {
        let first = done == 0 ? start - 1 : 0
        var labels: [LabelContext.Label] = []
        while !isAtEnd, first + labels.count < sheet.count {
            // A source that has returned its last label would begin again.
            guard let text = try nextLabel() else {
                isAtEnd = true
                break
            }
            done += 1
            guard let code = QRCode(text.code) else { throw ReportError.pageAddressTooLong }
            if let shortfall = sheet.shortfall(ofCodeWith: code.side, resolution: resolution) {
                throw ReportError.codeTooDense(label: text.name ?? text.code, at: resolution, needed: shortfall)
            }
            labels.append(
                LabelContext.Label(
                    position: sheet.place(first + labels.count), text: text, code: code, codeSide: sheet.codeSide))
        }
        guard !labels.isEmpty else { return false }
        var format: LocaleFormatter?
        try LabelContext.page.fill(row, labels, format: &format)
        progress(done)
        return true
    }
}
