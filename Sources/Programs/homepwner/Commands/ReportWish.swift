import Delivery
import Files
import Glibc
import Inventory
import Localization
import Reports

/// What a call of `report` wants, read before anything is opened.
struct ReportWish {
    private let name: String
    private let format: ReportFormat
    private let asOf: CalendarDate?
    private let jobs: Int?
    private let order: ItemOrder
    private let labels: LabelOptions
    /// How it is handed over.
    let packing: Packing
    /// Whether a manifest is written beside it.
    let isSealed: Bool
    private let claimNumber: String?
    private let dateOfLoss: CalendarDate?
    private let highValue: [String]
    private let columns: Set<ScheduleColumn>?
    private let redaction: Redaction
    private let showsPhotos: Bool
    private let showsDocuments: Bool
    private let showsThumbnails: Bool
    private let paper: ReportPaper
    private let seal: Seal?
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
        showsDocuments = !arguments.has(.reportNoDocuments)
        paper = arguments.choice(.reportPaper) ?? .a4
        showsThumbnails = arguments.has(.reportPhotos)
        try ReportWish.refuseOptionsOfOthers(arguments, report: name)
        _ = try ReportWish.amounts(highValue, usual: Currency(code: "CLF"))
        _ = try call.selection(InventorySettings(currency: Currency(code: "USD")))
        if let zone = arguments.text(.reportTimeZone), (try? ReportLocale(language: "en", timeZone: zone)) == nil {
            throw CallError.badValue(
                option: "--time-zone", problem: said("commands.noSuchTimeZone"))
        }
        let path = arguments.text(.reportOutput)
        try OutputGuard.checkName(path, word: "--output")
        let form = arguments.text(.reportFormat)
        packing = ReportWish.packing(form, path)
        format =
            switch packing {
            case .single: try arguments.choice(.reportFormat) ?? ReportWish.format(of: path)
            case .page: .html
            case .bundle, .archive: .pdf
            }
        try ReportWish.check(packing, of: name, to: path)
        if path == "-" {
            output = .descriptor(STDOUT_FILENO, name: said("commands.standardOutput"))
        } else {
            output = .file(
                path.map(ReportWish.withoutLastSlashes)
                    ?? (packing == .single ? "\(name).\(format.rawValue)" : name))
        }
        isSealed = arguments.has(.reportManifest) || arguments.has(.reportSign)
        if isSealed, packing == .single, !ReportWish.takesCompanions(output) {
            throw CallError.together(
                arguments.has(.reportSign) ? "--sign" : "--manifest", with: said("commands.outputAndTheName"))
        }
        let templates = arguments.text(.reportTemplates)
        if let folder = templates {
            guard Folder.isThere(folder) else {
                throw CallError.badValue(option: "--templates", problem: said("commands.thereIsNoSuch"))
            }
        }
        let folder = TemplateFolder(replacedBy: templates)
        guard folder.isOfUse else {
            throw CallError.badValue(option: "--templates", problem: said("commands.noTemplateThere"))
        }
        if let error = folder.objection(to: name, as: format) {
            throw CallError.badOperand("NAME", problem: ReportWish.likelyMeant(by: name) ?? "\(error)")
        }
        seal = isSealed ? Seal(key: try arguments.text(.reportSign).map { try SigningKey(file: $0) }) : nil
        if format == .pdf { try Report.checkTypesetter() }
    }

    /// Refuses options that another report has.
    private static func refuseOptionsOfOthers(_ arguments: Arguments, report name: String) throws(CallError) {
        if ["insurance", "labels"].contains(name), arguments.has(.reportPhotos) {
            throw .together(Option.reportPhotos.spelling, with: said("commands.reportInventory"))
        }
        let claimOptions = [
            Option.reportClaimNumber, .reportDateOfLoss, .reportHighValue, .reportColumns, .reportNoPhotos,
            .reportNoDocuments,
        ]
        if ["inventory", "labels"].contains(name), let stray = claimOptions.first(where: arguments.has) {
            throw .together(stray.spelling, with: said("commands.reportInsurance"))
        }
    }

    /// Refuses what cannot be handed over so.
    private static func check(_ packing: Packing, of name: String, to path: String?) throws(CallError) {
        if packing != .single, name == "labels" {
            throw .badValue(option: "--format", problem: said("commands.labelsAreNoBundle"))
        }
        if packing != .single, path == "-" {
            let problem = packing == .page ? said("commands.aFolderIsNoStream") : said("commands.aBundleIsAFolder")
            throw .badValue(option: "--output", problem: problem)
        }
    }

    /// A name that ends in a slash is that of a folder.
    private static func packing(_ form: String?, _ path: String?) -> Packing {
        let isArchive = path.map(BundleMaker.isArchive) ?? false
        return switch form {
        case "bundle": isArchive ? .archive : .bundle
        case "folder": .page
        case nil where isArchive: .archive
        case nil where path.map({ $0.hasSuffix("/") && !Folder.isThere($0) }) ?? false: .page
        default: .single
        }
    }

    private static func withoutLastSlashes(_ path: String) -> String {
        let name = path.reversed().drop { $0 == "/" }.reversed()
        return name.isEmpty ? path : String(name)
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
        if Folder.isThere(path) {
            throw .badValue(option: "--output", problem: said("commands.thatFolderIsThere"))
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
                let amount = try Money(text, currency: usual)
                guard amount.minorUnits >= 0, !amounts.contains(where: { $0.currency == amount.currency }) else {
                    throw .malformed(expected: said("commands.amountOnceACurrency"))
                }
                amounts.append(amount)
            } catch {
                throw .badValue(option: Option.reportHighValue.spelling, problem: error.description)
            }
        }
        return amounts
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
        options.columns = columns
        options.redaction = redaction
        options.showsPhotos = showsPhotos
        options.showsDocuments = showsDocuments
        options.paper = paper
        options.showsThumbnails = showsThumbnails
        options.title = arguments.text(.reportTitle)
        options.asOf = asOf
        options.templates = arguments.text(.reportTemplates)
        options.jobs = jobs
        options.labels = labels
        options.seal = seal
        return options
    }
}
