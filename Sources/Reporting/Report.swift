import FileOutput
import InventoryModel
public import InventoryStore
import Proof
import Spreadsheets
import Templating
import XMLValidation

/// A report: which template, which items, for which reader.
///
///     let report = try Report(options)
///     try report.write(from: store.snapshot(), to: .file("report.html"))
///
/// Made once it holds compiled templates only; every mistake in them is found before a byte is written.
public struct Report {
    private let options: ReportOptions
    private let context: ReportContext
    private let words: Words
    /// Nil for a workbook, which has no template.
    private let template: Template?
    private let labels: LabelContext?

    /// Compiles the report's template.
    /// - Throws: `unknownReport`, `words` or `template`.
    public init(_ options: ReportOptions) throws(ReportError) {
        self.options = options
        let folder = TemplateFolder(replacedBy: options.templates)
        words = try Words(language: options.locale.language, from: folder)
        context = ReportContext(words: words)
        labels = options.name == "labels" ? LabelContext(words: words) : nil
        if let error = folder.objection(to: options.name, as: options.format) { throw error }
        guard let contentType = options.format.contentType else {
            template = nil
            return
        }
        let file = "\(options.name)/\(options.name).\(options.format.rawValue).mustache"
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

    /// Writes the report of one state of a store.
    /// - Parameters:
    ///   - snapshot: the state.
    ///   - output: where it goes; a file appears only when it is complete and, for XML, valid.
    ///   - progress: called now and then with the rows done and the rows in all.
    /// - Throws: why nothing was written.
    @discardableResult
    public func write(
        from snapshot: StoreSnapshot, to output: ReportOutput, progress: @escaping (Int, Int) -> Void = { _, _ in }
    ) throws(ReportError) -> ReportOutcome {
        do {
            return try render(snapshot, output, progress)
        } catch let error as ReportError {
            throw error
        } catch let error as StoreError {
            throw .store(error)
        } catch let error as ValueError {
            throw .value(error)
        } catch let error as FileError {
            throw .file(error)
        } catch let error as ProofError {
            throw .proof(error)
        } catch let error as SpreadsheetError {
            throw .spreadsheet(error)
        } catch XMLValidationError.documentInvalid(let report) {
            throw .invalid(report)
        } catch {
            throw .rendering("\(error)")
        }
    }

    private func render(
        _ snapshot: StoreSnapshot, _ output: ReportOutput, _ progress: @escaping (Int, Int) -> Void
    ) throws -> ReportOutcome {
        var sink = try ReportSink(output, checker: ReportChecker(options), seal: options.seal)
        let figures = try ReportFigures(of: snapshot, options)
        if let template, let labels {
            try fill(template, labels, snapshot, figures, into: &sink, progress)
        } else if let template {
            try fill(template, snapshot, figures, into: &sink, progress)
        } else {
            try ReportWorkbook(options, words: words).write(snapshot, figures, into: &sink, progress)
        }
        try sink.finish()
        return ReportOutcome(bytes: sink.bytes, totals: figures.summary.totals, archived: figures.summary.archived)
    }

    /// Renders the template of a list of items.
    private func fill(
        _ template: Template, _ snapshot: StoreSnapshot, _ figures: ReportFigures, into sink: inout some ByteSink,
        _ progress: @escaping (Int, Int) -> Void
    ) throws {
        var format = options.format == .html ? ReaderFormat(options.locale) : nil
        let record = try context.record(figures, settings: snapshot.settings, options: options, format: &format)
        var selection = options.selection
        if options.carriesArchived { selection.archived = .any }
        let item = ItemContext(for: template)
        let cursor = try snapshot.items(
            matching: selection, order: options.order, grouping: options.grouping, fields: item.fields)
        let expected = figures.summary.totals.items
        let rows = ItemRows(
            cursor, context: item, groups: figures.groups, grouping: options.grouping, format: format,
            progress: { progress($0, expected) })
        record.set(context.declaration.slot("items"), stream: rows)
        try template.render(record, into: &sink)
    }

    /// Renders the template of labels.
    private func fill(
        _ template: Template, _ labels: LabelContext, _ snapshot: StoreSnapshot, _ figures: ReportFigures,
        into sink: inout some ByteSink, _ progress: @escaping (Int, Int) -> Void
    ) throws {
        let items = figures.summary.totals.items
        let record = labels.record(options, items: items)
        let cursor = try snapshot.items(
            matching: options.selection, order: options.order, grouping: options.grouping, fields: LabelPages.fields)
        let pages = LabelPages(cursor, options: options.labels, progress: { progress($0, items) })
        record.set(labels.declaration.slot("pages"), stream: pages)
        try template.render(record, into: &sink)
    }
}
