import Inventory
import InventoryStore
import Templating

/// The names of `volume`, the part of a long report that is made, and of each of the `volumes` that a cover lists.
enum VolumeContext {
    typealias Volume = (volume: ReportVolume, words: DocumentLocalization, list: ShownList?)
    private typealias Totals = (totals: ReportVolume.Totals, words: DocumentLocalization, list: ShownList?)

    static let table = ContextTable<Volume>([
        .count("number") { $0.volume.number },
        .count("count") { $0.volume.count },
        .count("firstLine") { $0.volume.lines.lowerBound + 1 },
        .count("lastLine") { $0.volume.lines.upperBound },
        .flag("isContinued") { $0.volume.number > 1 },
        .flag("isLast") { $0.volume.number == $0.volume.count },
        .text("file") { $0.volume.file },
        .text("cover") { $0.volume.cover },
        .text("hash") { $0.volume.hash.map { "\($0)" } },
        .record("broughtForward", of: totals) { ($0.volume.broughtForward, $0.words, $0.list) },
        .record("own", of: totals) { ($0.volume.own, $0.words, $0.list) },
        .record("carriedForward", of: totals) { ($0.volume.carriedForward, $0.words, $0.list) },
    ])

    private static let totals = ContextTable<Totals>([
        .count("items") { $0.totals.totals.items },
        .units("units") { $0.totals.totals.units },
        .amounts("totals") { $0.totals.totals.amounts },
        .cells("cells") { of in of.list.flatMap { list in of.totals.list.map { ($0, list) } } },
        .record("claimed", of: ClaimTotalsContext.table) { of in of.totals.claim.map { (nil, $0, of.words) } },
    ])
}
