import Attachments
import Files
import Inventory
import Templating

/// The names of a photo or document of an item.
enum EvidenceContext {
    /// A photo or document with everything that a report shows of it.
    struct Piece {
        let piece: Evidence
        let number: String
        let picture: PublishedPhoto?
        /// The number of pages of the document whose first page the picture shows.
        let pages: Int
        let delivered: (name: String, hash: ContentHash)?
        /// The path of a document of several pages, which is attached to a PDF or linked by a page; nil if the
        /// picture shows all of it or its texts are redacted.
        let wholeFile: String?
        let words: DocumentLocalization
        let options: ReportOptions

        /// - Throws: the error of a picture that cannot be made or a file that cannot be read.
        init(
            _ piece: Evidence, number: String, words: DocumentLocalization, options: ReportOptions, showsPicture: Bool
        ) throws {
            (self.piece, self.number, self.words, self.options) = (piece, number, words, options)
            let isPhoto = piece.kind == .photo
            if showsPicture || options.delivery != nil, let files = options.files, !files.has(piece.hash) {
                guard options.allowsMissingFiles else {
                    throw ReportError.missingFile(number: number, name: piece.fileName, hash: piece.hash)
                }
                (delivered, picture, pages, wholeFile) = (nil, nil, 1, nil)
                return
            }
            delivered = try options.delivery.flatMap { delivery in
                try delivery.file(of: piece, number: number).map { ($0.name, try delivery.hash(of: $0.source)) }
            }
            let shown = showsPicture && (isPhoto || !options.redaction.hidesPages) ? options.files : nil
            picture = try shown?.picture(of: piece.hash, isPhoto && options.pictureFolder == nil ? .medium : .large)
            pages = isPhoto ? 1 : try shown?.record(of: piece.hash).frames ?? 1
            let isWhole = !piece.isPDF || pages <= 1 || delivered != nil
            wholeFile = isWhole ? nil : options.files?.originalPath(of: piece.hash)
        }
    }

    static let table = ContextTable<Piece>([
        .text("number") { $0.number },
        .flag("isPhoto") { $0.piece.kind == .photo },
        .text("kind") { $0.words["kinds.\($0.piece.kind.name)"] },
        .text("kindName") { $0.piece.kind.name },
        .text("fileName") { $0.piece.fileName },
        .text("caption") { $0.piece.caption },
        .text("documentNumber") { $0.piece.number },
        .day("dateText") { $0.piece.date },
        .text("hash") { $0.piece.hash.description },
        .flag("hasPicture") { $0.picture != nil },
        .picture { evidence in
            let folder = evidence.piece.kind == .photo ? "photos" : "documents"
            return evidence.picture.map {
                ("\(folder)/\(evidence.number).jpg", evidence.piece.hash, $0, evidence.options)
            }
        },
        .text("pagesText") { evidence in
            let pages = evidence.pages
            guard pages > 1 else { return nil }
            if let file = evidence.delivered?.name {
                return evidence.words.text("firstPage.delivered", pages, file)
            }
            if evidence.wholeFile == nil { return evidence.words.text("firstPageOf", pages) }
            return evidence.words.text("firstPage.attached", pages, "\(evidence.number).pdf")
        },
        .text("attachedFile") { evidence in
            try evidence.wholeFile.flatMap {
                try evidence.options.workingFolder?.link("\(evidence.number).pdf", to: $0)
            }
        },
        .url("wholeFile") { evidence in
            guard let path = evidence.wholeFile, evidence.options.workingFolder == nil else { return nil }
            var bytes: [UInt8] = []
            try readFile(path) { bytes += $0 }
            return TrustedURL(image: bytes, mediaType: "application/pdf")
        },
        .flag("delivered") { $0.delivered != nil },
        .text("deliveredFile") { $0.delivered?.name },
        .text("deliveredHash") { $0.delivered?.hash.description },
    ])
}
