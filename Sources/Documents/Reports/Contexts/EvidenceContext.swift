import Inventory
import Templating

/// The names of a photo or document of an item.
enum EvidenceContext {
    /// A photo or document with everything that a report shows of it.
    struct Piece {
        let piece: Evidence
        let number: String
        let picture: ReportPicture?
        let delivered: (name: String, hash: ContentHash)?
        let words: DocumentLocalization
        let options: ReportOptions

        /// - Throws: the error of a picture that cannot be made or a file that cannot be read.
        init(
            _ piece: Evidence, number: String, words: DocumentLocalization, options: ReportOptions, showsPicture: Bool
        ) throws {
            (self.piece, self.number, self.words, self.options) = (piece, number, words, options)
            let isPhoto = piece.kind == .photo
            delivered = try options.delivery.flatMap { delivery in
                try delivery.file(of: piece, number: number).map { ($0.name, try delivery.hash(of: $0.source)) }
            }
            let purpose = isPhoto && options.pictureFolder == nil ? PicturePurpose.photo : .document
            picture =
                showsPicture && (isPhoto || !options.redaction.hidesPages)
                ? try options.pictures?.picture(of: piece.hash, for: purpose) : nil
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
            guard let pages = evidence.picture?.pages, pages > 1, evidence.piece.kind != .photo else { return nil }
            return evidence.words.text("firstPageOf", pages)
        },
        .flag("delivered") { $0.delivered != nil },
        .text("deliveredFile") { $0.delivered?.name },
        .text("deliveredHash") { $0.delivered?.hash.description },
    ])
}
