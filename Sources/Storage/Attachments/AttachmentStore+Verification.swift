public import FoundationEssentials
public import Inventory
import InventoryStore
public import Message

/// A file of a photo or document that is missing or damaged.
public enum AttachmentDiagnostic: Equatable, Sendable {
    /// An item refers to the file, but the store does not have it.
    case missing(ContentHash, of: UUID)
    /// Its bytes have changed since it was added.
    case changed(ContentHash, of: UUID)
    /// The system cannot read it.
    case unreadable(ContentHash, of: UUID)
}

extension AttachmentStore {
    /// Reads every file that an item refers to and compares it with its hash.
    /// - Parameter limit: the largest number of diagnostics to return.
    public func verify(limit: Int = 100) throws(AttachmentError) -> [AttachmentDiagnostic] {
        var diagnostics: [AttachmentDiagnostic] = []
        let owned: [ContentHash: UUID]
        do throws(StoreError) { owned = try store.snapshot().files() } catch { throw .store(error) }
        let sorted = owned.sorted { $0.key.bytes.lexicographicallyPrecedes($1.key.bytes) }
        for (hash, item) in sorted where diagnostics.count < limit {
            do throws(PhotoError) {
                try files.verify(hash)
            } catch {
                switch error {
                case .missing: diagnostics.append(.missing(hash, of: item))
                case .changed: diagnostics.append(.changed(hash, of: item))
                default: diagnostics.append(.unreadable(hash, of: item))
                }
            }
        }
        return diagnostics
    }

    /// The originals that neither an item nor the journal refers to. An interrupted call may leave such files.
    public func unreferencedFiles() throws(AttachmentError) -> [ContentHash] {
        let originals = try wrappingPhotoErrors { () throws(PhotoError) in try files.originals() }
        guard !originals.isEmpty else { return [] }
        do throws(StoreError) {
            let needed = try store.snapshot().referencedFiles()
            return originals.filter { !needed.contains($0) }
        } catch {
            throw .store(error)
        }
    }

    /// Removes the originals that neither an item nor the journal refers to, and pictures without an original.
    /// - Returns: the number of removed originals, and their size in bytes.
    @discardableResult
    public func sweep() throws(AttachmentError) -> (files: Int, bytes: Int) {
        try removeAbandonedFiles()
        let originals = try wrappingPhotoErrors { () throws(PhotoError) in try files.originals() }
        let derived = try wrappingPhotoErrors { () throws(PhotoError) in try files.derivedHashes() }
        return try removeUnreferenced(originals + derived.subtracting(originals))
    }

    /// Removes the files of calls that were interrupted before an item referred to them.
    func removeAbandonedFiles() throws(AttachmentError) {
        try wrappingPhotoErrors { () throws(PhotoError) in try files.removeAbandonedFiles() }
        try IntakeLog.forEachAbandoned(in: files.folder) { log throws(AttachmentError) in
            try removeUnreferenced(log.hashes)
            log.finish()
        }
    }

    /// Removes the files of a list to which nothing refers. Holds the store's write lock meanwhile, so that no item can
    /// begin to refer to one of them.
    @discardableResult
    func removeUnreferenced(_ hashes: [ContentHash]) throws(AttachmentError) -> (files: Int, bytes: Int) {
        guard !hashes.isEmpty else { return (0, 0) }
        let result = try withWriter { writer throws(StoreError) -> Result<(files: Int, bytes: Int), PhotoError> in
            let needed = try writer.referencedFiles()
            var (count, bytes) = (0, 0)
            for hash in Set(hashes) where !needed.contains(hash) {
                let size = files.sizeOfOriginal(hash)
                do throws(PhotoError) { try files.discard(hash) } catch { return .failure(error) }
                count += size == nil ? 0 : 1
                bytes += size ?? 0
            }
            return .success((count, bytes))
        }
        return try wrappingPhotoErrors { () throws(PhotoError) in try result.get() }
    }
}

extension AttachmentDiagnostic: MessageConvertible {
    public var message: Message {
        switch self {
        case .missing(let hash, let item):
            Message("attachment.missing", ["hash": "\(hash)", "item": item.text])
        case .changed(let hash, let item):
            Message("attachment.changed", ["hash": "\(hash)", "item": item.text])
        case .unreadable(let hash, let item):
            Message("attachment.unreadable", ["hash": "\(hash)", "item": item.text])
        }
    }
}
