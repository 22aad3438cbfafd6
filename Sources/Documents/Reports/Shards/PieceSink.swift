import Delivery
import Files
import FoundationEssentials
import Templating

/// Validates a whole XML document and writes the part of it that belongs to a piece into a file: its items, in the first
/// piece also what comes before them, and in the last what follows.
///
/// The document around the items makes each piece one that can be validated by itself. What comes before them is written
/// only into the first piece, which has the report's totals in it.
struct PieceSink: ByteSink {
    /// The end of what comes before the items, and all that follows them, in `inventory.xml.mustache`. Values cannot contain
    /// either, as a `<` in them is escaped.
    static let beginningEnd = Array("<items>\n".utf8)
    static let end = Array("  </items>\n</inventory>\n".utf8)

    private let file: AtomicFile
    private let checker: ReportChecker
    private let shard: ReportShard
    private let digest = SHA256Hasher()
    private var bytes = 0
    private var isInBeginning = true
    /// Bytes that are not written yet: the beginning until its end is found, later what may be the document's end.
    private var held: [UInt8] = []

    /// - Throws: the reason if the file cannot be written.
    init(_ path: String, of shard: ReportShard, checker: ReportChecker) throws(FileError) {
        file = try AtomicFile(replacing: path)
        self.shard = shard
        self.checker = checker
    }

    mutating func write(_ buffer: Span<UInt8>) throws {
        try checker.write(buffer)
        held += buffer
        if isInBeginning {
            guard let mark = ByteSearch.first(PieceSink.beginningEnd, in: held, from: 0) else { return }
            let end = mark + PieceSink.beginningEnd.count
            if shard.isFirst { try emit(end) } else { held.removeFirst(end) }
            isInBeginning = false
        }
        try emit(shard.isLast ? held.count : held.count - PieceSink.end.count)
    }

    /// Writes the first bytes of those that are held.
    private mutating func emit(_ count: Int) throws {
        guard count > 0 else { return }
        try put(held.span.extracting(first: count))
        bytes += count
        held.removeFirst(count)
    }

    private func put(_ piece: Span<UInt8>) throws {
        try file.write(piece)
        digest.update(piece)
    }

    /// Ends the file with its description, and moves it into place.
    /// - Parameter describe: makes the description of a number of bytes with their hash.
    /// - Throws: the diagnostics of the XML; `inconsistentPieces`; the reason if the file cannot be written.
    func finish(_ describe: (_ bytes: Int, _ hash: String) -> PieceDescription) throws {
        try checker.finish()
        guard !isInBeginning, held == (shard.isLast ? [] : PieceSink.end) else { throw ReportError.inconsistentPieces }
        let encoder = JSONEncoder()
        encoder.outputFormatting = [.sortedKeys]
        let line = try encoder.encode(describe(bytes, "\(try digest.contentHash())"))
        try file.write(Array(line) + [UInt8(ascii: "\n")])
        try file.commit()
    }
}
