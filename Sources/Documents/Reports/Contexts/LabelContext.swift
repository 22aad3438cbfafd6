import Inventory
import InventoryStore
import Templating

/// The names of a report of labels. Positions and sizes are hundredths of a millimetre.
struct LabelContext: Sendable {
    typealias Document = (
        options: ReportOptions, labels: Int, contents: [LabelLocation], words: DocumentLocalization
    )

    private static let sheet = ContextTable<LabelSheet>([
        .flag("isLetter") { $0.paper == .letter },
        .flag("isRoll") { $0.paper == .roll },
        .flag("isRoll62") { $0.paper == .roll && $0.labelWidth == 6200 },
        .flag("isRoll57") { $0.paper == .roll && $0.labelWidth == 5700 },
        .number("width") { $0.width },
        .number("height") { $0.height },
        .number("labelWidth") { $0.labelWidth },
        .number("labelHeight") { $0.labelHeight },
        .number("codeTop") { ($0.labelHeight - $0.codeSide) / 2 },
        .number("codeSide") { $0.codeSide },
        .number("textLeft") { $0.codeSide },
        .number("textWidth") { $0.labelWidth - $0.codeSide - $0.padding },
        .number("textTop") { $0.padding },
        .number("textHeight") { $0.labelHeight - 2 * $0.padding },
        .number("letterHeight") { $0.letterHeight },
    ])

    /// One label: its position on the sheet, the texts of its item and their code.
    struct Label {
        let position: (x: Int, y: Int)
        let text: LabelText
        let code: QRCode
        let codeSide: Int
    }

    private static let label = ContextTable<Label>([
        .number("x") { $0.position.x },
        .number("y") { $0.position.y },
        .text("id") { $0.text.id },
        .text("shortId") { $0.text.id.map { String($0.suffix(8)) } },
        .text("name") { $0.text.name },
        .text("assetIdentifier") { $0.text.assetIdentifier },
        .text("location") { $0.text.location },
        .list("lines", of: ContextTable([.text("text") { $0 }])) { $0.text.lines },
        .text("codePath") { $0.code.path },
        // Hundredths of a millimetre for each module, to three decimals.
        .text("codeScale") { DecimalText.string(Int64($0.codeSide * 1000 / $0.code.side), fractionDigits: 3) },
        .number("codeModules") { $0.code.side },
    ])
    private static let contents = ContextTable<LabelLocation>([
        .text("path") { $0.path },
        .list(
            "items",
            of: ContextTable<LabelLocation.Content>([
                .text("name") { $0.name },
                .text("quantityText") { $0.quantity == Quantity.one ? nil : $0.quantity.description },
            ])
        ) { $0.contents },
    ])
    static let page = ContextTable<[Label]>([.list("labels", of: label) { $0 }])

    let pages: ContextDeclaration.Slot
    var declaration: ContextDeclaration { table.declaration }
    private let table: ContextTable<Document>
    private let words: DocumentLocalization

    init(words: DocumentLocalization) {
        self.words = words
        let pages = "pages"
        table = ContextTable([
            .text("title") { $0.options.title ?? $0.words["title.labels"] },
            .text("language") { $0.options.locale.tag },
            .text("languageCode") { $0.options.locale.code },
            .text("languageRegion") { $0.options.locale.region },
            .text("generator") { $0.options.generator },
            .flag("hasItems") { $0.labels > 0 },
            .list("contents", of: LabelContext.contents) { $0.contents },
            .words("words", words),
            .record("sheet", of: LabelContext.sheet) { $0.options.labels.sheet },
            .rows(pages, LabelContext.page.declaration),
        ])
        self.pages = table.declaration.slot(pages)
    }

    /// Fills everything but the pages.
    func record(_ options: ReportOptions, labels: Int, contents: [LabelLocation]) throws -> Record {
        let record = Record(declaration)
        var format: LocaleFormatter?
        try table.fill(record, (options, labels, contents, words), format: &format)
        return record
    }
}

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
