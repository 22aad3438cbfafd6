import Inventory
import InventoryStore

extension ReportOptions {
    /// Whether the report names a photo or document.
    func shows(_ piece: Evidence) -> Bool { piece.kind == .photo ? showsPhotos : showsDocuments }
}

extension ItemCursor {
    /// The photos of the item that a report names, each with its number, as the reader may see them.
    func shownPhotos(line: Int, _ options: ReportOptions, word: String) -> [(number: String, photo: PhotoReference)] {
        guard options.showsPhotos, hasPhotos else { return [] }
        return photos.enumerated().map { index, photo in
            let number = "\(line)-P\(index + 1)"
            return (number, options.redaction.shown(photo, number: number, word: word))
        }
    }

    /// The documents of the item that a report names, each with its number, as the reader may see them.
    func shownDocuments(
        line: Int, _ options: ReportOptions, word: String
    ) -> [(number: String, document: DocumentReference)] {
        guard options.showsDocuments, hasDocuments else { return [] }
        return documents.enumerated().map { index, document in
            let number = "\(line)-D\(index + 1)"
            return (number, options.redaction.shown(document, number: number, word: word))
        }
    }

    /// Photos and documents with their numbers: `12-P1` is the first photo of line 12, `12-D1` its first document.
    func shownEvidence(line: Int, _ options: ReportOptions, word: String) -> [(number: String, piece: Evidence)] {
        shownPhotos(line: line, options, word: word).map { ($0.number, Evidence(photo: $0.photo)) }
            + shownDocuments(line: line, options, word: word).map { ($0.number, Evidence(document: $0.document)) }
    }
}

/// Shortens numbers of evidence: `19-P1–P30`, `19-D1, D3`.
/// - Returns: nil if there are none.
func numberRanges(_ numbers: [String], separator: String) -> String? {
    guard let first = numbers.first, let dash = first.firstIndex(of: "-") else { return nil }
    let places = numbers.compactMap { Int($0[dash...].dropFirst(2)) }
    let kind = first[dash...].dropFirst().prefix(1)
    var runs: [ClosedRange<Int>] = []
    for place in places {
        if let last = runs.last, place == last.upperBound + 1 {
            runs[runs.count - 1] = last.lowerBound...place
        } else {
            runs.append(place...place)
        }
    }
    let words = runs.map {
        $0.count == 1 ? "\(kind)\($0.lowerBound)" : "\(kind)\($0.lowerBound)–\(kind)\($0.upperBound)"
    }
    return first[...dash] + words.joined(separator: separator)
}
