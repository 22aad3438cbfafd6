public import FoundationEssentials
public import Inventory

/// A failure of a store, as data.
///
/// The store is unchanged after each error but `unknownOutcome`, `unconfirmed` and `copyDiffers`. No error carries values of
/// items, except for the fields of a conflict.
public enum StoreError: Error, Equatable, Sendable {
    /// There is no store in the folder.
    case missing(path: String)
    /// There is a store already.
    case exists(path: String)
    /// A file is in the place of the store's folder.
    case notAFolder(path: String)
    /// The folder for a new store contains these files.
    case folderInUse(path: String, names: [String])
    /// The file is not a store, or was never completed.
    case notAStore(path: String)
    /// The store was made by a newer version of the program.
    case newerVersion(path: String, version: Int, supported: Int)
    /// The store cannot be written.
    case readOnly(path: String)
    /// The inventory was archived.
    case archived(path: String)
    /// The address is that of an inventory on a server, and the program has no driver for servers.
    case noServerDriver(path: String)
    /// The address of a server names no inventory, or an invalid name.
    case noInventoryName(path: String)
    /// The system refuses to read the store.
    case unreadable(path: String)
    /// Another process locked the store for too long.
    case locked(path: String)
    /// The disk is full.
    case diskFull(path: String)
    /// The content of the file contradicts itself.
    case damaged(path: String, DamageDiagnostic)
    /// A field of an item has an invalid value; an edit that replaces it repairs it.
    case damagedField(ItemField, of: UUID, path: String)
    /// The items have other totals than the cached ones.
    case cachedTotals(path: String)
    /// The system or the database failed to read or write.
    case inputOutput(path: String, InputOutputDiagnostic)
    /// The connection to the database server was lost before the change was committed.
    case lostServer(path: String)
    /// The connection to the database server was lost while a change was committed. It may have been made.
    case unknownOutcome(path: String)
    /// The folder for files is not there, although photos or documents were added to the inventory.
    case missingFiles(path: String, folder: String)
    /// The store is made and in its place, but the disk did not confirm its name.
    case unconfirmed(path: String, code: Int32)
    /// The store's database cannot share a state with other programs.
    case unsharedSnapshot(path: String)
    /// No program shares a state with this id any more.
    case missingSnapshot(String, path: String)
    /// A store on a read-only medium was written by someone else while it was read.
    case changedWhileReading(path: String)
    /// A copy of the store does not have the same rows.
    case copyDiffers(path: String)
    /// The store was closed, or a writer was used after its transaction.
    case closed
    /// No item has this id.
    case noSuchItem(UUID)
    /// An item has this id already.
    case itemExists(UUID)
    /// The item has no such photo or document.
    case noSuchFile(ContentHash, of: UUID)
    /// The list has no such position.
    case noSuchPosition(index: Int, count: Int)
    /// A value is invalid for its field.
    case value(field: ItemField?, ValueError)
    /// An item cannot have this parent.
    case parent(InvalidParentDiagnostic, of: UUID)
    /// The item's external reference or id also identifies another item.
    case reference(DuplicateReferenceDiagnostic, of: UUID)
    /// Someone else changed the same fields since the revision the edit is based on.
    case conflict(ItemConflict)
    /// No change has this revision, or none is left to undo.
    case nothingToUndo(Revision?)
    /// The change was undone before.
    case alreadyUndone(Revision, by: Revision)
    /// The content of the change was erased for good by another one, or the change itself erased content.
    case forgotten(Revision, by: Revision)
    /// An item that is still there cannot be forgotten.
    case notRemoved(UUID)
    /// Later changes prevent undoing.
    case cannotUndo(Revision, [UndoDiagnostic])
    /// The key was used before for another change.
    case keyReused(IdempotencyKey)
    /// Rows of an import are invalid.
    case importDiagnostics([ImportDiagnostic])
    /// A total leaves the range of 64 bits when this item is added to it.
    case totals(ValueError, from: UUID)
}

extension StoreError {
    /// The damaged part of a store.
    public enum DamageDiagnostic: Equatable, Sendable {
        /// The database file; the words are the database's own.
        case database(words: String)
        /// A journal entry is unreadable.
        case journalEntry(Revision)
        /// The range of order keys is used up.
        case orderKeysExhausted
        /// An index of the items names an item that does not exist.
        case indexMismatch
        /// A row has no readable id.
        case unreadableItemID
        /// An item's photos or documents are unreadable.
        case unreadableAttachments
        /// The settings name no currency.
        case unreadableSettings
        /// The store has no id of its own.
        case missingStoreID
        /// The tables do not have the form of the version that the store states.
        case otherVersion
    }

    /// The reason why a store could not be read or written.
    public enum InputOutputDiagnostic: Equatable, Sendable {
        /// The folder in which the store's folder would be made does not exist.
        case missingFolder
        /// A part of the path is a file.
        case fileInsteadOfFolder
        /// The path is too long.
        case nameTooLong
        /// The path is a link that somebody else put into a folder for everybody.
        case foreignLink
        /// An error number of the system.
        case system(Int32)
        /// A failure of the database in its own words.
        case database(words: String)
        /// The database server cannot be reached or used now, in the words of its library.
        case server(words: String)
    }
}

/// An invalid row of an import.
public struct ImportDiagnostic: Equatable, Sendable {
    /// The reason.
    public enum Reason: Equatable, Sendable {
        /// An earlier row of the same import is the same item, by its id or its external reference.
        case repeats(row: Int)
        /// The item cannot have the parent that it names by id or external reference.
        case parent(InvalidParentDiagnostic)
        /// The reference or id also identifies another item; `row` is that item's row in the file, if it has one.
        case reference(DuplicateReferenceDiagnostic, row: Int?)
        /// The reference is ambiguous: several items in the store have it, such as these two.
        case ambiguousReference(UUID, UUID)
        /// An item that is not in the file has the id already.
        case idTaken
        /// A value is invalid for its field.
        case value(field: ItemField?, ValueError)
    }

    /// The item's row in the file, as in ``IncomingItem/row``.
    public let row: Int
    /// The reason.
    public let problem: Reason
}

/// An obstacle to undoing a change.
public struct UndoDiagnostic: Equatable, Sendable {
    /// The obstacle.
    public enum Kind: Equatable, Sendable {
        /// The field was changed since.
        case field(ItemField, of: UUID)
        /// The item was moved since.
        case place(of: UUID)
        /// The item was removed since.
        case removed(UUID)
        /// An item with this id was added since.
        case added(UUID)
        /// The item cannot get its former parent again.
        case parent(InvalidParentDiagnostic, of: UUID)
        /// The item's former reference or id now identifies another item.
        case reference(DuplicateReferenceDiagnostic, of: UUID)
        /// The setting was changed since.
        case setting(String)
    }

    /// The obstacle.
    public let kind: Kind
    /// The latest change that caused it, if one change did.
    public let revision: Revision?

    /// An obstacle that a later change caused.
    public init(_ kind: Kind, by revision: Revision?) {
        self.kind = kind
        self.revision = revision
    }
}

extension StoreError {
    /// An entry of the journal that cannot be read.
    static func damagedJournal(_ revision: Revision, path: String) -> StoreError {
        .damaged(path: path, .journalEntry(revision))
    }
}
