import InventoryModel

extension Command {
    static let settings = Command(
        name: "settings",
        summary: "shows or changes what holds for the whole inventory",
        description: """
            Without options it shows the settings. An empty text takes an owner, address, insurer or policy number away. \
            A new currency changes no amount that stands already.
            """,
        options: SettingsOptions.all + [.json, .store, .help],
        examples: [
            .init("settings", "shows them"),
            .init("settings --time-zone Asia/Taipei --locale zh-Hant", "changes two of them"),
        ])
}
