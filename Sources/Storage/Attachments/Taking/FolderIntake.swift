package import FoundationEssentials
import Inventory
import InventoryStore

/// Adds the files of a folder to the items after which they are named.
///
/// Nothing is guessed: a file that could belong to several items, or to none, is skipped, and so is a refused file.
package struct FolderIntake {
    /// A step of the intake, for the user.
    package enum Event {
        /// The number of files that are done, and of all files.
        case progress(Int, of: Int)
        /// In a dry run: the file would be added to the item.
        case matched(path: String, ItemNameIndex.Owner)
        /// The file was skipped.
        case skipped(path: String, Reason)
    }

    /// Why a file was skipped.
    package enum Reason {
        /// No item has this name.
        case noItem
        /// Several items have this name.
        case severalItems([ItemNameIndex.Owner])
        /// The file was refused.
        case refused([PhotoError])
    }

    /// Numbers of files that were added, already there, changed, or skipped.
    package struct Counts: Equatable, Sendable {
        package private(set) var added = 0
        package private(set) var kept = 0
        package private(set) var changed = 0
        package fileprivate(set) var skipped = 0
        /// The number of items that have new files.
        package fileprivate(set) var items = 0

        fileprivate mutating func add(_ results: [IntakeResult]) {
            for result in results {
                switch result {
                case .added: added += 1
                case .kept: kept += 1
                case .changed: changed += 1
                }
            }
        }
    }

    private let attachments: AttachmentStore
    private let purpose: FilePurpose
    private let files: [FolderFile]

    /// The number of files in the folder.
    package var fileCount: Int { files.count }

    /// Lists the folder.
    /// - Throws: `folderNotFound` or `folderUnreadable`.
    package init(_ folder: String, as purpose: FilePurpose, into attachments: AttachmentStore) throws {
        self.attachments = attachments
        self.purpose = purpose
        files = try FolderFile.files(in: folder)
    }

    /// Adds each file that belongs to exactly one item, as a change of its own.
    /// - Parameters:
    ///   - isDryRun: only examines the files and reports to which items they would be added.
    ///   - add: adds one file to an item.
    ///   - report: receives every step.
    /// - Throws: errors of the store, of the helper program, of `add` and of `report`. Refused files are only reported.
    package func run(
        isDryRun: Bool, add: (FileSource, UUID) throws -> [IntakeResult], report: (Event) throws -> Void
    ) throws -> Counts {
        let owners = try ItemNameIndex(of: files.flatMap(\.names).flatMap(\.self), in: attachments.store.snapshot())
        var counts = Counts()
        var items: Set<UUID> = []
        // In a dry run, the hashes that each item has or would have.
        var known: [UUID: Set<ContentHash>] = [:]
        for (index, file) in files.enumerated() {
            try report(.progress(index, of: files.count))
            let found = owners.items(called: file.names)
            guard let item = found.first, found.count == 1 else {
                counts.skipped += 1
                try report(.skipped(path: file.path, found.isEmpty ? .noItem : .severalItems(found)))
                continue
            }
            do {
                let results: [IntakeResult]
                if isDryRun {
                    let hash = try attachments.files.check(.path(file.path), as: purpose)
                    try report(.matched(path: file.path, item))
                    if known[item.id] == nil { known[item.id] = try hashes(of: item.id) }
                    results = [known[item.id]?.insert(hash).inserted == true ? .added : .kept]
                } else {
                    results = try add(.path(file.path), item.id)
                }
                if results.contains(.added) { items.insert(item.id) }
                counts.add(results)
            } catch AttachmentError.files(let errors) where !errors.contains(where: \.isInternal) {
                counts.skipped += 1
                try report(.skipped(path: file.path, .refused(errors)))
            } catch let error as PhotoError where !error.isInternal {
                counts.skipped += 1
                try report(.skipped(path: file.path, .refused([error])))
            }
        }
        counts.items = items.count
        return counts
    }

    /// The hashes of an item's photos or documents.
    private func hashes(of id: UUID) throws -> Set<ContentHash> {
        guard let item = try attachments.store.snapshot().item(id)?.item else { return [] }
        return Set(purpose == .document ? item.documents.map(\.hash) : item.photos.map(\.hash))
    }
}

/// Finds items by id, serial number, name or product code.
package struct ItemNameIndex {
    /// An item with its name.
    package struct Owner: Equatable, Sendable {
        package let id: UUID
        package let name: String
    }

    private var owners: [String: [Owner]] = [:]

    /// Reads all items of a snapshot once, and keeps those that have one of these names.
    init(of names: [String], in snapshot: StoreSnapshot) throws {
        let wanted = Set(names.flatMap(ItemNameIndex.keys))
        let fields = ItemFieldSet([.id, .name, .serialNumber, .code])
        let cursor = try snapshot.items(matching: .everything, fields: fields)
        func text(_ field: ItemField) -> String { cursor.text(field).map { String(decoding: $0, as: UTF8.self) } ?? "" }
        while try cursor.next() {
            let id = cursor.id
            let name = text(.name)
            let compact = id.text.filter { $0 != "-" }
            let texts = [name, text(.serialNumber), id.text, compact].filter { !$0.isEmpty }
            let code = text(.code)
            let keys = texts.map(ItemNameIndex.folded) + (code.isEmpty ? [] : [ItemNameIndex.codeKey(code)])
            for key in Set(keys) where wanted.contains(key) {
                owners[key, default: []].append(Owner(id: id, name: name))
            }
        }
    }

    /// The items that have one of the first names, or else of the next. The names must be among those of the initializer.
    func items(called names: [[String]]) -> [Owner] {
        for alike in names {
            var found: [Owner] = []
            for owner in alike.flatMap(ItemNameIndex.keys).flatMap({ owners[$0] ?? [] }) where !found.contains(owner) {
                found.append(owner)
            }
            if !found.isEmpty { return found }
        }
        return []
    }

    /// The keys of items that a file of this name may belong to.
    private static func keys(_ name: String) -> [String] { [folded(name), codeKey(name)] }

    /// The key of a product code. No text of an item begins with its first character.
    private static func codeKey(_ code: String) -> String { "\0" + ProductCode.normalized(code) }

    /// Ignores case. Swift's strings also ignore whether letters are composed, which differs between file systems.
    private static func folded(_ name: String) -> String { name.lowercased() }
}
