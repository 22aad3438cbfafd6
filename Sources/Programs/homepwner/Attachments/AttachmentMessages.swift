import Attachments
import FoundationEssentials
import Inventory
import Localization
import Message

extension PhotoReference {
    /// `lamp.jpg, 4032 × 3024, primary: from the left`.
    var words: String {
        let name = fileName ?? hash.short
        let parts = [name, "\(width) × \(height)"] + (isPrimary ? [localized("photo.isPrimary")] : [])
        return parts.joined(separator: ", ") + (caption.map { ": \($0)" } ?? "")
    }
}

extension DocumentReference {
    /// `receipt 4711 of 2024-05-01, till.pdf: Lamp`.
    var words: String {
        var text = localized("documentKind.\(kind.rawValue)")
        if let number { text += " \(number)" }
        if let date { text = localized("document.dated", ["document": .text(text), "date": .value(date)]) }
        text += ", \(fileName ?? hash.short)"
        return text + (title.map { ": \($0)" } ?? "")
    }
}

extension IntakeResult {
    /// Prints whether a file that the item had already was changed; prints nothing for one that was added.
    /// - Parameter remedy: how to change what was to be changed and was not.
    func printOutcome(of source: FileSource, on console: Console, remedy: String? = nil) {
        let words: String
        switch self {
        case .added: return
        case .kept: words = localized("attachment.nothingChanged")
        case .changed: words = localized("attachment.detailsChanged")
        }
        let message = localized(
            "attachment.alreadyThere",
            ["name": .text((source.fileName ?? "").onOneLine), "change": .text(words)])
        console.warn(Phrases.clauses([message, remedy]) + "\n")
    }
}

extension NewPhoto {
    /// The remedy if the item already has the photo with another caption.
    func remedy(for photo: PhotoReference, of item: UUID) -> String? {
        guard let caption, caption != photo.caption ?? "" else { return nil }
        return localized("photo.captionHint", ["item": .text(item.shortText), "hash": .text(photo.hash.short)])
    }
}

extension ContentHash {
    /// The first digits, which distinguish files.
    var short: String { String(description.prefix(8)) }
}
