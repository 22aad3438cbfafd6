import FileOutput
import FoundationEssentials
import InventoryModel
import InventoryStore
import Templating

/// The names of `claimed` in an item: what an insurer asks of one line.
struct ClaimLineContext: Sendable {
    private static let kinds = ["value", "purchasePrice", "replacementCost", "depreciation", "actualCashValue"]
    static let declaration = ContextDeclaration(
        [
            ("age", .text), ("purchaseDateText", .text), ("warrantyExpiresText", .text), ("isHighValue", .flag),
            ("isIncomplete", .flag), ("missing", .text), ("photoNumbers", .text), ("receiptNumbers", .text),
            ("hasPictures", .flag), ("evidence", .list(EvidenceContext.declaration)),
        ] + kinds.map { ($0, .record(MoneyContext.declaration)) })

    private let words: Words
    private let options: ReportOptions
    private let day: CalendarDate
    private let money = MoneyContext()
    private let evidence: EvidenceContext

    /// - Parameter showsPictures: whether pictures are read, not only named.
    init(_ figures: ClaimFigures, words: Words, options: ReportOptions, showsPictures: Bool) {
        self.words = words
        self.options = options
        day = figures.day
        evidence = EvidenceContext(words: words, options: options, showsPictures: showsPictures)
    }

    func fill(_ record: Record, _ cursor: ItemCursor, line: Int, format: inout ReaderFormat?) throws {
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
        record.set(slot("isIncomplete"), flag: !claim.lacks.isEmpty)
        let lacks = claim.lacks.map { words["lacks.\($0.rawValue)"] }.joined(separator: words["listSeparator"])
        record.set(slot("missing"), text: lacks)
        try fillEvidence(record, claim.evidence, line: line, format: &format)
    }

    private func fillEvidence(
        _ record: Record, _ pieces: [Evidence], line: Int, format: inout ReaderFormat?
    ) throws {
        let slot = ClaimLineContext.declaration.slot
        var numbers: (photos: [String], receipts: [String]) = ([], [])
        var hasPictures = false
        for (number, piece) in pieces.numbered(line: line, showsPhotos: options.showsPhotos) {
            let isPhoto = piece.kind == .photo
            if isPhoto { numbers.photos.append(number) } else { numbers.receipts.append(number) }
            let element = record.append(to: slot("evidence"))
            let isShown = try evidence.fill(element, piece, number: number, format: &format)
            if isShown, isPhoto { hasPictures = true }
        }
        record.set(slot("hasPictures"), flag: hasPictures)
        for (name, list) in [("photoNumbers", numbers.photos), ("receiptNumbers", numbers.receipts)] {
            record.set(slot(name), text: list.isEmpty ? nil : list.joined(separator: words["listSeparator"]))
        }
    }

    /// An age as its reader writes it: `3 y 4 mo`.
    private func age(_ months: Int) -> String {
        let (years, rest) = (months / 12, months % 12)
        if years == 0 { return words.text("ages.months", rest) }
        return rest == 0 ? words.text("ages.years", years) : words.text("ages.both", years, rest)
    }
}

/// The names of a photo or document of an item.
struct EvidenceContext: Sendable {
    static let declaration = ContextDeclaration([
        ("number", .text), ("isPhoto", .flag), ("kind", .text), ("kindName", .text), ("fileName", .text),
        ("caption", .text),
        ("documentNumber", .text), ("dateText", .text), ("hash", .text), ("hasPicture", .flag),
        ("picture", .trustedURL), ("pictureFile", .text),
    ])

    private let words: Words
    private let options: ReportOptions
    private let showsPictures: Bool

    init(words: Words, options: ReportOptions, showsPictures: Bool) {
        self.words = words
        self.options = options
        self.showsPictures = showsPictures
    }

    /// Fills a record and tells whether it has a picture.
    func fill(
        _ record: Record, _ piece: Evidence, number: String, format: inout ReaderFormat?
    ) throws -> Bool {
        let slot = EvidenceContext.declaration.slot
        record.set(slot("number"), text: number)
        record.set(slot("isPhoto"), flag: piece.kind == .photo)
        record.set(slot("kind"), text: words["kinds.\(piece.kind.name)"])
        record.set(slot("kindName"), text: piece.kind.name)
        record.set(slot("fileName"), text: piece.fileName)
        record.set(slot("caption"), text: piece.caption)
        record.set(slot("documentNumber"), text: piece.number)
        if let date = piece.date { format?.append(date, to: record, slot("dateText")) }
        record.set(slot("hash"), text: piece.hash.description)
        guard showsPictures,
            let picture = try options.pictures?.picture(
                of: piece.hash, for: piece.kind == .photo ? .photo : .document)
        else {
            record.set(slot("hasPicture"), flag: false)
            return false
        }
        record.set(slot("hasPicture"), flag: true)
        try record.set(picture, of: piece.hash, file: slot("pictureFile"), url: slot("picture"), options)
        return true
    }
}
