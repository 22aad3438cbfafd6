/// The settings of a whole inventory.
public struct InventorySettings: Equatable, Sendable {
    /// The currency of amounts without a currency code.
    public var currency: Currency
    /// The language of documents: `en`, `de`, `he`, `zh-Hans` or `zh-Hant` (BCP 47).
    public var locale: String
    /// The time zone of dates in documents, a name of the IANA database.
    public var timeZone: String
    /// The owner's name.
    public var owner: String?
    /// The owner's address.
    public var address: String?
    /// The insurer's name.
    public var insurer: String?
    /// The number of the policy.
    public var policyNumber: String?

    /// The insurer's number for a claim.
    public var claimNumber: String?
    /// The day of the claimed loss.
    public var dateOfLoss: CalendarDate?

    /// The settings of a new inventory.
    public init(currency: Currency, locale: String = "en", timeZone: String = "UTC") {
        self.currency = currency
        self.locale = locale
        self.timeZone = timeZone
    }
}
