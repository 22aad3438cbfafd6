import Inventory

/// Columns that are computed from an item's texts, so that plain SQL sorts and filters by them: byte strings that compare
/// byte by byte, NULL if the text is missing or empty.
enum DerivedColumn: Int, CaseIterable {
    case nameKey, serialNumberKey, locationKey, categoryKey, manufacturerKey, assetIdentifierKey
    case locationPath

    /// The name in SQL.
    var name: String {
        switch self {
        case .nameKey: "name_key"
        case .serialNumberKey: "serial_number_key"
        case .locationKey: "location_key"
        case .categoryKey: "category_key"
        case .manufacturerKey: "manufacturer_key"
        case .assetIdentifierKey: "asset_identifier_key"
        case .locationPath: "location_path"
        }
    }

    /// The number of the parameter in a statement that sets every column; these come after all of ``ItemColumn``.
    var parameter: Int { ItemColumn.allCases.count + 2 + rawValue }

    /// The field that the column is computed from.
    var field: ItemField {
        switch self {
        case .nameKey: .name
        case .serialNumberKey: .serialNumber
        case .locationKey, .locationPath: .location
        case .categoryKey: .category
        case .manufacturerKey: .manufacturer
        case .assetIdentifierKey: .assetIdentifier
        }
    }

    /// The column's bytes for a text; nil for NULL.
    func value(of text: UnsafeBufferPointer<UInt8>, _ collation: Collation) -> [UInt8]? {
        guard !text.isEmpty else { return nil }
        var value: [UInt8] = []
        append(valueOf: text, to: &value, collation)
        return value
    }

    /// Appends the column's bytes for a text that is not empty.
    func append(valueOf text: UnsafeBufferPointer<UInt8>, to value: inout [UInt8], _ collation: Collation) {
        switch self {
        case .locationPath: LocationPath.append(text, to: &value)
        case .locationKey: collation.append(keyOfPath: text, to: &value)
        default: collation.append(keyOf: text, to: &value)
        }
    }

    /// The column that sorts items by a text field.
    static func sortKey(of field: ItemField) -> DerivedColumn? {
        allCases.first { $0.field == field && $0 != .locationPath }
    }

    /// The columns that are computed from a field.
    static func columns(of field: ItemField) -> [DerivedColumn] {
        switch field {
        case .location: [.locationKey, .locationPath]
        default: sortKey(of: field).map { [$0] } ?? []
        }
    }
}
