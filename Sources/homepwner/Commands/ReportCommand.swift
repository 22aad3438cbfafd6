import Glibc
import InventoryModel
import InventoryStore
import Photos
import Proof
import Reporting
import Wording

extension Command {
    static let report = Command(
        name: "report",
        operands: [Operand("NAME", .optional)],
        options: [.reportFormat, .reportOutput, .reportTitle, .reportAsOf, .reportLocale, .reportTimeZone]
            + [
                .reportManifest, .reportSign, .reportTemplates, .reportJobs, .reportRedact, .reportClaimNumber,
                .reportDateOfLoss, .reportHighValue, .reportColumns,
            ]
            + [.reportNoPhotos, .reportPhotos] + SelectionOptions.all + LabelArguments.all + [.reportInput]
            + ReadingOptions.all
            + [.store, .help],
        examples: [
            "report",
            "report --input homebox.csv -o report.html",
            "report -o claim.html --sign key.pem",
            "report insurance -o claim.pdf --high-value 2500USD",
            "report insurance --format bundle -o claim --sign key.pem",
            "report insurance -o claim.zip",
            "report -o claim.xml --where tag:insured --group-by location",
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
        let progress = Progress(said("commands.writing"), unit: Words.many("item"), on: call.console)
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
        let manifest =
            BundleMaker.isArchive(path) ? said("commands.inside", Manifest.fileName) : "\(path)/\(Manifest.fileName)"
        try announce(outcome, options, path, manifest, call)
    }

    private static func warn(of outcome: ReportOutcome, _ call: Call) {
        if !outcome.replaced.isEmpty {
            let points =
                outcome.replaced.prefix(20).joined(separator: ", ") + (outcome.replaced.count > 20 ? ", …" : "")
            call.console.warn(said("commands.charactersThatNoFont", points))
        }
    }

    /// Says what was written.
    /// - Parameter manifest: the file that its sums are in, nil where there is none.
    private static func announce(
        _ outcome: ReportOutcome, _ options: ReportOptions, _ path: String, _ manifest: String?, _ call: Call
    ) throws {
        warn(of: outcome, call)
        var words = said("commands.wrote", path.onOneLine, Totals.words(outcome.totals))
        if outcome.archived > 0, options.selection.archived == .no {
            words += said("attachments.leftOut", Words.count(outcome.archived, "archivedItem"))
        }
        if let manifest { words += said("commands.itsSumsAreIn", manifest.onOneLine) }
        try call.announce(words)
    }

    /// The items of a file, in a store that goes with the call.
    private static func input(_ file: String, _ call: Call) throws -> InventoryStore {
        do {
            return try fill(file, call)
        } catch StoreError.diskFull(let path) {
            throw Failure.temporaryFolder(path, said("commands.noSpaceLeftOn"))
        } catch StoreError.readOnly(let path) {
            throw Failure.temporaryFolder(path, said("commands.cannotBeWritten"))
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
            format: call.importFormat, options: try call.importOptions(usual: currency), parents: .leaveOut,
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
            throw CallError.badOperand("NAME", problem: said("commands.expectedTheNameOfA"))
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
            throw CallError.together(Option.reportPhotos.spelling, with: said("commands.reportInventory"))
        }
        let claimOptions = [
            Option.reportClaimNumber, .reportDateOfLoss, .reportHighValue, .reportColumns, .reportNoPhotos,
        ]
        if ["inventory", "labels"].contains(name), let stray = claimOptions.first(where: arguments.has) {
            throw CallError.together(stray.spelling, with: said("commands.reportInsurance"))
        }
        _ = try ReportWish.amounts(highValue, usual: Currency(code: "CLF"))
        _ = try call.selection(InventorySettings(currency: Currency(code: "USD")))
        if let zone = arguments.text(.reportTimeZone), (try? ReportLocale(language: "en", timeZone: zone)) == nil {
            throw CallError.badValue(
                option: "--time-zone", problem: said("commands.noSuchTimeZone"))
        }
        let path = arguments.text(.reportOutput)
        let form = arguments.text(.reportFormat)
        isBundle = form == "bundle" || form == nil && path.map(BundleMaker.isArchive) ?? false
        format = try isBundle ? .pdf : arguments.choice(.reportFormat) ?? ReportWish.format(of: path)
        if isBundle, name == "labels" {
            throw CallError.badValue(option: "--format", problem: said("commands.labelsAreNoBundle"))
        }
        if isBundle, path == "-" {
            throw CallError.badValue(option: "--output", problem: said("commands.aBundleIsAFolder"))
        }
        if path == "-" {
            output = .descriptor(STDOUT_FILENO, name: said("commands.standardOutput"))
        } else {
            output = .file(path ?? (isBundle ? name : "\(name).\(format.rawValue)"))
        }
        isSealed = arguments.has(.reportManifest) || arguments.has(.reportSign)
        if isSealed, !isBundle, !ReportWish.takesCompanions(output) {
            throw CallError.together(
                arguments.has(.reportSign) ? "--sign" : "--manifest", with: said("commands.outputAndTheName"))
        }
        let templates = arguments.text(.reportTemplates)
        if let folder = templates {
            guard ReportWish.isFolder(folder) else {
                throw CallError.badValue(option: "--templates", problem: said("commands.thereIsNoSuch"))
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
            return said("commands.isAFormatNot", name, name.lowercased())
        }
        guard name.contains("."), access(name, F_OK) == 0 else { return nil }
        return said("commands.isAFileNot", name.shown)
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
            throw .badValue(option: "--output", problem: said("commands.thatIsAFolder"))
        }
        let ending = path.split(separator: ".").last.map { $0.lowercased() } ?? ""
        if let format = ReportFormat(rawValue: ending == "htm" ? "html" : ending) { return format }
        throw .needed("--format", why: said("commands.theOutputsNameEndsIn"))
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
    static let reportFormat = value("format", "FORMAT", choices: ReportFormat.allCases.map(\.rawValue) + ["bundle"])
    static let reportOutput = value("output", "PATH", letter: "o")
    static let reportTitle = value("title", "TEXT")
    static let reportAsOf = value("as-of", "DATE")
    static let reportLocale = value("locale", "LOCALE", choices: ReportLocale.languages)
    static let reportTimeZone = value("time-zone", "ZONE")
    static let reportManifest = flag("manifest")
    static let reportSign = value("sign", "KEY")
    static let reportTemplates = value("templates", "DIR")
    static let reportJobs = value("jobs", "N")
    static let reportClaimNumber = value("claim-number", "TEXT", heading: .insurance)
    static let reportDateOfLoss = value("date-of-loss", "DATE", heading: .insurance)
    static let reportHighValue = value("high-value", "AMOUNT", repeats: true, heading: .insurance)
    static let reportColumns = value("columns", "NAMES", filling: ScheduleColumn.names, heading: .insurance)
    static let reportNoPhotos = flag("no-photos", heading: .insurance)
    static let reportPhotos = flag("photos", heading: .inventory)
    static let reportRedact = value("redact", "NAMES", filling: Redaction.names)
    static let reportInput = value("input", "FILE", heading: .reading)
}
