import Inventory
import JSON

/// The headings of another program's export: a file of `Templates/programs`.
struct ProgramPreset: Sendable {
    let program: String
    /// The headings by which the program is recognised, folded; all must be there.
    private let required: [String]
    private let columns: [String: ColumnTarget]
    /// The order in which columns are joined in one field, by folded heading.
    private let parts: [String: Int]
    /// Rows that are not items.
    let omitted: [OmittedValue]
    /// The beginning of headings of custom fields.
    private let customPrefix: String?
    /// Whether amounts with more decimals than the currency has are kept as text: prices of small parts.
    let keepsExcessDecimals: Bool

    static let all = EmbeddedTables.files(in: "Templates/programs/").compactMap(ProgramPreset.init)

    init?(_ json: JSONValue) {
        guard let program = json["program"]?.string else { return nil }
        self.program = program
        required = (json["headings"]?.array ?? []).compactMap(\.string).map(Heading.folded)
        var columns: [String: ColumnTarget] = [:]
        for member in json["columns"]?.object ?? [] {
            guard let target = member.value.string.flatMap(ColumnTarget.init(named:)) else { return nil }
            columns[Heading.folded(member.name)] = target
        }
        self.columns = columns
        var parts: [String: Int] = [:]
        for member in json["parts"]?.object ?? [] {
            parts[Heading.folded(member.name)] = member.value.integer.map(Int.init)
        }
        self.parts = parts
        omitted = (json["leaveOut"]?.array ?? []).compactMap { rule in
            guard let heading = rule["heading"]?.string, let value = rule["value"]?.string else { return nil }
            return OmittedValue(heading: heading, value: value)
        }
        customPrefix = json["customPrefix"]?.string
        keepsExcessDecimals = json["excessDecimals"]?.string == "keep"
    }

    /// Returns the program whose headings these are; the one with the most headings if several fit.
    static func find(_ headings: [String]) -> ProgramPreset? {
        let folded = Set(headings.map(Heading.folded))
        return all.filter { !$0.required.isEmpty && $0.required.allSatisfy(folded.contains) }
            .max { $0.required.count < $1.required.count }
    }

    /// Returns the field of a heading; nil if the program does not name it.
    func target(of heading: String) -> ColumnTarget? { columns[Heading.folded(heading)] }

    /// Returns the place of a column among those that are joined.
    func part(of heading: String) -> Int? { parts[Heading.folded(heading)] }

    /// Returns the name of the custom field in a heading such as `cf:Serial number,type:text`; nil for other headings.
    func customName(in heading: String) -> String? {
        guard let customPrefix, heading.hasPrefix(customPrefix) else { return nil }
        let name = heading.dropFirst(customPrefix.count)
        let end = name.firstIndex(of: ",") ?? name.endIndex
        return String(name[..<end].trimmingSpaces())
    }
}
