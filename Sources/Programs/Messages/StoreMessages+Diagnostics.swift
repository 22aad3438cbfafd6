import FoundationEssentials
public import Inventory
public import InventoryStore
public import Localization

extension InvalidParentDiagnostic: MessageConvertible {
    public var message: Message {
        switch self {
        case .unknown: Message("store.parent.unknown")
        case .itself: Message("store.parent.itself")
        case .cycle: Message("store.parent.cycle")
        }
    }
}

extension DuplicateReferenceDiagnostic: MessageConvertible {
    public var message: Message {
        switch self {
        case .taken(let other): Message("store.reference.taken", ["item": .id(other)])
        case .idTaken(let other): Message("store.reference.idTaken", ["item": .id(other)])
        }
    }

    /// The message about an item that is known by its place in a file.
    fileprivate func message(otherAt place: Message) -> Message {
        switch self {
        case .taken: Message("store.reference.takenInFile", ["place": .message(place)])
        case .idTaken: Message("store.reference.idTakenInFile", ["place": .message(place)])
        }
    }

    /// The field that the message is about.
    public var field: ItemField {
        switch self {
        case .taken: .externalReference
        case .idTaken: .id
        }
    }
}

extension ImportDiagnostic: MessageConvertible {
    public var message: Message { message { Message("import.row", ["row": .value($0)]) } }

    /// The message with rows named by their place in a file.
    /// - Parameter place: the name of a row, such as "row 3" or "item 3 (b.json)".
    public func message(naming place: (Int) -> Message) -> Message {
        Message(
            "store.import.inRow",
            ["place": .message(place(row)), "problem": .message(problem.message(naming: place))])
    }
}

extension ImportDiagnostic.Reason {
    fileprivate func message(naming place: (Int) -> Message) -> Message {
        switch self {
        case .repeats(let row): Message("store.import.repeats", ["other": .message(place(row))])
        case .parent(.unknown): Message("store.import.unknownParent")
        case .parent(.itself): Message("store.import.ownParent")
        case .parent(.cycle): Message("store.import.parentCycle")
        case .reference(let diagnostic, let row):
            (row.map { diagnostic.message(otherAt: place($0)) } ?? diagnostic.message).of(diagnostic.field)
        case .ambiguousReference(let one, let other):
            Message("store.reference.ambiguous", ["one": .id(one), "other": .id(other)]).of(.externalReference)
        case .idTaken: Message("store.import.idTaken")
        case .value(let field, let error): error.message(of: field)
        }
    }
}

extension UndoDiagnostic: MessageConvertible {
    /// The most obstacles that a message lists.
    private static let maximumListed = 10

    /// The first obstacles as a list, and the number of the others.
    public static func listed(_ obstacles: [UndoDiagnostic]) -> (Message.Argument, more: Int) {
        (
            .list(obstacles.prefix(maximumListed).map { .message($0.message) }),
            max(0, obstacles.count - maximumListed)
        )
    }

    public var message: Message {
        guard let revision else { return kind.message }
        return Message("store.undo.byRevision", ["obstacle": .message(kind.message), "revision": .value(revision)])
    }
}

extension UndoDiagnostic.Kind {
    fileprivate var message: Message {
        switch self {
        case .field(let field, let id): Message("store.undo.field", ["field": .text(field.name), "item": .id(id)])
        case .place(let id): Message("store.undo.place", ["item": .id(id)])
        case .removed(let id): Message("store.undo.removed", ["item": .id(id)])
        case .added(let id): Message("store.undo.added", ["item": .id(id)])
        case .parent(.unknown, let id): Message("store.undo.parentRemoved", ["item": .id(id)])
        case .parent(_, let id): Message("store.undo.parentCycle", ["item": .id(id)])
        case .reference(.taken(let other), let id):
            Message("store.undo.referenceTaken", ["other": .id(other), "item": .id(id)])
        case .reference(.idTaken(let other), let id):
            Message("store.undo.idTaken", ["other": .id(other), "item": .id(id)])
        case .setting(let name): Message("store.undo.setting", ["name": .text(name)])
        }
    }
}

extension StoreDiagnostic: MessageConvertible {
    public var message: Message {
        switch self {
        case .database(let words, let places, let orMore):
            Message(
                orMore ? "store.diagnostic.databaseInMore" : "store.diagnostic.database",
                [
                    "places": .count(places),
                    "words": .text((words + (places > words.count ? ["…"] : [])).joined(separator: "; ")),
                ])
        case .foreignObject(let name): Message("store.diagnostic.foreignObject", ["name": .text(name)])
        case .journalGap(let revisions, let latest):
            Message("store.diagnostic.journalGap", ["revisions": .count(revisions), "latest": .value(latest)])
        case .unreadableChange(let revision):
            Message("store.diagnostic.unreadableChange", ["revision": .value(revision)])
        case .danglingChange(let revision, let other):
            Message("store.diagnostic.danglingChange", ["revision": .value(revision), "named": .value(other)])
        case .unknownRevision(let id, let revision):
            Message("store.diagnostic.unknownRevision", ["item": .id(id), "revision": .value(revision)])
        case .field(let field, let id):
            Message("store.diagnostic.field", ["field": .text(field.name), "item": .id(id)])
        case .unrecorded(let field, let id, let revision):
            Message(
                "store.diagnostic.unrecorded",
                ["field": .text(field.name), "item": .id(id), "revision": .value(revision)])
        case .parent(.unknown, let id): Message("store.diagnostic.unknownParent", ["item": .id(id)])
        case .parent(.itself, let id): Message("store.diagnostic.ownParent", ["item": .id(id)])
        case .parent(.cycle, let id): Message("store.diagnostic.parentCycle", ["item": .id(id)])
        case .reference(let diagnostic, let id):
            Message("store.diagnostic.reference", ["item": .id(id), "other": .id(diagnostic.other)])
        case .itemWithoutID(let orderKey): Message("store.diagnostic.itemWithoutID", ["position": .value(orderKey)])
        case .count(let journal, let items):
            Message("store.diagnostic.count", ["journal": .value(journal), "items": .value(items)])
        case .settings: Message("store.diagnostic.settings")
        case .totals: Message("store.diagnostic.totals")
        }
    }
}
