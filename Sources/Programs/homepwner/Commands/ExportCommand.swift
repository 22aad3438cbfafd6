import Glibc
import Inventory
import InventoryFormats
import InventoryStore
import Localization
import Reports

extension Command {
    static let export = Command(
        name: "export",
        operands: [Operand("FILE")],
        options: [.exportFormat, .exportCurrency, .archiveClass, .archiveRounding]
            + [SelectionOptions.filter, SelectionOptions.sort, .store, .help],
        examples: [
            "export --to homebox items.csv",
            "export inventory.xml",
        ],
        run: { call in
            let wish = try ExportWish(call)
            let snapshot = try call.openStore().snapshot()
            switch wish.format {
            case .xml: try wish.writeReport(.xml, snapshot, call)
            case .json: try wish.writeReport(.json, snapshot, call)
            case .csv, .homebox, .archive, .snipeIT: try wish.writeItems(snapshot, call)
            }
        })
}

extension Option {
    static let exportFormat = value("to", "FORMAT", choices: ExportWish.formats.map(\.rawValue))
    static let exportCurrency = value("currency", "CODE")
    static let archiveClass = value("class", "NAME", choices: ["BNRItem", "HQLItem", "JXItem", "Item"])
    static let archiveRounding = flag("round")
}

/// What a call of `export` wants, read before anything is opened.
struct ExportWish {
    /// The formats that can be written.
    static let formats: [FileFormat] = [.homebox, .csv, .json, .xml, .archive]

    let format: FileFormat
    /// The file; `-` for standard output.
    let path: String
    let order: ItemOrder
    let currency: Currency?

    /// - Throws: what is wrong with the call.
    init(_ call: Call) throws {
        let arguments = call.arguments
        path = arguments.operand("FILE") ?? "-"
        try OutputGuard.checkName(path, word: "FILE")
        order = try call.order()
        _ = try call.selection(InventorySettings(currency: Currency(code: "USD")))
        format = try arguments.choice(.exportFormat) ?? ExportWish.format(of: path)
        try OutputGuard.check(path, word: "FILE", store: call.storePath())
        currency = try call.statedCurrency()
        for option in [Option.archiveClass, .archiveRounding] where arguments.has(option) && format != .archive {
            throw CallError.together(option.spelling, with: said("commands.toArchive"))
        }
        if currency != nil, format != .archive, format != .homebox {
            throw CallError.together("--currency", with: said("commands.toHomeboxOrArchive"))
        }
    }

    private static func format(of path: String) throws(CallError) -> FileFormat {
        switch path.split(separator: ".").last?.lowercased() {
        case "xml": return .xml
        case "json": return .json
        case "plist", "archive": return .archive
        case "csv": throw .needed("--to", why: said("commands.aCsvMayBe"))
        default: throw .needed("--to", why: said("commands.theFilesNameEnds"))
        }
    }

    /// The items of the call; every one where it names no filter.
    func selection(_ settings: InventorySettings, _ call: Call) throws -> Selection {
        var selection = try call.selection(settings, unfiltered: .everything)
        let words = call.arguments.text(SelectionOptions.filter) ?? ""
        if !words.contains("archived:") { selection.archived = .any }
        return selection
    }

    /// Writes XML or JSON, which the report module makes; what is archived is listed and not counted.
    func writeReport(_ format: ReportFormat, _ snapshot: StoreSnapshot, _ call: Call) throws {
        let reader = try ReportLocale(language: "en", timeZone: "UTC")
        var options = ReportOptions(
            format: format, locale: reader, generated: call.now, generator: "homepwner \(Program.version)")
        var selection = try selection(snapshot.settings, call)
        if selection.archived == .any {
            selection.archived = .no
            options.carriesArchived = true
        }
        options.selection = selection
        options.order = order
        let progress = Progress(said("commands.writing"), unit: Words.many("item"), on: call.console)
        defer { progress.finish() }
        let output =
            path == "-" ? ReportOutput.descriptor(STDOUT_FILENO, name: said("commands.standardOutput")) : .file(path)
        let outcome: ReportOutcome
        do {
            outcome = try Report(options).write(from: snapshot, to: output) { progress.update($0, of: $1) }
        } catch {
            guard format == .json, case ReportError.store(let fault) = error, case .totals = fault else { throw error }
            progress.finish()
            call.console.complain(said("commands.theFileHasTheItems", "\(fault)"))
            return try conclude(try writeList(snapshot, call), losses: ExportLosses(), call)
        }
        progress.finish()
        let foreign = try snapshot.itemsWithoutOwnReference().keys.sorted { $0.text < $1.text }
        if !foreign.isEmpty {
            call.console.complain(
                said("commands.theFileHasIt", ExportWish.named(foreign)))
        }
        let archived = options.carriesArchived ? outcome.archived : 0
        try conclude(outcome.totals.items + archived, losses: ExportLosses(), call)
    }

    /// Writes the items as an array of JSON, as `list --json` does, where there are no sums to write.
    /// - Returns: how many there are.
    private func writeList(_ snapshot: StoreSnapshot, _ call: Call) throws -> Int {
        let output = try Destination(path, console: call.console)
        let cursor = try snapshot.items(matching: selection(snapshot.settings, call), order: order)
        var json = JSONText()
        var count = 0
        json.open("[")
        while try cursor.next() {
            ItemJSON.write(try cursor.item(), to: &json)
            count += 1
            if count & 0xFF == 0 { try output.write(json.drain()) }
        }
        json.close("]")
        try output.write(json.drain())
        try output.commit()
        return count
    }

    /// Says what was written and what the format could not carry.
    func conclude(_ count: Int, losses: ExportLosses, _ call: Call) throws {
        if !losses.items.isEmpty {
            call.console.complain(said("commands.hasNoPlaceFor", format.title, losses))
        }
        if !losses.filled.isEmpty {
            call.console.complain(
                said("commands.hasOneColumnFor", format.title, losses.filledDescription))
        }
        if path != "-" { try call.announce(said("commands.wrote", path.onOneLine, Words.count(count, "item"))) }
    }
}
