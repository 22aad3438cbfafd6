/// A text that is stated once for a whole inventory: who is insured, and what a claim is about.
package enum OwnerFact: String, CaseIterable, Sendable {
    case owner, address, phone, email, insurer, policyNumber
    /// The insurer's number for a claim, and what else is asked about the loss.
    case claimNumber, causeOfLoss, addressOfLoss, policeReportNumber

    /// The name as an option of the command line: `policy-number`.
    package var optionName: String { ItemField.optionName(rawValue) }
}

/// The settings of a whole inventory.
package struct InventorySettings: Equatable, Sendable {
    /// The currency of amounts without a currency code.
    package var currency: Currency
    /// The language of documents, with a region or without: `en`, `en-GB`, `zh-Hant` (BCP 47).
    package var locale: String
    /// The time zone of dates in documents, a name of the IANA database.
    package var timeZone: String
    /// The day of the claimed loss.
    package var dateOfLoss: CalendarDate?
    private var facts: [OwnerFact: String] = [:]

    /// The language of an inventory that states none.
    package static let usualLocale = "en"

    /// The settings of a new inventory.
    package init(currency: Currency, locale: String = usualLocale, timeZone: String = "UTC") {
        self.currency = currency
        self.locale = locale
        self.timeZone = timeZone
    }

    /// A text of the owner; nil if it is not stated.
    package subscript(fact: OwnerFact) -> String? {
        get { facts[fact] }
        set { facts[fact] = newValue }
    }
}
