import Inventory

/// The columns of Snipe-IT's import sample and of its custom asset report in English. Others become custom fields.
enum SnipeITColumns {
    private static let known: [String: ColumnTarget] = [
        "name": .field(.name), "asset name": .field(.name), "item name": .field(.name),
        "asset tag": .assetTag, "category": .field(.category), "supplier": .field(.purchasePlace),
        "manufacturer": .field(.manufacturer), "location": .field(.location), "model": .modelName,
        "model number": .field(.modelNumber), "model no.": .field(.modelNumber),
        "serial": .field(.serialNumber), "serial number": .field(.serialNumber),
        "asset notes": .field(.notes), "notes": .field(.notes),
        "purchase date": .field(.purchaseDate), "purchased": .field(.purchaseDate),
        "purchase cost": .price, "cost": .price, "current value": .field(.value),
        "warranty": .warrantyMonths, "warranty months": .warrantyMonths, "model name": .modelName,
        "warranty expires": .field(.warrantyExpires), "status": .status,
        "created at": .field(.dateCreated), "quantity": .field(.quantity), "url": .field(.url),
    ]

    /// Headings that few other lists have. Any list of things may have asset tags, models and serial numbers.
    private static let ofSnipeIT: Set<String> = [
        "asset name", "item name", "model no.", "model notes", "asset notes", "company", "supplier", "purchase cost",
        "purchased", "warranty expires", "checkout type", "checked out", "status", "created at", "order number",
        "asset eol date",
    ]

    /// Headings that no other list has beside an asset tag.
    private static let onlyOfSnipeIT: Set<String> = [
        "asset name", "model no.", "model notes", "asset notes", "checkout type", "checked out", "asset eol date",
    ]

    /// Whether a header is Snipe-IT's: the asset tag, and a heading that only Snipe-IT has or two that few others have.
    static func detect(_ names: [String]) -> Bool {
        let names = lowercased(names)
        return names.contains("asset tag")
            && (names.intersection(ofSnipeIT).count >= 2 || !names.isDisjoint(with: onlyOfSnipeIT))
    }

    static func lowercased(_ names: [String]) -> Set<String> { Set(names.map { $0.lowercased() }) }

    /// Returns the target of a column, given all names of the header in lower case.
    static func target(of name: String, among names: Set<String>) -> ColumnTarget {
        switch known[name.lowercased()] {
        case nil: .customField(name)
        // The report has the current value beside the cost, and the end of the warranty beside its months.
        case .price where names.contains("current value"): .field(.purchasePrice)
        case .warrantyMonths where names.contains("warranty expires"): .customField(name)
        case .some(let target): target
        }
    }
}
