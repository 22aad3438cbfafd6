public import Message

/// A list of columns cannot be read.
public enum ReportColumnError: Error, Equatable, Sendable {
    /// No field, computed value or custom field has the name; the most similar name, if there is one.
    case unknown(String, nearest: String?)
    /// A column is named twice.
    case repeated(String)
}

extension ReportColumnError: MessageConvertible {
    public var message: Message {
        switch self {
        case .unknown(let name, let nearest?):
            Message("columns.unknownLike", ["name": name.excerpt, "nearest": nearest.excerpt])
        case .unknown(let name, nil): Message("columns.unknown", ["name": name.excerpt])
        case .repeated(let name): Message("columns.repeated", ["name": name.excerpt])
        }
    }
}

extension ReportColumn {
    /// Reads names of columns separated by commas; one that contains a comma is in double quotation marks.
    ///
    /// Names are compared without regard to case, spaces, hyphens, points and underscores. `all` means every column
    /// that can be written and every custom field.
    /// - Parameter customFields: the names of all custom fields, asked for at most once and only if a name is not known.
    /// - Throws: ``ReportColumnError``, or what `customFields` throws.
    public static func columns(parsing text: String, customFields: () throws -> [String]) throws -> [ReportColumn] {
        var own: [String]?
        func names() throws -> [String] {
            if own == nil { own = try customFields() }
            return own ?? []
        }
        var columns: [ReportColumn] = []
        for name in split(text) {
            if folded(name) == "all" {
                let all = known.filter { $0 != .computed(.thumbnail) } + (try names()).map(ReportColumn.customField)
                columns += all.filter { !columns.contains($0) }
                continue
            }
            let column = try column(named: name, customFields: names)
            guard !columns.contains(column) else { throw ReportColumnError.repeated(name) }
            columns.append(column)
        }
        return columns
    }

    /// The column that a person means by a name.
    private static func column(named name: String, customFields: () throws -> [String]) throws -> ReportColumn {
        let wanted = folded(name)
        func known(_ names: (ReportColumnRow) -> [String]) -> ReportColumn? {
            ReportColumnTable.rows.first { names($0).contains { folded($0) == wanted } }?.column
        }
        if let column = known({ [$0.column.optionName, $0.column.name] }) { return column }
        let own = try customFields()
        // `customFields.Colour` is the custom field even if there is a field of that name.
        let prefix = "customfields"
        let isOwn = wanted.hasPrefix(prefix) && name.contains(".")
        let bare = isOwn ? String(name.drop { $0 != "." }.dropFirst()) : name
        let match = own.first { $0 == bare } ?? own.first { folded($0) == folded(bare) }
        if let match { return .customField(match) }
        // Other names of a field come after the owner's own.
        if let column = known(\.aliases) { return column }
        throw ReportColumnError.unknown(name, nearest: nearest(to: name, among: own))
    }

    /// A name without what people write differently.
    private static func folded(_ name: String) -> String {
        name.lowercased().filter { !" -_.".contains($0) }
    }

    private static func split(_ text: String) -> [String] {
        var names: [String] = []
        var name = ""
        var isQuoted = false
        for letter in text {
            if letter == "\"" {
                isQuoted.toggle()
            } else if letter == ",", !isQuoted {
                names.append(name)
                name = ""
            } else {
                name.append(letter)
            }
        }
        return (names + [name]).map { String($0[...].trimmingSpaces()) }
    }

    private static func nearest(to name: String, among own: [String]) -> String? {
        let known = ReportColumnTable.rows.flatMap { [$0.column.optionName] + $0.aliases }
        return SpellingSuggestion.nearest(to: name, among: known + own)
    }
}
