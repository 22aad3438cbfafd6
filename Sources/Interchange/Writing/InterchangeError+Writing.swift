import FoundationEssentials
import InventoryModel

/// The words of every error of writing, in one place.
extension InterchangeError {
    static func otherCurrency(_ item: Item, _ field: ItemField, format: FileFormat, currency: Currency)
        -> InterchangeError
    {
        InterchangeError(
            .unwritable,
            "item \(item.id.uuidString.lowercased()): its \(field.rawValue) is not in \(currency.code), "
                + "and the \(format.title) names no currency",
            remedy: "export the items of one currency with --where, or use csv, json or xml")
    }

    static func fraction(_ item: Item, currency: Currency) -> InterchangeError {
        InterchangeError(
            .unwritable,
            "item \(item.id.uuidString.lowercased()): the archive holds whole amounts of \(currency.code) only",
            remedy: "allow rounding with --round, or use csv, json or xml")
    }

    static func columnNotNamed(_ item: Item) -> InterchangeError {
        InterchangeError(
            .unwritable, "item \(item.id.uuidString.lowercased()): it has an own field that no column was made for",
            remedy: "name every own field before the first row")
    }

    static func nulInText(_ item: Item, _ field: ItemField) -> InterchangeError {
        InterchangeError(
            .unwritable, "item \(item.id.uuidString.lowercased()): its \(field.rawValue) holds a NUL character",
            remedy: "edit the text")
    }
}
