import Attachments
import Delivery
import Glibc
import Inventory
import InventoryFormats
import InventoryStore
import Localization
import Message
import Reports

extension Command {
    static let report = Command(
        name: "report",
        operands: [PositionalArgument("NAME", .optional)],
        options: [
            .reportFormat, .reportOutput, .reportTitle, .reportLogo, .reportHeader, .reportFooter,
            .reportAlsoLanguage,
            .reportAsOf, .reportLocale, .reportTimeZone, .reportAlsoIn, .reportRate, .reportRateDate,
            .reportRateSource, .reportManifest,
            .reportSign, .reportPaper, .reportTemplates, .reportJobs, .reportRedact,
        ] + Option.ofVolumes + Option.ofClaims + Option.ofValuations + Option.ofIntake + [
            ColumnArguments.layout, ColumnArguments.photos, ColumnArguments.noSummary, ColumnArguments.signatures,
        ] + CSVLayout.options + [
            SelectionOptions.filter, SelectionOptions.ids, SelectionOptions.sort, ColumnArguments.columns,
            ColumnArguments.sums, ColumnArguments.groups, ColumnArguments.groupedLines, ColumnArguments.startsPages,
            ColumnArguments.statedOnly,
            SelectionOptions.allowEmpty,
        ] + LabelArguments.all + [.reportInput] + ImportFormatOptions.all + [
            .store, .help,
        ],
        examples: [
            "report",
            "report --input homebox.csv -o report.html",
            "report -o claim.html --sign key.pem",
            "report insurance -o claim.pdf --high-value 2500USD",
            "report insurance --format bundle -o claim --sign key.pem",
            "report insurance -o claim.zip",
            "report -o claim.xml --where tag:insured --group-by location",
            "report insurance --format folder -o claim",
            "report --volumes -o list",
            "report -o books.pdf --columns name,Author,value --group-by location",
            "report -o catalogue.pdf --layout cards --group-by location",
            "report -o records.html --layout record --photos small",
            "report warranties -o warranties.pdf",
            "report -o list.pdf --logo logo.svg --footer \"Account 12 345\"",
            "report intake --for exclaim -o contents.xlsx",
            "report intake --fill form.xlsx -o filled.xlsx",
            "report insurance --format bundle --part-size 1MB -o claim",
            "report intake --for irs -o losses.xlsx --where location:Home",
        ],
        subcommands: SavedReportCommands.all + [CoverCommand.command],
        run: makeReport)

    private static func makeReport(_ call: Invocation) throws {
        let invocation = try SavedReport.expanding(call)
        let arguments = invocation.arguments
        if ColumnArguments.asksForHelp(arguments) {
            return try ColumnArguments.printHelp(invocation.readStore().snapshot(), on: invocation.console)
        }
        let request = try ReportRequest(invocation)
        try arguments.allowOnlyOne(of: [FormArguments.fill, .reportInput])
        try arguments.allowOnlyOne(of: [FormArguments.fill, .reportFor])
        let ofReading = arguments.has(FormArguments.fill) ? FormArguments.ofReading.map(\.spelling) : []
        if !arguments.has(.reportInput),
            let stray = ImportFormatOptions.all.first(where: {
                arguments.has($0) && !ofReading.contains($0.spelling)
            })
        {
            throw UsageError.together(stray.spelling, with: "--input")
        }
        try arguments.allowOnlyOne(of: [.reportInput, .store])
        let bundle = try checkedBundle(request, invocation)
        let store = try arguments.text(.reportInput).map { try input($0, invocation) } ?? invocation.readStore()
        let snapshot = try store.snapshot(without: invocation.hiddenFields())
        defer { InterruptionCleanup.release(store.path) }
        var options = try request.options(for: snapshot.settings, invocation)
        try invocation.refuseEmptyReport(options.selection, of: snapshot)
        try invocation.noteMissing(request.ids, from: options.selection, in: snapshot)
        options.definition = try request.definition(arguments, in: snapshot).visible(snapshot.hidden)
        options.order = try invocation.order(in: snapshot)
        if let items = try LabelArguments.items(arguments, in: snapshot) {
            (options.labels.items, options.selection) = (items, .everything)
        }
        options.intake.template = try FormArguments.template(arguments, options, in: snapshot)
        if !arguments.has(.reportInput) {
            options.files = AttachmentStore(of: store).files
            if options.kind.product == .claim { options.stamped = try StampedEvidence(options, of: snapshot) }
        }
        if options.format == .pdf {
            options.workingFolder = try InterruptionCleanup.protecting {
                try WorkingFolder()
            } path: {
                $0.path
            }
        }
        defer { if let folder = options.workingFolder { InterruptionCleanup.release(folder.path) } }
        do {
            if let bundle {
                return try makeFolder(bundle, options, from: snapshot, invocation)
            }
            let files = try request.files(options, of: snapshot)
            for case (_, .file(let path)) in files { try checkFile(path, request, invocation) }
            for (options, output) in files {
                try makeFile(options, output, request, from: snapshot, invocation)
            }
            if let template = options.intake.template { try FormArguments.save(template, arguments) }
        } catch ReportError.store(let error) {
            throw try arguments.text(.reportInput).map { try failure(error, of: $0, in: snapshot) } ?? error
        }
    }

    private static func makeFile(
        _ options: ReportOptions, _ output: ReportOutput, _ request: ReportRequest, from snapshot: StoreSnapshot,
        _ invocation: Invocation
    ) throws {
        let outcome: ReportOutcome
        do {
            let report = try Report(options)
            let progress = Progress(localized("progress.writing"), unit: Phrases.many("item"), on: invocation.console)
            defer { progress.finish() }
            let stated = ProgressFile(invocation.environment)
            outcome = try invocation.console.writing(to: output) { output in
                try report.write(from: snapshot, to: output) { done, total in
                    progress.update(done, of: total)
                    stated?.update(done, of: total)
                }
            }
            stated?.update(outcome.totals.items, of: outcome.totals.items)
        }
        guard case .file(let path) = output else { return warn(of: outcome, invocation) }
        try announce(
            outcome, leftOut: options.selection.archived == .no ? outcome.archived : 0, path,
            request.hasManifest ? path + Manifest.fileExtension : nil, invocation)
    }

    /// Checks that the output can be written, before anything is read.
    /// - Returns: the writer of an output of several files; nil if it is one file.
    private static func checkedBundle(_ request: ReportRequest, _ invocation: Invocation) throws -> BundleWriter? {
        guard case .file(let path) = request.output else { return nil }
        guard request.packaging == .single else {
            let bundle = try BundleWriter(path, request.packaging, invocation)
            let read = try inputs(invocation)
            try OutputPathCheck.checkFolder(
                path, word: Option.reportOutput.spelling, inputs: read.files, store: read.store)
            return bundle
        }
        try checkFile(path, request, invocation)
        return nil
    }

    private static func checkFile(_ path: String, _ request: ReportRequest, _ invocation: Invocation) throws {
        let isSigned = invocation.arguments.has(.reportSign)
        let beside = request.hasManifest ? ManifestSigner.names(beside: path, isSigned: isSigned) : []
        let read = try inputs(invocation)
        for path in [path] + beside {
            try OutputPathCheck.check(
                path, word: Option.reportOutput.spelling, inputs: read.files, store: read.store)
        }
    }

    /// The files and the inventory that the call reads.
    private static func inputs(_ invocation: Invocation) throws -> (files: [String], store: String?) {
        let arguments = invocation.arguments
        let input = arguments.text(.reportInput)
        return (
            [input, arguments.text(.reportSign), arguments.text(FormArguments.fill)].compactMap(\.self),
            input == nil ? try invocation.storePath() : nil
        )
    }

    /// Translates an error of the temporary store of an input file: the user knows the file, not the store.
    private static func failure(
        _ error: StoreError, of file: String, in snapshot: StoreSnapshot
    ) throws -> any Error {
        let name = file == "-" ? localized("stream.input") : file.onOneLine
        switch error {
        case .cachedTotals: return CommandError.work(localized("report.inputChanged", ["file": .text(name)]))
        case .totals(let sum, let id):
            let cursor = try snapshot.items(matching: .everything, fields: ItemFieldSet([.name]))
            var place = 0
            while try cursor.next() {
                place += 1
                if cursor.id == id { break }
            }
            let item = Message.Argument.text(Phrases.grouped(place))
            guard case .overflow(let currency) = sum else {
                return CommandError.work(
                    localized("report.inputTotals.quantities", ["file": .text(name), "item": item]))
            }
            return CommandError.work(
                localized(
                    "report.inputTotals.amounts", ["file": .text(name), "currency": .text(currency), "item": item]))
        default: return error
        }
    }

    private static func makeFolder(
        _ bundle: BundleWriter, _ options: ReportOptions, from snapshot: StoreSnapshot, _ invocation: Invocation
    ) throws {
        let outcome = try bundle.make(options, options.signer, from: snapshot)
        let path = bundle.path
        let manifest =
            switch bundle.packaging {
            case .archive: localized("report.manifestInside", ["manifest": .text(Manifest.fileName)])
            case .page where options.signer == nil, .volumes where options.signer == nil: nil as String?
            default: "\(path)/\(Manifest.fileName)"
            }
        try announce(
            outcome, leftOut: options.selection.archived == .no ? outcome.archived : 0, path, manifest, invocation)
    }

    static func warn(of outcome: ReportOutcome, _ invocation: Invocation) {
        if outcome.totals.items == 0 { invocation.console.warn(localized("report.noItems")) }
        if !outcome.replaced.isEmpty {
            let points =
                outcome.replaced.prefix(20).joined(separator: ", ") + (outcome.replaced.count > 20 ? ", …" : "")
            invocation.console.warn(localized("report.charactersWithoutFont", ["points": .text(points)]))
        }
        warnOfReplacedCharacters(outcome.replacedCharacters, invocation)
        if outcome.truncatedTexts > 0 {
            invocation.console.complain(localized("report.textsCut", ["count": .count(outcome.truncatedTexts)]))
        }
        if !outcome.emptyLineGroups.isEmpty {
            let names = outcome.emptyLineGroups.joined(separator: ", ")
            invocation.console.complain(localized("report.emptyLineGroups", ["names": .text(names)]))
        }
        if let form = outcome.form { FormArguments.explain(form, invocation.console) }
    }

    /// Names the texts and items whose characters the format cannot carry: the document differs from the inventory there.
    static func warnOfReplacedCharacters(_ replaced: ReplacedCharacters, _ invocation: Invocation) {
        var places = replaced.texts.map { "--\($0)" }
        if !replaced.items.isEmpty { places.append(ExportRequest.named(replaced.items)) }
        guard !places.isEmpty else { return }
        invocation.console.complain(
            localized("report.charactersReplaced", ["items": .text(places.joined(separator: ", "))]))
    }

    /// Prints what was written.
    /// - Parameters:
    ///   - leftOut: the archived items that are not in it.
    ///   - manifest: the file with its checksums; nil for none.
    static func announce(
        _ outcome: ReportOutcome, leftOut: Int, _ path: String, _ manifest: String?, _ invocation: Invocation
    ) throws {
        warn(of: outcome, invocation)
        var clauses = [
            localized(
                "report.written",
                ["file": .text(path.onOneLine), "contents": .text(TotalsText.words(outcome.totals))])
        ]
        if leftOut > 0 {
            let items = Phrases.count(leftOut, "archivedItem")
            clauses.append(localized("intake.leftOut", ["files": .text(items)]))
        }
        if let manifest {
            clauses.append(localized("report.manifestBeside", ["manifest": .text(manifest.onOneLine)]))
        }
        if outcome.needsByteOrderMark { clauses.append(localized("csv.byteOrderMarkNeeded")) }
        try invocation.announce(Phrases.clauses(clauses))
    }

    /// The items of a file, in a store that is removed after the call.
    private static func input(_ file: String, _ invocation: Invocation) throws -> InventoryStore {
        do {
            return try ReadingDialogue.checkingAfterFault([file]) { checksRows in
                try fill(file, invocation, checksRows: checksRows)
            }
        } catch StoreError.diskFull(let path) {
            throw CommandError.temporaryFolder(path, .message(Message("report.diskFull")))
        } catch StoreError.readOnly(let path) {
            throw CommandError.temporaryFolder(path, .message(Message("report.unwritable")))
        } catch StoreError.inputOutput(let path, let reason) {
            throw CommandError.temporaryFolder(path, reason.argument)
        }
    }

    private static func fill(
        _ file: String, _ invocation: Invocation, checksRows: Bool
    ) throws -> InventoryStore {
        let expected = try UsualCurrency(invocation, store: nil)
        let plan = try ReadingDialogue(
            invocation, usual: expected, inventory: nil, allowsFaults: false, checksRows: checksRows
        ).files([file])
        let found = expected.origin == .option ? nil : plan.first?.reading?.currency
        let currency = found ?? expected.currency
        let store = try InterruptionCleanup.protecting {
            try InventoryStore.temporary(
                settings: InventorySettings(
                    currency: currency,
                    locale: SettingsOptions.statedLocale(invocation.arguments) ?? InventorySettings.usualLocale))
        } path: {
            $0.path
        }
        let intake = FileImporter(
            options: try invocation.importOptions(usual: currency), parents: .omitMissingParent,
            console: invocation.console)
        // A temporary store is removed, so it needs no pictures.
        intake.storesFiles = false
        intake.endsAtFault = plan.contains(where: \.isUnchecked)
        _ = try intake.take(plan, into: store, invocation.context, isDryRun: false)
        if found == nil { intake.explainCurrency(expected) }
        return store
    }
}

extension Invocation {
    /// The fields that the web server hides from the person who asked it for a report.
    fileprivate func hiddenFields() -> HiddenFields {
        let names = (environment[ServedReports.hiddenVariable] ?? "").split(separator: ",").map(String.init)
        return HiddenFields(named: names) ?? .all
    }
}

extension ReportDefinition {
    /// The same without what shows hidden fields, and without the summary, which is of values.
    /// - Throws: `hiddenField` if nothing else was chosen, or rows are grouped by a hidden field.
    fileprivate func visible(_ hidden: HiddenFields) throws -> ReportDefinition {
        guard !hidden.isEmpty else { return self }
        var definition = self
        definition.columns?.removeAll { hidden.hides($0) }
        definition.sums?.removeAll { hidden.hides($0) }
        let needed = groups + (definition.columns == [] ? columns ?? [] : [])
        if let field = needed.compactMap(hidden.field).first { throw StoreError.hiddenField(field) }
        if hidden.contains(.values) { definition.hasSummary = false }
        return definition
    }
}
