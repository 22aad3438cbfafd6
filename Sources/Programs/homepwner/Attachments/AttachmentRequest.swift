import Attachments
import FoundationEssentials
import Inventory
import InventoryStore
import Localization
import Message

extension Option {
    static let folder = value("folder", "DIR", heading: .folders)
    static let folderTrial = Option(name: "dry-run", value: nil, letter: "n", heading: .folders)
    static let caption = value("caption", "TEXT")
    static let primary = flag("primary")
    static let documentKind = value("kind", "KIND", choices: DocumentReference.Kind.allCases.map(\.rawValue))
    static let documentTitle = value("title", "TEXT")
    static let documentNumber = value("number", "TEXT")
    static let documentDate = value("date", "DATE")
}

/// Operands of `photo add` and `document add`: files for one item, or a folder for many.
enum AttachmentRequest {
    case files([FileSource], for: ItemReference)
    case folder(String, isDryRun: Bool)

    static let operands = [
        PositionalArgument("ID", .optional), PositionalArgument("FILE", .any),
    ]

    /// - Parameter single: options that make sense for the files of one item only.
    /// - Throws: `UsageError` if the call is wrong.
    init(_ arguments: Arguments, single: [Option]) throws(UsageError) {
        if let folder = arguments.text(.folder) {
            guard arguments.operand("ID") == nil else { throw .exclusive(["--folder", "ID FILE…"]) }
            for option in single where arguments.has(option) {
                throw .together(option.spelling, with: localized("attachment.filesOfOneItem"))
            }
            self = .folder(folder, isDryRun: arguments.has(.folderTrial))
        } else {
            guard !arguments.has(.folderTrial) else { throw .together("--dry-run", with: "--folder") }
            guard let id = arguments.operand("ID") else { throw .missingOperand("ID") }
            let files = arguments.operands("FILE")
            guard !files.isEmpty else { throw .missingOperand("FILE") }
            self = .files(files.map(FileSource.path), for: try ItemReference(id))
        }
    }
}

/// A user's name for one of an item's photos or documents: its number in the list, or the first digits of its hash.
struct FileReference {

    private let text: String

    init(_ text: String) { self.text = text.lowercased() }

    /// The one that is meant.
    /// - Throws: that there is none, or that several begin with these digits.
    func find(among hashes: [ContentHash], called noun: String) throws -> ContentHash {
        if text.utf8.count < 6, let number = Int(text), hashes.indices.contains(number - 1) {
            return hashes[number - 1]
        }
        let found = text.utf8.count < 6 ? [] : hashes.filter { $0.description.hasPrefix(text) }
        guard let hash = found.first else {
            throw CommandError.work(
                localized(
                    "attachment.noSuch.\(noun)",
                    ["name": .text(text.shown), "existing": .text(Phrases.count(hashes.count, noun))]))
        }
        guard found.count == 1 else {
            throw CommandError.work(localized("attachment.several.\(noun)", ["digits": .text(text.shown)]))
        }
        return hash
    }
}

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
