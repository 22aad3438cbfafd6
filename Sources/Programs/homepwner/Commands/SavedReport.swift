import Files
import Inventory
import InventoryStore
import JSON
import Localization
import Message
import Reports

/// A report under a name of its own: a JSON file with options of `report`, kept in the inventory or among the program's.
struct SavedReport {
    /// A member of the file.
    private struct Member {
        enum Kind: String {
            case text, names, flag
            /// A text, or an object with texts by language.
            case translated
        }

        let option: Option
        let kind: Kind
    }

    /// The members of the file beside `format` and `report`, each an option of `report`.
    private static let members = [
        Member(option: .reportTitle, kind: .translated),
        Member(option: .reportHeader, kind: .translated),
        Member(option: .reportFooter, kind: .translated),
        Member(option: .reportLogo, kind: .text),
        Member(option: ColumnArguments.signatures, kind: .translated),
        Member(option: ColumnArguments.noSummary, kind: .flag),
        Member(option: ColumnArguments.columns, kind: .names),
        Member(option: SelectionOptions.filter, kind: .text),
        Member(option: SelectionOptions.sort, kind: .text),
        Member(option: ColumnArguments.groups, kind: .names),
        Member(option: ColumnArguments.sums, kind: .names),
        Member(option: ColumnArguments.groupedLines, kind: .text),
        Member(option: ColumnArguments.startsPages, kind: .flag),
        Member(option: ColumnArguments.statedOnly, kind: .flag),
        Member(option: ColumnArguments.layout, kind: .text),
        Member(option: ColumnArguments.photos, kind: .text),
        Member(option: .reportPaper, kind: .text),
        Member(option: .reportRedact, kind: .text),
    ]

    /// The options that a report is saved with.
    static let options = members.map(\.option)
    /// The options that only HTML and PDF have.
    static let layoutOptions: [Option] = [
        ColumnArguments.layout, ColumnArguments.photos, ColumnArguments.signatures, .reportLogo, .reportHeader,
        .reportFooter, .reportAlsoLanguage,
    ]

    private static let format = "homepwner-report-1"
    /// A logo has up to 2 MB, which are a third more as text.
    static let largest = 1 << 22

    /// The name that messages show: a file, or the report.
    private let name: String
    /// The file as it is kept.
    let text: String
    private let json: JSONValue

    /// Reads and checks a file, but not the values that depend on an inventory.
    /// - Throws: `CommandError` with the place of the first fault and its remedy.
    init(_ bytes: [UInt8], name: String) throws {
        (self.name, text) = (name.onOneLine, String(decoding: bytes, as: UTF8.self))
        guard bytes.count <= SavedReport.largest else {
            throw SavedReport.damaged(name, line: 1, localized("savedReport.tooLarge"))
        }
        do {
            json = try JSONValue(parsing: bytes, maximumDepth: 8)
        } catch {
            throw SavedReport.damaged(name, line: error.line, localized(error.kind.message))
        }
        guard let object = json.object else { throw fault(nil, localized("savedReport.object")) }
        guard json["format"]?.string == SavedReport.format else {
            throw fault("format", localized("savedReport.format", ["format": .text(SavedReport.format)]))
        }
        let known = ["format", "report", SavedReport.needsFilter] + SavedReport.members.map(\.option.name)
        for member in object where !known.contains(member.name) {
            throw fault(
                member.name, localized("savedReport.unknownMember", ["known": .text(known.joined(separator: ", "))]))
        }
        let isReport = json["report"].map { value in
            ReportKind.known.contains { $0.name == value.string && $0.features.contains(.columns) }
        }
        guard isReport ?? true else { throw fault("report", localized("savedReport.report")) }
        if let value = json[SavedReport.needsFilter], value.bool == nil {
            throw fault(SavedReport.needsFilter, localized("savedReport.flag"))
        }
        for member in SavedReport.members { try check(member) }
    }

    /// The member of a report that is only made of items that the call chooses.
    private static let needsFilter = "needs-where"

    private func check(_ member: Member) throws {
        guard let value = json[member.option.name] else { return }
        let isRight =
            switch member.kind {
            case .text: value.string != nil
            case .names: value.array.map { $0.allSatisfy { $0.string.map { !$0.contains("\"") } ?? false } } ?? false
            case .flag: value.bool != nil
            case .translated:
                value.string != nil
                    || value.object.map { texts in
                        !texts.isEmpty
                            && texts.allSatisfy {
                                ReportLocale.languages.contains($0.name) && $0.value.string != nil
                            }
                    } ?? false
            }
        guard isRight else {
            throw fault(
                member.option.name,
                localized(
                    "savedReport.\(member.kind.rawValue)",
                    ["known": .text(ReportLocale.languages.joined(separator: ", "))]))
        }
        if let word = value.string, !member.option.choices.isEmpty, !member.option.choices.contains(word) {
            throw fault(
                member.option.name,
                localized("savedReport.choice", ["choices": .text(Phrases.list(member.option.choices))]))
        }
    }

    /// The report that a call of `report save` describes.
    init(_ arguments: Arguments, name: String, in snapshot: StoreSnapshot) throws {
        let kind = arguments.operand("REPORT") ?? ReportKind.inventory.name
        var json = JSONWriter(.pretty)
        json.open(.object)
        json.add("format", .string(SavedReport.format))
        json.add("report", .string(kind))
        for member in SavedReport.members {
            guard var text = arguments.text(member.option) else { continue }
            // The file is given to others, without the picture beside it.
            if member.option.name == Option.reportLogo.name { text = try Letterhead.Logo(text).address }
            switch member.kind {
            case .text, .translated: json.add(member.option.name, .string(text))
            case .flag: json.add(member.option.name, .bool(true))
            case .names:
                let isNone = text == "none" && member.option.name != ColumnArguments.columns.name
                let columns =
                    isNone
                    ? []
                    : try ColumnArguments.read(
                        member.option, arguments, in: snapshot, isClaim: ReportKind.named(kind).product == .claim) ?? []
                json.array(member.option.name) { json in
                    for column in columns {
                        if case .customField = column {
                            json.add(.string(column.name))
                        } else {
                            json.add(.string(column.optionName))
                        }
                    }
                }
            }
        }
        json.close(.object)
        try self.init(Array(json.text.utf8), name: name)
    }

    /// Checks columns, filter and order against an inventory.
    /// - Throws: `CommandError` with the line of the fault.
    func check(_ invocation: Invocation, in snapshot: StoreSnapshot) throws {
        var call = invocation
        call.arguments = try applied(to: Arguments(operands: [:], values: [:]), in: snapshot, output: nil)
        do {
            let request = try ReportRequest(call)
            let options = try request.options(for: snapshot.settings, call)
            try call.check(options.selection, in: snapshot)
            _ = try request.definition(call.arguments, in: snapshot)
            _ = try call.order(in: snapshot)
        } catch let error as ReportError where json["logo"] != nil {
            throw fault("logo", CommandError.text(of: error))
        } catch UsageError.badValue(let option, let problem) {
            throw fault(String(option.dropFirst(2)), problem)
        } catch let error as UsageError {
            let words = CommandError.text(of: error)
            let member = SavedReport.members.first { words.contains($0.option.spelling) }
            throw fault(member?.option.name, words)
        }
    }

    /// The arguments of a call with this report's options; those that the call gives itself replace them.
    ///
    /// Custom fields that the inventory does not have are left out, and layouts of formats without any.
    /// - Parameter output: the name of the report, after which the file is called; nil if none is written.
    func applied(to arguments: Arguments, in snapshot: StoreSnapshot?, output: String?) throws -> Arguments {
        var values: [String: [String]] = [:]
        let given = arguments.text(.reportFormat)
        let path = arguments.text(.reportOutput)
        let ending = given ?? path?.split(separator: ".").last.map { $0.lowercased() }
        let isForReaders = ending.flatMap(ReportFormat.init(rawValue:))?.isForReaders ?? true
        let own = try snapshot?.customFieldNames()
        let locale = arguments.text(.reportLocale) ?? snapshot?.settings.locale ?? InventorySettings.usualLocale
        for member in SavedReport.members {
            guard let value = json[member.option.name] else { continue }
            let isLayout = SavedReport.layoutOptions.contains { $0.name == member.option.name }
            if isLayout, !isForReaders { continue }
            switch member.kind {
            case .text: values[member.option.name] = value.string.map { [$0] }
            case .translated:
                let settings = snapshot?.settings.without(arguments.text(.reportRedact) ?? json["redact"]?.string ?? "")
                let second = arguments.text(.reportAlsoLanguage).flatMap {
                    SavedReport.text(value, in: $0, of: settings)
                }
                values[member.option.name] = SavedReport.text(value, in: locale, of: settings).map { text in
                    [second.map { $0 == text ? text : "\(text) / \($0)" } ?? text]
                }
            case .flag: if value.bool == true { values[member.option.name] = [""] }
            case .names:
                let names = SavedReport.names((value.array ?? []).compactMap(\.string), of: own)
                values[member.option.name] =
                    names.isEmpty ? ["none"] : [names.map { "\"\($0)\"" }.joined(separator: ",")]
                // A group by one column is written as its option takes it.
                if names.count == 1 { values[member.option.name] = names }
            }
        }
        let isChosen = [SelectionOptions.filter, SelectionOptions.ids].contains(where: arguments.has)
        if output != nil, json[SavedReport.needsFilter]?.bool == true, !isChosen {
            throw UsageError.needed(
                SelectionOptions.filter.spelling, why: localized("savedReport.needsWhere", ["name": .text(name)]))
        }
        if let output, path == nil {
            let isFolder = Option.ofVolumes.contains(where: arguments.has) || ["folder", "bundle"].contains(given)
            values[Option.reportOutput.name] = [isFolder ? output : "\(output).\(given ?? "html")"]
        }
        return arguments.filled(from: values, operand: "NAME", with: kind.name)
    }

    /// The kind of report that it is a form of.
    var kind: ReportKind { ReportKind.named(json["report"]?.string ?? ReportKind.inventory.name) }

    private static let customPrefix = "customFields."

    /// The names of columns, of which custom fields are those that an inventory has, whatever the case, and with or without a
    /// unit in brackets: `Gewicht (kg)` for `gewicht`.
    /// - Parameter own: the custom fields of the inventory; nil if they are not known.
    private static func names(_ names: [String], of own: [String]?) -> [String] {
        guard let own else { return names }
        func bare(_ name: Substring) -> String {
            name.prefix { $0 != "(" && $0 != "[" }.trimmingSpaces().lowercased()
        }
        return names.reduce(into: []) { found, name in
            guard name.hasPrefix(customPrefix) else { return found.append(name) }
            let wanted = name.dropFirst(customPrefix.count)
            guard let match = own.first(where: { $0 == wanted }) ?? own.first(where: { bare($0[...]) == bare(wanted) })
            else { return }
            if !found.contains(customPrefix + match) { found.append(customPrefix + match) }
        }
    }

    /// The title in a language; nil if it has none.
    func title(in language: String, of settings: InventorySettings?) -> String? {
        json["title"].flatMap { SavedReport.text($0, in: language, of: settings) }
    }

    /// A text by languages, in the one of a locale: the title of `de` for `de-AT`. What the settings state replaces `{owner}`,
    /// `{claimNumber}` and the others; in the place of what they do not is a line to write it on.
    private static func text(_ value: JSONValue, in language: String, of settings: InventorySettings?) -> String? {
        let nearest = Languages.nearest(to: language) ?? language
        let text = value.string ?? value[nearest]?.string ?? value.object?.first?.value.string
        return text.map { text in
            OwnerFact.allCases.reduce(text) { text, fact in
                text.replacing("{\(fact.rawValue)}", with: settings?[fact]?.onOneLine ?? "____________")
            }
        }
    }

    /// An error with the line of a member, or the first line.
    private func fault(_ member: String?, _ problem: String) -> CommandError {
        let lines = text.split(separator: "\n", omittingEmptySubsequences: false)
        let line = member.flatMap { member in lines.firstIndex { $0.contains("\"\(member)\"") } }.map { $0 + 1 } ?? 1
        return SavedReport.damaged(name, line: line, member.map { "\"\($0)\": \(problem)" } ?? problem)
    }

    private static func damaged(_ name: String, line: Int, _ problem: String) -> CommandError {
        .work(
            localized(
                "savedReport.damaged",
                ["file": .text(name.onOneLine), "line": .text("\(line)"), "problem": .text(problem.onOneLine)]))
    }
}

extension InventorySettings {
    /// The settings without the facts that are redacted: texts of a saved report are not read for them again.
    fileprivate func without(_ redacted: String) -> InventorySettings {
        var settings = self
        let names = redacted.split(separator: ",")
        for fact in OwnerFact.allCases where names.contains(where: { $0 == fact.optionName }) { settings[fact] = nil }
        return settings
    }
}

extension SavedReport {
    private static let folder = "Templates/saved/"

    /// The names of the program's own, in alphabetical order.
    static let shippedNames = EmbeddedFiles.paths.filter { $0.hasPrefix(folder) }
        .map { String($0.dropFirst(folder.count).dropLast(".json".count)) }.sorted()

    /// One of the inventory's, or else of the program's; nil for none.
    static func named(_ name: String, in store: InventoryStore?) throws -> SavedReport? {
        if let text = try store?.savedReports()[name] { return try SavedReport(Array(text.utf8), name: name) }
        guard shippedNames.contains(name), let bytes = EmbeddedFiles.bytes(of: "\(folder)\(name).json") else {
            return nil
        }
        return try SavedReport(Array(bytes), name: name)
    }

    /// The call that makes a saved report, if the call names one.
    static func expanding(_ invocation: Invocation) throws -> Invocation {
        let arguments = invocation.arguments
        guard let name = arguments.operand("NAME"), !ReportKind.known.contains(where: { $0.name == name }),
            !arguments.has(.reportTemplates)
        else { return invocation }
        let store = arguments.has(.reportInput) ? nil : try? invocation.readStore()
        guard let report = try named(name, in: store) else { return invocation }
        var call = invocation
        call.arguments = try report.applied(to: arguments, in: store?.snapshot(), output: name)
        return call
    }
}

/// The commands for saved reports.
enum SavedReportCommands {
    private static let from = Option.value("from", "FILE")

    static let all = [save, list, show, remove]

    private static let save = Command(
        name: "save",
        operands: [PositionalArgument("NAME"), PositionalArgument("REPORT", .optional)],
        options: SavedReport.options + [from, .store, .help],
        examples: [
            "report save tools --columns name,brand,value --where category:Tools",
            "report save sale --from sale.json",
        ],
        run: { invocation in
            let arguments = invocation.arguments
            let name = try name(arguments)
            let path = arguments.text(from)
            if path != nil, let stray = SavedReport.options.first(where: arguments.has) {
                throw UsageError.exclusive([from.spelling, stray.spelling])
            }
            let store = try invocation.openStore()
            let snapshot = try store.snapshot()
            let report =
                try path.map { try SavedReport(readInput($0, upTo: SavedReport.largest + 1), name: $0) }
                ?? SavedReport(arguments, name: name, in: snapshot)
            try report.check(invocation, in: snapshot)
            try store.save(report: report.text, named: name)
            try invocation.announce(localized("savedReport.saved", ["name": .text(name)]))
        })

    private static let list = Command(
        name: "list",
        options: [.store, .help],
        run: { invocation in
            let store = try? invocation.readStore()
            let own = try store?.savedReports().keys.sorted() ?? []
            let settings = try store?.snapshot().settings
            let locale = settings?.locale ?? InventorySettings.usualLocale
            var table = TextTable(
                [.init(localized("column.name"), least: 12), .init(localized("savedReport.titleColumn"))],
                on: invocation.console)
            for name in own + SavedReport.shippedNames.filter({ !own.contains($0) }) {
                // A damaged one is listed, so that it can be removed.
                let report = try? SavedReport.named(name, in: store)
                try table.add([name, report?.title(in: locale, of: settings) ?? ""])
            }
            try table.finish()
        })

    private static let show = Command(
        name: "show",
        operands: [PositionalArgument("NAME")],
        options: [.store, .help],
        examples: ["report show stolen"],
        run: { invocation in
            let name = invocation.arguments.operand("NAME") ?? ""
            guard let report = try SavedReport.named(name, in: try? invocation.readStore()) else {
                throw notFound(name)
            }
            try invocation.console.write(report.text.hasSuffix("\n") ? report.text : report.text + "\n")
        })

    private static let remove = Command(
        name: "remove",
        operands: [PositionalArgument("NAME")],
        options: [.store, .help],
        run: { invocation in
            let name = invocation.arguments.operand("NAME") ?? ""
            let store = try invocation.openStore()
            guard try store.savedReports()[name] != nil else { throw notFound(name) }
            try store.save(report: nil, named: name)
            try invocation.announce(localized("savedReport.removed", ["name": .text(name)]))
        })

    private static func name(_ arguments: Arguments) throws(UsageError) -> String {
        let name = arguments.operand("NAME") ?? ""
        let taken = ReportKind.known.map(\.name) + Command.report.subcommands.map(\.name)
        let isName = name.utf8.allSatisfy { $0 > 0x20 && $0 != 0x7F && $0 != UInt8(ascii: "/") }
        guard isName, !name.isEmpty, name.utf8.count <= 60, !name.hasPrefix("."), !taken.contains(name) else {
            throw .badOperand("NAME", problem: localized("savedReport.name"))
        }
        return name
    }

    private static func notFound(_ name: String) -> CommandError {
        .work(localized("savedReport.notFound", ["name": .text(name.onOneLine)]))
    }
}
