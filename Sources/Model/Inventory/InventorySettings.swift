/// What the owner said once for the whole inventory.
public struct InventorySettings: Equatable, Sendable {
    /// The currency of amounts that name none.
    public var currency: Currency
    /// The language of documents: `en`, `de`, `zh-Hans` or `zh-Hant` (BCP 47).
    public var locale: String
    /// The time zone of dates in documents, a name of the IANA database.
    public var timeZone: String
    /// Whose inventory it is.
    public var owner: String?
    /// Where the owner lives.
    public var address: String?
    /// The insurer's name.
    public var insurer: String?
    /// The number of the policy.
    public var policyNumber: String?

    /// The number that the insurer gave a claim.
    public var claimNumber: String?
    /// The day of the loss that is claimed for.
    public var dateOfLoss: CalendarDate?

    /// The settings of a new inventory.
    public init(currency: Currency, locale: String = "en", timeZone: String = "UTC") {
        self.currency = currency
        self.locale = locale
        self.timeZone = timeZone
    }
}
