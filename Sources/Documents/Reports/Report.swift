import Attachments
import Delivery
import Files
import Glibc
import Inventory
package import InventoryStore
import Templating
import XMLValidation

/// A report: which template, which items, for which reader.
///
///     let report = try Report(options)
///     try report.write(from: store.snapshot(), to: .file("report.html"))
///
/// Creating it compiles the templates, so that every error in them is found before a byte is written.
package struct Report {
    var options: ReportOptions
    let context: ReportContext
    /// Nil for a workbook, which has no template.
    private let template: Template?
    private let labels: LabelContext?

    /// Compiles the report's template.
    /// - Throws: `unknownReport`, `missingCatalogue`, `malformedCatalogue`, `repeatedPicture`, `template`, or `file` if an
    ///   owner's file cannot be read.
    package init(_ options: ReportOptions) throws(ReportError) {
        self.options = options
        let folder = TemplateFolder(replacedBy: options.templates)
        let words = try DocumentLocalization(
            options.locale, second: options.format.isForReaders ? options.secondReader : nil, from: folder)
        let pictures: [(name: String, path: String)]
        let unavailability: ReportError?
        let file: String?
        do {
            pictures = try folder.pictures(for: options.kind.name)
            unavailability = try folder.unavailability(
                of: options.kind.name, as: options.format, in: options.definition.layout)
            file = try folder.template(of: options.kind.name, as: options.format, in: options.definition.layout)
        } catch {
            throw .file(error)
        }
        context = ReportContext(words: words, pictures: pictures)
        labels = options.kind.product == .labels ? LabelContext(words: words) : nil
        if let error = TemplateFolder.repeatedPicture(among: pictures) ?? unavailability { throw error }
        guard let file, let contentType = options.format.contentType else {
            template = nil
            return
        }
        do {
            template = try Template(
                named: file, in: folder.library(for: String(file.prefix { $0 != "/" })),
                context: labels?.declaration ?? context.declaration,
                options: TemplateOptions(
                    contentType: contentType, formatters: ReportFormatters.all(for: options.locale)))
        } catch {
            throw .template(error)
        }
    }

    /// Checks that Typst is installed, so that an error is reported before anything is read.
    /// - Throws: `typesetting`.
    package static func checkTypesetter() throws(ReportError) {
        do {
            _ = try TypstCompiler.found()
        } catch {
            throw .typesetting(error)
        }
    }

    /// Writes the report of one state of a store.
    /// - Parameters:
    ///   - snapshot: the state.
    ///   - output: the destination; a file appears only when it is complete and, for XML, valid.
    ///   - progress: called now and then with the rows done and the rows in all.
    /// - Throws: the reason if nothing was written.
    @discardableResult
    package func write(
        from snapshot: StoreSnapshot, to output: ReportOutput, progress: @escaping (Int, Int) -> Void = { _, _ in }
    ) throws(ReportError) -> ReportOutcome {
        do {
            return try redactingGroups(of: snapshot).render(snapshot, to: output, progress: progress)
        } catch {
            throw ReportError(error)
        }
    }

    /// The report with the replacements of redacted rooms and categories.
    func redactingGroups(of snapshot: StoreSnapshot) throws -> Report {
        guard !options.redaction.fields.isDisjoint(with: RedactedGroups.fields.map(\.field)) else { return self }
        var report = self
        report.options.redacted = try RedactedGroups(
            options.redaction, of: snapshot, options.listed, word: Redaction.word(options.format, context.words))
        return report
    }

    private func render(
        _ snapshot: StoreSnapshot, to output: ReportOutput, progress: @escaping (Int, Int) -> Void
    ) throws -> ReportOutcome {
        var sink = try ReportSink(output, checker: ReportChecker(options), signer: options.signer)
        let summary = try ReportSummary(
            of: snapshot, options, hasClaim: hasClaim, hasCells: hasCells, lines: options.volume?.lines)
        var replaced: [String] = []
        var (hasReplacement, needsByteOrderMark) = (false, false)
        var intake: IntakeWorkbook.Outcome?
        var totals = try chosenTotals(in: snapshot) ?? summary.store.totals
        try checkSize(summary)
        switch options.format {
        case .pdf: replaced = try typeset(snapshot, summary: summary, into: &sink, progress: progress)
        case .xlsx where options.intake.template != nil:
            if let template = options.intake.template {
                intake = try IntakeWorkbook(options, words: context.words).fill(
                    template, snapshot, items: summary.store.totals.items, into: &sink, progress: progress)
            }
        case .xlsx where options.kind.product == .intake:
            intake = try IntakeWorkbook(options, words: context.words).write(
                snapshot, items: summary.store.totals.items, into: &sink, progress: progress)
        case .xlsx:
            hasReplacement = try ReportWorkbook(options, words: context.words).write(
                snapshot, summary: summary, into: &sink, progress: progress)
        case .html:
            var visible = BidiControlFilter(ReplacementFinder(sink))
            try fill(snapshot, summary: summary, into: &visible, progress: progress)
            let finder = try visible.finish()
            (sink, hasReplacement) = (finder.output, finder.hasFound)
        case .xml:
            var finder = ReplacementFinder(sink)
            try fill(snapshot, summary: summary, into: &finder, progress: progress)
            (sink, hasReplacement) = (finder.output, finder.hasFound)
        case .csv:
            var filter = CSVLayoutFilter(sink, options.csv)
            try fill(snapshot, summary: summary, into: &filter, progress: progress)
            sink = try filter.finish()
            needsByteOrderMark = filter.needsByteOrderMark
        case .json: try fill(snapshot, summary: summary, into: &sink, progress: progress)
        }
        try sink.finish()
        if let intake { (totals, hasReplacement) = (intake.totals, intake.hasReplacement) }
        var outcome = ReportOutcome(
            bytes: sink.bytes, totals: totals, archived: summary.store.archived, replaced: replaced)
        outcome.form = intake?.form
        outcome.emptyLineGroups = summary.totals?.groupedLines?.emptyGroups ?? []
        outcome.truncatedTexts = intake?.truncatedTexts ?? 0
        if hasReplacement {
            outcome.replacedCharacters = try ReplacedCharacters(
                in: options.format, of: snapshot, selection: options.listed, order: options.order,
                settings: options.overriding(snapshot.settings), title: options.title, labelText: options.labels.text)
        }
        outcome.needsByteOrderMark = needsByteOrderMark
        return outcome
    }

    /// The totals of the items that were chosen one by one; nil if none were.
    private func chosenTotals(in snapshot: StoreSnapshot) throws -> ValueTotals? {
        guard options.kind.product == .labels, let chosen = options.labels.items else { return nil }
        var totals = ValueTotals()
        for id in Set(chosen) {
            guard let item = try snapshot.item(id)?.item else { continue }
            try totals.add(
                quantity: item.quantity, value: item.value, hasSerialNumber: !(item.serialNumber ?? "").isEmpty)
        }
        return totals
    }

    /// Refuses a PDF that Typst could not set within its memory, before it has worked on it for a minute.
    private func checkSize(_ summary: ReportSummary) throws(TypesettingError) {
        let items = summary.store.totals.items
        let limit = min(options.kind.maxItemsOfPDF ?? .max, options.definition.layout.maxItemsOfPDF)
        guard options.format == .pdf, options.templates == nil, options.kind.maxItemsOfPDF != nil, items > limit
        else { return }
        throw .tooManyItems(items, limit: limit)
    }

    /// Renders the template.
    func fill(
        _ snapshot: StoreSnapshot, summary: ReportSummary, into sink: inout some ByteSink,
        progress: @escaping (Int, Int) -> Void
    ) throws {
        guard let template else { return }
        if let labels {
            return try fill(
                template, labels: labels, snapshot: snapshot, summary: summary, into: &sink, progress: progress)
        }
        var format = options.format.isForReaders ? LocaleFormatter(options.locale) : nil
        let list = ShownList(summary, options, context.words)
        let content = ReportContext.Content(
            summary: summary, settings: options.overriding(snapshot.settings), options: options, words: context.words,
            list: list)
        let record = try context.record(content, format: &format)
        let expected = summary.store.totals.items
        let hasPages = template.reads(context.pages, of: context.declaration)
        let photoSize =
            options.definition.photoSize
            ?? (list.map { $0.columns.contains { $0.kind == .picture } } ?? false ? .small : nil)
        let lists = [(context.items, list), (context.pages, list), (context.groupedItems, list?.ofGroupedItems)]
        for (slot, list) in lists where template.reads(slot, of: context.declaration) {
            let isOfGroupedItems = slot == context.groupedItems
            if isOfGroupedItems, list == nil { continue }
            // A template that has a list and pages shows pictures on the pages only.
            let showsPictures = slot == context.pages || (!hasPages && EvidenceContext.hasPictures(in: template))
            let claim = summary.claim.map {
                ClaimLineContext($0, words: context.words, options: options, showsPictures: showsPictures)
            }
            let redaction = ItemRedaction(
                options.redaction, options.redacted, label: Redaction.word(options.format, context.words))
            let item = ItemContext(
                for: [template], options: options, words: context.words, redaction: redaction, claim: claim,
                thumbnailSize: photoSize)
            var fields = item.fields
            let cells = list.map {
                CellContext($0.columns, in: snapshot, options, words: context.words, redaction: redaction)
            }
            if let cells { fields.formUnion(cells.fields) }
            if summary.check != nil { for field in TotalsCheck.fields { fields.insert(field) } }
            let read = fields
            let groupedLines = list?.totals.groupedLines?.all ?? []
            let rows = try ItemRowSource(
                { part in
                    guard part < (isOfGroupedItems ? groupedLines.count : 1) else { return nil }
                    let listed = options.listed
                    return try snapshot.items(
                        matching: isOfGroupedItems ? listed.narrowed(to: groupedLines[part].items) : listed,
                        order: options.rowOrder, grouping: options.grouping, fields: read,
                        lines: options.volume?.lines)
                },
                context: item, check: isOfGroupedItems ? nil : summary.check,
                list: ItemRowSource.List(cells, list), isOfGroupedItems: isOfGroupedItems,
                groups: isOfGroupedItems ? [] : options.volume?.groups ?? summary.groups,
                claims: (options.volume?.claimGroups ?? summary.claim?.groups(options.grouping) ?? [])
                    .map { ClaimTotalsContext.Totals($0.totals, name: $0.name, words: context.words) },
                grouping: options.grouping, format: format,
                precedingLines: options.volume?.lines.lowerBound ?? 0,
                progress: { progress($0, expected) })
            record.set(slot, stream: rows)
        }
        try template.render(record, into: &sink)
    }

    /// Renders the template of labels.
    private func fill(
        _ template: Template, labels: LabelContext, snapshot: StoreSnapshot, summary: ReportSummary,
        into sink: inout some ByteSink, progress: @escaping (Int, Int) -> Void
    ) throws {
        var hidden = options.redaction.fields
        if options.redaction.hides(.customFields) { hidden.insert(.customFields) }
        let reader = LabelReader(
            options: options.labels, hidden: hidden,
            redactionLabel: Redaction.word(options.format, context.words), unnamed: context.words["unnamed"])
        try reader.checkFields(in: snapshot)
        let cursor = try snapshot.items(
            matching: options.selection, order: options.order, grouping: options.grouping)
        let record: Record
        if options.labels.isForLocations {
            let locations = try reader.locations(cursor, snapshot.collation)
            record = try labels.record(
                options, labels: locations.count, contents: options.labels.hasContents ? locations : [])
            var rest = locations[...]
            record.set(
                labels.pages,
                stream: LabelPageSource(options.labels, progress: { progress($0, locations.count) }) {
                    rest.popFirst().map(reader.text)
                })
        } else {
            var chosen = options.labels.items.map(Set.init)
            let items = chosen?.count ?? summary.store.totals.items
            record = try labels.record(options, labels: items, contents: [])
            record.set(
                labels.pages,
                stream: LabelPageSource(options.labels, progress: { progress($0, items) }) {
                    while try cursor.next() {
                        if chosen == nil || chosen?.remove(cursor.id) != nil { return try reader.text(cursor) }
                    }
                    return nil
                })
        }
        try template.render(record, into: &sink)
    }

    /// Whether the report has a claim: its template reads it, or it is the workbook for insurers.
    var hasClaim: Bool {
        guard let template else { return options.kind.product == .claim }
        guard labels == nil else { return false }
        return template.reads(context.claim, of: context.declaration)
            || template.reads(ItemContext.names.claimed, of: ItemContext.declaration)
    }

    /// Whether the template shows the columns of the definition.
    var hasCells: Bool {
        guard let template else { return options.kind.product != .intake }
        return labels == nil && template.reads(ItemContext.names.cells, of: ItemContext.declaration)
    }

    /// Sets the rendered template as PDF with Typst.
    private func typeset(
        _ snapshot: StoreSnapshot, summary: ReportSummary, into sink: inout ReportSink,
        progress: @escaping (Int, Int) -> Void
    ) throws -> [String] {
        let folder = try options.workingFolder ?? WorkingFolder()
        let renderer = try PDFRenderer(language: options.locale.language, in: folder)
        let document = try document(of: snapshot, summary: summary, in: folder, renderer, progress: progress)
        return try locatingErrors(in: folder) {
            try document.prepare()
            try document.start()
            try document.wait()
            try document.copy { try sink.write($0) }
            return document.replaced
        }
    }

    /// The report as a document for Typst, with the validated XML of the same items attached; labels and the cover of
    /// volumes have no XML.
    func document(
        of snapshot: StoreSnapshot, summary: ReportSummary, in folder: WorkingFolder, _ renderer: PDFRenderer,
        progress: @escaping (Int, Int) -> Void
    ) throws -> TypesetDocument {
        var own = self
        own.options.workingFolder = folder
        for picture in try TemplateFolder(replacedBy: options.templates).pictures(for: options.kind.name) {
            _ = try folder.link(picture.name, to: picture.path)
        }
        if let logo = options.letterhead.logo { try folder.write(logo.bytes, to: logo.fileName) }
        if labels == nil, options.volumes.isEmpty, options.definition.hasSummary {
            var data = options
            (data.format, data.workingFolder, data.signer) = (.xml, nil, nil)
            do {
                try Report(data).write(from: snapshot, to: .file(folder.file("inventory.xml")))
            } catch .file(let error) {
                throw error.ofDraft(folder.file("inventory.xml"))
            }
        }
        return TypesetDocument(renderer, in: folder, timestamp: options.generated.milliseconds / 1000) { [own] text in
            try own.fill(snapshot, summary: summary, into: &text, progress: progress)
        }
    }

    /// Finds the template's line for the errors of Typst.
    func locatingErrors<Result>(in folder: WorkingFolder, _ body: () throws -> Result) throws -> Result {
        let templates = TemplateFolder(replacedBy: options.templates)
        do {
            return try body()
        } catch TypesettingError.failed(let words?) {
            if let logo = options.letterhead.logo, words.contains(Letterhead.Logo.name) {
                throw ReportError.logo(logo.path)
            }
            guard options.templates != nil else { throw TypesettingError.failed(words) }
            throw TypesettingError.located(words, in: folder, templates, report: options.kind.name)
        } catch let error as LabelLinkError {
            throw TypesettingError.link(error, place: templates.place(of: error.target, in: options.kind.name))
        }
    }
}
