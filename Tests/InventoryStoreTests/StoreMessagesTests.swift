import FoundationEssentials
import Glibc
import Inventory
import Localization
import Testing

@testable import InventoryStore

@Suite struct StoreMessagesTests {
    static let id = UUID(high: 1, low: 2)
    static let name = "00000000-0000-0001-0000-000000000002"
    static let conflict = ItemConflict(
        item: id, revision: Revision(rawValue: 4),
        fields: [
            .init(field: .name, base: .text("secret"), theirs: .text("secret"), yours: .text("secret")),
            .init(field: .value, base: .none, theirs: .none, yours: .none),
        ])

    private static func hash(_ byte: UInt8) -> ContentHash {
        ContentHash(bytes: [UInt8](repeating: byte, count: 32)) ?? hash(byte)
    }

    static let errors: [(StoreError, String)] = [
        (
            .missing(path: "/s"),
            "no inventory at '/s'; make one with 'homepwner init', or name another folder with --store"
        ),
        (.exists(path: "/s"), "there is an inventory at '/s' already; use it, or name another folder with --store"),
        (
            .notAStore(path: "/s"),
            "'/s' holds no inventory of this program: its file inventory.sqlite is empty or another program's; move that "
                + "away, or name another folder with --store"
        ),
        (.notAFolder(path: "/s"), "'/s' is not a folder, and an inventory is kept in one; name another with --store"),
        (
            .folderInUse(path: "/s", names: ["d", "b", "c", "a", "e"]),
            "'/s' is a folder that holds something else (a, b, c and 2 more); name another folder with --store, empty "
                + "this one, or make an inventory in it with 'homepwner init'"
        ),
        (
            .cachedTotals(path: "/s"),
            "the inventory at '/s': the items do not add up to the totals that the last import recorded: an amount, or the "
                + "totals, were changed by another program than Homepwner; restore a copy made before. Without one, check "
                + "the amounts with 'homepwner list', correct what is wrong with 'homepwner edit', and the "
                + "totals are counted again after any change"
        ),
        (
            .newerVersion(path: "/s", version: 2, supported: 1),
            "the inventory at '/s' was made by a newer Homepwner (store version 2, this program knows up to 1); "
                + "install the newer program"
        ),
        (
            .inputOutput(path: "postgres://h/d", .server(words: "refused")),
            "the database server of 'postgres://h/d' cannot be used now: refused"
        ),
        (
            .lostServer(path: "postgres://h/d"),
            "the connection to the database server of 'postgres://h/d' was lost; nothing was changed; try again"
        ),
        (
            .tooManySortedValues(column: "Shelf mark", limit: 100_000),
            "items have more than 100,000 different texts in 'Shelf mark', too many to sort by; choose another column"
        ),
        (
            .unknownOutcome(path: "postgres://h/d"),
            "the connection to the database server of 'postgres://h/d' was lost while the change was committed, so it may "
                + "have been made; look with 'homepwner-server log' or 'homepwner-server inventories list' before you "
                + "try again; a call with --key can be repeated as it is"
        ),
        (
            .missingFiles(path: "postgres://h/d", folder: "/f/1"),
            "the photos and documents of 'postgres://h/d' are not in '/f/1', because that folder does not exist; state the right "
                + "folder with 'files' in the address or with HOMEPWNER_FILES, or bring this one back"
        ),
        (
            .unreadable(path: "home"),
            "the inventory at 'home' cannot be read; check the permissions of the folder and its files"
        ),
        (
            .readOnly(path: "/s"),
            "the inventory at '/s' cannot be written; check the permissions of the folder and its files"
        ),
        (
            .unconfirmed(path: "/s", code: EIO),
            "cannot confirm that /s is on the disk under its name: Input/output error. It is complete and in its place, "
                + "but may be lost if the power fails; check the disk"
        ),
        (
            .forgotten(Revision(rawValue: 3), by: Revision(rawValue: 5)),
            "the content of revision 3 was erased for good by revision 5; it cannot be undone"
        ),
        (
            .notRemoved(id), "the item \(name) is still in the inventory; remove it first: homepwner remove \(name)"
        ),
        (
            .locked(path: "/s"),
            "another program is writing to the inventory at '/s' and did not finish in time; try again"
        ),
        (.diskFull(path: "/s"), "no space left on the disk of '/s'; nothing was changed; free some space"),
        (
            .damaged(path: "/s", .database(words: "d")),
            "the inventory at '/s' is damaged: d; restore a copy made before, or save what can still be read with "
                + "'homepwner export'"
        ),
        (
            .damagedField(.value, of: id, path: "/s"),
            "the inventory at '/s' is damaged: value of item \(name) is not valid; restore a copy made before, or "
                + "set the field again with 'homepwner edit'; 'homepwner verify' lists all such places"
        ),
        (
            .inputOutput(path: "/s", .database(words: "d")),
            "cannot read or write the inventory at '/s': d. Try again; if it fails again, check the disk"
        ),
        (
            .changedWhileReading(path: "/s"),
            "the inventory at '/s' was changed by another program while it was read; try again"
        ),
        (
            .archived(path: "postgres://h/d?inventory=a"),
            "the inventory at 'postgres://h/d?inventory=a' is archived and cannot be changed; 'homepwner inventories "
                + "restore' makes it writable again"
        ),
        (
            .noServerDriver(path: "postgres://h/d?inventory=a"),
            "'postgres://h/d?inventory=a' is on a database server; call 'homepwner-server' instead of 'homepwner' for it"
        ),
        (
            .noInventoryName(path: "postgres://h/d"),
            "'postgres://h/d' names no inventory; add ?inventory=NAME, with a name of at most 200 bytes that does not begin "
                + "with a period"
        ),
        (
            .copyDiffers(path: "/s"),
            "the copy at '/s' does not have the rows of the original; it was removed, so try again"
        ),
        (.closed, "the inventory was closed; open it again"),
        (.noSuchItem(id), "no item has the id \(name); it may have been removed"),
        (.itemExists(id), "an item with the id \(name) exists already; edit that one"),
        (
            .noSuchFile(hash(0xAB), of: id),
            "item \(name) has no photo or document of the hash \(hash(0xAB)); it may have been removed"
        ),
        (
            .noSuchPosition(index: 9, count: 3),
            "there is no place 9 in a list of 3; places are counted from 0 to 3"
        ),
        (.value(field: .notes, .outOfRange(.text)), "notes: out of range: a text holds at most 1 MiB"),
        (.value(field: nil, .noSuchDate), "no such day in the calendar"),
        (.parent(.unknown, of: id), "parent: no item has the id that is named; name an item of the inventory"),
        (.parent(.itself, of: id), "parent: an item cannot be its own parent; name another item, or none"),
        (
            .parent(.cycle, of: id),
            "parent: the item that is named is part of this one itself, directly or further up; name another item"
        ),
        (
            .reference(.taken(by: id), of: id),
            "externalReference: item \(name) has this reference already, and a reference belongs to one item only; "
                + "give another, or none"
        ),
        (
            .reference(.idTaken(by: id), of: id),
            "id: item \(name) has this id as its external reference; change that reference, or choose another id"
        ),
        (
            .conflict(conflict),
            "the item was changed since by someone else in name, value; look at it and edit it again"
        ),
        (.nothingToUndo(nil), "there is no change left to undo"),
        (
            .nothingToUndo(Revision(rawValue: 7)), "there is no change of revision 7; 'homepwner log' lists them"
        ),
        (
            .alreadyUndone(Revision(rawValue: 7), by: Revision(rawValue: 8)),
            "the change of revision 7 was undone by revision 8 already; undo 8 to restore it"
        ),
        (
            .cannotUndo(
                Revision(rawValue: 7),
                [
                    UndoDiagnostic(.field(.name, of: id), by: Revision(rawValue: 9)),
                    UndoDiagnostic(.place(of: id), by: nil),
                    UndoDiagnostic(.removed(id), by: nil), UndoDiagnostic(.added(id), by: nil),
                    UndoDiagnostic(.parent(.unknown, of: id), by: Revision(rawValue: 8)),
                    UndoDiagnostic(.parent(.cycle, of: id), by: nil),
                    UndoDiagnostic(.reference(.taken(by: id), of: id), by: nil),
                    UndoDiagnostic(.reference(.idTaken(by: id), of: id), by: nil),
                    UndoDiagnostic(.setting("owner"), by: nil),
                ]),
            "the change of revision 7 cannot be undone: name of item \(name) was changed since (revision 9), "
                + "item \(name) was moved since, item \(name) was removed since, item \(name) was added since, "
                + "the former parent of item \(name) was removed since (revision 8), "
                + "the former parent of item \(name) has become part of it, "
                + "item \(name) has the former reference of item \(name) since, "
                + "item \(name) now has the id of item \(name) as its external reference, "
                + "the setting 'owner' was changed since; undo that first"
        ),
        (
            .cannotUndo(Revision(rawValue: 7), Array(repeating: UndoDiagnostic(.setting("owner"), by: nil), count: 12)),
            "the change of revision 7 cannot be undone: "
                + Array(repeating: "the setting 'owner' was changed since", count: 10).joined(separator: ", ")
                + " and 2 more; undo that first"
        ),
        (
            .notAllowed,
            "the role of the author does not include this change; ask the owner of the inventory"
        ),
        (
            .hiddenField(.purchasePrice),
            "purchasePrice: this field is hidden from you; ask the owner of the inventory"
        ),
        (
            .keyReused(IdempotencyKey(rawValue: "k")),
            "the idempotency key 'k' was used for another change; every change needs its own key"
        ),
        (
            .importDiagnostics([
                ImportDiagnostic(row: 3, problem: .repeats(row: 2)),
                ImportDiagnostic(row: 4, problem: .parent(.unknown)),
                ImportDiagnostic(row: 5, problem: .idTaken),
                ImportDiagnostic(row: 6, problem: .value(field: .notes, .outOfRange(.text))),
                ImportDiagnostic(row: 7, problem: .value(field: nil, .noSuchDate)),
                ImportDiagnostic(row: 8, problem: .parent(.itself)), ImportDiagnostic(row: 9, problem: .parent(.cycle)),
                ImportDiagnostic(row: 10, problem: .reference(.taken(by: id), row: 2)),
                ImportDiagnostic(row: 11, problem: .ambiguousReference(id, id)),
            ]),
            """
            row 3: the same item as row 2, by its id or reference; leave one of them out
            row 4: no item here or in the inventory has the reference or id that is named as the parent; add that item too
            row 5: an item with this id exists already
            row 6: notes: out of range: a text holds at most 1 MiB
            row 7: no such day in the calendar
            row 8: the item names itself as its parent; name another item, or none
            row 9: the parent is part of this item itself, directly or further up; take the parent out of one of them
            row 10: externalReference: the item of row 2 has this reference already, and a reference belongs to one item only; \
            give another, or none
            row 11: externalReference: item \(name) and item \(name) both have this reference; give one of them another with \
            'homepwner edit', or state the id of the item under id
            """
        ),
        (
            .totals(.overflow(currency: "USD"), from: UUID(high: 0, low: 1)),
            "the amounts in USD add up to more than can be counted exactly, from item "
                + "00000000-0000-0000-0000-000000000001 on; look for a quantity or value too large, in it or in an "
                + "item before it, and change it with 'homepwner edit', or leave such items out; "
                + "'homepwner export --to csv' needs no sums"
        ),
        (
            .damagedJournal(Revision(rawValue: 3), path: "/s"),
            "the inventory at '/s' is damaged: the journal entry of revision 3 cannot be read; restore a copy made "
                + "before, or save what can still be read with 'homepwner export'"
        ),
    ]

    @Test(arguments: errors) func everyErrorSaysWhatWhereAndWhatToDo(error: (StoreError, String)) {
        #expect(MessageCatalogue.english.text(error.0.message) == error.1)
    }

    static let diagnostics: [(StoreDiagnostic, String)] = [
        (
            .database(words: ["d"], places: 1, orMore: false),
            "the database file is damaged in 1 place; restore a copy made before, or save what can still be read with "
                + "'homepwner export'. In SQLite's words: d"
        ),
        (
            .database(words: ["d", "e"], places: 100, orMore: true),
            "the database file is damaged in 100 places or more; restore a copy made before, or save what can still be "
                + "read with 'homepwner export'. In SQLite's words: d; e; …"
        ),
        (
            .foreignObject("x"),
            "somebody put the table, column, index, trigger or view 'x' into the database; it is not used, but no inventory has one: "
                + "restore a copy made before"
        ),
        (
            .journalGap(revisions: 3, latest: Revision(rawValue: 5)),
            "the journal has 3 changes, but the latest is number 5"
        ),
        (.unreadableChange(Revision(rawValue: 3)), "the change of revision 3 cannot be read"),
        (
            .danglingChange(Revision(rawValue: 3), names: Revision(rawValue: 9)),
            "the change of revision 3 names revision 9, which is not there"
        ),
        (
            .unknownRevision(id, Revision(rawValue: 3)),
            "item \(name) was touched by revision 3, which is not in the journal"
        ),
        (.field(.tags, of: id), "tags of item \(name) is not valid"),
        (
            .unrecorded(.value, of: id, Revision(rawValue: 3)),
            "value of item \(name) is not what the change of revision 3 left there; it was changed by another program "
                + "than Homepwner"
        ),
        (.parent(.unknown, of: id), "item \(name) names a parent that is not there"),
        (.parent(.itself, of: id), "item \(name) names itself as its parent"),
        (.parent(.cycle, of: id), "item \(name) is part of itself: its parent, or one further up, is part of it"),
        (
            .reference(.taken(by: id), of: id),
            "item \(name) has an external reference that also leads to item \(name)"
        ),
        (.itemWithoutID(orderKey: 4), "the item at position 4 has no readable id"),
        (.count(journal: 3, items: 4), "by the journal there are 3 items, in the list 4"),
        (.settings, "the settings cannot be read"),
        (
            .totals,
            "the items do not add up to the totals that the last import recorded: an amount, or the totals, were "
                + "changed by another program than Homepwner"
        ),
    ]

    @Test(arguments: diagnostics) func everyFindingIsToldInWords(finding: (StoreDiagnostic, String)) {
        #expect(MessageCatalogue.english.text(finding.0.message) == finding.1)
    }

    /// A case added to the enumerations does not compile here until the tables above have it.
    @Test func theTablesAreWhole() {
        func number(_ error: StoreError) -> Int {
            switch error {
            case .missing: 0
            case .exists: 1
            case .notAStore: 2
            case .newerVersion: 3
            case .readOnly: 4
            case .locked: 5
            case .diskFull: 6
            case .damaged: 7
            case .inputOutput: 8
            case .changedWhileReading: 9
            case .closed: 10
            case .noSuchItem: 11
            case .itemExists: 12
            case .noSuchPosition: 13
            case .value: 14
            case .conflict: 15
            case .nothingToUndo: 16
            case .alreadyUndone: 17
            case .cannotUndo: 18
            case .keyReused: 19
            case .notAllowed: 41
            case .hiddenField: 42
            case .importDiagnostics: 20
            case .totals: 21
            case .parent: 22
            case .notAFolder: 23
            case .noSuchFile: 24
            case .reference: 25
            case .damagedField: 26
            case .unreadable: 27
            case .folderInUse: 28
            case .cachedTotals: 29
            case .unconfirmed: 30
            case .forgotten: 31
            case .notRemoved: 32
            case .archived: 33
            case .noServerDriver: 34
            case .noInventoryName: 35
            case .copyDiffers: 36
            case .lostServer: 37
            case .unknownOutcome: 38
            case .missingFiles: 39
            case .tooManySortedValues: 40
            }
        }
        #expect(Set(Self.errors.map { number($0.0) }) == Set(0...42))
    }
}
