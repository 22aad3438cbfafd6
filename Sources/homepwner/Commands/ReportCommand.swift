import Glibc
import InventoryModel
import InventoryStore
import Photos
import Proof
import Reporting

extension Command {
    static let report = Command(
        name: "report",
        summary: "makes a report: HTML or PDF to read and print, XLSX, XML, CSV or JSON",
        description: """
            The report 'inventory' is the list with its totals; 'insurance' is what an insurer asks for after a loss: a \
            cover, totals by room and category, a schedule, a page an item, and what is missing; 'labels' \
            are sheets of labels with QR codes. Totals are exact, kept apart by currency, and say what \
            they leave out. The file appears whole, checked and flushed, or not at all. With --input the report is made \
            straight from a file of another program and no inventory is kept. PDF is made by Typst, is archival and \
            accessible (PDF/A-3a, PDF/UA-1), and carries the validated XML inside. The environment's SOURCE_DATE_EPOCH, \
            in seconds since 1970, is taken for the moment a report is made, so that it can be made again byte for byte.
            """,
        operands: [Operand("NAME", .optional, "the report: inventory, insurance or labels (otherwise inventory)")],
        options: [.reportFormat, .reportOutput, .reportTitle, .reportAsOf, .reportLocale, .reportTimeZone]
            + [
                .reportManifest, .reportSign, .reportTemplates, .reportJobs, .reportRedact, .reportClaimNumber,
                .reportDateOfLoss, .reportHighValue, .reportColumns,
            ]
            + [.reportNoPhotos, .reportPhotos] + SelectionOptions.all + LabelArguments.all + [.reportInput]
            + ReadingOptions.all
            + [.store, .help],
        examples: [
            .init("report", "makes inventory.html"),
            .init("report --input homebox.csv -o report.html", "from an export to a report in one go"),
            .init("report -o claim.html --sign key.pem", "with its sum and a signature of it"),
            .init(
                "report insurance -o claim.pdf --high-value 2500USD", "for a claim, as PDF"),
            .init(
                "report insurance --format bundle -o claim --sign key.pem",
                "a folder with PDF, workbook, XML, photos, documents and their sums, signed"),
            .init("report insurance -o claim.zip", "the same as one zip file"),
            .init(
                "report -o claim.xml --where tag:insured --group-by location",
                "what is insured, by room, as validated XML"),
        ],
        run: makeReport)

    private static func makeReport(_ call: Call) throws {
        let arguments = call.arguments
        let wish = try ReportWish(call)
        if !arguments.has(.reportInput), let stray = ReadingOptions.all.first(where: arguments.has) {
            throw CallError.together(stray.spelling, with: "--input")
        }
        try arguments.allowOnlyOne(of: [.reportInput, .store])
        if case .file(let path) = wish.output {
            let input = arguments.text(.reportInput)
            let beside =
                wish.isSealed && !wish.isBundle ? Seal.names(beside: path, isSigned: arguments.has(.reportSign)) : []
            for path in [path] + beside {
                try OutputGuard.check(
                    path, word: "--output", inputs: [input, arguments.text(.reportSign)].compactMap(\.self),
                    store: input == nil ? call.storePath() : nil)
            }
        }
        let store = try arguments.text(.reportInput).map { try input($0, call) } ?? call.openStore()
        let snapshot = try store.snapshot()
        defer { Interruption.release(store.path) }
        var options = try wish.options(for: snapshot.settings, call)
        if !arguments.has(.reportInput) {
            options.pictures = StoredPictures(files: PhotoStore(folder: store.path + "/photos", helper: .found()))
        }
        if options.format == .pdf {
            options.workFolder = try Interruption.covering {
                try WorkFolder()
            } path: {
                $0.path
            }
        }
        defer { if let folder = options.workFolder { Interruption.release(folder.path) } }
        if wish.isBundle, case .file(let path) = wish.output {
            return try makeBundle(path, options, from: snapshot, of: store, call)
        }
        let report = try Report(options)
        let progress = Progress("writing", unit: "items", on: call.console)
        defer { progress.finish() }
        let outcome = try report.write(from: snapshot, to: wish.output) { progress.update($0, of: $1) }
        progress.finish()
        guard case .file(let path) = wish.output else { return warn(of: outcome, call) }
        try announce(outcome, options, path, wish.isSealed ? path + Manifest.ending : nil, call)
    }

    private static func makeBundle(
        _ path: String, _ options: ReportOptions, from snapshot: StoreSnapshot, of store: InventoryStore, _ call: Call
    ) throws {
        let seal = options.seal ?? Seal(key: nil)
        let files = PhotoStore(folder: store.path + "/photos", helper: .found())
        let outcome = try BundleMaker(path, call).make(options, seal, from: snapshot, files)
        let manifest = BundleMaker.isArchive(path) ? "\(Manifest.fileName) inside" : "\(path)/\(Manifest.fileName)"
        try announce(outcome, options, path, manifest, call)
    }

    private static func warn(of outcome: ReportOutcome, _ call: Call) {
        if !outcome.replaced.isEmpty {
            let points =
                outcome.replaced.prefix(20).joined(separator: ", ") + (outcome.replaced.count > 20 ? ", …" : "")
            call.console.warn("characters that no font here can print are shown by their code points: \(points)\n")
        }
    }

    /// Says what was written.
    /// - Parameter manifest: the file that its sums are in, nil where there is none.
    private static func announce(
        _ outcome: ReportOutcome, _ options: ReportOptions, _ path: String, _ manifest: String?, _ call: Call
    ) throws {
        warn(of: outcome, call)
        var words = "wrote \(path.onOneLine): \(Totals.words(outcome.totals))"
        if outcome.archived > 0, options.selection.archived == .no {
            words += "; \(Words.count(outcome.archived, "archived item")) left out"
        }
        if let manifest { words += "; its sums are in \(manifest.onOneLine)" }
        try call.announce(words)
    }

    /// The items of a file, in a store that goes with the call.
    private static func input(_ file: String, _ call: Call) throws -> InventoryStore {
        do {
            return try fill(file, call)
        } catch StoreError.diskFull(let path) {
            throw Failure.temporaryFolder(path, "no space left on its disk; free some there")
        } catch StoreError.readOnly(let path) {
            throw Failure.temporaryFolder(path, "cannot be written")
        } catch StoreError.inputOutput(let path, let detail) {
            throw Failure.temporaryFolder(path, detail)
        }
    }

    private static func fill(_ file: String, _ call: Call) throws -> InventoryStore {
        let currency = try call.statedCurrency() ?? Currency(code: "USD")
        let store = try Interruption.covering {
            try InventoryStore.temporary(settings: InventorySettings(currency: currency))
        } path: {
            $0.path
        }
        let intake = FileIntake(
            format: call.importFormat, options: try call.importOptions(usual: currency), parents: .leaveOutAbsent,
            console: call.console)
        _ = try intake.take([file], into: store, call.context, isTrial: false)
        return store
    }
}

/// The pictures of a store's photos and documents.
private struct StoredPictures: PictureSource {
    let files: PhotoStore

    func picture(of hash: ContentHash, for purpose: PicturePurpose) throws -> ReportPicture {
        let size: PhotoSize =
            switch purpose {
            case .list: .small
            case .photo: .medium
            case .document: .large
            }
        return ReportPicture(path: try files.picture(of: hash, size).path)
    }
}

/// What a call of `report` wants, read before anything is opened.
struct ReportWish {
    private let name: String
    private let format: ReportFormat
    private let asOf: CalendarDate?
    private let jobs: Int?
    private let order: ItemOrder
    private let labels: LabelOptions
    /// Whether it is a folder, or a zip file, with all that a claim needs.
    let isBundle: Bool
    /// Whether a manifest is written beside it.
    let isSealed: Bool
    private let claimNumber: String?
    private let dateOfLoss: CalendarDate?
    private let highValue: [String]
    private let columns: Set<ScheduleColumn>?
    private let redaction: Redaction
    private let showsPhotos: Bool
    private let showsThumbnails: Bool
    /// Where the report goes.
    let output: ReportOutput

    /// - Throws: what is wrong with the call.
    init(_ call: Call) throws {
        let arguments = call.arguments
        name = arguments.operand("NAME") ?? "inventory"
        guard !name.isEmpty, !name.contains("/"), !name.contains("..") else {
            throw CallError.badOperand("NAME", problem: "expected the name of a report, such as inventory")
        }
        asOf = try arguments.read(.reportAsOf) { text throws(ValueError) in try CalendarDate(text.utf8) }
        jobs = try arguments.number(.reportJobs, in: 1...256)
        order = try call.order()
        labels = try LabelArguments.read(call.arguments, report: name)
        claimNumber = arguments.text(.reportClaimNumber)
        dateOfLoss = try arguments.read(.reportDateOfLoss) { text throws(ValueError) in try CalendarDate(text.utf8) }
        highValue = arguments.texts(.reportHighValue)
        columns = try arguments.read(.reportColumns, ScheduleColumn.columns(parsing:))
        redaction = try arguments.read(.reportRedact, Redaction.init(parsing:)) ?? .none
        showsPhotos = !arguments.has(.reportNoPhotos)
        showsThumbnails = arguments.has(.reportPhotos)
        if ["insurance", "labels"].contains(name), showsThumbnails {
            throw CallError.together(Option.reportPhotos.spelling, with: "'report inventory'")
        }
        let claimOptions = [
            Option.reportClaimNumber, .reportDateOfLoss, .reportHighValue, .reportColumns, .reportNoPhotos,
        ]
        if ["inventory", "labels"].contains(name), let stray = claimOptions.first(where: arguments.has) {
            throw CallError.together(stray.spelling, with: "'report insurance'")
        }
        _ = try ReportWish.amounts(highValue, usual: Currency(code: "CLF"))
        _ = try call.selection(InventorySettings(currency: Currency(code: "USD")))
        if let zone = arguments.text(.reportTimeZone), (try? ReportLocale(language: "en", timeZone: zone)) == nil {
            throw CallError.badValue(
                option: "--time-zone", problem: "no such time zone; write a name such as Europe/Berlin or UTC")
        }
        let path = arguments.text(.reportOutput)
        let form = arguments.text(.reportFormat)
        isBundle = form == "bundle" || form == nil && path.map(BundleMaker.isArchive) ?? false
        format = try isBundle ? .pdf : arguments.choice(.reportFormat) ?? ReportWish.format(of: path)
        if isBundle, name == "labels" {
            throw CallError.badValue(option: "--format", problem: "labels are no bundle; write --format html")
        }
        if isBundle, path == "-" {
            throw CallError.badValue(option: "--output", problem: "a bundle is a folder or a zip file")
        }
        if path == "-" {
            output = .descriptor(STDOUT_FILENO, name: "standard output")
        } else {
            output = .file(path ?? (isBundle ? name : "\(name).\(format.rawValue)"))
        }
        isSealed = arguments.has(.reportManifest) || arguments.has(.reportSign)
        if isSealed, !isBundle, !ReportWish.takesCompanions(output) {
            throw CallError.together(
                arguments.has(.reportSign) ? "--sign" : "--manifest", with: "--output and the name of a file")
        }
        let templates = arguments.text(.reportTemplates)
        if let folder = templates {
            guard ReportWish.isFolder(folder) else {
                throw CallError.badValue(option: "--templates", problem: "there is no such folder")
            }
        }
        let folder = TemplateFolder(replacedBy: templates)
        if let error = folder.objection(to: name, as: format) {
            throw CallError.badOperand("NAME", problem: ReportWish.likelyMeant(by: name) ?? "\(error)")
        }
    }

    /// What somebody meant who wrote a format or a file in the place of a report's name.
    private static func likelyMeant(by name: String) -> String? {
        if ReportFormat(rawValue: name.lowercased()) != nil {
            return "'\(name)' is a format, not a report; write --format \(name.lowercased())"
        }
        guard name.contains("."), access(name, F_OK) == 0 else { return nil }
        return "'\(name.shown)' is a file, not a report; to make the report of its items write --input, to write to it "
            + "--output"
    }

    /// Whether files can be put beside an output: it is a plain file, or will be.
    private static func takesCompanions(_ output: ReportOutput) -> Bool {
        guard case .file(let path) = output else { return false }
        var status = stat()
        return stat(path, &status) != 0 || status.st_mode & S_IFMT == S_IFREG
    }

    /// The format that a file's name tells by its ending.
    private static func format(of path: String?) throws(CallError) -> ReportFormat {
        guard let path, path != "-" else { return .html }
        if isFolder(path) {
            throw .badValue(option: "--output", problem: "that is a folder; give the name of a file in it")
        }
        let ending = path.split(separator: ".").last.map { $0.lowercased() } ?? ""
        if let format = ReportFormat(rawValue: ending == "htm" ? "html" : ending) { return format }
        throw .needed("--format", why: "the output's name ends in none of .html, .pdf, .xlsx, .xml, .csv, .json, .zip")
    }

    /// The amounts that items of high value reach.
    private static func amounts(_ texts: [String], usual: Currency) throws(CallError) -> [Money] {
        var amounts: [Money] = []
        for text in texts {
            do throws(ValueError) {
                amounts.append(try Money(text, currency: usual))
            } catch {
                throw .badValue(option: Option.reportHighValue.spelling, problem: error.description)
            }
            if let currency = amounts.last?.currency, amounts.dropLast().contains(where: { $0.currency == currency }) {
                throw .badValue(
                    option: Option.reportHighValue.spelling,
                    problem: "two amounts in \(currency.code); give one a currency")
            }
        }
        return amounts
    }

    static func isFolder(_ path: String) -> Bool {
        var status = stat()
        return stat(path, &status) == 0 && status.st_mode & S_IFMT == S_IFDIR
    }

    /// The whole of it, for an inventory with these settings.
    func options(for settings: InventorySettings, _ call: Call) throws -> ReportOptions {
        let arguments = call.arguments
        let zone = arguments.text(.reportTimeZone) ?? settings.timeZone
        let locale = try ReportLocale(language: arguments.text(.reportLocale) ?? settings.locale, timeZone: zone)
        var options = ReportOptions(
            format: format, locale: locale, generated: try call.documentMoment(),
            generator: "homepwner \(Program.version)")
        options.name = name
        options.selection = try call.selection(settings, timeZone: zone)
        options.order = order
        options.grouping = call.grouping
        options.claimNumber = claimNumber
        options.dateOfLoss = dateOfLoss
        options.highValue = try ReportWish.amounts(highValue, usual: settings.currency)
        options.columns = columns ?? options.columns
        options.redaction = redaction
        options.showsPhotos = showsPhotos
        options.showsThumbnails = showsThumbnails
        options.title = arguments.text(.reportTitle)
        options.asOf = asOf
        options.templates = arguments.text(.reportTemplates)
        options.jobs = jobs
        options.labels = labels
        if isSealed { options.seal = Seal(key: try arguments.text(.reportSign).map { try SigningKey(file: $0) }) }
        return options
    }
}

extension Option {
    static let reportFormat = value(
        "format", "FORMAT", "the form", choices: ReportFormat.allCases.map(\.rawValue) + ["bundle"],
        initially: "told by the ending of the output's name, else html")
    static let reportOutput = value(
        "output", "PATH", "the file to write; - for standard output", letter: "o", initially: "the report's name")
    static let reportTitle = value("title", "TEXT", "the title")
    static let reportAsOf = value("as-of", "DATE", "the date the report states; it selects nothing")
    static let reportLocale = value(
        "locale", "LOCALE", "the language of an HTML or PDF report", choices: ReportLocale.languages,
        initially: "the inventory's")
    static let reportTimeZone = value(
        "time-zone", "ZONE", "the time zone of dates in an HTML or PDF report", initially: "the inventory's")
    static let reportManifest = flag(
        "manifest", "writes the SHA-256 sum beside the report, for 'homepwner verify' and 'sha256sum -c'")
    static let reportSign = value(
        "sign", "KEY", "signs that sum with a secret key: Ed25519 in PEM, or one of OpenSSH")
    static let reportTemplates = value("templates", "DIR", "a folder of templates that replace the built-in ones")
    static let reportJobs = value("jobs", "N", "how many threads make and check an XML report", initially: "one a core")
    static let reportClaimNumber = value(
        "claim-number", "TEXT", "the number of the claim", initially: "the inventory's", heading: "Insurance")
    static let reportDateOfLoss = value(
        "date-of-loss", "DATE", "the day of the loss, as in 2026-11-05", initially: "the inventory's",
        heading: "Insurance")
    static let reportHighValue = value(
        "high-value", "AMOUNT", "sets items apart of which one is worth this much, as in 2500USD; once a currency",
        repeats: true, heading: "Insurance")
    static let reportColumns = value(
        "columns", "NAMES", "the schedule's columns, parted by commas: \(ScheduleColumn.names)",
        initially: "all but purchase-price", heading: "Insurance")
    static let reportNoPhotos = flag("no-photos", "leaves photos out", heading: "Insurance")
    static let reportPhotos = flag("photos", "shows a small photo of each item in HTML and PDF", heading: "Inventory")
    static let reportRedact = value(
        "redact", "NAMES", "keeps these back, parted by commas, in every format: \(Redaction.names)")
    static let reportInput = value(
        "input", "FILE", "makes the report from this file; - for standard input", heading: "Reading the file")
}
