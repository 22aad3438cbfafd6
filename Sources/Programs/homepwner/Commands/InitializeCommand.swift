import Inventory
import InventoryStore
import Localization
import Message

extension Command {
    static let initialize = Command(
        name: "init",
        options: SettingsOptions.all + [.store, .help],
        examples: [
            "init --currency EUR",
            "init --store ~/house --owner \"Ada Lovelace\" --policy-number P-77",
        ],
        run: { invocation in
            let path = try invocation.storePath()
            try invocation.initialize(StoreAddress.displayName(path)) {
                try InventoryStore.make(at: path, settings: $0)
            }
        })
}

extension Invocation {
    /// Creates an inventory with the settings of the call, and prints its path and currency.
    func initialize(_ displayName: String, _ make: (InventorySettings) throws -> Void) throws {
        let usual = try UsualCurrency(self, store: nil)
        let settings = try SettingsOptions.changed(InventorySettings(currency: usual.currency), by: arguments)
        try make(settings)
        usual.explain(to: console)
        try announce(
            localized("init.done", ["store": .text(displayName.onOneLine), "currency": .value(settings.currency)]))
    }
}
