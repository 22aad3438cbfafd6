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
        let initial = usual.settings(self)
        let settings = try SettingsOptions.changed(initial, by: arguments)
        try make(settings)
        usual.explain(to: console)
        if !arguments.has(SettingsOptions.locale), settings.locale != InventorySettings.usualLocale {
            console.complain(localized("locale.usual", ["locale": .text(settings.locale)]))
        }
        try announce(
            localized("init.done", ["store": .text(displayName.onOneLine), "currency": .value(settings.currency)]))
    }
}
