public import FoundationEssentials
public import Inventory
import InventoryStore
import Localization

/// A file of a photo or document that is not as it must be.
public enum AttachmentDiagnostic: Equatable, Sendable {
    /// An item has it, and the store has not.
    case missing(ContentHash, of: UUID)
    /// Its bytes are no longer those that were taken in.
    case changed(ContentHash, of: UUID)
    /// The system refused to read it.
    case unreadable(ContentHash, of: UUID)
}

extension AttachmentDiagnostic: CustomStringConvertible {
    public var description: String {
        let (hash, id, fault) =
            switch self {
            case .missing(let hash, let id): (hash, id, said("photo.isNotInThe"))
            case .changed(let hash, let id): (hash, id, said("photo.hasChangedSinceIt"))
            case .unreadable(let hash, let id): (hash, id, said("photo.cannotBeRead"))
            }
        return
            said("photo.theFileOfItem", hash, id.uuidString.lowercased(), fault)
    }
}

extension AttachmentStore {
    /// Reads every file that an item has and compares it with its hash.
    /// - Parameter limit: the most findings that are told.
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

    /// The originals that neither an item nor the journal speaks of, as a call that was ended may leave them.
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

    /// Removes the originals that neither an item nor the journal speaks of, and pictures without an original.
    /// - Returns: how many originals went, and their bytes.
    @discardableResult
    public func sweep() throws(AttachmentError) -> (files: Int, bytes: Int) {
        try removeAbandonedFiles()
        let originals = try wrappingPhotoErrors { () throws(PhotoError) in try files.originals() }
        let derived = try wrappingPhotoErrors { () throws(PhotoError) in try files.derivedHashes() }
        return try removeUnreferenced(originals + derived.subtracting(originals))
    }

    /// Removes what calls left behind that were ended before an item had their files.
    func removeAbandonedFiles() throws(AttachmentError) {
        try IntakeLog.forEachAbandoned(in: files.folder) { note throws(AttachmentError) in
            try removeUnreferenced(note.hashes)
            note.finish()
        }
    }

    /// Removes those of some files that nothing speaks of, while nobody can write to the store.
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
