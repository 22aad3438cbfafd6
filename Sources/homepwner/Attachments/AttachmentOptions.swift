import FoundationEssentials
import InventoryModel
import InventoryStore
import Photos

extension Option {
    static let folder = value(
        "folder", "DIR", "takes every file of a folder for the item whose key, serial number or name it is called by",
        heading: "Whole folders")
    static let folderTrial = flag(
        "dry-run", "tells which file would go to which item and changes nothing", heading: "Whole folders")
    static let caption = value("caption", "TEXT", "what it shows; also read out to those who cannot see it")
    static let primary = flag("primary", "lets it stand for the item in lists")
    static let documentKind = value(
        "kind", "KIND", "what the document is for", choices: DocumentReference.Kind.allCases.map(\.rawValue),
        initially: "receipt")
    static let documentTitle = value("title", "TEXT", "what it is called")
    static let documentNumber = value("number", "TEXT", "the number that stands on it")
    static let documentDate = value("date", "DATE", "the day that stands on it, as YYYY-MM-DD")
}

/// What `photo add` and `document add` are to take: files for one item, or a folder for many.
enum IntakeWish {
    case files([FileSource], for: ItemReference)
    case folder(String, isTrial: Bool)

    static let operands = [
        Operand("ID", .optional, ItemReference.help), Operand("FILE", .any, "the files to take in"),
    ]

    /// - Parameter single: options that make sense for the files of one item only.
    /// - Throws: what is wrong with the call.
    init(_ arguments: Arguments, single: [Option]) throws(CallError) {
        if let folder = arguments.text(.folder) {
            guard arguments.operand("ID") == nil else { throw .exclusive(["--folder", "ID FILE…"]) }
            for option in single where arguments.has(option) {
                throw .together(option.spelling, with: "the files of one item")
            }
            self = .folder(folder, isTrial: arguments.has(.folderTrial))
        } else {
            guard !arguments.has(.folderTrial) else { throw .together("--dry-run", with: "--folder") }
            guard let id = arguments.operand("ID") else { throw .missingOperand("ID") }
            let files = arguments.operands("FILE")
            guard !files.isEmpty else { throw .missingOperand("FILE") }
            self = .files(files.map(FileSource.path), for: try ItemReference(id))
        }
    }
}

/// How people name one of an item's photos or documents: its number in the list, or the first digits of its hash.
struct FileReference {
    static let help = "its number in the list, or the first digits of its hash: six or more"

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
            throw Failure.work(
                "the item has no \(noun) '\(text.shown)'; it has \(Words.count(hashes.count, noun)), see "
                    + "'homepwner \(noun) list'")
        }
        guard found.count == 1 else {
            throw Failure.work("several \(noun)s begin with '\(text.shown)'; give more digits")
        }
        return hash
    }
}
