import Delivery
import Files
import Glibc
import Inventory
import InventoryStore
import Localization
import Messages
import Reports

/// The arguments of a call of `report`, read before anything is opened.
struct ReportRequest {
    private let name: String
    private let format: ReportFormat
    private let asOf: CalendarDate?
    private let jobs: Int?
    private let order: ItemOrder
    private let labels: LabelOptions
    /// The form of delivery.
    let packaging: ReportPackaging
    /// Whether a manifest is written beside it.
    let hasManifest: Bool
    private let claimNumber: String?
    private let dateOfLoss: CalendarDate?
    private let highValue: [String]
    private let columns: Set<ScheduleColumn>?
    private let detail: ReportDetail
    private let allowsMissingFiles: Bool
    private let redaction: Redaction
    private let showsPhotos: Bool
    private let showsDocuments: Bool
    private let showsThumbnails: Bool
    private let paper: ReportPaper
    private let csv: CSVLayout
    private let isInVolumes: Bool
    private let volumeItems: Int?
    let signer: ManifestSigner?
    /// The destination of the report.
    let output: ReportOutput

    /// - Parameter only: the format of a command that has only one, of a single file; nil for the one that is asked for.
    /// - Throws: `UsageError` if the call is wrong.
    init(_ invocation: Invocation, only: ReportFormat? = nil) throws {
        let arguments = invocation.arguments
        name = arguments.operand("NAME") ?? "inventory"
        guard !name.isEmpty, !name.contains("/"), !name.contains("..") else {
            throw UsageError.badOperand("NAME", problem: localized("report.nameExpected"))
        }
        asOf = try arguments.read(.reportAsOf) { text throws(ValueError) in try CalendarDate(text.utf8) }
        jobs = try arguments.number(.reportJobs, in: 1...256)
        order = try invocation.order()
        labels = try LabelArguments.read(invocation.arguments, report: name)
        claimNumber = arguments.text(.reportClaimNumber)
        dateOfLoss = try arguments.read(.reportDateOfLoss) { text throws(ValueError) in try CalendarDate(text.utf8) }
        highValue = arguments.texts(.reportHighValue)
        columns =
            try name == "insurance" ? arguments.read(ColumnArguments.columns, ScheduleColumn.columns(parsing:)) : nil
        detail = arguments.choice(.reportDetail) ?? .evidence
        allowsMissingFiles = arguments.has(.reportAllowMissing)
        redaction = try arguments.read(.reportRedact, Redaction.init(parsing:)) ?? .none
        showsPhotos = !arguments.has(.reportNoPhotos)
        showsDocuments = !arguments.has(.reportNoDocuments)
        paper = arguments.choice(.reportPaper) ?? .a4
        showsThumbnails = arguments.has(.reportPhotos)
        volumeItems = try arguments.number(.reportVolumeItems, in: 10...10_000)
        isInVolumes = arguments.has(.reportVolumes) || volumeItems != nil
        try ReportRequest.refuseOptionsOfOthers(arguments, report: name)
        _ = try ReportRequest.amounts(highValue, usual: Currency(code: "CLF"))
        _ = try invocation.selection(InventorySettings(currency: Currency(code: "USD")))
        if let zone = arguments.text(.reportTimeZone), (try? ReportLocale(language: "en", timeZone: zone)) == nil {
            throw UsageError.badValue(
                option: "--time-zone", problem: localized("report.timeZoneExpected"))
        }
        let path = arguments.text(.reportOutput)
        try OutputPathCheck.checkName(path, word: "--output")
        let form = arguments.text(.reportFormat)
        packaging =
            only != nil
            ? .single : try ReportRequest.packaging(form, path, isInVolumes: isInVolumes, report: name)
        format =
            switch packaging {
            case .single: try only ?? arguments.choice(.reportFormat) ?? ReportRequest.format(of: path)
            case .page: .html
            case .bundle, .archive, .volumes: .pdf
            }
        csv = try CSVLayout(arguments, isWritten: format == .csv)
        try ReportRequest.check(packaging, of: name, to: path)
        if path == "-" {
            output = .descriptor(STDOUT_FILENO, name: localized("stream.output"))
        } else {
            output = .file(
                path.map(ReportRequest.withoutLastSlashes)
                    ?? (packaging == .single ? "\(name).\(format.rawValue)" : name))
        }
        hasManifest = arguments.has(.reportManifest) || arguments.has(.reportSign)
        if hasManifest, packaging == .single, !ReportRequest.allowsFilesBeside(output) {
            throw UsageError.together(
                arguments.has(.reportSign) ? "--sign" : "--manifest", with: localized("report.outputOption"))
        }
        let templates = arguments.text(.reportTemplates)
        if let folder = templates {
            guard Folder.exists(folder) else {
                throw UsageError.badValue(option: "--templates", problem: localized("report.folderNotFound"))
            }
        }
        let folder = TemplateFolder(replacedBy: templates)
        try ReportRequest.warnOfUnusedTemplates(folder, templates, report: name, invocation)
        guard try folder.hasOverrides else {
            throw UsageError.badValue(option: "--templates", problem: localized("report.noTemplateInFolder"))
        }
        if let error = try folder.objection(to: name, as: format) {
            throw UsageError.badOperand(
                "NAME", problem: ReportRequest.likelyMeant(by: name) ?? CommandError.text(of: error))
        }
        signer =
            hasManifest ? ManifestSigner(key: try arguments.text(.reportSign).map { try SigningKey(file: $0) }) : nil
        if format == .pdf { try Report.checkTypesetter() }
    }

    /// Warns of templates that are probably misspelled, and of a folder that the report does not use.
    private static func warnOfUnusedTemplates(
        _ folder: TemplateFolder, _ path: String?, report name: String, _ invocation: Invocation
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
    }

    /// Refuses options that another report has.
    private static func refuseOptionsOfOthers(_ arguments: Arguments, report name: String) throws(UsageError) {
        if ["insurance", "labels"].contains(name), arguments.has(.reportPhotos) {
            throw .together(Option.reportPhotos.spelling, with: localized("report.inventoryCommand"))
        }
        let claimOptions = [
            Option.reportClaimNumber, .reportDateOfLoss, .reportHighValue, .reportDetail,
            .reportNoPhotos, .reportNoDocuments, .reportAllowMissing,
        ]
        if ["inventory", "labels"].contains(name), let stray = claimOptions.first(where: arguments.has) {
            throw .together(stray.spelling, with: localized("report.insuranceCommand"))
        }
        // Groups of a claim have totals of their own.
        let listOptions = [ColumnArguments.sums, ColumnArguments.startsPages]
        if ["insurance", "labels"].contains(name), let stray = listOptions.first(where: arguments.has) {
            throw .together(stray.spelling, with: localized("report.inventoryCommand"))
        }
        if name == "labels", arguments.has(ColumnArguments.columns) {
            throw .together(ColumnArguments.columns.spelling, with: localized("report.inventoryCommand"))
        }
    }

    /// Refuses combinations of packaging and report that do not exist.
    private static func check(_ packaging: ReportPackaging, of name: String, to path: String?) throws(UsageError) {
        if packaging != .single, name == "labels" {
            throw .badValue(option: "--format", problem: localized("labels.noBundle"))
        }
        if packaging != .single, path == "-" {
            let problem =
                packaging == .page
                ? localized("report.folderToStandardOutput") : localized("report.bundleToStandardOutput")
            throw .badValue(option: "--output", problem: problem)
        }
    }

    /// The form of delivery; volumes replace one file.
    private static func packaging(
        _ form: String?, _ path: String?, isInVolumes: Bool, report: String
    ) throws(UsageError) -> ReportPackaging {
        let packaging = packaging(form, path)
        guard isInVolumes, packaging == .single || packaging == .page else { return packaging }
        let option = Option.reportVolumes.spelling
        if report == "labels" { throw .badValue(option: option, problem: localized("labels.noVolumes")) }
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

    /// Whether files can be put beside the output.
    var allowsFilesBeside: Bool { ReportRequest.allowsFilesBeside(output) }

    /// Whether files can be put beside an output: it is a plain file, or will be.
    private static func allowsFilesBeside(_ output: ReportOutput) -> Bool {
        guard case .file(let path) = output else { return false }
        var status = stat()
        return stat(path, &status) != 0 || status.st_mode & S_IFMT == S_IFREG
    }

    /// The format by the file extension.
    private static func format(of path: String?) throws(UsageError) -> ReportFormat {
        guard let path, path != "-" else { return .html }
        if Folder.exists(path) {
            throw .badValue(
                option: "--output", problem: localized("report.outputIsFolder", ["path": .text(path.onOneLine)]))
        }
        let ending = path.split(separator: ".").last.map { $0.lowercased() } ?? ""
        if let format = ReportFormat(rawValue: ending == "htm" ? "html" : ending) { return format }
        throw .needed("--format", why: localized("report.unknownExtension"))
    }

    /// The amounts that items of high value reach.
    private static func amounts(_ texts: [String], usual: Currency) throws(UsageError) -> [Money] {
        var amounts: [Money] = []
        for text in texts {
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

    /// Whether it is the one report that is made in pieces.
    var isInventoryAsXML: Bool { name == "inventory" && format == .xml && packaging == .single }

    /// The list that the call asks for. A claim and XML have groups of one kind.
    func definition(_ arguments: Arguments, in snapshot: StoreSnapshot) throws -> ReportDefinition {
        let usual = ItemGrouping.allCases.map(\.rawValue)
        let given = arguments.text(ColumnArguments.groups)
        let isUsual = given.map(usual.contains) ?? true
        if !isUsual, ["insurance", "labels"].contains(name) || format == .xml {
            throw UsageError.notAChoice(
                option: ColumnArguments.groups.spelling, given: given ?? "", choices: usual, suggestion: nil)
        }
        guard name != "insurance" else { return ReportDefinition() }
        var definition = try ColumnArguments.definition(arguments, in: snapshot)
        // These groups are counted by the store, and every format has them.
        if isUsual { definition.groups = [] }
        return definition
    }

    /// The options of this request, for an inventory with these settings.
    func options(for settings: InventorySettings, _ invocation: Invocation) throws -> ReportOptions {
        let arguments = invocation.arguments
        let zone = arguments.text(.reportTimeZone) ?? settings.timeZone
        let locale = try ReportLocale(language: arguments.text(.reportLocale) ?? settings.locale, timeZone: zone)
        var options = ReportOptions(
            format: format, locale: locale, generated: try invocation.documentTimestamp(),
            generator: "homepwner \(CommandRunner.version)")
        options.name = name
        options.selection = try invocation.selection(settings, timeZone: zone)
        options.order = order
        options.grouping = invocation.grouping
        options.claimNumber = claimNumber
        options.dateOfLoss = dateOfLoss
        options.highValue = try ReportRequest.amounts(highValue, usual: settings.currency)
        options.columns = columns
        options.detail = detail
        options.allowsMissingFiles = allowsMissingFiles
        options.redaction = redaction
        options.showsPhotos = showsPhotos
        options.showsDocuments = showsDocuments
        options.paper = paper
        options.csv = csv
        options.isInVolumes = isInVolumes
        options.volumeItems = volumeItems
        options.showsThumbnails = showsThumbnails
        options.title = arguments.text(.reportTitle)
        options.asOf = asOf
        options.templates = arguments.text(.reportTemplates)
        options.jobs = jobs
        options.labels = labels
        options.signer = signer
        return options
    }
}
