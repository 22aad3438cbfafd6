import Inventory
import Localization

/// Makes an item of the named values of a document: JSON, XML, an archive.
struct ItemBuilder {
    private(set) var item: Item
    private(set) var stated: [ItemField] = []
    private(set) var faults: [ImportFieldDiagnostic] = []
    private let options: ImportOptions

    init(identifiers: inout ItemIDGenerator, options: ImportOptions) {
        item = Item(id: identifiers.next(at: options.timestamp), name: "", dateCreated: options.timestamp)
        self.options = options
    }

    /// Whether the item carries its own key.
    var hasExplicitID: Bool { stated.contains(.id) }

    mutating func fault(_ path: String, line: Int? = nil, _ problem: String, remedy: String = "") {
        faults.append(
            ImportFieldDiagnostic(
                column: path.isEmpty ? nil : .init(number: 0, name: path), line: line, problem: problem, remedy: remedy)
        )
    }

    mutating func fault(_ path: String, line: Int? = nil, _ error: ValueError) {
        fault(path, line: line, error.description)
    }

    /// Notes that the document speaks of a field.
    /// - Returns: whether this is the first time.
    mutating func state(_ field: ItemField, path: String, line: Int? = nil) -> Bool {
        if stated.contains(field) {
            fault(path, line: line, said("reading.itStandsTwice"), remedy: said("reading.keepOne"))
            return false
        }
        stated.append(field)
        return true
    }

    /// Puts a value into a field, under its rules.
    mutating func set(_ field: ItemField, to value: FieldValue, path: String, line: Int? = nil) {
        do throws(ValueError) {
            switch value {
            case .text(let text): try check(text)
            case .tags(let tags): for tag in tags { try check(tag) }
            case .customFields(let fields):
                for field in fields {
                    try check(field.name)
                    try check(field.value)
                }
            default: break
            }
            // Text that is there but empty says no more than text that is not.
            try item.set(field, to: value == .text("") && field != .name ? .none : value)
        } catch {
            fault(path, line: line, error)
        }
    }

    /// Reads the plain text form of a field and puts it there; an amount is in `currency` where it names none.
    mutating func set(_ field: ItemField, parsing text: String, currency: String?, path: String, line: Int? = nil) {
        do throws(ValueError) {
            var money = options.currency
            if let currency { money = try Currency(code: currency) }
            let value = try field.kind == .text ? .text(text) : field.parse(text, currency: money)
            if let currency, case .money(let amount) = value, amount.currency != money {
                throw .malformed(expected: said("reading.anAmountInAs", currency))
            }
            set(field, to: value, path: path, line: line)
        } catch {
            fault(path, line: line, error)
        }
    }

    func check(_ text: String) throws(ValueError) {
        guard text.utf8.count <= options.textLimit else { throw .outOfRange(said("items.aTextHoldsAt")) }
        guard !text.utf8.contains(0) else { throw .malformed(expected: said("reading.textWithoutNulCharacters")) }
    }

    /// The item, or its faults, found at a place from 1.
    ///
    /// - Parameters:
    ///   - source: the text of the item for the rejects file, where it has one.
    ///   - allowsNegativeAmounts: whether amounts may be below 0 though the item has no key of its own.
    consuming func entry(
        place: Int, line: Int?, source: some Collection<UInt8> = EmptyCollection(), allowsNegativeAmounts: Bool = false
    ) -> InventoryReader.Entry {
        if !stated.contains(.name), !hasExplicitID, faults.isEmpty {
            fault("name", line: line, said("reading.theItemHasNeither"), remedy: said("reading.giveItAName"))
        }
        if !allowsNegativeAmounts, !hasExplicitID {
            for field in ItemField.allCases where field.kind == .money {
                guard case .money(let money) = item[field], money.minorUnits < 0 else { continue }
                fault(field.path.joined(separator: "."), line: line, .outOfRange(said("items.anAmountIsOr")))
            }
        }
        if faults.isEmpty, !item.hasExactLineValue {
            faults.append(.uncountable(.init(number: 0, name: ItemField.quantity.name)))
        }
        if faults.isEmpty { return .item(IncomingItem(item: item, stated: ItemFieldSet(stated), row: place)) }
        return .fault(
            ImportRowDiagnostic(
                row: place, line: line, faults: faults,
                rejected: RejectsCSV.row(place: place, faults: faults, source: source), isInTable: false))
    }
}

/// The rejects file of a format that is no table: a CSV of places, faults and, where there is one, the item's text.
enum RejectsCSV {
    static let header = Array("item,fault,source\n".utf8)

    static func row(place: Int, faults: [ImportFieldDiagnostic], source: some Collection<UInt8>) -> [UInt8] {
        var row = Array("\(place),".utf8)
        append(faults.map(\.description).joined(separator: "; ").utf8, to: &row)
        row.append(UInt8(ascii: ","))
        append(source, to: &row)
        row.append(UInt8(ascii: "\n"))
        return row
    }

    private static func append(_ text: some Collection<UInt8>, to row: inout [UInt8]) {
        row.append(UInt8(ascii: "\""))
        for byte in text {
            if byte == UInt8(ascii: "\"") { row.append(byte) }
            row.append(byte)
        }
        row.append(UInt8(ascii: "\""))
    }
}

/// The names of an item's fields in JSON and XML.
enum ItemFieldNames {
    /// What follows from other fields, or belongs to the document.
    static let derived: Set<String> = [
        "line", "lineValue", "revision", "replacementCost", "depreciationAmount", "actualCashValue",
    ]

    /// Fields by their path with points: `purchase.date`.
    static let fields: [String: ItemField] = Dictionary(
        uniqueKeysWithValues: ItemField.allCases.map { ($0.path.joined(separator: "."), $0) })

    /// Names that hold other fields.
    static let groups: Set<String> = Set(ItemField.allCases.compactMap { $0.path.count > 1 ? $0.path[0] : nil })
}
