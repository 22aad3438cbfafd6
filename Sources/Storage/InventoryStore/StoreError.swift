public import FoundationEssentials
public import Inventory
import Localization

/// What a store could not do: what went wrong, where, and what to do about it.
///
/// Whatever the error, nothing was changed. The owner's data stays out of the words but for the names of fields.
public enum StoreError: Error, Equatable, Sendable {
    /// There is no store in the folder.
    case missing(path: String)
    /// A store stands there already.
    case exists(path: String)
    /// Something else stands where the store's folder should.
    case notAFolder(path: String)
    /// The folder where a new store should stand holds these.
    case folderInUse(path: String, names: [String])
    /// The file is none of ours, or was never finished.
    case notAStore(path: String)
    /// The store was made by a newer version of the program.
    case newerVersion(path: String, version: Int, supported: Int)
    /// The store cannot be written.
    case readOnly(path: String)
    /// The system does not let the store be read.
    case unreadable(path: String)
    /// Another process held the store for longer than is waited.
    case locked(path: String)
    /// The disk is full.
    case diskFull(path: String)
    /// What stands in the file contradicts itself.
    case damaged(path: String, detail: String)
    /// A field of an item holds what it cannot hold; an edit that gives it anew mends it.
    case damagedField(ItemField, of: UUID, path: String)
    /// The items do not come to the totals that were kept of them.
    case cachedTotals(path: String)
    /// The system refused to read or write.
    case inputOutput(path: String, detail: String)
    /// A store on read-only media was written by someone else while it was read.
    case changedWhileReading(path: String)
    /// The store was closed, or a writer was used after its transaction.
    case closed
    /// No item has this key.
    case noSuchItem(UUID)
    /// An item has this key already.
    case itemExists(UUID)
    /// The item has no such photo or document.
    case noSuchFile(ContentHash, of: UUID)
    /// There is no such place in the list.
    case noSuchPosition(index: Int, count: Int)
    /// A field cannot hold what it was given.
    case value(field: ItemField?, ValueError)
    /// An item cannot have the parent that is named.
    case parent(InvalidParentDiagnostic, of: UUID)
    /// Another item goes by the item's external reference or key.
    case reference(DuplicateReferenceDiagnostic, of: UUID)
    /// Someone else changed the same fields since the revision the edit is based on.
    case conflict(ItemConflict)
    /// No change has this revision, or none is left to undo.
    case nothingToUndo(Revision?)
    /// The change was undone before.
    case alreadyUndone(Revision, by: Revision)
    /// Later changes stand in the way of undoing.
    case cannotUndo(Revision, [UndoDiagnostic])
    /// The key was used before for another change.
    case keyReused(IdempotencyKey)
    /// Rows of an import are at fault.
    case importDiagnostics([ImportDiagnostic])
    /// A total leaves what can be counted exactly once this item is added to it.
    case totals(ValueError, from: UUID)
}

/// What is wrong with a row of an import.
public struct ImportDiagnostic: Equatable, Sendable {
    /// What is wrong.
    public enum Reason: Equatable, Sendable {
        /// An earlier row of the same import is the same item, by its key or its external reference.
        case repeats(row: Int)
        /// The item cannot have the parent that is named, by its key or its external reference.
        case parent(InvalidParentDiagnostic)
        /// Another item goes by the reference or key; `row` is where the file speaks of it, where it does.
        case reference(DuplicateReferenceDiagnostic, row: Int?)
        /// Several items in the store have the reference, these two among them: which is meant cannot be told.
        case ambiguousReference(UUID, UUID)
        /// An item that the file does not speak of has the key already.
        case idTaken
        /// A field cannot hold what it was given.
        case value(field: ItemField?, ValueError)
    }

    /// Where the item stands in the file, as ``IncomingItem/row`` says.
    public let row: Int
    /// What is wrong with it.
    public let problem: Reason
}

/// What stands in the way of undoing a change.
public struct UndoDiagnostic: Equatable, Sendable {
    /// What it is.
    public enum Kind: Equatable, Sendable {
        /// The field was changed since.
        case field(ItemField, of: UUID)
        /// The item was moved since.
        case place(of: UUID)
        /// The item was removed since.
        case removed(UUID)
        /// An item with this key was added since.
        case added(UUID)
        /// The item cannot have its former parent back.
        case parent(InvalidParentDiagnostic, of: UUID)
        /// Another item goes by the item's former reference or key.
        case reference(DuplicateReferenceDiagnostic, of: UUID)
        /// The setting was changed since.
        case setting(String)
    }

    /// What it is.
    public let kind: Kind
    /// The latest change that made it so, where one change did.
    public let revision: Revision?

    /// An obstacle that a later change made.
    public init(_ kind: Kind, by revision: Revision?) {
        self.kind = kind
        self.revision = revision
    }
}

extension StoreError {
    /// The paths of the store stay; used where an error arises deep below the folder's name.
    static func damagedJournal(_ revision: Revision, path: String) -> StoreError {
        .damaged(path: path, detail: said("store.entryUnreadable", revision))
    }
}
