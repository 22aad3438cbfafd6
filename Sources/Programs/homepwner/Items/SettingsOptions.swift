import Inventory
import Reports

/// The options for the settings of an inventory.
enum SettingsOptions {
    static let currency = Option.value("currency", "CODE", heading: .settings)
    static let locale = locale(.settings)
    static let timeZone = Option.value("time-zone", "ZONE", heading: .settings)
    static let facts = OwnerFact.allCases.map { ($0, fact($0, .settings)) }
    static let dateOfLoss = Option.value("date-of-loss", "DATE", heading: .settings)

    static let all = [currency, locale, timeZone] + facts.map(\.1) + [dateOfLoss]

    /// The option for a text of the owner.
    static func fact(_ fact: OwnerFact, _ heading: OptionGroup) -> Option {
        .value(fact.optionName, [.owner, .insurer].contains(fact) ? "NAME" : "TEXT", heading: heading)
    }

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

    /// The settings changed by the call; an empty text removes one of the owner's.
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
        for (fact, option) in facts {
            if let text = arguments.text(option) { settings[fact] = text.isEmpty ? nil : text }
        }
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
        ] + facts.map { ($1, settings[$0]) } + [(dateOfLoss, settings.dateOfLoss?.description)]
    }
}
