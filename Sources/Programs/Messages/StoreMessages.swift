import Files
import FoundationEssentials
import Glibc
import Inventory
public import InventoryStore
public import Localization

extension StoreError: MessageConvertible {
    /// The most names of files that the message for a folder in use lists.
    private static let listedNames = 3

    public var message: Message {
        switch self {
        case .missing(let path): Message("store.missing", ["path": .text(path)])
        case .exists(let path): Message("store.exists", ["path": .text(path)])
        case .notAFolder(let path): Message("store.notAFolder", ["path": .text(path)])
        case .folderInUse(let path, let names): StoreError.folderInUse(path, by: names)
        case .notAStore(let path): Message("store.notAStore", ["path": .text(path)])
        case .newerVersion(let path, let version, let supported):
            Message(
                "store.newerVersion",
                ["path": .text(path), "version": .value(version), "supported": .value(supported)])
        case .readOnly(let path): Message("store.readOnly", ["path": .text(path)])
        case .archived(let path): Message("store.archived", ["path": .text(path)])
        case .noServerDriver(let path): Message("store.noServerDriver", ["path": .text(path)])
        case .noInventoryName(let path): Message("store.noInventoryName", ["path": .text(path)])
        case .unreadable(let path): Message("store.unreadable", ["path": .text(path)])
        case .locked(let path): Message("store.locked", ["path": .text(path)])
        case .diskFull(let path): Message("store.diskFull", ["path": .text(path)])
        case .damaged(let path, let damage):
            Message("store.damaged", ["path": .text(path), "damage": damage.argument])
        case .damagedField(let field, let id, let path):
            Message(
                "store.damagedField",
                ["path": .text(path), "damage": .message(StoreDiagnostic.field(field, of: id).message)])
        case .cachedTotals(let path):
            Message("store.cachedTotals", ["path": .text(path), "damage": .message(StoreDiagnostic.totals.message)])
        case .inputOutput(let path, .system(let code)): StoreError.fault(path, String(cString: strerror(code)))
        case .inputOutput(let path, .database(let words)): StoreError.fault(path, words)
        case .inputOutput(let path, .server(let words)):
            Message("store.server", ["path": .text(path), "reason": .text(words)])
        case .lostServer(let path): Message("store.lostServer", ["path": .text(path)])
        case .unknownOutcome(let path): Message("store.unknownOutcome", ["path": .text(path)])
        case .missingFiles(let path, let folder):
            Message("store.missingFiles", ["path": .text(path), "folder": .text(folder)])
        case .inputOutput(let path, let reason):
            Message("store.inputOutput", ["path": .text(path), "reason": reason.argument])
        case .unconfirmed(let path, let code): FileError(.flushName, path, code: code).message
        case .unsharedSnapshot(let path): Message("store.unsharedSnapshot", ["path": .text(path)])
        case .missingSnapshot(let id, let path):
            Message("store.missingSnapshot", ["path": .text(path), "id": .text(id)])
        case .changedWhileReading(let path): Message("store.changedWhileReading", ["path": .text(path)])
        case .copyDiffers(let path): Message("store.copyDiffers", ["path": .text(path)])
        case .closed: Message("store.closed")
        case .noSuchItem(let id): Message("store.noSuchItem", ["id": .id(id)])
        case .itemExists(let id): Message("store.itemExists", ["id": .id(id)])
        case .noSuchFile(let hash, let id): Message("store.noSuchFile", ["item": .id(id), "hash": .value(hash)])
        case .noSuchPosition(let index, let count):
            Message("store.noSuchPosition", ["index": .value(index), "count": .value(count)])
        case .value(let field, let error): error.message(of: field)
        case .parent(let diagnostic, _): diagnostic.message.of(.parent)
        case .reference(let diagnostic, _): diagnostic.message.of(diagnostic.field)
        case .conflict(let conflict):
            Message("store.conflict", ["fields": .text(conflict.fields.map(\.field.name).joined(separator: ", "))])
        case .nothingToUndo(nil): Message("store.nothingLeftToUndo")
        case .nothingToUndo(let revision?): Message("store.nothingToUndo", ["revision": .value(revision)])
        case .alreadyUndone(let revision, let by):
            Message("store.alreadyUndone", ["revision": .value(revision), "by": .value(by)])
        case .cannotUndo(let revision, let obstacles): StoreError.cannotUndo(revision, obstacles)
        case .forgotten(let revision, let by):
            Message("store.forgotten", ["revision": .value(revision), "by": .value(by)])
        case .notRemoved(let id): Message("store.notRemoved", ["id": .id(id)])
        case .keyReused(let key): Message("store.keyReused", ["key": .value(key)])
        case .importDiagnostics(let diagnostics): Message(lines: diagnostics.map(\.message))
        case .totals(.overflow(let currency), let id):
            Message("store.totals.amounts", ["currency": .text(currency), "item": .id(id)])
        case .totals(_, let id): Message("store.totals.quantities", ["item": .id(id)])
        }
    }

    private static func fault(_ path: String, _ reason: String) -> Message {
        Message("store.fault", ["path": .text(path), "reason": .text(reason)])
    }

    private static func folderInUse(_ path: String, by names: [String]) -> Message {
        let listed = Message.Argument.text(names.sorted().prefix(listedNames).joined(separator: ", "))
        let more = names.count - listedNames
        return more > 0
            ? Message("store.folderInUseByMany", ["path": .text(path), "names": listed, "more": .count(more)])
            : Message("store.folderInUse", ["path": .text(path), "names": listed])
    }

    private static func cannotUndo(_ revision: Revision, _ obstacles: [UndoDiagnostic]) -> Message {
        let (listed, more) = UndoDiagnostic.listed(obstacles)
        return more > 0
            ? Message(
                "store.cannotUndoForMany",
                ["revision": .value(revision), "obstacles": listed, "more": .count(more)])
            : Message("store.cannotUndo", ["revision": .value(revision), "obstacles": listed])
    }
}

extension StoreError.DamageDiagnostic {
    fileprivate var argument: Message.Argument {
        switch self {
        case .database(let words): .text(words)
        case .journalEntry(let revision):
            .message(Message("store.damage.journalEntry", ["revision": .value(revision)]))
        case .orderKeysExhausted: .message(Message("store.damage.orderKeysExhausted"))
        case .indexMismatch: .message(Message("store.damage.indexMismatch"))
        case .unreadableItemID: .message(Message("store.damage.unreadableItemID"))
        case .unreadableAttachments: .message(Message("store.damage.unreadableAttachments"))
        case .unreadableSettings: .message(Message("store.damage.unreadableSettings"))
        case .missingStoreID: .message(Message("store.damage.missingStoreID"))
        case .otherVersion: .message(Message("store.damage.otherVersion"))
        }
    }
}

extension StoreError.InputOutputDiagnostic {
    /// The reason as a part of a message: a clause of its own or the words of the system.
    public var argument: Message.Argument {
        switch self {
        case .missingFolder: .message(Message("store.inputOutput.missingFolder"))
        case .fileInsteadOfFolder: .message(Message("store.inputOutput.fileInsteadOfFolder"))
        case .nameTooLong: .message(Message("store.inputOutput.nameTooLong"))
        case .foreignLink: .message(Message("store.inputOutput.foreignLink"))
        case .system(let code): .text(String(cString: strerror(code)))
        case .database(let words), .server(let words): .text(words)
        }
    }
}

extension ValueError {
    /// The message with the name of the field in front, if a field has the value.
    func message(of field: ItemField?) -> Message { field.map { message.of($0) } ?? message }
}

extension Message {
    /// The message with the name of a field in front.
    func of(_ field: ItemField) -> Message {
        Message("store.field", ["field": .text(field.name), "problem": .message(self)])
    }

    /// Several messages, one a line.
    init(lines: [Message]) {
        self = lines.dropLast().reversed().reduce(lines.last ?? Message("error.text", ["text": .text("")])) {
            rest, line in
            Message("error.lines", ["line": .message(line), "rest": .message(rest)])
        }
    }
}

extension Message.Argument {
    /// An item's id, as the command line and documents write it.
    static func id(_ id: UUID) -> Message.Argument { .text(id.text) }
}
