import Attachments
import Files
import FoundationEssentials
import Inventory
import InventoryStore
import Templating

/// The names of `claimed` in an item: what an insurer asks about one line.
struct ClaimLineContext: Sendable {
    /// One line with the photos and documents that the report shows.
    struct Line {
        let claim: ClaimLine
        /// The origin of its replacement cost, if lines differ in it.
        let source: ReplacementSource?
        let purchased, warrantyExpires: CalendarDate?
        let evidence: [EvidenceContext.Piece]
        let hasEntry: Bool
        /// The group of its line; nil if the line is its own.
        let group: Int?
        /// Whether its amounts are not those of one piece.
        let hasSeveral: Bool
        /// The message keys for the facts that an entry lacks.
        let unrecorded: [String]
        /// The time of the earliest time stamp of the item as it is.
        let existedBy: Timestamp?
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
            .text("age") { line in
                line.claim.valuation.ageInMonths.map {
                    line.words.age($0, isApproximate: line.purchased?.isApproximate == true)
                }
            },
            .day("purchaseDateText") { $0.purchased },
            .day("warrantyExpiresText") { $0.warrantyExpires },
            .custom("depreciationRate", type: .text) { record, slot, line, format in
                guard case .rate(let rate) = line.claim.basis, let number = format?.number(rate.description) else {
                    return
                }
                record.set(slot, text: line.words.text("percent", number))
            },
            .text("lifespan") { line in
                guard case .lifespan(let years) = line.claim.basis else { return nil }
                return line.words.text("lifespanOf", years)
            },
            .decimal("lifespanYears") { line in
                guard case .lifespan(let years) = line.claim.basis else { return nil }
                return "\(years)"
            },
            .custom("conditionFactor", type: .text) { record, slot, line, format in
                // Without depreciation the condition changes nothing.
                guard line.claim.valuation.depreciation != nil, let factor = line.claim.conditionFactor,
                    let number = format?.number(factor.description)
                else { return }
                record.set(slot, text: line.words.text("percent", number))
            },
            .decimal("conditionPercent") { $0.claim.conditionFactor?.description },
            .text("replacementSource") { line in
                line.source.map { line.words["replacementFrom.\($0)"] }
            },
            .decimal("groupedLine") { $0.group.map { "\($0 + 1)" } },
            .flag("isPurchasePrice") { $0.claim.valuation.replacementSource == .purchasePrice },
            .flag("hasSeveral") { $0.hasSeveral },
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
            .text("existedBy") { $0.existedBy?.description },
        ]
            + ClaimAmount.allCases.map { amount in .money(amount.rawValue) { $0.claim.valuation[amount] } })

    private let words: DocumentLocalization
    private let options: ReportOptions
    private let day: CalendarDate
    private let showsPictures: Bool
    private let groups: [UUID: Int]

    /// - Parameter showsPictures: whether pictures are shown, not only named.
    init(_ summary: ClaimSummary, words: DocumentLocalization, options: ReportOptions, showsPictures: Bool) {
        (self.words, self.options, self.showsPictures) = (words, options, showsPictures)
        (day, groups) = (summary.day, summary.groupedItems)
    }

    func fill(_ record: Record, _ cursor: ItemCursor, line: Int, format: inout LocaleFormatter?) throws {
        let evidence = cursor.shownEvidence(
            line: line, options, word: Redaction.word(options.format, words))
        let claim = try ClaimLine(cursor, on: day, options.valuation, thresholds: options.highValue)
        let line = Line(
            claim: claim, source: options.valuation.distinctSource(of: claim.valuation),
            purchased: cursor.date(.purchaseDate), warrantyExpires: cursor.date(.warrantyExpires),
            evidence: try evidence.map {
                try EvidenceContext.Piece($1, number: $0, words: words, options: options, showsPicture: showsPictures)
            }, hasEntry: claim.hasEntry(options), group: groups[cursor.id], hasSeveral: cursor.quantity != .one,
            unrecorded: ClaimLineContext.unrecorded(claim, cursor),
            existedBy: options.stamped?.time(ofItem: cursor.id), words: words)
        try ClaimLineContext.table.fill(record, line, format: &format)
    }

    private static func unrecorded(_ claim: ClaimLine, _ cursor: ItemCursor) -> [String] {
        let texts = ClaimLine.describedTexts.filter { cursor.text($0).map(\.isEmpty) ?? true }.map(\.name)
        let details: [ClaimLine.MissingDetail] = [.purchaseDate, .purchasePrice, .value, .replacementCost]
        var keys = texts + details.filter(claim.missingDetails.contains).map(\.rawValue)
        // A rate is recorded even if the amount that follows from it is not known.
        if claim.basis == nil { keys.append("depreciation") }
        if cursor.date(.warrantyExpires) == nil && !cursor.flag(.warrantyLifetime) { keys.append("warranty") }
        return keys.map { "lacking.\($0).name" }
    }
}

/// The names of a photo or document of an item.
enum EvidenceContext {
    /// A photo or document with everything that a report shows of it.
    struct Piece {
        let piece: Evidence
        let number: String
        let picture: PublishedPhoto?
        /// The number of pages of the document whose first page the picture shows.
        let pages: Int
        let delivered: (name: String, hash: ContentHash)?
        /// The path of a document of several pages, which is attached to a PDF or linked by a page; nil if the
        /// picture shows all of it or its texts are redacted.
        let wholeFile: String?
        /// The time of the earliest time stamp of the original.
        let existedBy: Timestamp?
        /// The time and camera that the original states, if it is delivered.
        let camera: CameraStatement?
        let words: DocumentLocalization
        let options: ReportOptions

        /// - Throws: the error of a picture that cannot be made or a file that cannot be read.
        init(
            _ piece: Evidence, number: String, words: DocumentLocalization, options: ReportOptions, showsPicture: Bool
        ) throws {
            (self.piece, self.number, self.words, self.options) = (piece, number, words, options)
            existedBy = try options.stamped?.time(ofFile: piece.hash)
            camera = try options.delivery?.cameraStatement(of: piece, number: number)
            let isPhoto = piece.kind == .photo
            if showsPicture || options.delivery != nil, let files = options.files, !files.has(piece.hash) {
                guard options.allowsMissingFiles else {
                    throw ReportError.missingFile(number: number, name: piece.fileName, hash: piece.hash)
                }
                (delivered, picture, pages, wholeFile) = (nil, nil, 1, nil)
                return
            }
            delivered = try options.delivery.flatMap { delivery in
                try delivery.file(of: piece, number: number).map { ($0.name, try delivery.hash(of: $0.source)) }
            }
            let shown = showsPicture && (isPhoto || !options.redaction.hidesPages) ? options.files : nil
            // A volume of one line has room for several pictures.
            picture = try shown?.picture(
                of: piece.hash, isPhoto && options.pictureFolder == nil ? .medium : .large,
                within: options.partSize.map { $0 / 8 })
            pages = isPhoto ? 1 : try shown?.record(of: piece.hash).frames ?? 1
            let isWhole = !piece.isPDF || pages <= 1 || delivered != nil
            wholeFile = isWhole ? nil : options.files?.originalPath(of: piece.hash)
        }
    }

    /// Whether a template shows pictures of evidence.
    static func hasPictures(in template: Template) -> Bool {
        ["picture", "pictureFile", "hasPicture"].contains {
            template.reads(table.declaration.slot($0), of: table.declaration)
        }
    }

    static let table = ContextTable<Piece>([
        .text("number") { $0.number },
        .flag("isPhoto") { $0.piece.kind == .photo },
        .text("kind") { $0.words["kinds.\($0.piece.kind.name)"] },
        .text("kindName") { $0.piece.kind.name },
        .text("fileName") { $0.piece.fileName },
        .text("caption") { $0.piece.caption },
        .text("documentNumber") { $0.piece.number },
        .day("dateText") { $0.piece.date },
        .text("hash") { $0.piece.hash.description },
        .text("existedBy") { $0.existedBy?.description },
        .day("existedByText") { evidence in evidence.existedBy.map(evidence.options.locale.day) },
        .text("cameraText") { evidence in evidence.camera?.words(separator: evidence.words["listSeparator"]) },
        .flag("hasPicture") { $0.picture != nil },
        .picture { evidence in
            let folder = evidence.piece.kind == .photo ? "photos" : "documents"
            return evidence.picture.map {
                ("\(folder)/\(evidence.number).jpg", $0, evidence.options)
            }
        },
        .text("pagesText") { evidence in
            let pages = evidence.pages
            guard pages > 1 else { return nil }
            if let file = evidence.delivered?.name {
                return evidence.words.text("firstPage.delivered", pages, file)
            }
            if evidence.wholeFile == nil { return evidence.words.text("firstPageOf", pages) }
            return evidence.words.text("firstPage.attached", pages, "\(evidence.number).pdf")
        },
        .text("attachedFile") { evidence in
            try evidence.wholeFile.flatMap {
                try evidence.options.workingFolder?.link("\(evidence.number).pdf", to: $0)
            }
        },
        .url("wholeFile") { evidence in
            guard let path = evidence.wholeFile, evidence.options.workingFolder == nil else { return nil }
            var bytes: [UInt8] = []
            try readFile(path) { bytes += $0 }
            return TrustedURL(image: bytes, mediaType: "application/pdf")
        },
        .flag("delivered") { $0.delivered != nil },
        .text("deliveredFile") { $0.delivered?.name },
        .text("deliveredHash") { $0.delivered?.hash.description },
    ])
}
