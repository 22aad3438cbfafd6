/// A column that was asked for and does not exist.
public enum ReportColumnError: Error, Equatable, Sendable {
    /// No field, no computed value and no item's custom field has the name; with the nearest that there is.
    case unknown(String, nearest: String?)
    /// A column is named twice.
    case repeated(String)
}

extension ReportColumn {
    /// Reads names of columns separated by commas; one that contains a comma is in double quotation marks.
    ///
    /// Names are compared without regard to case, spaces, hyphens, points and underscores. `all` stands for every column
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
        throw ReportColumnError.unknown(name, nearest: nearest(to: wanted, among: own))
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
        return (names + [name]).map(trimmed)
    }

    private static func trimmed(_ name: String) -> String {
        let letters = name.drop(while: \.isWhitespace)
        return String(letters.reversed().drop(while: \.isWhitespace).reversed())
    }

    /// The known name with the most pairs of neighbouring letters in common, if half of them are (Sørensen–Dice); names of
    /// other languages are as long in this as in letters.
    private static func nearest(to wanted: String, among own: [String]) -> String? {
        func pairs(_ text: String) -> Set<String> {
            let letters = Array(text)
            return Set(zip(letters, letters.dropFirst()).map { String([$0, $1]) })
        }
        let pairsWanted = pairs(wanted)
        func likeness(_ text: String) -> Double {
            let other = pairs(folded(text))
            let count = pairsWanted.count + other.count
            return count == 0 ? 0 : 2 * Double(pairsWanted.intersection(other).count) / Double(count)
        }
        let candidates =
            ReportColumnTable.rows.flatMap { row in
                ([row.column.optionName] + row.aliases).map { (name: row.column.optionName, likeness: likeness($0)) }
            } + own.map { (name: $0, likeness: likeness($0)) }
        return candidates.max { $0.likeness < $1.likeness }.flatMap { $0.likeness >= 0.5 ? $0.name : nil }
    }
}
