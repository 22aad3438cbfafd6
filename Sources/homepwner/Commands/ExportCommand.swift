import Glibc
import Interchange
import InventoryModel
import InventoryStore
import Reporting

extension Command {
    static let export = Command(
        name: "export",
        summary: "writes the items to a file that programs read",
        description: """
            Writes every item, those that are gone too. XML and JSON keep everything, plain CSV all but photos and \
            documents; Homebox's CSV and the old app's archive keep what they have a place for, and what they have none \
            for is told. The file appears whole or not at all.
            """,
        operands: [Operand("FILE", .one, "the file to write; - for standard output")],
        options: [.exportFormat, .exportCurrency, .archiveClass, .archiveRounding]
            + [SelectionOptions.filter, SelectionOptions.sort, .store, .help],
        examples: [
            .init("export --to homebox items.csv", "writes a file that Homebox imports"),
            .init("export inventory.xml", "writes everything, checked against the schema"),
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
    static let exportFormat = value(
        "to", "FORMAT", "the file's format", choices: ExportWish.formats.map(\.rawValue),
        initially: "told by the ending .xml, .json or .plist")
    static let exportCurrency = value(
        "currency", "CODE", "the currency of the file, where the format names none", initially: "the inventory's")
    static let archiveClass = value(
        "class", "NAME", "the class of the items in the old app's archive",
        choices: ["BNRItem", "HQLItem", "JXItem", "Item"], initially: "BNRItem")
    static let archiveRounding = flag(
        "round", "rounds amounts to whole units, which is all that the old app's archive holds")
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
        order = try call.order()
        _ = try call.selection(InventorySettings(currency: Currency(code: "USD")))
        format = try arguments.choice(.exportFormat) ?? ExportWish.format(of: path)
        try OutputGuard.check(path, word: "FILE", store: call.storePath())
        currency = try call.statedCurrency()
        for option in [Option.archiveClass, .archiveRounding] where arguments.has(option) && format != .archive {
            throw CallError.together(option.spelling, with: "--to archive")
        }
        if currency != nil, format != .archive, format != .homebox {
            throw CallError.together("--currency", with: "--to homebox or archive; others write each amount's own")
        }
    }

    private static func format(of path: String) throws(CallError) -> FileFormat {
        switch path.split(separator: ".").last?.lowercased() {
        case "xml": return .xml
        case "json": return .json
        case "plist", "archive": return .archive
        case "csv": throw .needed("--to", why: "a .csv may be Homebox's or plain; write --to homebox or --to csv")
        default: throw .needed("--to", why: "the file's name ends in none of .xml, .json, .plist")
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
        let progress = Progress("writing", unit: "items", on: call.console)
        defer { progress.finish() }
        let output = path == "-" ? ReportOutput.descriptor(STDOUT_FILENO, name: "standard output") : .file(path)
        let outcome = try Report(options).write(from: snapshot, to: output) { progress.update($0, of: $1) }
        progress.finish()
        let foreign = try snapshot.itemsWithoutOwnReference().keys.sorted { $0.text < $1.text }
        if !foreign.isEmpty {
            call.console.complain(
                "the file has it all, but 'homepwner import' will refuse it: another item goes by the external reference of "
                    + "\(ExportWish.named(foreign)); 'homepwner edit ID --external-reference TEXT' gives another")
        }
        let archived = options.carriesArchived ? outcome.archived : 0
        try conclude(outcome.totals.items + archived, losses: ExportLosses(), call)
    }

    /// Says what was written and what the format could not carry.
    func conclude(_ count: Int, losses: ExportLosses, _ call: Call) throws {
        if !losses.items.isEmpty {
            call.console.complain("\(format.title) has no place for, and leaves out: \(losses)")
        }
        if !losses.filled.isEmpty {
            call.console.complain(
                "\(format.title) has one column for value and purchase price, so what is not stated will be when it is "
                    + "read back: \(losses.filledDescription)")
        }
        if path != "-" { try call.announce("wrote \(path.onOneLine): \(Words.count(count, "item"))") }
    }
}
