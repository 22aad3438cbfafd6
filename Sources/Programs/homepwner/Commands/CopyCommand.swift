import Attachments
import Inventory
import InventoryStore
import Localization
import Message

extension Command {
    static let copy = Command(
        name: "copy",
        options: [.copyFrom, .copyTo, .help],
        examples: [
            "copy --from home --to 'postgres://localhost/db?inventory=Home'",
            "copy --from 'postgres://localhost/db?inventory=Home' --to home",
        ],
        run: { invocation in
            let paths = try [Option.copyFrom, .copyTo].map { option throws(UsageError) in
                guard let path = invocation.arguments.text(option), !path.isEmpty else {
                    throw .needed(option.spelling, why: localized("copy.bothNeeded"))
                }
                return path
            }
            let source = try InventoryStore.open(at: paths[0], for: .reading)
            let (items, files) = try invocation.copy(source, to: paths[1])
            try invocation.announce(
                localized(
                    "copy.done",
                    [
                        "store": .text(StoreAddress.displayName(paths[1]).onOneLine),
                        "items": .text(Phrases.count(items, "item")), "files": .text(Phrases.count(files, "file")),
                    ]))
        })
}

extension Invocation {
    /// Copies an inventory to a new place, whole or not at all.
    /// - Returns: the numbers of items and of files.
    /// - Throws: if there is an inventory, or the copy fails; `unconfirmed` if it might not survive a power failure.
    func copy(_ original: InventoryStore, to path: String) throws -> (items: Int, files: Int) {
        let snapshot = try original.snapshot()
        let target = try StagedStore(at: path, settings: snapshot.settings)
        guard target.isNew else { throw StoreError.exists(path: StoreAddress.displayName(path)) }
        try target.store.fill(from: snapshot)
        let files = try AttachmentStore(of: target.store).copyOriginals(from: AttachmentStore(of: original))
        let count = try snapshot.count
        let unconfirmed = try target.keep()
        for hash in files.missing {
            console.complain(localized("copy.missingFile", ["file": .text("\(hash)")]))
        }
        if let unconfirmed { throw unconfirmed }
        return (count, files.copied)
    }
}

extension Option {
    fileprivate static let copyFrom = value("from", "STORE")
    fileprivate static let copyTo = value("to", "STORE")
}
