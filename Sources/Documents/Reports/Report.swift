import Delivery
import Files
import Inventory
public import InventoryStore
import Templating
import XMLValidation

/// A report: which template, which items, for which reader.
///
///     let report = try Report(options)
///     try report.write(from: store.snapshot(), to: .file("report.html"))
///
/// Creating it compiles the templates, so that every error in them is found before a byte is written.
public struct Report {
    private var options: ReportOptions
    private let context: ReportContext
    /// Nil for a workbook, which has no template.
    private let template: Template?
    private let labels: LabelContext?

    /// Compiles the report's template.
    /// - Throws: `unknownReport`, `missingCatalogue`, `malformedCatalogue` or `template`.
    public init(_ options: ReportOptions) throws(ReportError) {
        self.options = options
        let folder = TemplateFolder(replacedBy: options.templates)
        context = ReportContext(words: try DocumentLocalization(language: options.locale.language, from: folder))
        labels = options.name == "labels" ? LabelContext(words: context.words) : nil
        if let error = folder.objection(to: options.name, as: options.format) { throw error }
        guard let file = folder.template(of: options.name, as: options.format),
            let contentType = options.format.contentType
        else {
            template = nil
            return
        }
        do throws(TemplateError) {
            template = try Template(
                named: file, in: folder.library(for: options.name),
                context: labels?.declaration ?? context.declaration,
                options: TemplateOptions(
                    contentType: contentType, formatters: ReportFormatters.all(for: options.locale)))
        } catch {
            throw .template(error)
        }
    }

    /// Checks that Typst is installed, so that an error is reported before anything is read.
    /// - Throws: `typesetting`.
    public static func checkTypesetter() throws(ReportError) {
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
    public func write(
        from snapshot: StoreSnapshot, to output: ReportOutput, progress: @escaping (Int, Int) -> Void = { _, _ in }
    ) throws(ReportError) -> ReportOutcome {
        do {
            var report = self
            if !options.redaction.fields.isDisjoint(with: RedactedGroups.fields.map(\.field)) {
                var selection = options.selection
                if options.listsArchivedItems { selection.archived = .any }
                report.options.redacted = try RedactedGroups(
                    options.redaction, of: snapshot, selection, word: Redaction.word(options.format, context.words))
            }
            return try report.render(snapshot, to: output, progress: progress)
        } catch {
            throw ReportError(error)
        }
    }

    private func render(
        _ snapshot: StoreSnapshot, to output: ReportOutput, progress: @escaping (Int, Int) -> Void
    ) throws -> ReportOutcome {
        var sink = try ReportSink(output, checker: ReportChecker(options), signer: options.signer)
        let figures = try ReportSummary(of: snapshot, options, hasClaim: hasClaim)
        var replaced: [String] = []
        try checkSize(figures)
        if options.format == .pdf {
            replaced = try typeset(snapshot, figures: figures, into: &sink, progress: progress)
        } else if options.format == .xlsx, let claim = figures.claim {
            try ClaimWorkbook(options, words: context.words).write(
                snapshot, figures: claim, into: &sink, progress: progress)
        } else if options.format == .xlsx {
            try ReportWorkbook(options, words: context.words).write(
                snapshot, figures: figures, into: &sink, progress: progress)
        } else if options.format == .html {
            var visible = BidiControlFilter(sink)
            try fill(snapshot, figures: figures, into: &visible, progress: progress)
            sink = try visible.finish()
        } else {
            try fill(snapshot, figures: figures, into: &sink, progress: progress)
        }
        try sink.finish()
        return ReportOutcome(
            bytes: sink.bytes, totals: figures.summary.totals, archived: figures.summary.archived, replaced: replaced)
    }

    /// The most items of a PDF: Typst needs about 110 kilobytes for a row of the list, and more for one of the wider
    /// schedule of a claim.
    private static let maxItemsOfPDF = ["inventory": 30_000, "insurance": 20_000]

    /// Refuses a PDF that Typst could not set within its memory, before it has worked on it for a minute.
    private func checkSize(_ figures: ReportSummary) throws(TypesettingError) {
        let items = figures.summary.totals.items
        guard options.format == .pdf, options.templates == nil, let limit = Report.maxItemsOfPDF[options.name],
            items > limit
        else { return }
        throw .tooManyItems(items, limit: limit)
    }

    /// Renders the template.
    func fill(
        _ snapshot: StoreSnapshot, figures: ReportSummary, into sink: inout some ByteSink,
        progress: @escaping (Int, Int) -> Void
    ) throws {
        guard let template else { return }
        if let labels {
            return try fill(
                template, labels: labels, snapshot: snapshot, figures: figures, into: &sink, progress: progress)
        }
        var format = options.format.isForReaders ? LocaleFormatter(options.locale) : nil
        let content = ReportContext.Content(
            figures: figures, settings: options.stated(snapshot.settings), options: options, words: context.words)
        let record = try context.record(content, format: &format)
        var selection = options.selection
        if options.listsArchivedItems { selection.archived = .any }
        let expected = figures.summary.totals.items
        for (slot, showsPictures) in [(context.items, false), (context.pages, true)]
        where template.reads(slot, of: context.declaration) {
            let claim = figures.claim.map {
                ClaimLineContext($0, words: context.words, options: options, showsPictures: showsPictures)
            }
            let item = ItemContext(
                for: [template], options: options,
                redaction: ItemRedaction(
                    options.redaction, options.redacted, label: Redaction.word(options.format, context.words)),
                claim: claim, thumbnail: options.showsThumbnails ? ThumbnailContext(options) : nil)
            var fields = item.fields
            if figures.check != nil { for field in TotalsCheck.fields { fields.insert(field) } }
            let read = fields
            let rows = try ItemRowSource(
                {
                    try snapshot.items(
                        matching: selection, order: options.order, grouping: options.grouping, fields: read)
                },
                context: item, check: figures.check, groups: figures.groups,
                claims: figures.claim?.groups(options.grouping).map { ($0.name, $0.totals, context.words) } ?? [],
                grouping: options.grouping, format: format,
                progress: { progress($0, expected) })
            record.set(slot, stream: rows)
        }
        try template.render(record, into: &sink)
    }

    /// Renders the template of labels.
    private func fill(
        _ template: Template, labels: LabelContext, snapshot: StoreSnapshot, figures: ReportSummary,
        into sink: inout some ByteSink, progress: @escaping (Int, Int) -> Void
    ) throws {
        let items = figures.summary.totals.items
        let record = try labels.record(options, items: items)
        let cursor = try snapshot.items(
            matching: options.selection, order: options.order, grouping: options.grouping,
            fields: LabelPageSource.fields)
        let pages = LabelPageSource(
            cursor, options: options.labels, hidden: options.redaction.fields,
            redactionLabel: Redaction.word(options.format, context.words), progress: { progress($0, items) })
        record.set(labels.pages, stream: pages)
        try template.render(record, into: &sink)
    }

    /// Whether the report has a claim: its template reads it, or it is the workbook for insurers.
    var hasClaim: Bool {
        guard let template else { return options.name == "insurance" }
        return labels == nil && template.reads(context.claim, of: context.declaration)
    }

    /// Sets the rendered template as PDF with Typst, with the validated XML of the same items attached;
    /// labels have no XML.
    private func typeset(
        _ snapshot: StoreSnapshot, figures: ReportSummary, into sink: inout ReportSink,
        progress: @escaping (Int, Int) -> Void
    ) throws -> [String] {
        var own = self
        let folder = try options.workingFolder ?? WorkingFolder()
        own.options.workingFolder = folder
        let templates = TemplateFolder(replacedBy: options.templates)
        for picture in templates.pictures(for: options.name) { _ = try folder.link(picture.name, to: picture.path) }
        var setter = try PDFRenderer(language: options.locale.language, in: folder)
        if labels == nil {
            var data = options
            (data.format, data.workingFolder, data.signer) = (.xml, nil, nil)
            try Report(data).write(from: snapshot, to: .file(folder.file("inventory.xml")))
        }
        do {
            return try setter.set(timestamp: options.generated.milliseconds / 1000) { text in
                try own.fill(snapshot, figures: figures, into: &text, progress: progress)
            } to: {
                try sink.write($0)
            }
        } catch TypesettingError.failed(let words?) where options.templates != nil {
            throw TypesettingError.located(words, in: folder, templates, report: options.name)
        } catch let error as LabelLinkError {
            throw TypesettingError.link(error, place: templates.place(of: error.target, in: options.name))
        }
    }
}
