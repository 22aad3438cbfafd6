import Files
import Glibc
import Inventory
import InventoryFormats
import InventoryStore
import JSON
import Localization
import Message
import Reports

/// The arguments of `report intake --fill`: an insurer's own form, and the fact of each of its columns.
enum FormArguments {
    static let fill = Option.value("fill", "FORM.xlsx", heading: .insurance)

    /// The options of imports that say how the form is to be read.
    static let ofReading = [
        ImportFormatOptions.map, ImportFormatOptions.sheet, ImportFormatOptions.headerRow, ImportFormatOptions.reading,
    ]

    /// A saved reading of a form: the members of a reading of imports, with facts of a claim as fields.
    private struct Saved {
        var sheet: String?
        var headerRow: Int?
        /// In the order of the form, because headings can be equal.
        var columns: [(heading: String, fact: IntakeColumn?)] = []

        init() {}

        /// - Throws: `CommandError` with the member that is not valid.
        init(_ path: String, customFields: [String]) throws {
            let json = try? JSONValue(parsing: readFile(path, upTo: 1 << 20))
            guard let json, json["version"]?.integer == 1 else { throw Saved.malformed(path, "version") }
            guard let list = json["columns"]?.array else { throw Saved.malformed(path, "columns") }
            sheet = json["sheet"]?.string
            headerRow = json["headerRow"]?.integer.map(Int.init)
            for column in list {
                guard let heading = column["heading"]?.string, let field = column["field"]?.string else {
                    throw Saved.malformed(path, "columns")
                }
                do {
                    columns.append((heading, try FormArguments.fact(field, customFields)))
                } catch {
                    throw Saved.malformed(path, field)
                }
            }
        }

        private static func malformed(_ path: String, _ member: String) -> CommandError {
            .work(localized("form.reading", ["file": .text(path.onOneLine), "member": .text(member.onOneLine)]))
        }
    }

    /// The fact of a name; nil for `-`.
    private static func fact(_ name: String, _ customFields: [String]) throws -> IntakeColumn? {
        name == "-" ? nil : try IntakeColumn(named: name, customFields: customFields)
    }

    /// The form that the call names; nil if it names none.
    /// - Throws: `UsageError` if an option does not fit the form, `CommandError` if it cannot be read.
    static func template(
        _ arguments: Arguments, _ options: ReportOptions, in snapshot: StoreSnapshot
    ) throws -> FormTemplate? {
        guard let path = arguments.text(fill) else { return nil }
        let customFields = try snapshot.customFieldNames()
        let reading = arguments.text(ImportFormatOptions.reading)
        let saved =
            try reading.flatMap { access($0, F_OK) == 0 ? $0 : nil }
            .map { try Saved($0, customFields: customFields) } ?? Saved()
        var mapped: [String: IntakeColumn?] = [:]
        for text in arguments.texts(ImportFormatOptions.map) {
            do {
                guard let (heading, name) = text.nameAndValue else { throw InventoryFileError(.malformedMapping(text)) }
                mapped[heading] = .some(try fact(name, customFields))
            } catch let error as any MessageConvertible {
                throw UsageError.badValue(
                    option: ImportFormatOptions.map.spelling, problem: localized(error.message))
            }
        }
        let place = try arguments.headerPlace()
        let sheet = arguments.text(ImportFormatOptions.sheet) ?? saved.sheet
        guard let head = try head(of: path, sheet: sheet, row: place?.row ?? saved.headerRow) else {
            throw UsageError.badValue(option: fill.spelling, problem: localized("form.noHeadings"))
        }
        let mapper = try FormMapper(options, customFields: customFields)
        let named = mapped.keys.sorted() + saved.columns.map(\.heading)
        if let stray = named.first(where: { name in !head.columns.contains { $0.heading == name } }) {
            throw UsageError.badValue(
                option: (mapped.isEmpty ? ImportFormatOptions.reading : ImportFormatOptions.map).spelling,
                problem: localized("form.noSuchColumn", ["column": .text(stray.onOneLine)]))
        }
        var unread = saved.columns
        var stated: Set<Int> = []
        let columns = head.columns.map { column in
            let known = unread.firstIndex { $0.heading == column.heading }.map { unread.remove(at: $0).fact }
            // Columns before the cell of the first heading are not of the table.
            let isOutside = column.place < place?.column ?? 0
            let own = mapped[column.heading] ?? known ?? (isOutside ? .some(nil) : nil)
            if own != nil { stated.insert(column.place) }
            return FormTemplate.Column(
                place: column.place, heading: column.heading,
                fact: own
                    ?? mapper.fact(of: [column.heading] + FormHead.parts(of: column.heading), field: column.field))
        }
        return FormTemplate(
            path: path, sheet: head.sheet, headerRow: head.row, columns: mapper.columns(columns, stated: stated))
    }

    private static func head(of path: String, sheet: String?, row: Int?) throws(CommandError) -> FormHead? {
        do {
            return try FormHead(path: path, sheet: sheet, row: row)
        } catch {
            throw .work("\(path.onOneLine): \(localized(error.message))")
        }
    }

    /// Saves the reading of a form, if the call names a file for it that does not exist yet.
    static func save(_ template: FormTemplate, _ arguments: Arguments) throws {
        guard let path = arguments.text(ImportFormatOptions.reading), access(path, F_OK) != 0 else { return }
        let columns = template.columns.map { column in
            JSONValue.object([
                JSONMember(name: "heading", value: .string(column.heading)),
                JSONMember(name: "field", value: .string(column.fact?.name ?? "-")),
            ])
        }
        var writer = JSONWriter(.pretty)
        writer.add(
            .object([
                JSONMember(name: "version", value: .number(1)),
                JSONMember(name: "sheet", value: .string(template.sheet)),
                JSONMember(name: "headerRow", value: .number(template.headerRow)),
                JSONMember(name: "columns", value: .array(columns)),
            ]))
        let file = try AtomicFile(replacing: path)
        try file.write(writer.bytes)
        try file.commit()
    }

    /// Names the columns that stay as they are, and the facts that have no column.
    static func explain(_ outcome: FormOutcome, _ console: Console) {
        func names(_ list: [String]) -> Message.Argument { .text(list.map(\.onOneLine).joined(separator: ", ")) }
        if !outcome.unfilled.isEmpty {
            console.complain(localized("form.unfilled", ["names": names(outcome.unfilled)]))
        }
        if !outcome.withoutColumn.isEmpty {
            console.complain(localized("form.withoutColumn", ["names": names(outcome.withoutColumn)]))
        }
    }
}
