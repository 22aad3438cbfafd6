import FoundationEssentials
import InventoryModel

extension StoreError: CustomStringConvertible {
    public var description: String {
        switch self {
        case .missing(let path):
            "no store at '\(path)'; make one with 'homepwner init', or name another folder with --store"
        case .exists(let path): "a store stands at '\(path)' already; use it, or name another folder with --store"
        case .notAStore(let path):
            "'\(path)' holds no inventory of this program: its file inventory.sqlite is empty or another program's; move that "
                + "away, or name another folder with --store"
        case .notAFolder(let path):
            "'\(path)' is no folder, and an inventory is kept in one; name another with --store"
        case .newerVersion(let path, let version, let supported):
            "the store at '\(path)' was made by a newer Homepwner (store version \(version), this program knows up to "
                + "\(supported)); install the newer program"
        case .readOnly(let path):
            "the store at '\(path)' cannot be written; check the permissions of the folder and its files"
        case .locked(let path):
            "another program is writing to the store at '\(path)' and did not finish in time; try again"
        case .diskFull(let path): "no space left on the disk of '\(path)'; nothing was changed; free some space"
        case .damaged(let path, let detail):
            "the store at '\(path)' is damaged: \(detail); restore a copy made before, or save what can still be "
                + "read with 'homepwner export'"
        case .inputOutput(let path, let detail): "cannot read or write the store at '\(path)': \(detail)"
        case .changedWhileReading(let path):
            "the store at '\(path)' was changed by another program while it was read; try again"
        case .closed: "the store was closed; open it again"
        case .noSuchItem(let id): "no item has the key \(id.uuidString.lowercased()); it may have been removed"
        case .itemExists(let id): "an item has the key \(id.uuidString.lowercased()) already; edit that one"
        case .noSuchFile(let hash, let id):
            "item \(id.uuidString.lowercased()) has no photo or document of the hash \(hash); it may have been removed"
        case .noSuchPlace(let index, let count):
            "there is no place \(index) in a list of \(count); places are counted from 0 to \(count)"
        case .value(let field, let error): field.map { "\($0.rawValue): \(error)" } ?? "\(error)"
        case .parent(.unknown, _): "parent: no item has the key that is named; name an item of the inventory"
        case .parent(.itself, _): "parent: an item cannot be its own parent; name another item, or none"
        case .parent(.ring, _):
            "parent: the item that is named is part of this one itself, directly or further up; name another item"
        case .reference(let fault, _): "\(fault.words(row: nil))"
        case .conflict(let conflict):
            "the item was changed since by someone else in \(conflict.fieldNames); look at it and edit it again"
        case .nothingToUndo(nil): "there is no change left to undo"
        case .nothingToUndo(.some(let revision)):
            "there is no change of revision \(revision); 'homepwner log' lists them"
        case .undoneBefore(let revision, let by):
            "the change of revision \(revision) was undone by revision \(by) already; undo \(by) to have it back"
        case .cannotUndo(let revision, let obstacles):
            "the change of revision \(revision) cannot be undone: \(UndoObstacle.words(obstacles)); undo that first"
        case .keyReused(let key):
            "the idempotency key '\(key)' was used for another kind of change; every change wants a key of its own"
        case .importFaults(let faults): faults.map(\.description).joined(separator: "\n")
        case .totals(let error, let id):
            "\(error.overflowing) add up to more than can be counted exactly, from item \(id.uuidString.lowercased()) on; "
                + "look for a quantity or value too large, in it or in an item before it, and change it with "
                + "'homepwner edit', or leave such items out; 'homepwner export --to csv' needs no sums"
        }
    }
}

extension ValueError {
    /// What was being added up when a sum left what can be counted.
    fileprivate var overflowing: String {
        if case .overflow(let code) = self { "the amounts in \(code)" } else { "the quantities" }
    }
}

extension ImportFault: CustomStringConvertible {
    public var description: String { "row \(row): \(problem)" }
}

extension ImportFault.Problem: CustomStringConvertible {
    public var description: String {
        switch self {
        case .repeats(let row): "the same item as row \(row), by its key or reference; leave one of them out"
        case .parent(.unknown):
            "no item here or in the store has the reference or key that is named as the parent; take that item in too"
        case .parent(.itself): "the item names itself as its parent; name another item, or none"
        case .parent(.ring):
            "the parent is part of this item itself, directly or further up; take the parent out of one of them"
        case .reference(let fault, let row): fault.words(row: row)
        case .severalHave(let one, let other):
            "externalReference: item \(one.reference) and item \(other.reference) have both this reference; give one of them "
                + "another with 'homepwner edit', or state the key of the item under id"
        case .keyTaken: "an item has this key already"
        case .value(let field, let error): field.map { "\($0.rawValue): \(error)" } ?? "\(error)"
        }
    }
}

extension ReferenceFault {
    /// What is wrong and what to do.
    /// - Parameter row: where a file speaks of the other item.
    fileprivate func words(row: Int?) -> String {
        let holder = row.map { "the item of row \($0)" } ?? "item \(other.reference)"
        return switch self {
        case .taken:
            "externalReference: \(holder) goes by this reference, and one is for one item only; give another, or none"
        case .keyTaken:
            "id: \(holder) has this key as its external reference; change that reference, or choose another key"
        }
    }
}

extension UndoObstacle: CustomStringConvertible {
    /// The most obstacles that are named; the rest are counted.
    static let named = 10

    /// What stands in the way, parted by commas; many obstacles are counted.
    public static func words(_ obstacles: [UndoObstacle]) -> String {
        let names = obstacles.prefix(named).map(\.description).joined(separator: ", ")
        let rest = obstacles.count - named
        return rest > 0 ? "\(names) and \(rest) more" : names
    }

    public var description: String {
        let words =
            switch kind {
            case .field(let field, let id): "\(field.rawValue) of item \(id.uuidString.lowercased()) was changed since"
            case .place(let id): "item \(id.uuidString.lowercased()) was moved since"
            case .removed(let id): "item \(id.uuidString.lowercased()) was removed since"
            case .added(let id): "item \(id.uuidString.lowercased()) was added since"
            case .parent(.unknown, let id): "the former parent of item \(id.uuidString.lowercased()) was removed since"
            case .parent(_, let id): "the former parent of item \(id.uuidString.lowercased()) is part of it since"
            case .reference(.taken(let other), let id):
                "item \(other.reference) goes by the former reference of item \(id.reference) since"
            case .reference(.keyTaken(let other), let id):
                "item \(other.reference) has the key of item \(id.reference) as its reference since"
            case .setting(let name): "the setting '\(name)' was changed since"
            }
        return revision.map { "\(words) by revision \($0)" } ?? words
    }
}
