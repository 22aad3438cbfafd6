import Delivery
import Files
import FoundationEssentials
import Glibc
import Inventory
import InventoryFormats
import InventoryStore
import Localization
import Message
import Reports

/// The arguments of a call of `report`, read before anything is opened.
struct ReportRequest {
    /// All that does not depend on the inventory's settings.
    private let prepared: ReportOptions
    /// The form of delivery.
    let packaging: ReportPackaging
    /// Whether a manifest is written beside it.
    let hasManifest: Bool
    /// The destination of the report.
    let output: ReportOutput
    /// The ids of the items that it is limited to; nil for no limit.
    let ids: Set<UUID>?

    /// - Throws: `UsageError` if the call is wrong.
    init(_ invocation: Invocation) throws {
        let arguments = invocation.arguments
        let name = arguments.operand("NAME") ?? ReportKind.inventory.name
        guard !name.isEmpty, !name.contains("/"), !name.contains("..") else {
            throw UsageError.badOperand("NAME", problem: localized("report.nameExpected"))
        }
        // Language, time and format are set below and in `options(for:_:)`.
        var options = ReportOptions(
            format: .html, locale: try ReportLocale(language: "en", timeZone: "UTC"), generated: invocation.now,
            generator: "homepwner \(CommandRunner.version)")
        let kind = ReportKind.named(name)
        options.kind = kind
        try ReportRequest.refuseOptionsOfOthers(arguments, kind)
        options.asOf = try arguments.read(.reportAsOf) { text throws(ValueError) in try CalendarDate(text.utf8) }
        options.jobs = try arguments.number(.reportJobs, in: 1...256)
        options.grouping = invocation.grouping
        options.labels = try LabelArguments.read(arguments, of: kind)
        for (fact, option) in Option.reportFacts { options.facts[fact] = arguments.text(option) }
        options.isForOwner = arguments.has(.reportForOwner)
        options.intake.form = arguments.choice(.reportFor) ?? options.intake.form
        options.valuation = try ReportRequest.valuation(arguments)
        options.dateOfLoss = try arguments.read(.reportDateOfLoss) { text throws(ValueError) in
            try CalendarDate(text.utf8)
        }
        options.detail = arguments.choice(.reportDetail) ?? options.detail
        options.allowsMissingFiles = arguments.has(.reportAllowMissing)
        options.deliversOriginals = arguments.has(.reportOriginals)
        options.redaction = try arguments.read(.reportRedact, Redaction.init(parsing:)) ?? options.redaction
        options.showsPhotos = !arguments.has(.reportNoPhotos)
        options.showsDocuments = !arguments.has(.reportNoDocuments)
        options.definition.layout = arguments.choice(ColumnArguments.layout) ?? .list
        options.definition.photos = arguments.choice(ColumnArguments.photos)
        options.conversion = try ReportRequest.conversion(arguments)
        options.definition.hasSummary = !arguments.has(ColumnArguments.noSummary)
        options.definition.signatures =
            try ReportRequest.line(arguments, ColumnArguments.signatures)?
            .split(separator: ",").map { $0.split(separator: " ").joined(separator: " ") }.filter { !$0.isEmpty } ?? []
        options.title = arguments.text(.reportTitle)
        options.letterhead.header = try ReportRequest.line(arguments, .reportHeader)
        options.letterhead.footer = try ReportRequest.line(arguments, .reportFooter)
        options.letterhead.logo = try arguments.text(.reportLogo).map(Letterhead.Logo.init)
        options.templates = arguments.text(.reportTemplates)
        options.volumeItems = try arguments.number(.reportVolumeItems, in: 10...10_000)
        options.partSize = try ReportRequest.partSize(arguments)
        let volumes = Option.ofVolumes.first(where: arguments.has)
        options.isInVolumes = volumes != nil
        _ = try ReportRequest.amounts(arguments, usual: Currency(code: "CLF"))
        _ = try invocation.selection(InventorySettings(currency: Currency(code: "USD")))
        if arguments.text(SelectionOptions.ids) == "-", arguments.text(.reportInput) == "-" {
            throw UsageError.together("--ids -", with: "--input FILE")
        }
        ids = try SelectionOptions.chosenIDs(arguments)
        if let zone = arguments.text(.reportTimeZone), (try? ReportLocale(language: "en", timeZone: zone)) == nil {
            throw UsageError.badValue(
                option: "--time-zone", problem: localized("report.timeZoneExpected"))
        }
        let path = arguments.text(.reportOutput)
        try OutputPathCheck.checkName(path, word: "--output")
        let form = arguments.text(.reportFormat)
        packaging = try ReportRequest.packaging(form, path, volumes: volumes, kind)
        if options.deliversOriginals {
            guard packaging == .bundle || packaging == .archive else {
                throw UsageError.together(Option.reportOriginals.spelling, with: "--format bundle")
            }
            // A redacted text may be in the originals.
            try arguments.allowOnlyOne(of: [.reportOriginals, .reportRedact])
        }
        if packaging == .archive, options.partSize != nil {
            throw UsageError.badValue(option: "--output", problem: localized("report.partsOfZip"))
        }
        options.format =
            switch packaging {
            case .single: try arguments.choice(.reportFormat) ?? ReportRequest.format(of: path, kind)
            case .page: .html
            case .bundle, .archive, .volumes: .pdf
            }
        if kind.product == .intake, !kind.hasFormat(options.format) {
            throw UsageError.badValue(
                option: arguments.has(.reportFormat) ? "--format" : "--output",
                problem: localized("report.intakeFormat"))
        }
        options.csv = try CSVLayout(arguments, isWritten: options.format == .csv)
        try ReportRequest.refuseLayout(arguments, options)
        try ReportRequest.check(packaging, of: kind, to: path)
        if path == "-" {
            output = .descriptor(STDOUT_FILENO, name: localized("stream.output"))
        } else {
            output = .file(
                path.map(ReportRequest.withoutLastSlashes)
                    ?? (packaging == .single ? "\(name).\(options.format.rawValue)" : name))
        }
        hasManifest = arguments.has(.reportManifest) || arguments.has(.reportSign)
        if hasManifest, packaging == .single, !ReportRequest.allowsFilesBeside(output) {
            throw UsageError.together(
                arguments.has(.reportSign) ? "--sign" : "--manifest", with: localized("report.outputOption"))
        }
        if let folder = options.templates {
            guard Folder.exists(folder) else {
                throw UsageError.badValue(option: "--templates", problem: localized("report.folderNotFound"))
            }
        }
        let folder = TemplateFolder(replacedBy: options.templates)
        try ReportRequest.warnOfUnusedTemplates(
            folder, options.templates, report: name, as: options.format, invocation)
        guard try folder.hasOverrides else {
            throw UsageError.badValue(option: "--templates", problem: localized("report.noTemplateInFolder"))
        }
        if let error = try folder.unavailability(of: name, as: options.format, in: options.definition.layout) {
            if case .unknownLayout = error {
                throw UsageError.badValue(
                    option: ColumnArguments.layout.spelling, problem: CommandError.text(of: error))
            }
            throw UsageError.badOperand(
                "NAME", problem: ReportRequest.likelyMeant(by: name) ?? CommandError.text(of: error))
        }
        options.signer =
            hasManifest ? ManifestSigner(key: try arguments.text(.reportSign).map { try SigningKey(file: $0) }) : nil
        if options.format == .pdf { try Report.checkTypesetter() }
        prepared = options
    }

    /// Warns of templates that are probably misspelled, of a folder that the report does not use, and of a PDF that does not
    /// look like the owner's page.
    private static func warnOfUnusedTemplates(
        _ folder: TemplateFolder, _ path: String?, report name: String, as format: ReportFormat,
        _ invocation: Invocation
    ) throws(FileError) {
        guard let path else { return }
        for file in try folder.misspelledFiles() {
            invocation.console.complain(
                localized(
                    "report.misspelledTemplate",
                    ["file": .text(file.path.onOneLine), "name": .text(file.suggestion)]))
        }
        if try folder.hasOverrides, try !folder.hasOverrides(for: name) {
            invocation.console.complain(
                localized("report.unusedTemplates", ["report": .text(name), "folder": .text(path.onOneLine)]))
        }
        if format == .pdf, let file = try folder.template(of: name, as: .pdf), !file.hasPrefix("\(name)/") {
            invocation.console.complain(
                localized("report.pdfOfProgram", ["file": .text("\(name)/\(name).typ.mustache")]))
        }
    }

    /// Refuses options that another report has.
    private static func refuseOptionsOfOthers(_ arguments: Arguments, _ kind: ReportKind) throws(UsageError) {
        let options: [(feature: ReportKind.Feature, options: [Option], command: String)] = [
            (.labels, LabelArguments.all, localized("report.labelsCommand")),
            (.claim, Option.ofClaims, localized("report.insuranceCommand")),
            (.valuation, Option.ofValuations, localized("report.insuranceCommand")),
            (.intake, Option.ofIntake, localized("report.intakeCommand")),
            (
                .columns,
                [
                    ColumnArguments.columns, ColumnArguments.sums, ColumnArguments.startsPages,
                    ColumnArguments.groupedLines, ColumnArguments.statedOnly, .reportLogo,
                    .reportHeader, .reportFooter, .reportAlsoIn, .reportAlsoLanguage,
                ],
                localized("report.inventoryCommand")
            ),
            (
                .layout,
                [
                    ColumnArguments.layout, ColumnArguments.photos, ColumnArguments.noSummary,
                    ColumnArguments.signatures,
                ], localized("report.inventoryCommand")
            ),
        ]
        for row in options where !kind.features.contains(row.feature) {
            if let stray = row.options.first(where: arguments.has) {
                throw .together(stray.spelling, with: row.command)
            }
        }
    }

    /// A line of a letterhead; nil if it is not given or empty.
    private static func line(_ arguments: Arguments, _ option: Option) throws(UsageError) -> String? {
        guard let text = arguments.text(option), !text.isEmpty else { return nil }
        guard text.count <= Letterhead.longest, text == text.onOneLine else {
            throw .badValue(
                option: option.spelling,
                problem: localized("report.letterheadLine", ["most": .text("\(Letterhead.longest)")]))
        }
        return text
    }

    /// Refuses a layout that the format or the volumes do not have.
    private static func refuseLayout(_ arguments: Arguments, _ options: ReportOptions) throws(UsageError) {
        if !options.format.isForReaders,
            let stray = SavedReport.layoutOptions.first(where: arguments.has)
        {
            throw .badValue(
                option: stray.spelling,
                problem: localized("report.layoutFormat", ["format": .text(options.format.rawValue)]))
        }
        if options.conversion != nil, ![.html, .pdf, .xlsx].contains(options.format) {
            throw .badValue(
                option: Option.reportAlsoIn.spelling,
                problem: localized("report.conversionFormat", ["format": .text(options.format.rawValue)]))
        }
        if options.conversion != nil, !options.definition.hasSummary {
            throw .together(Option.reportAlsoIn.spelling, with: ColumnArguments.noSummary.spelling)
        }
        let hasData = [.xml, .json, .xlsx].contains(options.format)
        if !options.definition.hasSummary, hasData || options.isInVolumes {
            let form = hasData ? options.format.rawValue : Option.reportVolumes.spelling
            throw .badValue(
                option: ColumnArguments.noSummary.spelling,
                problem: localized("report.summaryFormat", ["format": .text(form)]))
        }
        if arguments.has(ColumnArguments.groupedLines) {
            if let option = Option.ofVolumes.first(where: arguments.has) {
                throw .together(ColumnArguments.groupedLines.spelling, with: option.spelling)
            }
            if options.definition.layout != .list {
                throw .together(ColumnArguments.groupedLines.spelling, with: ColumnArguments.layout.spelling)
            }
        }
        if options.isInVolumes, options.definition.layout != .list {
            throw .badValue(option: ColumnArguments.layout.spelling, problem: localized("report.layoutInVolumes"))
        }
    }

    /// Refuses combinations of packaging and report that do not exist.
    private static func check(_ packaging: ReportPackaging, of kind: ReportKind, to path: String?) throws(UsageError) {
        if packaging != .single, kind.product == .labels {
            throw .badValue(option: "--format", problem: localized("labels.noBundle"))
        }
        if packaging != .single, path == "-" {
            let problem =
                packaging == .page
                ? localized("report.folderToStandardOutput") : localized("report.bundleToStandardOutput")
            throw .badValue(option: "--output", problem: problem)
        }
    }

    /// The most bytes of a file: `1MB` is a million, so that a portal that counts otherwise takes it, too.
    private static func partSize(_ arguments: Arguments) throws(UsageError) -> Int? {
        guard let text = arguments.text(.reportPartSize)?.uppercased() else { return nil }
        let units = ["KB": 1_000.0, "MB": 1_000_000]
        guard let unit = units[String(text.suffix(2))], let number = Double(text.dropLast(2)),
            (200_000...1_000_000_000).contains(number * unit)
        else {
            throw .badValue(option: Option.reportPartSize.spelling, problem: localized("report.partSizeExpected"))
        }
        return Int(number * unit)
    }

    /// The form of delivery; volumes replace one file.
    /// - Parameter volumes: the option that asks for volumes.
    private static func packaging(
        _ form: String?, _ path: String?, volumes: Option?, _ kind: ReportKind
    ) throws(UsageError) -> ReportPackaging {
        let packaging = packaging(form, path)
        guard let option = volumes?.spelling, packaging == .single || packaging == .page else { return packaging }
        if kind.product == .labels { throw .badValue(option: option, problem: localized("labels.noVolumes")) }
        guard [nil, ReportFormat.pdf.rawValue].contains(form) else {
            throw .badValue(option: option, problem: localized("report.volumesFormat"))
        }
        guard path != "-" else {
            throw .badValue(option: "--output", problem: localized("report.volumesToStandardOutput"))
        }
        if let path, ReportFormat.allCases.contains(where: { path.lowercased().hasSuffix(".\($0.rawValue)") }) {
            throw .badValue(option: "--output", problem: localized("report.volumesFolder"))
        }
        return .volumes
    }

    /// A name that ends in a slash names a folder.
    private static func packaging(_ form: String?, _ path: String?) -> ReportPackaging {
        let isArchive = path.map(BundleWriter.isArchive) ?? false
        return switch form {
        case "bundle": isArchive ? .archive : .bundle
        case "folder": .page
        case nil where isArchive: .archive
        case nil where path.map({ $0.hasSuffix("/") && !Folder.exists($0) }) ?? false: .page
        default: .single
        }
    }

    private static func withoutLastSlashes(_ path: String) -> String {
        let name = path.reversed().drop { $0 == "/" }.reversed()
        return name.isEmpty ? path : String(name)
    }

    /// A hint if the report's name is a format or a file.
    private static func likelyMeant(by name: String) -> String? {
        if ReportFormat(rawValue: name.lowercased()) != nil {
            return localized("report.formatInsteadOfName", ["name": .text(name), "format": .text(name.lowercased())])
        }
        guard name.contains("."), access(name, F_OK) == 0 else { return nil }
        return localized("report.fileInsteadOfName", ["name": .text(name.shown)])
    }

    /// Whether files can be put beside an output: it is a plain file, or will be.
    private static func allowsFilesBeside(_ output: ReportOutput) -> Bool {
        guard case .file(let path) = output else { return false }
        var status = stat()
        return stat(path, &status) != 0 || status.st_mode & S_IFMT == S_IFREG
    }

    /// The format by the file extension.
    private static func format(of path: String?, _ kind: ReportKind) throws(UsageError) -> ReportFormat {
        guard let path, path != "-" else { return kind.hasFormat(.html) ? .html : .xlsx }
        if Folder.exists(path) {
            throw .badValue(
                option: "--output", problem: localized("report.outputIsFolder", ["path": .text(path.onOneLine)]))
        }
        let ending = path.split(separator: ".").last.map { $0.lowercased() } ?? ""
        if let format = ReportFormat(rawValue: ending == "htm" ? "html" : ending) { return format }
        throw .needed("--format", why: localized("report.unknownExtension"))
    }

    /// The amounts that items of high value reach.
    private static func amounts(_ arguments: Arguments, usual: Currency) throws(UsageError) -> [Money] {
        var amounts: [Money] = []
        for text in arguments.texts(.reportHighValue) {
            do throws(ValueError) {
                let amount = try Money(text, currency: usual)
                guard amount.minorUnits >= 0, !amounts.contains(where: { $0.currency == amount.currency }) else {
                    throw .malformed(expected: .amountPerCurrency)
                }
                amounts.append(amount)
            } catch {
                throw .badValue(option: Option.reportHighValue.spelling, problem: CommandError.text(of: error))
            }
        }
        return amounts
    }

    /// The valuation of a claim: `--lifespan published`, `--lifespan Furniture=15`, `--condition-factor Good=90`.
    private static func valuation(_ arguments: Arguments) throws(UsageError) -> ValuationMethod {
        var method = ValuationMethod()
        method.floor =
            try arguments.read(.reportDepreciationFloor) { text throws(ValueError) in try Percentage(text.utf8) }
            ?? method.floor
        method.salesTax =
            try arguments.read(.reportSalesTax) { text throws(ValueError) in try Percentage(text.utf8) }
            ?? method.salesTax
        method.replacesByPurchasePrice = arguments.text(.reportReplacementFrom) != nil
        let texts = arguments.texts(.reportLifespan)
        // Those that the owner states replace published ones, whichever comes first.
        if texts.contains("published") { method.lifespans = ValuationMethod.publishedLifespans }
        for text in texts where text != "published" {
            guard let (category, number) = named(text), let years = Int(number), (1...100).contains(years) else {
                throw .badValue(option: Option.reportLifespan.spelling, problem: localized("report.lifespanExpected"))
            }
            method.lifespans[category] = years
        }
        for text in arguments.texts(.reportConditionFactor) {
            guard let (condition, number) = named(text), let factor = try? Percentage(number.utf8) else {
                throw .badValue(
                    option: Option.reportConditionFactor.spelling,
                    problem: localized("report.conditionFactorExpected"))
            }
            method.conditionFactors[condition] = factor
        }
        return method
    }

    /// The parts of `Furniture=15`, the name in small letters; nil without a name.
    private static func named(_ text: String) -> (name: String, number: String)? {
        guard let (words, number) = text.nameAndValue else { return nil }
        let name = words.split(separator: " ").joined(separator: " ").lowercased()
        return name.isEmpty ? nil : (name, number)
    }

    /// The second currency of the totals, with its rates and their day.
    private static func conversion(_ arguments: Arguments) throws(UsageError) -> CurrencyConversion? {
        guard arguments.has(.reportAlsoIn) else {
            if [Option.reportRate, .reportRateDate, .reportRateSource].contains(where: arguments.has) {
                throw .needed(
                    Option.reportAlsoIn.spelling, why: localized("report.rateNeeds"))
            }
            return nil
        }
        guard let target = try arguments.read(.reportAlsoIn, { text throws(ValueError) in try Currency(code: text) }),
            let day = try arguments.read(.reportRateDate, { text throws(ValueError) in try CalendarDate(text.utf8) })
        else { throw .needed(Option.reportRateDate.spelling, why: localized("report.rateNeeds")) }
        var rates: [CurrencyConversion.Rate] = []
        for text in arguments.texts(.reportRate) {
            let parts = text.split(separator: "=", omittingEmptySubsequences: false)
            guard parts.count == 2, let currency = try? Currency(code: String(parts[0])), currency != target,
                !rates.contains(where: { $0.currency == currency }),
                let rate = try? CurrencyConversion.Rate(of: currency, String(parts[1]))
            else { throw .badValue(option: Option.reportRate.spelling, problem: localized("report.rateExpected")) }
            rates.append(rate)
        }
        return CurrencyConversion(to: target, rates, of: day, source: arguments.text(.reportRateSource))
    }

    /// The list that the call asks for. Labels and XML have groups of one kind.
    func definition(_ arguments: Arguments, in snapshot: StoreSnapshot) throws -> ReportDefinition {
        let usual = ItemGrouping.allCases.map(\.rawValue)
        let given = arguments.text(ColumnArguments.groups)
        let isUsual = given.map(usual.contains) ?? true
        if !isUsual, prepared.kind.product == .labels || prepared.format == .xml {
            throw UsageError.notAChoice(
                option: ColumnArguments.groups.spelling, given: given ?? "", choices: usual, suggestion: nil)
        }
        var definition = try ColumnArguments.definition(
            arguments, in: snapshot, from: prepared.definition, isClaim: prepared.kind.product == .claim)
        // These groups are counted by the store, and every format has them.
        if isUsual { definition.groups = [] }
        return definition
    }

    /// The files of the report, each with the options of its own: those of an intake sheet are one for each currency of the
    /// items, with its code in their names.
    /// - Throws: `badValue` if standard output would have several.
    func files(_ options: ReportOptions, of snapshot: StoreSnapshot) throws -> [(ReportOptions, ReportOutput)] {
        guard options.kind.product == .intake else { return [(options, output)] }
        let (currencies, unpriced) = try IntakeWorkbook.currencies(of: snapshot, options)
        return try currencies.map { currency in
            var options = options
            (options.intake.currency, options.intake.unpriced) = (currency, unpriced)
            guard currencies.count > 1 else { return (options, output) }
            guard case .file(let path) = output else {
                let codes = currencies.map(\.code).joined(separator: ", ")
                throw UsageError.badValue(
                    option: Option.reportOutput.spelling,
                    problem: localized("report.intakeCurrencies", ["currencies": .text(codes)]))
            }
            let ending = ".\(ReportFormat.xlsx.rawValue)"
            let isNamed = path.lowercased().hasSuffix(ending)
            return (options, .file("\(isNamed ? String(path.dropLast(ending.count)) : path)-\(currency.code)\(ending)"))
        }
    }

    /// The options of this request, for an inventory with these settings.
    func options(for settings: InventorySettings, _ invocation: Invocation) throws -> ReportOptions {
        let arguments = invocation.arguments
        let zone = arguments.text(.reportTimeZone) ?? settings.timeZone
        let locale = try ReportLocale(
            language: SettingsOptions.statedLocale(arguments) ?? settings.locale, timeZone: zone)
        var options = prepared
        options.locale = locale
        options.secondReader = try arguments.text(.reportAlsoLanguage).map { language in
            do { return try ReportLocale(language: language, timeZone: zone) } catch {
                throw UsageError.badValue(
                    option: Option.reportAlsoLanguage.spelling, problem: CommandError.text(of: error))
            }
        }
        options.paper = arguments.choice(.reportPaper) ?? locale.paper
        options.generated = try invocation.documentTimestamp()
        options.selection = try invocation.selection(settings, timeZone: zone)
        if let ids { options.selection = options.selection.narrowed(to: ids) }
        options.highValue = try ReportRequest.amounts(arguments, usual: settings.currency)
        return options
    }
}

extension Option {
    static let reportFormat = value(
        "format", "FORMAT", choices: ReportFormat.allCases.map(\.rawValue) + ["folder", "bundle"])
    static let reportOutput = value("output", "PATH", letter: "o")
    static let reportTitle = value("title", "TEXT")
    static let reportLogo = value("logo", "FILE")
    static let reportHeader = value("header", "TEXT")
    static let reportFooter = value("footer", "TEXT")
    static let reportAsOf = value("as-of", "DATE")
    static let reportLocale = SettingsOptions.locale(.options)
    static let reportAlsoLanguage = value("also-language", "LOCALE")
    static let reportAlsoIn = value("also-in", "CODE", heading: .inventory)
    static let reportRate = value("rate", "CODE=NUMBER", repeats: true, heading: .inventory)
    static let reportRateDate = value("rate-date", "DATE", heading: .inventory)
    static let reportRateSource = value("rate-source", "TEXT", heading: .inventory)
    static let reportPaper = value("paper", "PAPER", choices: ReportPaper.allCases.map(\.rawValue))
    static let reportTimeZone = value("time-zone", "ZONE")
    static let reportManifest = flag("manifest")
    static let reportVolumes = flag("volumes")
    static let reportVolumeItems = value("volume-items", "N")
    static let reportPartSize = value("part-size", "SIZE")
    /// The options that make volumes.
    static let ofVolumes = [reportVolumes, reportVolumeItems, reportPartSize]
    static let reportSign = value("sign", "KEY")
    static let reportTemplates = value("templates", "DIR")
    static let reportJobs = value("jobs", "N")
    /// The texts of a claim, which may differ from those in the settings if one inventory serves several claims.
    static let reportFacts = [OwnerFact.claimNumber, .causeOfLoss, .addressOfLoss, .policeReportNumber].map {
        ($0, SettingsOptions.fact($0, .insurance))
    }
    static let reportDateOfLoss = value("date-of-loss", "DATE", heading: .insurance)
    static let reportHighValue = value("high-value", "AMOUNT", repeats: true, heading: .insurance)
    static let reportDetail = value(
        "detail", "DETAIL", choices: ReportDetail.allCases.map(\.rawValue), heading: .insurance)
    static let reportDepreciationFloor = value("depreciation-floor", "PERCENT", heading: .insurance)
    static let reportLifespan = value("lifespan", "CATEGORY=YEARS", repeats: true, heading: .insurance)
    static let reportConditionFactor = value(
        "condition-factor", "CONDITION=PERCENT", repeats: true, heading: .insurance)
    static let reportSalesTax = value("sales-tax", "PERCENT", heading: .insurance)
    static let reportReplacementFrom = value(
        "replacement-from", "PRICE", choices: ["purchase-price"], heading: .insurance)
    static let reportForOwner = flag("for-owner", heading: .insurance)
    static let reportAllowMissing = flag("allow-missing", heading: .insurance)
    static let reportOriginals = flag("originals", heading: .insurance)
    static let reportNoPhotos = flag("no-photos", heading: .insurance)
    static let reportNoDocuments = flag("no-documents", heading: .insurance)
    static let reportFor = value(
        "for", "FORM", choices: IntakeForm.allCases.map(\.rawValue), heading: .insurance)
    /// The options that only a claim has.
    static let ofClaims =
        reportFacts.map(\.1) + [
            reportHighValue, reportDetail, reportForOwner, reportAllowMissing, reportOriginals,
        ]
    /// The options that a claim shares with an intake sheet.
    static let ofValuations = [
        reportDateOfLoss, reportDepreciationFloor, reportLifespan, reportConditionFactor, reportSalesTax,
        reportReplacementFrom, reportNoPhotos, reportNoDocuments,
    ]
    /// The options that only an intake sheet has.
    static let ofIntake = [reportFor, FormArguments.fill]
    static let reportRedact = value("redact", "NAMES", filling: Redaction.names.joined(separator: ", "))
    static let reportInput = value("input", "FILE", heading: .reading)
}
