import Glibc
import Inventory
import InventoryFormats
import InventoryStore
import JSON
import Localization
import Message
import Reports

extension Command {
    static let export = Command(
        name: "export",
        operands: [PositionalArgument("FILE")],
        options: [.exportFormat, .exportFiles, .exportCurrency, .archiveClass, .archiveRounding]
            + CSVLayout.options + [SelectionOptions.filter, SelectionOptions.sort, .store, .help],
        examples: [
            "export --to homebox items.csv",
            "export inventory.xml",
            "export --to homebox-collection homebox.zip",
            "export items.json --files items",
        ],
        run: { invocation in
            let request = try ExportRequest(invocation)
            let snapshot = try invocation.readStore().snapshot()
            let selection = try request.selection(snapshot.settings, invocation)
            try invocation.check(selection, in: snapshot)
            let count =
                switch request.format {
                case .homeboxCollection: try request.writeCollection(snapshot, invocation)
                case .xml: try request.writeReport(.xml, snapshot, invocation)
                case .json: try request.writeReport(.json, snapshot, invocation)
                case .csv, .homebox, .archive, .snipeIT: try request.writeItems(snapshot, invocation)
                }
            if count == 0 || selection.hasAlternatives {
                try invocation.note(selection, isEmpty: count == 0, in: snapshot)
            }
        })
}

extension Option {
    static let exportFormat = value("to", "FORMAT", choices: ExportRequest.formats.map(\.rawValue))
    static let exportFiles = value("files", "DIR")
    static let exportCurrency = value("currency", "CODE")
    static let archiveClass = value("class", "NAME", choices: ["BNRItem", "HQLItem", "JXItem", "Item"])
    static let archiveRounding = flag("round")
}

/// A request for an export, parsed before anything is opened.
struct ExportRequest {
    /// The formats that can be written.
    static let formats: [FileFormat] = [.homebox, .homeboxCollection, .csv, .json, .xml, .archive]

    let format: FileFormat
    /// The file; `-` for standard output.
    let path: String
    let currency: Currency?
    let csv: CSVLayout
    /// The folder for the files of photos and documents; nil if they are left out.
    let folder: String?

    /// - Throws: `UsageError` if the call is wrong.
    init(_ invocation: Invocation) throws {
        let arguments = invocation.arguments
        path = arguments.operand("FILE") ?? "-"
        try OutputPathCheck.checkName(path, word: "FILE")
        _ = try invocation.selection(InventorySettings(currency: Currency(code: "USD")))
        format = try arguments.choice(.exportFormat) ?? ExportRequest.format(of: path)
        try OutputPathCheck.check(path, word: "FILE", store: invocation.storePath())
        currency = try invocation.statedCurrency()
        for option in [Option.archiveClass, .archiveRounding] where arguments.has(option) && format != .archive {
            throw UsageError.together(option.spelling, with: localized("export.archiveOption"))
        }
        csv = try CSVLayout(arguments, isWritten: format == .csv)
        folder = arguments.text(.exportFiles)
        if folder != nil, format != .json, format != .xml {
            throw UsageError.together(Option.exportFiles.spelling, with: localized("export.filesOption"))
        }
        if folder != nil { try OutputPathCheck.checkName(folder, word: Option.exportFiles.spelling) }
        if format == .homeboxCollection, path == "-" {
            throw UsageError.badOperand("FILE", problem: localized("export.archiveToFile"))
        }
        if currency != nil, ![.archive, .homebox, .homeboxCollection].contains(format) {
            throw UsageError.together("--currency", with: localized("export.homeboxOrArchiveOption"))
        }
    }

    private static func format(of path: String) throws(UsageError) -> FileFormat {
        switch path.split(separator: ".").last?.lowercased() {
        case "xml": return .xml
        case "json": return .json
        case "plist", "archive": return .archive
        case "zip": return .homeboxCollection
        case "csv": throw .needed("--to", why: localized("export.ambiguousCSV"))
        default: throw .needed("--to", why: localized("export.unknownExtension"))
        }
    }

    /// The items of the call; all if it names no filter.
    func selection(_ settings: InventorySettings, _ invocation: Invocation) throws -> Selection {
        var selection = try invocation.selection(settings, unfiltered: .everything)
        let words = invocation.arguments.text(SelectionOptions.filter) ?? ""
        if !words.contains("archived:") { selection.archived = .any }
        return selection
    }

    /// Writes XML or JSON with the report module. Archived items are listed but not counted.
    /// - Returns: the number of items, as of the other formats.
    func writeReport(_ format: ReportFormat, _ snapshot: StoreSnapshot, _ invocation: Invocation) throws -> Int {
        let reader = try ReportLocale(language: "en", timeZone: "UTC")
        var options = ReportOptions(
            format: format, locale: reader, generated: invocation.now, generator: "homepwner \(CommandRunner.version)")
        var selection = try selection(snapshot.settings, invocation)
        if selection.archived == .any {
            selection.archived = .no
            options.listsArchivedItems = true
        }
        options.selection = selection
        options.order = try invocation.order(in: snapshot)
        let progress = Progress(localized("progress.writing"), unit: Phrases.many("item"), on: invocation.console)
        defer { progress.finish() }
        let output =
            path == "-" ? ReportOutput.descriptor(STDOUT_FILENO, name: localized("stream.output")) : .file(path)
        let foreign = try snapshot.itemsWithoutOwnReference().keys.sorted { $0.text < $1.text }
        try writeFiles(snapshot, invocation)
        let outcome: ReportOutcome
        do {
            outcome = try invocation.console.writing(to: output) { output in
                try Report(options).write(from: snapshot, to: output) { progress.update($0, of: $1) }
            }
        } catch {
            guard format == .json, case ReportError.store(let fault) = error, case .totals = fault else { throw error }
            progress.finish()
            invocation.console.complain(localized("export.totalsMissing", ["reason": .message(fault.message)]))
            return try conclude(try writeList(snapshot, invocation), losses: ExportLosses(), invocation)
        }
        progress.finish()
        if !foreign.isEmpty {
            invocation.console.complain(
                localized("export.foreignReferences", ["items": .text(ExportRequest.named(foreign))]))
        }
        Command.warnOfReplacedCharacters(outcome.replacedCharacters, invocation)
        let archived = options.listsArchivedItems ? outcome.archived : 0
        return try conclude(outcome.totals.items + archived, losses: ExportLosses(), invocation)
    }

    /// Writes the items as a JSON array, as `list --json` does, if there are no totals to write.
    /// - Returns: the number of items.
    private func writeList(_ snapshot: StoreSnapshot, _ invocation: Invocation) throws -> Int {
        let output = try OutputDestination(path, console: invocation.console)
        let cursor = try snapshot.items(
            matching: selection(snapshot.settings, invocation), order: invocation.order(in: snapshot))
        var json = JSONWriter(.pretty)
        var count = 0
        json.open(.array)
        while try cursor.next() {
            ItemJSON.write(try cursor.item(), to: &json)
            count += 1
            if count & 0xFF == 0 { try output.write(json.drain()) }
        }
        json.close(.array)
        try output.write(json.drain())
        try output.commit()
        return count
    }

    /// Prints what was written and what the format could not hold.
    /// - Parameter hint: what else there is to say, for a file.
    /// - Returns: the number of items.
    func conclude(_ count: Int, losses: ExportLosses, hint: String? = nil, _ invocation: Invocation) throws -> Int {
        for message in losses.messages(format: format) {
            invocation.console.complain(localized(message))
        }
        if path != "-" {
            let written = localized(
                "report.written", ["file": .text(path.onOneLine), "contents": .text(Phrases.count(count, "item"))])
            try invocation.announce(Phrases.clauses([written, hint]))
        }
        return count
    }
}
