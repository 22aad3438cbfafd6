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
