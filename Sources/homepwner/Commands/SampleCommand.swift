import InventoryModel
import InventoryStore

extension Command {
    static let sample = Command(
        name: "sample",
        summary: "adds made-up items, to try things out",
        description: """
            The items are those of the old app: a fluffy, rusty or shiny bear, spork or Mac, a serial number such as \
            0A0A0 and a value below 100. With --rich they are what households have, with every field in use. Those of \
            the same seed that are there already are left as they are. The inventory is made where there is none. All \
            items are one change, which 'homepwner undo' takes back.
            """,
        options: [.sampleCount, .sampleSeed, .sampleRich, .sampleCurrencies, .store, .help],
        examples: [
            .init("sample --count 100", "adds a hundred of the old app's items"),
            .init("sample --rich --count 500 --seed 7 --store demo", "makes a household that is the same every time"),
        ],
        run: addSamples)

    private static func addSamples(_ call: Call) throws {
        let arguments = call.arguments
        let count = try arguments.number(.sampleCount, in: 0...100_000_000) ?? 10
        let seed = try arguments.number(.sampleSeed, in: 0...Int.max).map(UInt64.init)
        let currencies = try arguments.read(.sampleCurrencies) { text throws(ValueError) in
            try text.split(separator: ",").map { code throws(ValueError) in try Currency(code: String(code)) }
        }
        if currencies?.isEmpty == true {
            throw CallError.badValue(option: "--currencies", problem: "expected codes such as USD,EUR,JPY")
        }
        let first = try currencies?.first ?? Currency(code: "USD")
        let target = try StoreTarget(at: call.storePath(), settings: InventorySettings(currency: first))
        let usual = try target.store.snapshot().settings.currency
        var maker = SampleItems(
            seed: seed, now: call.now, currencies: currencies ?? [usual], isRich: arguments.has(.sampleRich))
        let progress = Progress("adding", unit: "items", on: call.console)
        var known = 0
        let outcome = try target.store.importItems(call.context, source: "sample") { importer in
            for number in 1...max(count, 1) where number <= count {
                let item = maker.next()
                if try importer.holds(item.id) {
                    known += 1
                } else {
                    try importer.put(IncomingItem(item: item, stated: .all, row: number))
                }
                if number & 0xFFF == 0 { progress.update(number, of: count) }
            }
        }
        try target.keep()
        progress.finish()
        let left = known > 0 ? "; \(Words.count(known, "item")) of this seed there already, left as they are" : ""
        try call.announce("added \(Words.count(outcome.counts.added, "item"))\(left)")
    }
}

extension Option {
    static let sampleCount = value("count", "N", "how many", initially: "10")
    static let sampleSeed = value(
        "seed", "N", "makes the same items for the same number, dates and keys included",
        initially: "new ones each time")
    static let sampleRich = flag("rich", "makes realistic items with every field in use")
    static let sampleCurrencies = value(
        "currencies", "CODES", "the currencies of the values, as in USD,EUR,JPY, the first for most of them",
        initially: "the inventory's")
}
