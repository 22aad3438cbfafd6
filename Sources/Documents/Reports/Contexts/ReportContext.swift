import Inventory
import InventoryStore
import Templating

/// The names at the top of every report.
struct ReportContext {
    private static let owner = ContextDeclaration([
        ("name", .text), ("address", .text), ("insurer", .text), ("policyNumber", .text),
        ("claimNumber", .text), ("dateOfLoss", .text), ("dateOfLossText", .text),
    ])
    private static let selection = ContextDeclaration([("filter", .text), ("sort", .text), ("groupBy", .text)])

    let declaration: ContextDeclaration
    let words: DocumentLocalization

    init(words: DocumentLocalization) {
        self.words = words
        declaration = ContextDeclaration([
            ("title", .text), ("language", .text), ("languageCode", .text), ("languageRegion", .text),
            ("paper", .text), ("isLetter", .flag), ("generator", .text), ("generated", .text), ("generatedText", .text),
            ("asOf", .text), ("asOfText", .text), ("isGrouped", .flag), ("owner", .record(ReportContext.owner)),
            ("selection", .record(ReportContext.selection)), ("words", .record(words.declaration)),
            ("summary", .record(SummaryContext.declaration)), ("charts", .list(ChartContext.declaration)),
            ("claim", .record(ClaimContext.declaration)), ("items", .stream(ItemContext.declaration)),
            ("pages", .stream(ItemContext.declaration)),
        ])
    }

    /// Fills all but the rows.
    /// - Throws: `overflow` where the bars of a chart leave 64 bits.
    func record(
        _ figures: ReportSummary, settings: InventorySettings, options: ReportOptions, format: inout LocaleFormatter?
    ) throws(ValueError) -> Record {
        let record = Record(declaration)
        let slot = declaration.slot
        record.set(slot("title"), text: options.title ?? words["title.\(options.name)"])
        record.set(slot("language"), text: options.locale.language)
        record.set(slot("languageCode"), text: options.locale.code)
        record.set(slot("languageRegion"), text: options.locale.region)
        record.set(slot("isLetter"), flag: options.paper == .letter)
        record.set(slot("paper"), text: options.paper.typesettingName)
        record.set(slot("generator"), text: options.generator)
        record.set(slot("generated"), text: options.generated.description)
        format?.append(options.generated, to: record, slot("generatedText"))
        if let asOf = options.asOf {
            record.set(slot("asOf"), text: asOf.description)
            format?.append(asOf, to: record, slot("asOfText"))
        }
        record.set(slot("isGrouped"), flag: options.grouping != .none)
        fillOwner(record, settings, options, format: &format)
        fillSelection(record, options)
        words.fill(record.record(slot("words")))
        if let claim = figures.claim {
            ClaimContext(words: words).fill(record.record(slot("claim")), claim, options: options, format: &format)
        }
        SummaryContext().fill(record.record(slot("summary")), figures, options: options, format: &format)
        try ChartContext().fill(
            record, slot("charts"), totals: figures.summary.totals.amounts,
            shares: figures.locations.map { ($0.name, $0.totals.amounts) }, words: words, format: &format)
        return record
    }

    private func fillOwner(
        _ record: Record, _ settings: InventorySettings, _ options: ReportOptions, format: inout LocaleFormatter?
    ) {
        let texts: [(name: String, field: Redaction.OwnerField, text: String?)] = [
            ("name", .owner, settings.owner), ("address", .address, settings.address),
            ("insurer", .insurer, settings.insurer), ("policyNumber", .policyNumber, settings.policyNumber),
            ("claimNumber", .claimNumber, settings.claimNumber),
        ]
        guard settings.dateOfLoss != nil || texts.contains(where: { $0.text != nil }) else { return }
        let owner = record.record(declaration.slot("owner"))
        let slot = ReportContext.owner.slot
        for (name, field, text) in texts {
            let isHidden = text != nil && options.redaction.owner.contains(field)
            owner.set(slot(name), text: isHidden ? Redaction.word(options.format, words) : text)
        }
        if let day = settings.dateOfLoss {
            if options.redaction.hides(.dateOfLoss) {
                // A day in data cannot be a word.
                if options.format.isForReaders {
                    owner.set(slot("dateOfLossText"), text: Redaction.word(options.format, words))
                }
            } else {
                owner.set(slot("dateOfLoss"), text: day.description)
                format?.append(day, to: owner, slot("dateOfLossText"))
            }
        }
    }

    private func fillSelection(_ record: Record, _ options: ReportOptions) {
        let keys = options.order.keys.map { ($0.descending ? "-" : "") + $0.field.name }.joined(separator: ",")
        let grouping = options.grouping == .none ? nil : options.grouping.rawValue
        let filter = options.listsArchivedItems ? "archived:any" : options.selection.source
        guard !filter.isEmpty || !keys.isEmpty || grouping != nil else { return }
        let selection = record.record(declaration.slot("selection"))
        let isHidden = !filter.isEmpty && options.redaction.hidesSelection
        selection.set(
            ReportContext.selection.slot("filter"), text: isHidden ? Redaction.word(options.format, words) : filter)
        selection.set(ReportContext.selection.slot("sort"), text: keys.isEmpty ? nil : keys)
        selection.set(ReportContext.selection.slot("groupBy"), text: grouping)
    }
}
