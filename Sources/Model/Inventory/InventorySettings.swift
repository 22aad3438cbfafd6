/// The settings of a whole inventory.
package struct InventorySettings: Equatable, Sendable {
    /// The currency of amounts without a currency code.
    package var currency: Currency
    /// The language of documents, with a region or without: `en`, `en-GB`, `zh-Hant` (BCP 47).
    package var locale: String
    /// The time zone of dates in documents, a name of the IANA database.
    package var timeZone: String
    /// The owner's name.
    package var owner: String?
    /// The owner's address.
    package var address: String?
    /// The insurer's name.
    package var insurer: String?
    /// The number of the policy.
    package var policyNumber: String?

    /// The insurer's number for a claim.
    package var claimNumber: String?
    /// The day of the claimed loss.
    package var dateOfLoss: CalendarDate?

    /// The language of an inventory that states none.
    package static let usualLocale = "en"

    /// The settings of a new inventory.
    package init(currency: Currency, locale: String = usualLocale, timeZone: String = "UTC") {
        self.currency = currency
        self.locale = locale
        self.timeZone = timeZone
    }
}
