import Inventory
import Reports

/// The options for the settings of an inventory.
enum SettingsOptions {
    static let currency = Option.value("currency", "CODE", heading: .settings)
    static let locale = locale(.settings)
    static let timeZone = Option.value("time-zone", "ZONE", heading: .settings)
    static let owner = Option.value("owner", "NAME", heading: .settings)
    static let address = Option.value("address", "TEXT", heading: .settings)
    static let insurer = Option.value("insurer", "NAME", heading: .settings)
    static let policyNumber = Option.value("policy-number", "TEXT", heading: .settings)

    static let claimNumber = Option.value("claim-number", "TEXT", heading: .settings)
    static let dateOfLoss = Option.value("date-of-loss", "DATE", heading: .settings)

    static let all = [
        currency, locale, timeZone, owner, address, insurer, policyNumber, claimNumber, dateOfLoss,
    ]

    static func locale(_ heading: OptionGroup) -> Option {
        var option = Option.value("locale", "LOCALE", choices: ReportLocale.languages, heading: heading)
        option.choicesAreExamples = true
        return option
    }

    /// The language and region that the call names (BCP 47), as `en-GB` even if it is entered as `en_gb`.
    /// - Throws: `badValue` if the program does not have the language.
    static func statedLocale(_ arguments: Arguments) throws(UsageError) -> String? {
        try arguments.text(locale).map { text throws(UsageError) in
            do { return try ReportLocale(language: text, timeZone: "UTC").tag } catch {
                throw .badValue(option: locale.spelling, problem: CommandError.text(of: error))
            }
        }
    }

    /// The settings changed by the call; an empty text removes an owner, address, insurer or number.
    /// - Throws: `badValue` if a currency or time zone does not exist.
    static func changed(
        _ settings: InventorySettings, by arguments: Arguments
    ) throws(UsageError) -> InventorySettings {
        var settings = settings
        if let code = try arguments.read(currency, { code throws(ValueError) in try Currency(code: code) }) {
            settings.currency = code
        }
        settings.locale = try statedLocale(arguments) ?? settings.locale
        if let zone = arguments.text(timeZone) {
            do {
                _ = try ReportLocale(language: "en", timeZone: zone)
            } catch {
                throw .badValue(option: timeZone.spelling, problem: CommandError.text(of: error))
            }
            settings.timeZone = zone
        }
        func changed(_ option: Option, _ current: String?) -> String? {
            guard let text = arguments.text(option) else { return current }
            return text.isEmpty ? nil : text
        }
        settings.owner = changed(owner, settings.owner)
        settings.address = changed(address, settings.address)
        settings.insurer = changed(insurer, settings.insurer)
        settings.policyNumber = changed(policyNumber, settings.policyNumber)
        settings.claimNumber = changed(claimNumber, settings.claimNumber)
        if arguments.has(dateOfLoss) {
            settings.dateOfLoss =
                try arguments.text(dateOfLoss) == ""
                ? nil : arguments.read(dateOfLoss) { text throws(ValueError) in try CalendarDate(text.utf8) }
        }
        return settings
    }

    /// The settings by name, for lists of them; nil is "not stated".
    static func listed(_ settings: InventorySettings) -> [(option: Option, value: String?)] {
        [
            (currency, settings.currency.code), (locale, settings.locale), (timeZone, settings.timeZone),
            (owner, settings.owner), (address, settings.address), (insurer, settings.insurer),
            (policyNumber, settings.policyNumber),
            (claimNumber, settings.claimNumber), (dateOfLoss, settings.dateOfLoss?.description),
        ]
    }
}
