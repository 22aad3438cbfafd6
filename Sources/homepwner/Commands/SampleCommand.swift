import InventoryModel

extension Command {
    static let sample = Command(
        name: "sample",
        summary: "adds made-up items, to try things out",
        description: """
            The items are those of the old app: a fluffy, rusty or shiny bear, spork or Mac, a serial number such as \
            0A0A0 and a value below 100. With --rich they are what households have, with every field in use. The \
            inventory is made where there is none. All items are one change, which 'homepwner undo' takes back.
            """,
        options: [
            .sampleCount, .sampleSeed, .sampleRich, .sampleCurrencies, .store, .help,
        ],
        examples: [
            .init("sample --count 100", "adds a hundred of the old app's items"),
            .init("sample --rich --count 500 --seed 7 --store demo", "makes a household that is the same every time"),
        ])
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
