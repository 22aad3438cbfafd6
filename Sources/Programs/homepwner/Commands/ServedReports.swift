import Files
import Glibc
import Inventory
import InventoryServer
import InventoryStore
import Localization
import Message
import Reports

/// The reports that the web server of an inventory offers: calls of this very program.
enum ServedReports {
    /// - Parameter address: the inventory, as the option `--store` names it.
    static func program(of store: InventoryStore, at address: String) -> ReportProgram {
        ReportProgram(
            entries: { words, language in try entries(of: store, words, language) },
            columns: { hidden in
                let known = ReportColumn.known.filter { !hidden.hides($0) }.map(\.optionName)
                return try known + store.snapshot().customFieldNames()
            },
            start: { call in try start(call, of: address) })
    }

    /// The variable with the fields that a report does not show, for the web server that has it made.
    static let hiddenVariable = "HOMEPWNER_HIDDEN"

    private static func entries(
        of store: InventoryStore, _ words: MessageCatalogue, _ language: String
    ) throws -> [ReportEntry] {
        let hasTypesetter = (try? Report.checkTypesetter()) != nil
        func formats(of kind: ReportKind) -> [ReportFormat] {
            ReportFormat.allCases.filter { kind.hasFormat($0) && ($0 != .pdf || hasTypesetter) }
        }
        // An intake sheet may be several files.
        let kinds = ReportKind.known.filter { $0 != .intake }.map { kind in
            ReportEntry(
                name: kind.name, title: words["title.\(kind.name)"], kind: kind.name, isSaved: false,
                formats: formats(of: kind))
        }
        let own = try store.savedReports().keys.sorted()
        let settings = try store.snapshot().settings
        let saved = (own + SavedReport.shippedNames.filter { !own.contains($0) }).map { name in
            // The command says what is wrong with a damaged one.
            let report = try? SavedReport.named(name, in: store)
            let kind = report?.kind ?? .inventory
            return ReportEntry(
                name: name, title: report?.title(in: language, of: settings) ?? name, kind: kind.name, isSaved: true,
                formats: formats(of: kind))
        }
        return kinds + saved
    }

    private static func start(_ call: ReportCall, of address: String) throws -> ChildProcess {
        var words = ["homepwner", "report", "--format=\(call.format.rawValue)", "--output=\(call.document)"]
        words += ["--allow-empty", "--quiet"] + call.values.map { "--\($0.name)=\($0.value)" }
        var sources: [Int32: ChildProcess.Source] = [
            0: .reading("/dev/null"), 1: .writing("/dev/null"), 2: .writing(call.messages),
        ]
        // A file without a name, which lives until the process has opened it.
        let ids = try call.items.map { items in
            let file = try TemporaryFile()
            try file.write(Array(items.map { $0.text + "\n" }.joined().utf8))
            return file
        }
        if let ids {
            sources[0] = .reading(ids.path)
            words.append("--ids=-")
        }
        words += ["--", call.name]
        // The address may have a password, which other users could read among the arguments.
        let environment = ChildProcess.environment(changing: [
            "HOMEPWNER_STORE": address, ProgressFile.variable: call.progress, "LC_ALL": call.language,
            hiddenVariable: call.hidden.names.joined(separator: ","),
        ])
        defer { withExtendedLifetime(ids) {} }
        return try ChildProcess(
            "/proc/self/exe", arguments: words, sources: sources, environment: environment, isApart: true)
    }
}
