import Database
import FoundationEssentials
import Inventory

/// The settings of the inventory by name, and a few values that the store keeps for itself.
struct SettingsTable {
    let connection: StoreConnection
    /// The name of the value that says how the items' sort keys were made.
    static let sortKeys = "collation"
    /// The beginning of the names of time stamps, whose values are large.
    static let stamps = "stamp:"

    func settings() throws -> InventorySettings {
        var values: [String: String] = [:]
        try connection.forEach(
            "SELECT name, value FROM settings WHERE inventory = ?1 AND name NOT LIKE '\(SettingsTable.stamps)%'"
        ) { row in
            values[row.text(0) ?? ""] = row.text(1)
        }
        guard let settings = InventorySettings(named: values) else {
            throw StoreError.damaged(path: connection.path, .unreadableSettings)
        }
        return settings
    }

    func replace(_ settings: InventorySettings) throws {
        for (name, value) in settings.named {
            if let value { try set(value, for: name) } else { try remove(name) }
        }
    }

    /// Number of times that order keys were reassigned: an old key is exact only as long as this stays the same.
    func orderKeyGeneration() throws -> Int64 { try value("layout").flatMap { Int64($0) } ?? 0 }

    func set(orderKeyGeneration: Int64) throws { try set(String(orderKeyGeneration), for: "layout") }

    /// The store's own id, made with it.
    func identifier() throws -> UUID {
        guard let id = try value("identifier").flatMap(UUID.init(uuidString:)) else {
            throw StoreError.damaged(path: connection.path, .missingStoreID)
        }
        return id
    }

    func set(identifier: UUID) throws { try set(identifier.uuidString.lowercased(), for: "identifier") }

    // One value

    func value(_ name: String) throws -> String? {
        try connection.first("SELECT value FROM settings WHERE inventory = ?1 AND name = ?2", .text(name)) {
            $0.text(0)
        }
    }

    func set(_ value: String, for name: String) throws {
        try connection.insertion(
            into: "settings", columns: ["inventory", "name", "value"],
            onConflict: .replace(key: Schema.key("name", connection.dialect)), .text(name), .text(value)
        ).run()
    }

    /// The values whose names begin with some words, by the rest of their names.
    func values(after prefix: String) throws -> [String: String] {
        var values: [String: String] = [:]
        try connection.forEach(
            "SELECT name, value FROM settings WHERE inventory = ?1 AND name LIKE ?2", .text(prefix + "%")
        ) { row in
            guard let name = row.text(0), name.hasPrefix(prefix) else { return }
            values[String(name.dropFirst(prefix.count))] = row.text(1)
        }
        return values
    }

    func remove(_ name: String) throws {
        try connection.run("DELETE FROM settings WHERE inventory = ?1 AND name = ?2", .text(name))
    }
}

extension InventorySettings {
    /// Every setting by its name; nil if it is not stated.
    var named: [String: String?] {
        let facts = OwnerFact.allCases.map { ($0.rawValue, self[$0]) }
        return [
            "currency": currency.code, "locale": locale, "timeZone": timeZone, "dateOfLoss": dateOfLoss?.description,
        ].merging(facts) { $1 }
    }

    /// Settings from their values by name; nil without a currency.
    init?(named values: [String: String]) {
        guard let currency = values["currency"].flatMap({ Currency(utf8: $0.utf8) }) else { return nil }
        self.init(currency: currency)
        locale = values["locale"] ?? locale
        timeZone = values["timeZone"] ?? timeZone
        for fact in OwnerFact.allCases { self[fact] = values[fact.rawValue] }
        dateOfLoss = values["dateOfLoss"].flatMap { try? CalendarDate($0.utf8) }
    }
}
