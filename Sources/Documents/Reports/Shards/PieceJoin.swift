public import Delivery
import Files
import FoundationEssentials
import Glibc
import Inventory

/// Joins the pieces of a report.
public struct PieceJoin {
    private struct Piece {
        let file: String
        let description: PieceDescription
    }

    /// In the order of the report.
    private let pieces: [Piece]
    private let totals: ValueTotals

    /// Reads the descriptions of the pieces, which may be given in any order.
    /// - Throws: `piece` if a file is not a piece of the same report as the first one, or has the same piece as another;
    ///   `missingPieces`; `inconsistentPieces` if the totals of all lines are not those at the top.
    public init(_ files: [String]) throws(ReportError) {
        var found: [Int: Piece] = [:]
        var first: Piece?
        for file in files {
            let piece = Piece(file: file, description: try PieceJoin.description(of: file))
            if let first, let difference = piece.description.difference(from: first.description) {
                throw .piece(file, .foreign(difference, from: first.file))
            }
            first = first ?? piece
            if let other = found.updateValue(piece, forKey: piece.description.number) {
                throw .piece(file, .repeated(piece.description.number, in: other.file))
            }
        }
        let count = first?.description.count ?? 0
        let missing = Set(1...max(count, 1)).subtracting(found.keys).sorted()
        guard missing.isEmpty else { throw .missingPieces(missing, of: count) }
        pieces = found.values.sorted { $0.description.number < $1.description.number }
        totals = try PieceJoin.totals(of: pieces.map(\.description))
    }

    /// Writes the report.
    /// - Parameters:
    ///   - output: the destination; a file appears only when it is complete.
    ///   - signer: writes the manifest of a file; nil for none.
    /// - Throws: `piece` if the bytes of a piece are not those that were written; the reason if the output cannot be
    ///   written.
    @discardableResult
    public func write(to output: ReportOutput, signer: ManifestSigner?) throws(ReportError) -> ReportOutcome {
        do {
            // Each piece was validated when it was made.
            var sink = try ReportSink(output, checker: .none, signer: signer)
            for piece in pieces { try copy(piece, into: &sink) }
            try sink.finish()
            return ReportOutcome(
                bytes: sink.bytes, totals: totals, archived: pieces.first?.description.archived ?? 0, replaced: [])
        } catch {
            throw ReportError(error)
        }
    }

    private func copy(_ piece: Piece, into sink: inout ReportSink) throws {
        let digest = SHA256Hasher()
        var left = piece.description.bytes
        try readFile(piece.file) { bytes in
            let own = bytes.extracting(first: left)
            left -= own.count
            digest.update(own)
            try sink.write(own)
        }
        guard left == 0, "\(try digest.contentHash())" == piece.description.hash else {
            throw ReportError.piece(piece.file, .changed)
        }
    }

    /// A description is shorter: it has one amount for each currency.
    private static let longestDescription = 1 << 16

    private static func description(of file: String) throws(ReportError) -> PieceDescription {
        do {
            let (descriptor, size) = try openFile(file)
            defer { close(descriptor) }
            let start = max(0, size - longestDescription)
            guard lseek(descriptor, start, SEEK_SET) == start else { throw FileError(.read, file) }
            let end = try readFile(descriptor, path: file)
            let line = end.dropLast().reversed().prefix { $0 != UInt8(ascii: "\n") }.reversed()
            guard end.last == UInt8(ascii: "\n"),
                let description = try? JSONDecoder().decode(PieceDescription.self, from: Data(line)),
                description.format == PieceDescription.format, description.bytes >= 0,
                description.bytes + line.count + 1 == size,
                ReportShard(description.number, of: description.count) != nil
            else { throw ReportError.piece(file, .notAPiece) }
            return description
        } catch {
            throw ReportError(error)
        }
    }

    /// Adds up the lines of the pieces.
    /// - Throws: `inconsistentPieces` if they are not those of the report's top.
    private static func totals(of pieces: [PieceDescription]) throws(ReportError) -> ValueTotals {
        var sum = ValueTotals()
        for piece in pieces {
            guard piece.precedingLines == sum.items, let lines = piece.lines.totals,
                let _ = try? sum.add(lines)
            else { throw .inconsistentPieces }
        }
        guard let whole = pieces.first?.whole?.totals, whole == sum else { throw .inconsistentPieces }
        return sum
    }
}

extension PieceDescription {
    /// The reason why it is not a piece of the same report as another; nil if it is.
    fileprivate func difference(from other: PieceDescription) -> ReportError.PieceDifference? {
        if report.inventory != other.report.inventory { return .inventory }
        if report.snapshot != other.report.snapshot || report.revision != other.report.revision { return .snapshot }
        if report.fingerprint != other.report.fingerprint { return .options }
        return count == other.count ? nil : .count
    }
}
