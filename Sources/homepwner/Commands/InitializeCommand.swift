import InventoryModel
import InventoryStore

extension Command {
    static let initialize = Command(
        name: "init",
        summary: "makes a new, empty inventory",
        description: """
            The inventory is a folder. Keep a copy of it somewhere else too: it is the one place where your list lives.
            """,
        options: SettingsOptions.all + [.store, .help],
        examples: [
            .init("init --currency EUR", "makes inventory.homepwner here, with amounts in euros"),
            .init(
                "init --store ~/house --owner \"Ada Lovelace\" --policy-number P-77",
                "makes one elsewhere and says what stands on the insurer's report"),
        ],
        run: { call in
            let usd = try Currency(code: "USD")
            let settings = try SettingsOptions.changed(InventorySettings(currency: usd), by: call.arguments)
            let path = try call.storePath()
            try InventoryStore.create(at: path, settings: settings).close()
            try call.announce("made an empty inventory at \(path.onOneLine), with amounts in \(settings.currency)")
        })
}
