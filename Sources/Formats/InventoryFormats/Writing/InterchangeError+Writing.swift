import FoundationEssentials
import Inventory
import Localization

/// The words of every error of writing, in one place.
extension InterchangeError {
    static func currencyMismatch(_ item: Item, _ field: ItemField, format: FileFormat, currency: Currency)
        -> InterchangeError
    {
        InterchangeError(
            .unwritable,
            said("reading.itemItsIsNot", item.id.uuidString.lowercased(), field.name, currency.code, format.title),
            remedy: said("reading.exportTheItemsOf"))
    }

    static func negative(_ item: Item, _ field: ItemField, format: FileFormat) -> InterchangeError {
        InterchangeError(
            .unwritable,
            said("reading.itemItsIsBelow", item.id.uuidString.lowercased(), field.name, format.title),
            remedy: said("reading.editTheAmountOr"))
    }

    static func fraction(_ item: Item, currency: Currency) -> InterchangeError {
        InterchangeError(
            .unwritable,
            said("reading.itemTheArchiveHolds", item.id.uuidString.lowercased(), currency.code),
            remedy: said("reading.allowRoundingWithRound"))
    }

    static func columnNotNamed(_ item: Item) -> InterchangeError {
        InterchangeError(
            .unwritable, said("reading.itemItHasAn", item.id.uuidString.lowercased()),
            remedy: said("reading.nameEveryOwnField"))
    }

    static func nulInText(_ item: Item, _ field: ItemField) -> InterchangeError {
        InterchangeError(
            .unwritable, said("reading.itemItsHoldsA", item.id.uuidString.lowercased(), field.name),
            remedy: said("reading.editTheText"))
    }
}
