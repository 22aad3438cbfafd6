import Inventory
import JSON

/// The names of columns in a plain CSV: those of the item's fields, in any case, with or without spaces, hyphens,
/// underscores and points (`serialNumber`, `serial-number`, `Serial Number`), and a few more.
enum PlainColumns {
    private static let known: [String: ColumnTarget] = {
        var known: [String: ColumnTarget] = [
            "parentreference": .parentReference, "currency": .currency(of: nil), "record": .recordKind,
        ]
        // Columns of reports that are computed from other fields.
        for derived in [
            "replacementcost", "evidence", "filename", "sha256",
        ] { known[derived] = .ignored }
        for computed in ReportColumn.Computed.allCases.map({ folded($0.rawValue) }) {
            known[computed] = .ignored
            known[computed + "currency"] = .ignored
        }
        for field in ItemField.csvColumns {
            known[folded(field.name)] = .field(field)
            if field.kind == .money { known[folded(field.name) + "currency"] = .currency(of: field) }
        }
        return known
    }()

    private static func folded(_ name: String) -> String {
        String(decoding: name.utf8.filter { ![0x20, 0x2D, 0x2E, 0x5F].contains($0) }, as: UTF8.self).lowercased()
    }

    static func target(of name: String) -> ColumnTarget? {
        if let point = name.firstIndex(of: "."), folded(String(name[..<point])) == "customfields" {
            let own = name[name.index(after: point)...]
            return own.isEmpty ? nil : .customField(String(own))
        }
        return known[folded(name)]
    }

    /// Returns the field with the most similar name, nil if none is similar.
    static func suggestion(for name: String) -> String? {
        let wanted = Array(folded(name).utf8.prefix(40))
        guard wanted.count > 2 else { return nil }
        let near = ItemField.csvColumns.map { field in
            (field: field, distance: editDistance(wanted, Array(folded(field.name).utf8)))
        }.min { $0.distance < $1.distance }
        return near.flatMap { $0.distance <= max(1, wanted.count / 3) ? $0.field.name : nil }
    }
}
