public import FoundationEssentials
import Inventory
import InventoryStore

/// Adds the files of a folder to the items after which they are named.
///
/// Nothing is guessed: a file that could belong to several items, or to none, is skipped, and so is a refused file.
public struct FolderIntake {
    /// A step of the intake, for the user.
    public enum Event {
        /// The number of files that are done, and of all files.
        case progress(Int, of: Int)
        /// In a dry run: the file would be added to the item.
        case matched(path: String, ItemNameIndex.Owner)
        /// The file was skipped.
        case skipped(path: String, Reason)
    }

    /// Why a file was skipped.
    public enum Reason {
        /// No item has this name.
        case noItem
        /// Several items have this name.
        case severalItems([ItemNameIndex.Owner])
        /// The file was refused.
        case refused([PhotoError])
    }

    /// Numbers of files that were added, already there, changed, or skipped.
    public struct Counts: Equatable, Sendable {
        public private(set) var added = 0
        public private(set) var kept = 0
        public private(set) var changed = 0
        public fileprivate(set) var skipped = 0
        /// The number of items that have new files.
        public fileprivate(set) var items = 0

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
    public var fileCount: Int { files.count }

    /// Lists the folder.
    /// - Throws: `folderNotFound` or `folderUnreadable`.
    public init(_ folder: String, as purpose: FilePurpose, into attachments: AttachmentStore) throws(AttachmentError) {
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
    public func run(
        isDryRun: Bool, add: (FileSource, UUID) throws -> [IntakeResult], report: (Event) throws -> Void
    ) throws -> Counts {
        let owners = try ItemNameIndex(of: files.flatMap(\.names), in: attachments.store.snapshot())
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
                    let hash = try attachments.wrappingPhotoErrors { () throws(PhotoError) in
                        try attachments.files.check(.path(file.path), as: purpose)
                    }
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
