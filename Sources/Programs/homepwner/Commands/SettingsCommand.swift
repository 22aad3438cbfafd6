import Inventory
import InventoryStore
import Localization

extension Command {
    static let settings = Command(
        name: "settings",
        options: SettingsOptions.all + [.json, .store, .help],
        examples: [
            "settings",
            "settings --time-zone Asia/Taipei --locale zh-Hant",
        ],
        run: { call in
            let arguments = call.arguments
            let usual = InventorySettings(currency: try Currency(code: "USD"))
            _ = try SettingsOptions.changed(usual, by: arguments)
            let store = try call.openStore()
            guard SettingsOptions.all.contains(where: arguments.has) else {
                return try showSettings(store.snapshot().settings, call)
            }
            if arguments.has(.json) { throw CallError.nothingToDo(said("commands.jsonShowsSettingsLeave")) }
            let current = try store.snapshot().settings
            let settings = try SettingsOptions.changed(current, by: arguments)
            try store.update(settings: settings, call.context)
        })

    private static func showSettings(_ settings: InventorySettings, _ call: Call) throws {
        guard call.arguments.has(.json) else {
            var table = Table([.init(said("commands.setting")), .init(said("commands.value"))], on: call.console)
            for (option, value) in SettingsOptions.listed(settings) {
                try table.add([option.name, value ?? said("commands.notStated")])
            }
            return try table.finish()
        }
        var json = JSONText()
        json.object { json in
            json.add("currency", .text(settings.currency.code))
            json.add("locale", .text(settings.locale))
            json.add("timeZone", .text(settings.timeZone))
            for (name, value) in [
                ("owner", settings.owner), ("address", settings.address), ("insurer", settings.insurer),
                ("policyNumber", settings.policyNumber), ("claimNumber", settings.claimNumber),
                ("dateOfLoss", settings.dateOfLoss?.description),
            ] {
                if let value { json.add(name, .text(value)) }
            }
        }
        try call.console.write(json.text)
    }
}
