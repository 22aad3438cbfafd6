import Attachments
import Inventory
import InventoryStore
import Localization
import Message

extension Command {
    static let sample = Command(
        name: "sample",
        options: [.sampleCount, .sampleSeed, .sampleRich, .samplePhotos, .sampleCurrencies, .store, .help],
        examples: [
            "sample --count 100",
            "sample --rich --count 500 --seed 7 --store demo",
            "sample --photos --count 50",
        ],
        run: addSamples)

    private static func addSamples(_ invocation: Invocation) throws {
        let arguments = invocation.arguments
        let hasPhotos = arguments.has(.samplePhotos)
        let count = try arguments.number(.sampleCount, in: 0...(hasPhotos ? 100_000 : 100_000_000)) ?? 10
        let seed = try arguments.number(.sampleSeed, in: 0...Int.max).map(UInt64.init)
        let currencies = try arguments.read(.sampleCurrencies) { text throws(ValueError) in
            try text.split(separator: ",").map { code throws(ValueError) in try Currency(code: String(code)) }
        }
        if currencies?.isEmpty == true {
            throw UsageError.badValue(option: "--currencies", problem: localized("sample.currenciesExpected"))
        }
        let first = try currencies?.first ?? Currency(code: "USD")
        let target = try StagedStore(
            at: invocation.storePath(), settings: InventorySettings(currency: first), allowsConcurrentReads: hasPhotos)
        let usual = try target.store.snapshot().settings.currency
        var maker = SampleItems(
            seed: seed, now: invocation.now, currencies: currencies ?? [usual],
            isRich: hasPhotos || arguments.has(.sampleRich))
        let progress = Progress(localized("progress.addingItems"), unit: Phrases.many("item"), on: invocation.console)
        var known = 0
        let outcome: ImportOutcome
        do {
            let intake = hasPhotos ? try AttachmentIntake(into: AttachmentStore(of: target.store)) : nil
            // Before a new store gets its name, because the intake's log is removed by its path. Files that cannot be
            // removed now are removed by the next call that adds files.
            defer { _ = try? intake?.finish() }
            let illustrated = try intake.map { intake in
                try SampleFiles.add(to: (0..<count).map { _ in maker.next() }, in: intake, on: invocation.console)
            }
            outcome = try target.store.importItems(invocation.context, source: "sample") { importer in
                for number in 1...max(count, 1) where number <= count {
                    let item = illustrated?[number - 1] ?? maker.next()
                    if try importer.holds(item.id) {
                        known += 1
                    } else {
                        try importer.put(IncomingItem(item: item, stated: .all, row: number))
                    }
                    if number & 0xFFF == 0 { progress.update(number, of: count) }
                }
            }
        }
        let unconfirmed = try target.keep()
        progress.finish()
        let added = localized("sample.added", ["items": .text(Phrases.count(outcome.counts.added, "item"))])
        let existing = known > 0 ? localized("sample.existing", ["items": .text(Phrases.count(known, "item"))]) : nil
        try invocation.announce(Phrases.clauses([added, existing]))
        if let unconfirmed { throw unconfirmed }
    }
}

extension Option {
    static let sampleCount = value("count", "N")
    static let sampleSeed = value("seed", "N")
    static let sampleRich = flag("rich")
    static let samplePhotos = flag("photos")
    static let sampleCurrencies = value("currencies", "CODES")
}
