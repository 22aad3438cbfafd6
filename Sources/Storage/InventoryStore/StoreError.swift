import Files
package import FoundationEssentials
import Glibc
package import Inventory
package import Message

/// A failure of a store, as data.
///
/// The store is unchanged after each error but `unknownOutcome`, `unconfirmed` and `copyDiffers`. No error carries values of
/// items, except for the fields of a conflict.
package enum StoreError: Error, Equatable, Sendable {
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
    /// The items have more different texts in a column than a list is sorted by.
    case tooManySortedValues(column: String, limit: Int)
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
    /// The role of the author does not include the change.
    case notAllowed
    /// The field is hidden from the person who asks for it or changes it.
    case hiddenField(ItemField)
    /// The key was used before for another change.
    case keyReused(IdempotencyKey)
    /// Rows of an import are invalid.
    case importDiagnostics([ImportDiagnostic])
    /// A total leaves the range of 64 bits when this item is added to it.
    case totals(ValueError, from: UUID)
}

extension StoreError {
    /// The damaged part of a store.
    package enum DamageDiagnostic: Equatable, Sendable {
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
    package enum InputOutputDiagnostic: Equatable, Sendable {
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
package struct ImportDiagnostic: Equatable, Sendable {
    /// The reason.
    package enum Reason: Equatable, Sendable {
        /// An earlier row of the same import is the same item, by its id or its external reference.
        case repeats(row: Int)
        /// The item cannot have the parent that it names by id or external reference.
        case parent(InvalidParentDiagnostic)
        /// The reference or id also identifies another item; `row` is that item's row in the file, if it has one.
        case reference(DuplicateReferenceDiagnostic, row: Int?)
        /// The reference is ambiguous: several items in the store have it, such as these two.
        case ambiguousReference(UUID, UUID)
        /// Several items in the store, such as these two, have the text by which the row is to be recognised.
        case ambiguousText(String, UUID, UUID)
        /// No item has the text by which the row is to be recognised, and the row has no name for a new one.
        case namesNoItem(String)
        /// An item that is not in the file has the id already.
        case idTaken
        /// A value is invalid for its field.
        case value(field: ItemField?, ValueError)
    }

    /// The item's row in the file, as in ``IncomingItem/row``.
    package let row: Int
    /// The reason.
    package let problem: Reason
}

/// An obstacle to undoing a change.
package struct UndoDiagnostic: Equatable, Sendable {
    /// The obstacle.
    package enum Kind: Equatable, Sendable {
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
    package let kind: Kind
    /// The latest change that caused it, if one change did.
    package let revision: Revision?

    /// An obstacle that a later change caused.
    package init(_ kind: Kind, by revision: Revision?) {
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

extension ImportDiagnostic: MessageConvertible {
    package var message: Message { message { Message("import.row", ["row": .value($0)]) } }

    /// The message with rows named by their place in a file.
    /// - Parameter place: the name of a row, such as "row 3" or "item 3 (b.json)".
    package func message(naming place: (Int) -> Message) -> Message {
        Message("store.import.inRow", ["place": place(row), "problem": problem.message(naming: place)])
    }
}

extension ImportDiagnostic.Reason {
    fileprivate func message(naming place: (Int) -> Message) -> Message {
        switch self {
        case .repeats(let row): Message("store.import.repeats", ["other": place(row)])
        case .parent(.unknown): Message("store.import.unknownParent")
        case .parent(.itself): Message("store.import.ownParent")
        case .parent(.cycle): Message("store.import.parentCycle")
        case .reference(let diagnostic, let row):
            (row.map { diagnostic.message(otherAt: place($0)) } ?? diagnostic.message).of(diagnostic.field)
        case .ambiguousReference(let one, let other):
            Message("store.reference.ambiguous", ["one": one.text, "other": other.text]).of(.externalReference)
        case .ambiguousText(let text, let one, let other):
            Message("store.import.ambiguousText", ["text": text.excerpt, "one": one.text, "other": other.text])
        case .namesNoItem(let text): Message("store.import.namesNoItem", ["text": text.excerpt])
        case .idTaken: Message("store.import.idTaken")
        case .value(let field, let error): error.message(of: field)
        }
    }
}

extension UndoDiagnostic: MessageConvertible {
    /// The most obstacles that a message lists.
    private static let maximumListed = 10

    /// The first obstacles as a list, and the number of the others.
    package static func listed(_ obstacles: [UndoDiagnostic]) -> (Message.Argument, more: Int) {
        (
            .list(obstacles.prefix(maximumListed).map { .message($0.message) }),
            max(0, obstacles.count - maximumListed)
        )
    }

    package var message: Message {
        guard let revision else { return kind.message }
        return Message("store.undo.byRevision", ["obstacle": kind, "revision": .value(revision)])
    }
}

extension UndoDiagnostic.Kind: MessageConvertible {
    package var message: Message {
        switch self {
        case .field(let field, let id): Message("store.undo.field", ["field": field.name, "item": id.text])
        case .place(let id): Message("store.undo.place", ["item": id.text])
        case .removed(let id): Message("store.undo.removed", ["item": id.text])
        case .added(let id): Message("store.undo.added", ["item": id.text])
        case .parent(.unknown, let id): Message("store.undo.parentRemoved", ["item": id.text])
        case .parent(_, let id): Message("store.undo.parentCycle", ["item": id.text])
        case .reference(.taken(let other), let id):
            Message("store.undo.referenceTaken", ["other": other.text, "item": id.text])
        case .reference(.idTaken(let other), let id):
            Message("store.undo.idTaken", ["other": other.text, "item": id.text])
        case .setting(let name): Message("store.undo.setting", ["name": name])
        }
    }
}

extension StoreError: MessageConvertible {
    /// The most names of files that the message for a folder in use lists.
    private static let listedNames = 3

    package var message: Message {
        switch self {
        case .missing(let path): StoreError.missingStore(path)
        case .exists(let path): Message("store.exists", ["path": path])
        case .notAFolder(let path): Message("store.notAFolder", ["path": path])
        case .folderInUse(let path, let names): StoreError.folderInUse(path, by: names)
        case .notAStore(let path): Message("store.notAStore", ["path": path])
        case .newerVersion(let path, let version, let supported):
            Message("store.newerVersion", ["path": path, "version": .value(version), "supported": .value(supported)])
        case .readOnly(let path): Message("store.readOnly", ["path": path])
        case .archived(let path): Message("store.archived", ["path": path])
        case .noServerDriver(let path): Message("store.noServerDriver", ["path": path])
        case .noInventoryName(let path): Message("store.noInventoryName", ["path": path])
        case .unreadable(let path): Message("store.unreadable", ["path": path])
        case .locked(let path): Message("store.locked", ["path": path])
        case .diskFull(let path): Message("store.diskFull", ["path": path])
        case .damaged(let path, let damage): Message("store.damaged", ["path": path, "damage": damage])
        case .damagedField(let field, let id, let path):
            Message("store.damagedField", ["path": path, "damage": StoreDiagnostic.field(field, of: id)])
        case .cachedTotals(let path): Message("store.cachedTotals", ["path": path, "damage": StoreDiagnostic.totals])
        case .tooManySortedValues(let column, let limit):
            Message("store.tooManySortedValues", ["column": column.excerpt, "limit": .count(limit)])
        case .inputOutput(let path, .system(let code)): StoreError.fault(path, String(cString: strerror(code)))
        case .inputOutput(let path, .database(let words)):
            StoreAddress(path) == nil
                ? StoreError.fault(path, words) : Message("store.serverRefused", ["path": path, "reason": words])
        case .inputOutput(let path, .server(let words)): Message("store.server", ["path": path, "reason": words])
        case .lostServer(let path): Message("store.lostServer", ["path": path])
        case .unknownOutcome(let path): Message("store.unknownOutcome", ["path": path])
        case .missingFiles(let path, let folder): Message("store.missingFiles", ["path": path, "folder": folder])
        case .inputOutput(let path, let reason): Message("store.inputOutput", ["path": path, "reason": reason])
        case .unconfirmed(let path, let code): FileError(.flushName, path, code: code).message
        case .changedWhileReading(let path): Message("store.changedWhileReading", ["path": path])
        case .copyDiffers(let path): Message("store.copyDiffers", ["path": path])
        case .closed: Message("store.closed")
        case .noSuchItem(let id): Message("store.noSuchItem", ["id": id.text])
        case .itemExists(let id): Message("store.itemExists", ["id": id.text])
        case .noSuchFile(let hash, let id): Message("store.noSuchFile", ["item": id.text, "hash": .value(hash)])
        case .noSuchPosition(let index, let count):
            Message("store.noSuchPosition", ["index": .value(index), "count": .value(count)])
        case .value(let field, let error): error.message(of: field)
        case .parent(let diagnostic, _): diagnostic.message.of(.parent)
        case .reference(let diagnostic, _): diagnostic.message.of(diagnostic.field)
        case .conflict(let conflict):
            Message("store.conflict", ["fields": conflict.fields.map(\.field.name).joined(separator: ", ")])
        case .nothingToUndo(nil): Message("store.nothingLeftToUndo")
        case .nothingToUndo(let revision?): Message("store.nothingToUndo", ["revision": .value(revision)])
        case .alreadyUndone(let revision, let by):
            Message("store.alreadyUndone", ["revision": .value(revision), "by": .value(by)])
        case .cannotUndo(let revision, let obstacles): StoreError.cannotUndo(revision, obstacles)
        case .forgotten(let revision, let by):
            Message("store.forgotten", ["revision": .value(revision), "by": .value(by)])
        case .notRemoved(let id): Message("store.notRemoved", ["id": id.text])
        case .notAllowed: Message("store.notAllowed")
        case .hiddenField(let field): Message("store.hiddenField").of(field)
        case .keyReused(let key): Message("store.keyReused", ["key": .value(key)])
        case .importDiagnostics(let diagnostics): Message(lines: diagnostics.map(\.message))
        case .totals(.overflow(let currency), let id):
            Message("store.totals.amounts", ["currency": currency, "item": id.text])
        case .totals(_, let id): Message("store.totals.quantities", ["item": id.text])
        }
    }

    private static func missingStore(_ path: String) -> Message {
        guard let address = StoreAddress(path) else { return Message("store.missing.folder", ["path": path]) }
        return Message(address.inventory == nil ? "store.missing.database" : "store.missing.name", ["path": path])
    }

    private static func fault(_ path: String, _ reason: String) -> Message {
        Message("store.fault", ["path": path, "reason": reason])
    }

    private static func folderInUse(_ path: String, by names: [String]) -> Message {
        let listed = names.sorted().prefix(listedNames).joined(separator: ", ")
        let more = names.count - listedNames
        return more > 0
            ? Message("store.folderInUseByMany", ["path": path, "names": listed, "more": .count(more)])
            : Message("store.folderInUse", ["path": path, "names": listed])
    }

    private static func cannotUndo(_ revision: Revision, _ obstacles: [UndoDiagnostic]) -> Message {
        let (listed, more) = UndoDiagnostic.listed(obstacles)
        return more > 0
            ? Message(
                "store.cannotUndoForMany", ["revision": .value(revision), "obstacles": listed, "more": .count(more)])
            : Message("store.cannotUndo", ["revision": .value(revision), "obstacles": listed])
    }
}

extension StoreError.DamageDiagnostic: MessageConvertible {
    package var message: Message {
        switch self {
        case .database(let words): Message(text: words)
        case .journalEntry(let revision): Message("store.damage.journalEntry", ["revision": .value(revision)])
        case .orderKeysExhausted: Message("store.damage.orderKeysExhausted")
        case .indexMismatch: Message("store.damage.indexMismatch")
        case .unreadableItemID: Message("store.damage.unreadableItemID")
        case .unreadableAttachments: Message("store.damage.unreadableAttachments")
        case .unreadableSettings: Message("store.damage.unreadableSettings")
        case .missingStoreID: Message("store.damage.missingStoreID")
        case .otherVersion: Message("store.damage.otherVersion")
        }
    }
}

extension StoreError.InputOutputDiagnostic: MessageConvertible {
    /// The reason as a part of a message: a clause of its own or the words of the system.
    package var message: Message {
        switch self {
        case .missingFolder: Message("store.inputOutput.missingFolder")
        case .fileInsteadOfFolder: Message("store.inputOutput.fileInsteadOfFolder")
        case .nameTooLong: Message("store.inputOutput.nameTooLong")
        case .foreignLink: Message("store.inputOutput.foreignLink")
        case .system(let code): Message(text: String(cString: strerror(code)))
        case .database(let words), .server(let words): Message(text: words)
        }
    }
}

extension ValueError {
    /// The message with the name of the field in front, if a field has the value.
    fileprivate func message(of field: ItemField?) -> Message { field.map { message.of($0) } ?? message }
}

extension Message {
    /// The message with the name of a field in front.
    fileprivate func of(_ field: ItemField) -> Message {
        Message("store.field", ["field": field.name, "problem": self])
    }
}
