package import Files
import Inventory
import InventoryStore
import Synchronization

/// Adds files to the store before the items that refer to them, for an import.
///
/// Files that no item refers to in the end are removed: by ``finish()``, or if the program is killed by the next call that
/// adds files. Several threads may add files at once.
package final class AttachmentIntake: Sendable {
    private let attachments: AttachmentStore
    private let log: Mutex<IntakeLog?>

    /// - Throws: ``PhotoError`` or `StoreError` if the store cannot be written.
    package init(into attachments: AttachmentStore) throws {
        self.attachments = attachments
        try attachments.store.requireWritable()
        try attachments.removeAbandonedFiles()
        try attachments.files.makeFolders()
        log = Mutex(try IntakeLog(in: attachments.files.folder))
    }

    /// Adds a file: a picture, or a PDF.
    package func add(_ source: FileSource) throws -> PhotoRecord {
        try attachments.files.intake(source.opened(), as: .document) { hash in try note(hash) }
    }

    /// Adds a file whose bytes come one after another.
    /// - Parameter name: the file in messages.
    package func add(name: String, from next: ByteSource<any Error>) throws -> PhotoRecord {
        try attachments.files.intake(
            name: name, as: .document, announce: { hash in try note(hash) }, from: next)
    }

    private func note(_ hash: ContentHash) throws {
        try log.withLock { log in try log?.add(hash) }
    }

    /// Removes the files to which no item refers. Call it when the import is committed or has failed.
    /// - Throws: if they cannot be removed now; the next call that adds files does.
    package func finish() throws {
        let hashes = log.withLock { $0?.hashes ?? [] }
        try attachments.removeUnreferenced(hashes)
        log.withLock { log in
            if let log = log.take() { log.finish() }
        }
    }
}
