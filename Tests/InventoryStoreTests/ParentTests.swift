import FoundationEssentials
import Inventory
import Testing

@testable import InventoryStore

@Suite struct ParentTests {
    let scratch = Scratch()

    /// A house, with a desk in it, with a drawer in that.
    func makeStore() throws -> InventoryStore {
        let store = try scratch.makeStore()
        try store.add(sample(1), owner)
        try store.add(sample(2) { $0.parent = sample(1).id }, owner)
        try store.add(sample(3) { $0.parent = sample(2).id }, owner)
        return store
    }

    func parents(_ store: InventoryStore) throws -> [UUID?] { try store.items().map(\.parent) }

    @Test func aParentThatCannotBeIsRefused() throws {
        let store = try makeStore()
        let before = try store.items()
        for (number, parent, fault) in [
            (1, 1, InvalidParentDiagnostic.itself), (1, 3, .cycle), (1, 2, .cycle), (3, 9, .unknown),
        ] {
            let change = try edit([.parent: .identifier(sample(parent).id), .notes: .text("n")])
            #expect(throws: StoreError.parent(fault, of: sample(number).id)) {
                try store.edit(sample(number).id, change, owner)
            }
        }
        for (parent, fault) in [(4, InvalidParentDiagnostic.itself), (9, .unknown)] {
            #expect(throws: StoreError.parent(fault, of: sample(4).id)) {
                try store.add(sample(4) { $0.parent = sample(parent).id }, owner)
            }
        }
        #expect(try store.items() == before)
        try store.edit(sample(3).id, edit([.parent: .identifier(sample(1).id)]), owner)
        #expect(try store.verify().isEmpty)
    }

    @Test func removingAParentLeavesItsPartsWithoutOneAndUndoingGivesItBack() throws {
        let store = try makeStore()
        let before = try store.items()
        let removal = try store.remove(sample(2).id, owner).revision
        #expect(try parents(store) == [nil, nil])
        #expect(try store.item(sample(3).id)?.revision == removal)
        #expect(try store.changes(since: Revision(rawValue: 3)).items == [sample(3).id])
        #expect(try store.verify().isEmpty)
        let undo = try store.undo(owner).revision
        #expect(try store.items() == before)
        let redo = try store.undo(undo, owner).revision
        #expect(try parents(store) == [nil, nil])
        try store.undo(redo, owner)
        #expect(try store.items() == before)
        #expect(try store.verify().isEmpty)
    }

    @Test func aPartKeepsWhatItWasGivenSinceItsParentWentAway() throws {
        let store = try makeStore()
        let removal = try store.remove(sample(2).id, owner).revision
        let later = try store.edit(sample(3).id, edit([.parent: .identifier(sample(1).id)]), owner).revision
        let undo = try store.undo(removal, owner)
        #expect(undo.refused == [UndoDiagnostic(.field(.parent, of: sample(3).id), by: later)])
        #expect(try parents(store) == [nil, sample(1).id, sample(1).id])
        try store.undo(later, owner)
        #expect(try !store.undo(removal, owner).isPartial)
        #expect(try parents(store) == [nil, sample(1).id, sample(2).id])
        #expect(try store.verify().isEmpty)
    }

    @Test func anItemComesBackWithoutAParentThatIsGoneAndHasItAgainLater() throws {
        let store = try makeStore()
        let before = try store.items()
        let part = try store.remove(sample(3).id, owner).revision
        let parent = try store.remove(sample(2).id, owner).revision
        let undo = try store.undo(part, owner)
        #expect(undo.refused == [UndoDiagnostic(.parent(.unknown, of: sample(3).id), by: parent)])
        #expect(try parents(store) == [nil, nil])
        #expect(try store.verify().isEmpty)
        try store.undo(parent, owner)
        #expect(try !store.undo(part, owner).isPartial)
        #expect(try store.items() == before)
        #expect(try store.verify().isEmpty)
    }

    @Test func aFormerParentThatIsPartOfTheItemByNowIsNotRestored() throws {
        let store = try makeStore()
        let apart = try store.edit(sample(2).id, edit([.parent: .none]), owner).revision
        try store.edit(sample(1).id, edit([.parent: .identifier(sample(3).id)]), owner)
        let obstacle = UndoDiagnostic(.parent(.cycle, of: sample(2).id), by: nil)
        #expect(throws: StoreError.cannotUndo(apart, [obstacle])) { try store.undo(apart, owner) }
        #expect(try store.verify().isEmpty)
    }

    @Test func undoingTheAdditionOfAParentThatWasEditedLeavesItsPartsAlone() throws {
        let store = try makeStore()
        try store.edit(sample(1).id, edit([.name: .text("A")]), owner)
        let before = try store.items()
        #expect(throws: StoreError.self) { try store.undo(Revision(rawValue: 1), owner) }
        #expect(try store.items() == before)
    }

    @Test func aParentThatIsKeptClosesNoRingWithOneThatIsTakenIn() throws {
        let store = try scratch.makeStore()
        for number in [2, 1, 3] {
            try store.add(sample(number) { $0.parent = number == 1 ? sample(2).id : nil }, owner)
        }
        // The first two are part of one another and stay as they are; so the third would be part of itself.
        let outcome = try store.importItems(owner, unknownParents: .omitParent) { importer in
            for (row, (number, parent)) in [(1, 3), (3, 1), (2, 1)].enumerated() {
                let item = sample(number) { $0.parent = sample(parent).id }
                try importer.put(IncomingItem(item: item, stated: ItemFieldSet([.id, .parent]), row: row))
            }
        }
        #expect(outcome.withoutParent == (0...2).map { ImportDiagnostic(row: $0, problem: .parent(.cycle)) })
        #expect(try store.verify() == [])
        #expect(try store.item(sample(1).id)?.item.parent == sample(2).id)
        #expect(try store.item(sample(2).id)?.item.parent == nil)
    }

    @Test func aStoreWithoutTheIndexOfParentsGetsIt() throws {
        let store = try makeStore()
        try store.configure("DROP INDEX item_parents")
        try store.remove(sample(1).id, owner)
        #expect(try parents(store) == [nil, sample(2).id])
        #expect(try store.verify().isEmpty)
    }
}
