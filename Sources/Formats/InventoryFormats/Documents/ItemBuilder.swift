import Inventory

/// Builds an item from the named values of a document: JSON, XML, an archive.
struct ItemBuilder {
    private(set) var item: Item
    private(set) var stated: [ItemField] = []
    private(set) var diagnostics: [ImportFieldDiagnostic] = []
    /// The number of diagnostics beyond the limit.
    private var unlisted = 0
    /// The maximum number of diagnostics of one item. The others are only counted.
    private static let maximumDiagnostics = 20
    private let options: ImportOptions

    init(identifiers: inout ItemIDGenerator, options: ImportOptions) {
        item = Item(id: identifiers.next(at: options.timestamp), name: "", dateCreated: options.timestamp)
        self.options = options
    }

    /// Whether the item has an id of its own.
    var hasExplicitID: Bool { stated.contains(.id) }

    /// Adds a diagnostic for a value, or for the whole item.
    mutating func report(_ reason: ImportFieldDiagnostic.Reason, path: String? = nil, line: Int? = nil) {
        guard diagnostics.count < ItemBuilder.maximumDiagnostics else {
            unlisted += 1
            return
        }
        let location = path.map { ImportFieldDiagnostic.Location.path(String($0.prefix(80))) }
        diagnostics.append(ImportFieldDiagnostic(location, line: line, reason))
    }

    /// Records that the document states a field.
    /// - Returns: whether this is the first time.
    mutating func state(_ field: ItemField, path: String, line: Int? = nil) -> Bool {
        if stated.contains(field) {
            report(.duplicateMember, path: path, line: line)
            return false
        }
        stated.append(field)
        return true
    }

    /// Sets a field and checks its rules.
    mutating func set(_ field: ItemField, to value: FieldValue, path: String, line: Int? = nil) {
        do {
            switch value {
            case .text(let text): _ = try Item.checked(text)
            case .tags(let tags): for tag in tags { _ = try Item.checked(tag) }
            case .customFields(let fields):
                for field in fields {
                    _ = try Item.checked(field.name)
                    _ = try Item.checked(field.value)
                }
            default: break
            }
            // Empty text means the same as no text.
            try item.set(field, to: value == .text("") && field != .name ? .none : value)
        } catch {
            report(.value(error), path: path, line: line)
        }
    }

    /// Sets a field to a value in plain text. An amount without a currency is in `currency`.
    mutating func set(_ field: ItemField, parsing text: String, currency: String?, path: String, line: Int? = nil) {
        do {
            var money = options.currency
            if let currency { money = try Currency(code: currency) }
            let value = try field.kind == .text ? .text(text) : field.parse(text, currency: money)
            if let currency, case .money(let amount) = value, amount.currency != money {
                return report(.otherCurrency(stated: currency, inColumn: false), path: path, line: line)
            }
            set(field, to: value, path: path, line: line)
        } catch {
            report(.value(error), path: path, line: line)
        }
    }

    /// Returns the item at a position from 1, or its diagnostics.
    ///
    /// - Parameters:
    ///   - source: the text of the item for the rejects file, if it has one.
    ///   - allowsNegativeAmounts: whether amounts may be negative although the item has no id of its own.
    consuming func entry(
        place: Int, line: Int?, source: some Collection<UInt8> = EmptyCollection(), allowsNegativeAmounts: Bool = false
    ) -> ImportEntry {
        if !stated.contains(.name), !hasExplicitID, diagnostics.isEmpty {
            report(.missingNameAndID, path: "name", line: line)
        }
        if !allowsNegativeAmounts, !hasExplicitID {
            for field in ItemField.allCases where field.kind == .money {
                guard case .money(let money) = item[field], money.minorUnits < 0 else { continue }
                report(.negativeAmount, path: field.path.joined(separator: "."), line: line)
            }
        }
        if diagnostics.isEmpty, !item.hasExactLineValue {
            report(.lineValueTooLarge, path: ItemField.quantity.name)
        }
        if unlisted > 0 { diagnostics.append(ImportFieldDiagnostic(nil, .unlisted(unlisted))) }
        if diagnostics.isEmpty { return .item(IncomingItem(item: item, stated: ItemFieldSet(stated), row: place)) }
        return .rejected(
            RejectedRow(row: place, line: line, diagnostics: diagnostics, source: Array(source), isInTable: false))
    }
}

/// The names of an item's fields in JSON and XML.
enum ItemFieldNames {
    /// Members that follow from other fields or belong to the document.
    static let derived: Set<String> = [
        "line", "lineValue", "revision", "replacementCost", "depreciationAmount", "actualCashValue", "existedBy",
    ]

    /// Fields by their path with points: `purchase.date`.
    static let fields: [String: ItemField] = Dictionary(
        uniqueKeysWithValues: ItemField.allCases.map { ($0.path.joined(separator: "."), $0) })

    /// Names that hold other fields.
    static let groups: Set<String> = Set(ItemField.allCases.compactMap { $0.path.count > 1 ? $0.path[0] : nil })
}
