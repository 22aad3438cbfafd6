import Inventory
import InventoryStore
import Templating

/// The names of `claimed` in an item: what an insurer asks of one line.
struct ClaimLineContext: Sendable {
    private static let kinds = ["value", "purchasePrice", "replacementCost", "depreciation", "actualCashValue"]
    static let declaration = ContextDeclaration(
        [
            ("age", .text), ("purchaseDateText", .text), ("warrantyExpiresText", .text), ("isHighValue", .flag),
            ("isIncomplete", .flag), ("missing", .text), ("photoNumbers", .text), ("receiptNumbers", .text),
            ("documentNumbers", .text), ("hasDocuments", .flag),
            ("hasPictures", .flag), ("evidence", .list(EvidenceContext.declaration)),
        ] + kinds.map { ($0, .record(MoneyContext.declaration)) })

    private let words: DocumentLocalization
    private let options: ReportOptions
    private let day: CalendarDate
    private let money = MoneyContext()
    private let evidence: EvidenceContext

    /// - Parameter showsPictures: whether pictures are read, not only named.
    init(_ figures: ClaimSummary, words: DocumentLocalization, options: ReportOptions, showsPictures: Bool) {
        self.words = words
        self.options = options
        day = figures.day
        evidence = EvidenceContext(words: words, options: options, showsPictures: showsPictures)
    }

    func fill(_ record: Record, _ cursor: ItemCursor, line: Int, format: inout LocaleFormatter?) throws {
        let slot = ClaimLineContext.declaration.slot
        let claim = try ClaimLine(cursor, on: day, thresholds: options.highValue)
        let valuation = claim.valuation
        let amounts = [
            valuation.value, valuation.purchasePrice, valuation.replacementCost, valuation.depreciation,
            valuation.actualCashValue,
        ]
        for (kind, amount) in zip(ClaimLineContext.kinds, amounts) {
            guard let amount else { continue }
            record.fill(slot(kind)) { money.fill($0, amount, format: &format) }
        }
        record.set(slot("age"), text: valuation.ageInMonths.map(age))
        if let purchased = cursor.date(.purchaseDate) {
            format?.append(purchased, to: record, slot("purchaseDateText"))
        }
        if let expires = cursor.date(.warrantyExpires) {
            format?.append(expires, to: record, slot("warrantyExpiresText"))
        }
        record.set(slot("isHighValue"), flag: claim.isHighValue)
        record.set(slot("isIncomplete"), flag: !claim.missingDetails.isEmpty)
        let missingDetails = claim.missingDetails.map { words["lacks.\($0.rawValue)"] }.joined(
            separator: words["listSeparator"])
        record.set(slot("missing"), text: missingDetails)
        let word = Redaction.word(options.format, words)
        let pieces = cursor.shownEvidence(line: line, options, word: word)
        try fillEvidence(record, pieces, format: &format)
    }

    private func fillEvidence(
        _ record: Record, _ pieces: [(number: String, piece: Evidence)], format: inout LocaleFormatter?
    ) throws {
        let slot = ClaimLineContext.declaration.slot
        var numbers: (photos: [String], receipts: [String], documents: [String]) = ([], [], [])
        var hasPictures = false
        for (number, piece) in pieces {
            let isPhoto = piece.kind == .photo
            if isPhoto {
                numbers.photos.append(number)
            } else if piece.isReceipt {
                numbers.receipts.append(number)
            } else {
                numbers.documents.append(number)
            }
            let element = record.append(to: slot("evidence"))
            let isShown = try evidence.fill(element, piece, number: number, format: &format)
            if isShown, isPhoto { hasPictures = true }
        }
        record.set(slot("hasPictures"), flag: hasPictures)
        record.set(slot("hasDocuments"), flag: !(numbers.receipts + numbers.documents).isEmpty)
        let lists = [
            ("photoNumbers", numbers.photos), ("receiptNumbers", numbers.receipts),
            ("documentNumbers", numbers.documents),
        ]
        for (name, list) in lists {
            record.set(slot(name), text: numberRanges(list, separator: words["listSeparator"]))
        }
    }

    /// An age as its reader writes it: `3 y 4 mo`.
    private func age(_ months: Int) -> String {
        let (years, rest) = (months / 12, months % 12)
        if years == 0 { return words.text("ages.months", rest) }
        return rest == 0 ? words.text("ages.years", years) : words.text("ages.both", years, rest)
    }
}
