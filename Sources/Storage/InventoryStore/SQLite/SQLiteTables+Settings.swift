import FoundationEssentials
import Inventory
import Localization

extension SQLiteTables {
    func settings() throws(StoreError) -> InventorySettings {
        let statement = try statement("SELECT name, value FROM settings")
        defer { statement.reset() }
        var values: [String: String] = [:]
        while try statement.step() { values[statement.text(0) ?? ""] = statement.text(1) }
        guard let settings = InventorySettings(named: values) else {
            throw .damaged(path: path, detail: said("store.settingsNameNoCurrency"))
        }
        return settings
    }

    func replace(settings: InventorySettings) throws(StoreError) {
        for (name, value) in settings.named {
            let statement = try statement(
                value == nil
                    ? "DELETE FROM settings WHERE name = ?1"
                    : "INSERT INTO settings (name, value) VALUES (?1, ?2) ON CONFLICT DO UPDATE SET value = ?2")
            statement.bind(1, name)
            if let value { statement.bind(2, value) }
            try statement.run()
        }
    }

    func orderKeyGeneration() throws(StoreError) -> Int64 {
        try number("SELECT CAST(value AS INTEGER) FROM settings WHERE name = 'layout'") ?? 0
    }

    func set(orderKeyGeneration: Int64) throws(StoreError) {
        let statement = try statement(
            "INSERT INTO settings (name, value) VALUES ('layout', ?1) ON CONFLICT DO UPDATE SET value = ?1")
        statement.bind(1, String(orderKeyGeneration))
        try statement.run()
    }

    /// The store's own key, made with it.
    func identifier() throws(StoreError) -> UUID {
        let text = try first(try statement("SELECT value FROM settings WHERE name = 'identifier'")) {
            row throws(StoreError) in row.text(0)
        }
        guard let id = text.flatMap(UUID.init(uuidString:)) else {
            throw .damaged(path: path, detail: said("store.hasNoKeyOfItsOwn"))
        }
        return id
    }

    func set(identifier: UUID) throws(StoreError) {
        let statement = try statement("INSERT INTO settings (name, value) VALUES ('identifier', ?1)")
        statement.bind(1, identifier.uuidString.lowercased())
        try statement.run()
    }
}

extension InventorySettings {
    /// Every setting by its name; nil where nothing is stated.
    var named: [String: String?] {
        [
            "currency": currency.code, "locale": locale, "timeZone": timeZone, "owner": owner, "address": address,
            "insurer": insurer, "policyNumber": policyNumber, "claimNumber": claimNumber,
            "dateOfLoss": dateOfLoss?.description,
        ]
    }

    /// The settings of those names; nil without a currency.
    init?(named values: [String: String]) {
        guard let currency = values["currency"].flatMap({ Currency(utf8: $0.utf8) }) else { return nil }
        self.init(currency: currency)
        locale = values["locale"] ?? locale
        timeZone = values["timeZone"] ?? timeZone
        owner = values["owner"]
        address = values["address"]
        insurer = values["insurer"]
        policyNumber = values["policyNumber"]
        claimNumber = values["claimNumber"]
        dateOfLoss = values["dateOfLoss"].flatMap { try? CalendarDate($0.utf8) }
    }
}
