import Files
import Inventory
import Templating

/// The names of a photo or document of an item.
struct EvidenceContext: Sendable {
    static let declaration = ContextDeclaration([
        ("number", .text), ("isPhoto", .flag), ("kind", .text), ("kindName", .text), ("fileName", .text),
        ("caption", .text),
        ("documentNumber", .text), ("dateText", .text), ("hash", .text), ("hasPicture", .flag),
        ("picture", .trustedURL), ("pictureFile", .text), ("pagesText", .text), ("delivered", .flag),
        ("deliveredFile", .text), ("deliveredHash", .text),
    ])

    private let words: DocumentLocalization
    private let options: ReportOptions
    private let showsPictures: Bool

    init(words: DocumentLocalization, options: ReportOptions, showsPictures: Bool) {
        self.words = words
        self.options = options
        self.showsPictures = showsPictures
    }

    /// Fills a record and tells whether it has a picture.
    func fill(
        _ record: Record, _ piece: Evidence, number: String, format: inout LocaleFormatter?
    ) throws -> Bool {
        let slot = EvidenceContext.declaration.slot
        record.set(slot("number"), text: number)
        record.set(slot("isPhoto"), flag: piece.kind == .photo)
        record.set(slot("kind"), text: words["kinds.\(piece.kind.name)"])
        record.set(slot("kindName"), text: piece.kind.name)
        record.set(slot("fileName"), text: piece.fileName)
        record.set(slot("caption"), text: piece.caption)
        record.set(slot("documentNumber"), text: piece.number)
        if let date = piece.date { format?.append(date, to: record, slot("dateText")) }
        record.set(slot("hash"), text: piece.hash.description)
        let delivered = try options.delivery?.file(of: piece, number: number)
        record.set(slot("delivered"), flag: delivered != nil)
        if let delivered, let delivery = options.delivery {
            record.set(slot("deliveredFile"), text: delivered.name)
            record.set(slot("deliveredHash"), text: try delivery.hash(of: delivered.source).description)
        }
        guard showsPictures, piece.kind == .photo || !options.redaction.hidesPages,
            let picture = try options.pictures?.picture(
                of: piece.hash, for: piece.kind == .photo && options.pictureFolder == nil ? .photo : .document)
        else {
            record.set(slot("hasPicture"), flag: false)
            return false
        }
        record.set(slot("hasPicture"), flag: true)
        if picture.pages > 1, piece.kind != .photo {
            record.set(slot("pagesText"), text: words.text("firstPageOf", picture.pages))
        }
        let folder = piece.kind == .photo ? "photos" : "documents"
        try record.set(
            picture, of: piece.hash, named: "\(folder)/\(number).jpg", file: slot("pictureFile"), url: slot("picture"),
            options)
        return true
    }
}
