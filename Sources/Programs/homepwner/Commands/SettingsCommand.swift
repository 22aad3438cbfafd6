import Inventory
import InventoryStore
import JSON
import Localization

extension Command {
    static let settings = Command(
        name: "settings",
        options: SettingsOptions.all + [.json] + Option.ofChange,
        examples: [
            "settings",
            "settings --time-zone Asia/Taipei --locale zh-Hant",
        ],
        run: { invocation in
            let arguments = invocation.arguments
            let usual = InventorySettings(currency: try Currency(code: "USD"))
            _ = try SettingsOptions.changed(usual, by: arguments)
            guard SettingsOptions.all.contains(where: arguments.has) else {
                return try showSettings(invocation.readStore().snapshot().settings, invocation)
            }
            if arguments.has(.json) { throw UsageError.nothingToDo(localized("settings.jsonOnlyShows")) }
            let store = try invocation.openStore()
            try invocation.once(store) { context in
                let settings = try SettingsOptions.changed(store.snapshot().settings, by: arguments)
                return try store.update(settings: settings, context)
            }
        })

    private static func showSettings(_ settings: InventorySettings, _ invocation: Invocation) throws {
        guard invocation.arguments.has(.json) else {
            var table = TextTable(
                [.init(localized("column.setting")), .init(localized("column.value"))], on: invocation.console)
            for (option, value) in SettingsOptions.listed(settings) {
                try table.add([option.name, value ?? localized("notStated")])
            }
            return try table.finish()
        }
        var json = JSONWriter(.pretty)
        json.object { json in
            json.add("currency", .string(settings.currency.code))
            json.add("locale", .string(settings.locale))
            json.add("timeZone", .string(settings.timeZone))
            for fact in OwnerFact.allCases {
                if let text = settings[fact] { json.add(fact.rawValue, .string(text)) }
            }
            if let day = settings.dateOfLoss { json.add("dateOfLoss", .string(day.description)) }
        }
        try invocation.console.write(json.text)
    }
}
