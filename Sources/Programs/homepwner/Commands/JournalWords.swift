import FoundationEssentials
import Inventory
import InventoryStore
import Localization
import Message

/// Describes changes with the names of their items: those that they have now, or had before they were removed.
struct JournalWords {
    /// The item that a change is about, also if a filter chose exactly that one; its name; the fields that changed.
    typealias Subject = (item: UUID?, name: String?, edit: ItemEdit?)

    private let snapshot: StoreSnapshot
    private var names: [UUID: String?] = [:]

    init(_ snapshot: StoreSnapshot) { self.snapshot = snapshot }

    /// A short description of a change. An undo is described with what it undid.
    mutating func words(_ entry: JournalEntry) throws -> String {
        var undone: String?
        if let revision = entry.undoes, let change = try snapshot.journalEntry(revision) {
            undone = change.words(of: try subject(of: change), undone: nil)
        }
        return entry.words(of: try subject(of: entry), undone: undone)
    }

    /// The item of a change. Its name is the one that the change states, else the one the item has.
    mutating func subject(of entry: JournalEntry) throws -> Subject {
        let only = try snapshot.onlyItem(of: entry)
        let item = entry.item ?? only?.item
        return (item, try entry.name ?? item.flatMap { try name(of: $0) }, entry.edit ?? only?.edit)
    }

    private mutating func name(of id: UUID) throws -> String? {
        if let known = names[id] { return known }
        let found =
            try snapshot.item(id)?.item.name
            ?? snapshot.journal(of: id, limit: .max).lazy.compactMap(\.name).first
        names[id] = .some(found)
        return found
    }

    /// The text of a message in which items have their names.
    mutating func text(_ message: Message) throws -> String {
        localized(try naming(message))
    }

    private mutating func naming(_ message: Message) throws -> Message {
        var arguments = message.arguments
        for (key, argument) in message.arguments { arguments[key] = try naming(argument) }
        return Message(message.key, arguments)
    }

    private mutating func naming(_ argument: Message.Argument) throws -> Message.Argument {
        switch argument {
        case .literal(let text):
            guard let id = UUID(uuidString: text), let name = try name(of: id) else { return argument }
            return .text(JournalEntry.words(name, id))
        case .nested(let message): return .message(try naming(message))
        case .elements(let list): return .list(try list.map { try naming($0) })
        case .number: return argument
        }
    }
}

extension StoreSnapshot {
    /// A change; nil for none of that number.
    func journalEntry(_ revision: Revision) throws -> JournalEntry? {
        try journal(limit: 1, before: Revision(rawValue: revision.rawValue + 1)).first { $0.revision == revision }
    }
}

extension JournalEntry {
    /// An item as changes name it: `'Lamp' (3f9a1c2b)`.
    static func words(_ name: String?, _ id: UUID?) -> String {
        [name.map { "'\($0)'" }, id.map { "(\($0.shortText))" }].compactMap(\.self).joined(separator: " ")
    }

    /// A short description of the change.
    /// - Parameters:
    ///   - subject: its item.
    ///   - undone: the description of the change that it undid.
    func words(of subject: JournalWords.Subject, undone: String?) -> String {
        let which = JournalEntry.words(subject.name, subject.item)
        let many = subject.item == nil ? counts : nil
        switch kind {
        case .add: return localized("history.added", ["item": .text(which)])
        case .edit:
            if let many { return localized("history.changedMany", items(many.updated)) }
            return localized(
                "history.changedFields",
                [
                    "item": .text(which),
                    "fields": .text((subject.edit?.fields ?? []).map(\.name).joined(separator: ", ")),
                ])
        case .remove:
            if let many { return localized("history.removed", items(many.updated)) }
            return localized("history.removed", ["item": .text(which)])
        case .move: return localized("history.moved", ["item": .text(which)])
        case .settings:
            return localized("history.settings", ["settings": .text(settings.joined(separator: ", "))])
        case .undo:
            let undid = localized(
                isPartial ? "history.undidInPart" : "history.undid",
                ["revision": .text(undoes?.description ?? "")])
            guard let undone else { return undid }
            return localized("history.undoOf", ["undo": .text(undid), "change": .text(undone)])
        case .forget:
            let erased = erased ?? ErasureCounts()
            return localized(
                "history.forgot",
                [
                    "items": .text(Phrases.count(erased.items, "item")),
                    "files": .text(Phrases.count(erased.files, "file")),
                ])
        case .import:
            let counts = counts ?? ImportCounts()
            let added = Message.Argument.text(Phrases.grouped(counts.added))
            let changed = Message.Argument.text(Phrases.grouped(counts.updated))
            guard let source else {
                return localized("history.imported", ["added": added, "changed": changed])
            }
            return localized(
                "history.import", ["source": .text(source), "added": added, "changed": changed])
        }
    }

    private func items(_ count: Int) -> [String: Message.Argument] { ["item": .text(Phrases.count(count, "item"))] }
}
