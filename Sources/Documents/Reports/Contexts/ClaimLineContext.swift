import Inventory
import InventoryStore
import Templating

/// The names of `claimed` in an item: what an insurer asks about one line.
struct ClaimLineContext: Sendable {
    /// One line with the photos and documents that the report shows.
    struct Line {
        let claim: ClaimLine
        let purchased, warrantyExpires: CalendarDate?
        let evidence: [EvidenceContext.Piece]
        let hasEntry: Bool
        /// The percentage that is lost a year, by the owner's estimate.
        let rate: Percentage?
        /// The message keys for the facts that an entry lacks.
        let unrecorded: [String]
        let words: DocumentLocalization

        /// The numbers of some of the photos and documents in few words; nil if there are none.
        fileprivate func numbers(_ isIncluded: (Evidence) -> Bool) -> String? {
            let numbers = evidence.filter { isIncluded($0.piece) }.map(\.number)
            return numberRanges(numbers, separator: words["listSeparator"])
        }
    }

    /// The fields that are read of each item.
    static let fields = ClaimLine.fields + ClaimLine.describedTexts + [.warrantyExpires, .warrantyLifetime]

    static let table = ContextTable<Line>(
        [
            .text("age") { line in line.claim.valuation.ageInMonths.map { line.words.age($0) } },
            .day("purchaseDateText") { $0.purchased },
            .day("warrantyExpiresText") { $0.warrantyExpires },
            .custom("depreciationRate", type: .text) { record, slot, line, format in
                if let rate = line.rate { format?.append(rate, to: record, slot) }
            },
            .flag("isHighValue") { $0.claim.isHighValue },
            .flag("isIncomplete") { !$0.claim.missingDetails.isEmpty },
            .text("missing") { line in
                line.claim.missingDetails.map { line.words["lacking.\($0.rawValue).name"] }
                    .joined(separator: line.words["listSeparator"])
            },
            .flag("hasEntry") { $0.hasEntry },
            .text("notRecorded") { line in
                line.unrecorded.isEmpty
                    ? nil : line.unrecorded.map { line.words[$0] }.joined(separator: line.words["listSeparator"])
            },
            .text("photoNumbers") { $0.numbers { $0.kind == .photo } },
            .text("receiptNumbers") { $0.numbers(\.isReceipt) },
            .text("documentNumbers") { $0.numbers { $0.kind != .photo && !$0.isReceipt } },
            .flag("hasDocuments") { $0.evidence.contains { $0.piece.kind != .photo } },
            .flag("hasPictures") { $0.evidence.contains { $0.piece.kind == .photo && $0.picture != nil } },
            .list("evidence", of: EvidenceContext.table) { $0.evidence },
        ]
            + ClaimAmount.allCases.map { amount in .money(amount.rawValue) { $0.claim.valuation[amount] } })

    private let words: DocumentLocalization
    private let options: ReportOptions
    private let day: CalendarDate
    private let showsPictures: Bool

    /// - Parameter showsPictures: whether pictures are shown, not only named.
    init(_ summary: ClaimSummary, words: DocumentLocalization, options: ReportOptions, showsPictures: Bool) {
        (self.words, self.options, self.showsPictures) = (words, options, showsPictures)
        day = summary.day
    }

    func fill(_ record: Record, _ cursor: ItemCursor, line: Int, format: inout LocaleFormatter?) throws {
        let evidence = cursor.shownEvidence(
            line: line, options, word: Redaction.word(options.format, words))
        let claim = try ClaimLine(cursor, on: day, thresholds: options.highValue)
        let line = Line(
            claim: claim,
            purchased: cursor.date(.purchaseDate), warrantyExpires: cursor.date(.warrantyExpires),
            evidence: try evidence.map {
                try EvidenceContext.Piece($1, number: $0, words: words, options: options, showsPicture: showsPictures)
            }, hasEntry: claim.hasEntry(options), rate: cursor.percentage(.depreciation),
            unrecorded: ClaimLineContext.unrecorded(claim, cursor), words: words)
        try ClaimLineContext.table.fill(record, line, format: &format)
    }

    private static func unrecorded(_ claim: ClaimLine, _ cursor: ItemCursor) -> [String] {
        let texts = ClaimLine.describedTexts.filter { cursor.text($0).map(\.isEmpty) ?? true }.map(\.name)
        let details: [ClaimLine.MissingDetail] = [.purchaseDate, .purchasePrice, .value, .replacementCost]
        var keys = texts + details.filter(claim.missingDetails.contains).map(\.rawValue)
        // A rate is recorded even if the amount that follows from it is not known.
        if cursor.percentage(.depreciation) == nil { keys.append("depreciation") }
        if cursor.date(.warrantyExpires) == nil && !cursor.flag(.warrantyLifetime) { keys.append("warranty") }
        return keys.map { "lacking.\($0).name" }
    }
}
