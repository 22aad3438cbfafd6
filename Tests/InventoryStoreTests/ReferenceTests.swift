import Database
import FoundationEssentials
import Inventory
import Testing

@testable import InventoryStore

/// A reference identifies one item: otherwise files that name items by it could not be imported again.
@Suite struct ReferenceTests {
    let scratch = Scratch()

    func item(_ number: Int, _ reference: String?) -> Item { sample(number) { $0.externalReference = reference } }

    func row(_ number: Int, _ reference: String?, row: Int, keyed: Bool = true) -> IncomingItem {
        let fields: [ItemField] = [.name, .externalReference] + (keyed ? [.id] : [])
        return IncomingItem(item: item(number, reference), stated: ItemFieldSet(fields), row: row)
    }

    func key(_ number: Int) -> String { sample(number).id.reference }

    @Test func additionsAndEditsKeepReferencesApart() throws {
        let store = try scratch.makeStore()
        try store.add(item(1, "r1"), owner)
        try store.add(item(2, key(9)), owner)
        try store.add(item(3, ""), owner)
        try store.add(item(4, ""), owner)
        try store.add(item(5, key(5)), owner)
        let taken: [(String, Int)] = [("r1", 1), (key(1), 1), (key(5), 5)]
        for (reference, holder) in taken {
            let fault = DuplicateReferenceDiagnostic.taken(by: sample(holder).id)
            #expect(throws: StoreError.reference(fault, of: sample(6).id)) { try store.add(item(6, reference), owner) }
            #expect(throws: StoreError.reference(fault, of: sample(3).id)) {
                try store.edit(sample(3).id, edit([.externalReference: .text(reference)]), owner)
            }
        }
        #expect(throws: StoreError.reference(.idTaken(by: sample(2).id), of: sample(9).id)) {
            try store.add(item(9, nil), owner)
        }
        try store.edit(sample(1).id, edit([.externalReference: .text("R1"), .notes: .text("x")]), owner)
        try store.add(item(6, "r1"), owner)
        #expect(try store.verify().isEmpty)
    }

    @Test func undoingGivesNobodyTheReferenceOfAnother() throws {
        let store = try scratch.makeStore()
        try store.add(item(1, "r1"), owner)
        let given = try store.edit(sample(1).id, edit([.externalReference: .none, .notes: .text("n")]), owner)
        let added = try store.add(item(2, "r1"), owner)
        let obstacle = UndoDiagnostic(
            .reference(.taken(by: sample(2).id), of: sample(1).id), by: added.revision)
        #expect(try store.undo(given.revision, owner).refused == [obstacle])
        let removed = try store.remove(sample(2).id, owner)
        try store.edit(sample(1).id, edit([.externalReference: .text("r1")]), owner)
        #expect(throws: StoreError.self) { try store.undo(removed.revision, owner) }
        #expect(try store.verify().isEmpty)
    }

    @Test func rowsThatShareAReferenceAreNamed() throws {
        let store = try scratch.makeStore()
        try store.importItems(owner) { importer in
            try importer.put(row(1, "r1", row: 2))
            try importer.put(row(2, "r2", row: 3))
        }
        let one = sample(1).id
        let cases: [([IncomingItem], [ImportDiagnostic])] = [
            // Of an item in the store, by reference and by key.
            ([row(7, "r1", row: 2)], [ImportDiagnostic(row: 2, problem: .reference(.taken(by: one), row: nil))]),
            ([row(7, key(1), row: 2)], [ImportDiagnostic(row: 2, problem: .reference(.taken(by: one), row: nil))]),
            (
                [row(7, key(1), row: 2, keyed: false)],
                [ImportDiagnostic(row: 2, problem: .reference(.taken(by: one), row: nil))]
            ),
            ([row(2, "r1", row: 2)], [ImportDiagnostic(row: 2, problem: .reference(.taken(by: one), row: nil))]),
            // Of another row.
            (
                [row(7, "new", row: 2), row(8, "new", row: 3)],
                [ImportDiagnostic(row: 3, problem: .reference(.taken(by: sample(7).id), row: 2))]
            ),
            (
                [row(7, key(8), row: 2), row(8, "x", row: 3)],
                [
                    ImportDiagnostic(row: 3, problem: .reference(.idTaken(by: sample(7).id), row: 2))
                ]
            ),
            (
                [row(7, key(8), row: 2), row(8, key(8), row: 3)],
                [ImportDiagnostic(row: 3, problem: .reference(.taken(by: sample(7).id), row: 2))]
            ),
        ]
        let before = try store.items()
        for (rows, faults) in cases {
            #expect(throws: StoreError.importDiagnostics(faults)) {
                try store.importItems(owner) { importer in for row in rows { try importer.put(row) } }
            }
            #expect(try store.items() == before)
        }
    }

    @Test func rowsMayExchangeReferences() throws {
        let store = try scratch.makeStore()
        try store.importItems(owner) { importer in
            try importer.put(row(1, "r1", row: 2))
            try importer.put(row(2, "r2", row: 3))
            try importer.put(row(3, key(3), row: 4))
        }
        try store.importItems(owner) { importer in
            try importer.put(row(4, "r1", row: 2))
            try importer.put(row(1, "r2", row: 3))
            try importer.put(row(2, "r4", row: 4))
            try importer.put(row(3, key(3), row: 5))
        }
        #expect(try store.items().map(\.externalReference) == ["r2", "r4", key(3), "r1"])
        #expect(try store.verify().isEmpty)
    }

    /// A store of an earlier build, where items share references.
    func oldStore() throws -> InventoryStore {
        let store = try scratch.makeStore()
        for number in 1...5 { try store.add(item(number, nil), owner) }
        let database = try scratch.database()
        for (number, reference) in [(2, "r1"), (3, "r1"), (4, key(1))] {
            try database.execute(
                "UPDATE items SET external_reference = '\(reference)' WHERE name = 'Item \(number)'")
        }
        return store
    }

    @Test func sharedReferencesOfOldStoresAreFound() throws {
        let store = try oldStore()
        let (one, two) = (sample(1).id, sample(2).id)
        #expect(try store.snapshot().itemsWithoutOwnReference() == [sample(3).id: two, sample(4).id: one])
        let diagnostics = try store.verify()
        #expect(diagnostics.count == 2)
        #expect(diagnostics.contains(.reference(.taken(by: two), of: sample(3).id)))
    }

    @Test func aReferenceThatSeveralItemsHaveNamesNone() throws {
        let store = try oldStore()
        let fault = ImportDiagnostic(row: 2, problem: .ambiguousReference(sample(2).id, sample(3).id))
        #expect(throws: StoreError.importDiagnostics([fault])) {
            try store.importItems(owner) { try $0.put(row(7, "r1", row: 2, keyed: false)) }
        }
        // Fields for which the file has nothing new stay as they are.
        try store.importItems(owner) { try $0.put(row(3, "r1", row: 2)) }
        try store.edit(sample(3).id, edit([.notes: .text("n")]), owner)
    }
}
