import Inventory
import InventoryStore

/// A photo or document of an item, as a report names it.
struct Evidence {
    enum Kind: Equatable {
        case photo
        /// A document; the name of its kind, such as `receipt`.
        case document(String)

        /// The name in data formats: `photo`, `receipt`.
        var name: String {
            switch self {
            case .photo: "photo"
            case .document(let name): name
            }
        }
    }

    let kind: Kind
    let hash: ContentHash
    let fileName: String?
    /// The owner's caption or title.
    let caption: String?
    /// The number and the day that are printed on a document.
    let number: String?
    let date: CalendarDate?
    let mediaType: String
    /// Whether the file is a PDF.
    var isPDF: Bool { mediaType == "application/pdf" }
    /// The ending of the name of the original: `jpg`, `heic`.
    var fileExtension: String { mediaType == "image/jpeg" ? "jpg" : String(mediaType.split(separator: "/").last ?? "") }

    init(photo: PhotoReference) {
        self.init(
            kind: .photo, hash: photo.hash, fileName: photo.fileName, caption: photo.caption,
            mediaType: photo.mediaType)
    }

    init(document: DocumentReference) {
        self.init(
            kind: .document(document.kind.rawValue), hash: document.hash, fileName: document.fileName,
            caption: document.title, number: document.number, date: document.date, mediaType: document.mediaType)
    }

    private init(
        kind: Kind, hash: ContentHash, fileName: String?, caption: String?, number: String? = nil,
        date: CalendarDate? = nil, mediaType: String
    ) {
        (self.kind, self.hash, self.fileName, self.caption) = (kind, hash, fileName, caption)
        (self.number, self.date, self.mediaType) = (number, date, mediaType)
    }

    var isReceipt: Bool { kind == .document("receipt") }

    /// The path of its file in a bundle.
    func deliveredName(_ number: String) -> String {
        kind == .photo ? "photos/\(number).jpg" : "documents/\(number).\(isPDF ? "pdf" : "jpg")"
    }
}

extension ItemCursor {
    /// The item's photos and documents in the owner's order, photos first.
    var evidence: [Evidence] {
        photos.map(Evidence.init(photo:)) + documents.map(Evidence.init(document:))
    }
}

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
