import Inventory
import InventoryStore
import Localization
import Messages

extension Command {
    static let initialize = Command(
        name: "init",
        options: SettingsOptions.all + [.store, .help],
        examples: [
            "init --currency EUR",
            "init --store ~/house --owner \"Ada Lovelace\" --policy-number P-77",
        ],
        run: { invocation in
            let usd = try Currency(code: "USD")
            let settings = try SettingsOptions.changed(InventorySettings(currency: usd), by: invocation.arguments)
            let path = try invocation.storePath()
            try InventoryStore.make(at: path, settings: settings)
            try invocation.announce(
                localized("init.done", ["store": .text(path.onOneLine), "currency": .value(settings.currency)]))
        })
}
