import FoundationEssentials
import FoundationInternationalization
import Inventory
import InventoryFormats
import InventoryStore
import Localization
import Message
import Reports

/// The currency of amounts that name none, and its origin.
struct UsualCurrency {
    let currency: Currency
    let origin: CurrencyOrigin

    /// The currency that the call names, else the inventory's, else the locale's, else US dollars.
    /// - Parameter store: the path of the inventory; nil or a missing inventory for a new one.
    /// - Throws: `badValue`; errors of the store.
    init(_ invocation: Invocation, store: String?) throws {
        if let stated = try invocation.statedCurrency() {
            (currency, origin) = (stated, .option)
        } else if let store, let known = try UsualCurrency.currency(ofStore: store) {
            (currency, origin) = (known, .inventory)
        } else if let local = UsualCurrency.local(in: invocation.environment) {
            (currency, origin) = (local.currency, .locale(local.name))
        } else {
            (currency, origin) = (try Currency(code: "USD"), .standard)
        }
    }

    private static func currency(ofStore path: String) throws -> Currency? {
        do {
            return try InventoryStore.open(at: path, for: .reading).snapshot().settings.currency
        } catch StoreError.missing {
            return nil
        }
    }

    /// The settings of a new inventory.
    func settings(_ invocation: Invocation, currency: Currency? = nil) -> InventorySettings {
        let currency = currency ?? self.currency
        return InventorySettings(currency: currency, locale: UsualCurrency.locale(in: invocation.environment, currency))
    }

    /// The language and region of a new inventory: those of the environment; without a region there, the currency's
    /// country, if its people speak the language. ISO 4217 names a currency by its country: GBP is that of GB. The euro and
    /// the dollar of the United States are used in many.
    private static func locale(in environment: [String: String], _ currency: Currency) -> String {
        func name(_ variable: String) -> Substring {
            let value = ["LC_ALL", variable, "LANG"].lazy.compactMap { environment[$0] }.first { !$0.isEmpty } ?? ""
            return value.prefix { $0 != "." && $0 != "@" }
        }
        let language = Languages.nearest(to: String(name("LC_MESSAGES"))) ?? Languages.fallback
        var region = name("LC_TIME").split(separator: "_").dropFirst().last.map(String.init)
        if region == nil, !["EUR", "USD"].contains(currency.code) {
            let country = String(currency.code.prefix(2))
            let spoken = Locale.Language(identifier: "und-\(country)").maximalIdentifier
            if spoken.hasPrefix(language + "-"), spoken.hasSuffix(country) { region = country }
        }
        let tag = region.flatMap { try? ReportLocale(language: "\(language)-\($0)", timeZone: "UTC").tag }
        return tag ?? language
    }

    /// The currency of the locale for amounts, such as `de_DE.UTF-8` (POSIX.1-2024, Base Definitions, 8.2).
    /// - Returns: nil if the locale names no territory, such as `C`.
    static func local(in environment: [String: String]) -> (currency: Currency, name: String)? {
        let value = ["LC_ALL", "LC_MONETARY", "LANG"].lazy.compactMap { environment[$0] }.first { !$0.isEmpty } ?? ""
        let name = String(value.prefix { $0 != "." && $0 != "@" })
        guard name.contains("_"), let code = Locale(identifier: name).currency?.identifier,
            let currency = try? Currency(code: code)
        else { return nil }
        return (currency, name)
    }

    /// Says why a new inventory has this currency, unless the call names it.
    func explain(to console: Console) {
        switch origin {
        case .option, .inventory: break
        case .locale(let name):
            console.complain(
                localized("currency.fromLocale", ["currency": .value(currency), "locale": .text(name.onOneLine)]))
        case .standard: console.complain(localized("currency.standard", ["currency": .value(currency)]))
        }
    }
}
