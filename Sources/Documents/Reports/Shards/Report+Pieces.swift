import Files
public import FoundationEssentials
import Inventory
public import InventoryStore

/// Identifies the inventory, the state and the options of a report in pieces.
public struct PieceSource: Sendable {
    let inventory: UUID
    let snapshot: String
    let options: [String]

    /// - Parameters:
    ///   - inventory: the inventory's id.
    ///   - snapshot: the id of its shared state.
    ///   - options: the words of all options that decide about the report.
    public init(inventory: UUID, snapshot: String, options: [String]) {
        (self.inventory, self.snapshot, self.options) = (inventory, snapshot, options)
    }
}

/// The lines of a piece.
struct PieceLines: Sendable {
    /// The order keys of the items.
    let keys: OrderKeyRange
    /// The number of lines of the list before them.
    let precedingLines: Int
}

extension Report {
    /// Writes a piece of the report into a file, for ``PieceJoin``. The report is `inventory` as XML by the program's own
    /// template, in the owner's order.
    ///
    /// The bytes of all pieces, joined, are those of the whole report. The totals of the whole are counted for the first
    /// piece only.
    /// - Parameters:
    ///   - shard: which piece.
    ///   - source: says of what it is a piece.
    ///   - snapshot: the shared state.
    ///   - path: the file, which appears when it is complete and valid.
    /// - Throws: the reason if nothing was written.
    public func writePiece(
        _ shard: ReportShard, of source: PieceSource, from snapshot: StoreSnapshot, to path: String
    ) throws(ReportError) {
        do {
            try redactingGroups(of: snapshot).renderPiece(shard, of: source, from: snapshot, to: path)
        } catch {
            throw ReportError(error)
        }
    }

    private func renderPiece(
        _ shard: ReportShard, of source: PieceSource, from snapshot: StoreSnapshot, to path: String
    ) throws {
        var report = self
        let keys = try snapshot.part(shard.number, of: shard.count)
        let lines = PieceLines(
            keys: keys, precedingLines: try snapshot.count(matching: options.selection, before: keys))
        report.options.piece = lines
        var sink = try PieceSink(path, of: shard, checker: ReportChecker(options))
        let whole = shard.isFirst ? try ReportSummary(of: snapshot, options, hasClaim: false).store : nil
        var counted = ValueTotals()
        let check = TotalsCheck(countsArchived: options.selection.archived != .no) { counted = $0 }
        try report.fill(
            snapshot, summary: ReportSummary(of: whole ?? StoreSummary(), check: check), into: &sink,
            progress: { _, _ in })
        let origin = PieceDescription.Origin(
            inventory: source.inventory.uuidString.lowercased(), revision: snapshot.revision.rawValue,
            snapshot: source.snapshot, fingerprint: fingerprint(source.options))
        try sink.finish { bytes, hash in
            PieceDescription(
                report: origin, number: shard.number, count: shard.count, precedingLines: lines.precedingLines,
                lines: PieceDescription.Totals(counted), whole: whole.map { PieceDescription.Totals($0.totals) },
                archived: whole?.archivedLeftOut, bytes: bytes, hash: hash)
        }
    }

    /// The hash of the program's version, the template and the options.
    private func fingerprint(_ words: [String]) -> String {
        let folder = TemplateFolder()
        let path = try? folder.template(of: options.name, as: options.format)
        let template = path.flatMap { try? folder.file($0)?.bytes } ?? []
        let parts = [Array(options.generator.utf8), template] + words.map { Array($0.utf8) }
        // With their lengths, two lists of parts never have the same bytes.
        return SHA256.hexadecimalDigest(of: parts.flatMap { Array("\($0.count) ".utf8) + $0 })
    }
}
