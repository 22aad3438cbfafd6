import HTTPServer
import Inventory
import InventoryFormats
import Message

/// The parts of a list's reading that its owner settled on the page.
struct ReadingCorrections: Equatable, Sendable {
    var overrides = ReadingOverrides()
    /// Whether a reading is wanted although the file has a documented form.
    var choosesColumns = false

    /// Leaves everything to the proposal.
    init() {}

    /// The columns that a page offers. A form has a limited number of fields.
    static let columnLimit = 200

    /// Separators by their names in forms.
    static let separators: [(name: String, byte: UInt8)] = [
        ("comma", UInt8(ascii: ",")), ("semicolon", UInt8(ascii: ";")), ("tab", UInt8(ascii: "\t")),
        ("bar", UInt8(ascii: "|")),
    ]

    /// Reads a form. An empty field leaves its part to the proposal.
    /// - Parameter before: the corrections so far. If two columns hold one field, the one that changed since has it.
    /// - Throws: `invalidField`.
    init(_ fields: FormFields, before: ReadingCorrections) throws(RequestError) {
        choosesColumns = fields["columns"] == "yes"
        overrides.encoding = try fields.choice("encoding") { TextEncoding(rawValue: $0) }
        overrides.separator = try fields.choice("separator") { name in
            ReadingCorrections.separators.first { $0.name == name }?.byte
        }
        overrides.sheet = fields.given("sheet")
        overrides.headerRow = try fields.choice("headerRow") { text in
            guard text.utf8.count <= 7, text.utf8.allSatisfy({ (0x30...0x39).contains($0) }) else { return nil }
            return Int(text).flatMap { (0...1_000_000).contains($0) ? $0 : nil }
        }
        overrides.decimal = try fields.choice("decimal") { DecimalSeparator(rawValue: $0) }
        overrides.dateOrder = try fields.choice("dates") { DateOrder(rawValue: $0) }
        overrides.currency = try fields.choice("currency") { Currency(utf8: Array($0.utf8)) }
        for (name, value) in fields.pairs where name.hasPrefix("sign-") && !value.isEmpty {
            let sign = String(name.dropFirst("sign-".count))
            guard let currency = CurrencySymbols.currencies(of: sign).first(where: { $0.code == value }) else {
                throw .field(name, Message("request.expectedChoice"))
            }
            overrides.signs[sign] = currency
        }
        overrides.groupRows = try fields.choice("groupRows") { GroupRowMeaning(rawValue: $0) }
        overrides.totalRows = try fields.choice("totalRows") { TotalRowMeaning(rawValue: $0) }
        overrides.fillsDown = try fields.choice("fillDown") { ["yes": true, "no": false][$0] }
        overrides.keepsOtherCells = try fields.choice("otherCells") { ["text": true, "faults": false][$0] }
        // Another table may have other columns under the same numbers.
        guard isOfSameTable(as: before) else { return }
        for (name, value) in fields.pairs where name.hasPrefix("column-") && !value.isEmpty {
            guard let number = Int(name.dropFirst("column-".count)), (1...100_000).contains(number),
                let target = ColumnTarget(named: value)
            else { throw .field(name, Message("request.expectedChoice")) }
            overrides.targets[number] = target
        }
        if let number = try fields.choice("nameColumn", { Int($0) }) { overrides.targets[number] = .field(.name) }
        dropConflicts(before: before.overrides.targets)
    }

    /// Whether the columns are the same as before.
    private func isOfSameTable(as other: ReadingCorrections) -> Bool {
        let (one, other) = (overrides, other.overrides)
        return one.encoding == other.encoding && one.separator == other.separator && one.sheet == other.sheet
            && one.headerRow == other.headerRow
    }

    /// Leaves columns to the proposal whose field was given to another one.
    private mutating func dropConflicts(before: [Int: ColumnTarget]) {
        let byAge = overrides.targets.sorted { one, other in
            let isOld = (before[one.key] == one.value, before[other.key] == other.value)
            return isOld.0 == isOld.1 ? one.key < other.key : isOld.1
        }
        var kept: [Int: ColumnTarget] = [:]
        for (number, target) in byAge where target.joinsColumns || !kept.values.contains(where: target.conflicts) {
            kept[number] = target
        }
        overrides.targets = kept
    }
}

extension FormFields {
    /// The value of a field; nil if it is empty or missing.
    fileprivate func given(_ name: String) -> String? { self[name].flatMap { $0.isEmpty ? nil : $0 } }

    /// The choice that a field names; nil if it is empty or missing.
    /// - Throws: `invalidField` if there is no such choice.
    fileprivate func choice<Choice>(_ name: String, _ parse: (String) -> Choice?) throws(RequestError) -> Choice? {
        guard let text = given(name) else { return nil }
        guard let choice = parse(text) else { throw .field(name, Message("request.expectedChoice")) }
        return choice
    }
}
