import FoundationEssentials
import InventoryModel
import Photos

extension PhotoReference {
    /// `lamp.jpg, 4032 × 3024, primary: from the left`.
    var words: String {
        let name = fileName ?? hash.short
        return "\(name), \(width) × \(height)\(isPrimary ? ", primary" : "")\(caption.map { ": \($0)" } ?? "")"
    }
}

extension DocumentReference {
    /// `receipt 4711 of 2024-05-01, till.pdf: Lamp`.
    var words: String {
        var text = kind.rawValue
        if let number { text += " \(number)" }
        if let date { text += " of \(date)" }
        text += ", \(fileName ?? hash.short)"
        return text + (title.map { ": \($0)" } ?? "")
    }
}

extension IntakeResult {
    /// Says of a file that the item had already what became of it; one that was added needs no words.
    /// - Parameter remedy: how to change what was to be changed and was not.
    func tell(of source: FileSource, on console: Console, remedy: String? = nil) {
        let words: String
        switch self {
        case .added: return
        case .kept: words = "nothing said of it was changed"
        case .changed: words = "what is said of it was changed"
        }
        let rest = remedy.map { "; \($0)" } ?? ""
        console.warn("\((source.fileName ?? "").onOneLine): is there already; \(words)\(rest)\n")
    }
}

extension NewPhoto {
    /// How to give the photo the caption asked for, where the item had it with another.
    func remedy(for photo: PhotoReference, of item: UUID) -> String? {
        guard let caption, caption != photo.caption ?? "" else { return nil }
        return "'homepwner photo caption \(item.shortText) \(photo.hash.short) TEXT' changes its caption"
    }
}

extension ContentHash {
    /// The first digits, which tell files apart.
    var short: String { String(description.prefix(8)) }
}
