import FoundationEssentials
import Inventory
import InventoryStore
import Testing

@Suite struct UndoTests {
    let scratch = Scratch()

    func makeStore(_ count: Int = 3) throws -> InventoryStore {
        let store = try scratch.makeStore()
        for number in 0..<count { try store.add(sample(number), owner) }
        return store
    }

    @Test func approximateDatesAreChangedToDaysAndBack() throws {
        let store = try makeStore()
        let dates = try ["2019", "2019-07-01", "2019-05", "2019"].map { try CalendarDate(approximate: $0.utf8) }
        for date in dates {
            try store.edit(sample(0).id, edit([.purchaseDate: .date(date)]), owner)
            #expect(try store.item(sample(0).id)?.item.purchase.date == date)
        }
        for date in dates.dropLast().reversed() {
            try store.undo(owner)
            #expect(try store.item(sample(0).id)?.item.purchase.date == date)
        }
        #expect(try store.verify().isEmpty)
    }

    @Test func theLatestChangesAreUndoneOneAfterTheOther() throws {
        let store = try makeStore()
        try store.edit(sample(0).id, edit([.name: .text("Edited")]), owner)
        try store.move(sample(0).id, to: .last, owner)
        try store.remove(sample(1).id, owner)
        #expect(try store.names() == ["Item 2", "Edited"])
        try store.undo(owner)
        #expect(try store.names() == ["Item 1", "Item 2", "Edited"])
        try store.undo(owner)
        #expect(try store.names() == ["Edited", "Item 1", "Item 2"])
        try store.undo(owner)
        #expect(try store.names() == ["Item 0", "Item 1", "Item 2"])
        for _ in 0..<3 { try store.undo(owner) }
        #expect(try store.names().isEmpty)
        #expect(throws: StoreError.nothingToUndo(nil)) { try store.undo(owner) }
        #expect(try store.verify().isEmpty)
    }

    @Test func aChangeIsUndoneToWhatStillStands() throws {
        let store = try makeStore(0)
        try store.add(sample(1), owner)
        let id = sample(1).id
        for amount in [1, 2, 1] as [Int64] {
            try store.edit(id, edit([.value: .money(Money(minorUnits: amount, currency: usd))]), owner)
        }
        // The value is already as it was before revision 3, so that counts as undone and there is nothing to restore.
        try store.undo(Revision(rawValue: 3), owner)
        try store.undo(owner)
        #expect(try store.item(id)?.item.value?.minorUnits == 1)
        try store.undo(owner)
        #expect(try store.item(id)?.item.value == nil)
        try store.undo(owner)
        #expect(try store.names().isEmpty)
        #expect(try store.verify().isEmpty)
    }

    @Test func undoingAnUndoMakesTheChangeAgain() throws {
        let store = try makeStore()
        let removal = try store.remove(sample(1).id, owner).revision
        let undo = try store.undo(removal, owner).revision
        let redo = try store.undo(undo, owner).revision
        #expect(try store.names() == ["Item 0", "Item 2"])
        #expect(throws: StoreError.alreadyUndone(undo, by: redo)) { try store.undo(undo, owner) }
        try store.undo(redo, owner)
        #expect(try store.names() == ["Item 0", "Item 1", "Item 2"])
        #expect(throws: StoreError.alreadyUndone(removal, by: undo)) { try store.undo(removal, owner) }
    }

    @Test func aFieldThatWasChangedSinceIsLeftAndNamed() throws {
        let store = try makeStore()
        let id = sample(0).id
        let first = try store.edit(id, edit([.name: .text("A"), .notes: .text("n")]), owner).revision
        try store.edit(id, edit([.name: .text("B")]), owner)
        let outcome = try store.undo(first, owner)
        #expect(outcome.refused == [UndoDiagnostic(.field(.name, of: id), by: Revision(rawValue: 5))])
        let item = try #require(try store.item(id)).item
        #expect(item.name == "B")
        #expect(item.notes == nil)
    }

    @Test func anUndoThatCanDoNothingIsRefusedAndNamesWhatStandsInTheWay() throws {
        let store = try makeStore()
        let id = sample(0).id
        let edited = try store.edit(id, edit([.name: .text("A")]), owner).revision
        try store.edit(id, edit([.name: .text("B")]), owner)
        let changed = UndoDiagnostic(.field(.name, of: id), by: Revision(rawValue: 5))
        #expect(throws: StoreError.cannotUndo(edited, [changed])) { try store.undo(edited, owner) }
        #expect(throws: StoreError.cannotUndo(Revision(rawValue: 1), [changed])) {
            try store.undo(Revision(rawValue: 1), owner)
        }
        let moved = try store.move(id, to: .last, owner).revision
        let again = try store.move(id, to: .index(1), owner).revision
        let elsewhere = UndoDiagnostic(.place(of: id), by: again)
        #expect(throws: StoreError.cannotUndo(moved, [elsewhere])) { try store.undo(moved, owner) }
        let removed = try store.remove(id, owner).revision
        let gone = UndoDiagnostic(.removed(id), by: removed)
        #expect(throws: StoreError.cannotUndo(edited, [gone])) { try store.undo(edited, owner) }
        let added = try store.add(sample(0), owner).revision
        let taken = UndoDiagnostic(.added(id), by: added)
        #expect(throws: StoreError.cannotUndo(removed, [taken])) { try store.undo(removed, owner) }
        #expect(throws: StoreError.nothingToUndo(Revision(rawValue: 99))) {
            try store.undo(Revision(rawValue: 99), owner)
        }
        #expect(try store.verify().isEmpty)
    }

    @Test func settingsComeBackOneByOne() throws {
        let store = try makeStore()
        var settings = try store.settings
        settings[.owner] = "Ann"
        settings[.insurer] = "One"
        let first = try store.update(settings: settings, owner).revision
        settings[.owner] = "Ben"
        let second = try store.update(settings: settings, owner).revision
        #expect(try store.undo(first, owner).refused == [UndoDiagnostic(.setting("owner"), by: second)])
        #expect(try store.settings[.owner] == "Ben")
        #expect(try store.settings[.insurer] == nil)
        try store.undo(second, owner)
        #expect(try !store.undo(first, owner).isPartial)
        #expect(try store.settings[.owner] == nil)
    }

    @Test func aRemovedItemComesBackToItsPlaceAfterItsNeighboursMoved() throws {
        let store = try makeStore(6)
        let removal = try store.remove(sample(3).id, owner).revision
        try store.move(sample(2).id, to: .first, owner)
        try store.remove(sample(4).id, owner)
        try store.undo(removal, owner)
        #expect(try store.names() == [2, 0, 1, 3, 5].map { "Item \($0)" })
    }

    @Test func undoingAnImportTakesOutWhatItAddedAndPutsBackWhatItChanged() throws {
        let store = try makeStore(2)
        let before = try store.items()
        let outcome = try store.importItems(owner) { importer in
            for number in 0..<10 {
                try importer.put(
                    IncomingItem(
                        item: sample(number) { $0.notes = "new" }, stated: ItemFieldSet([.id, .notes]), row: number))
            }
        }
        let after = try store.items()
        #expect(outcome.counts.added == 8)
        #expect(outcome.counts.updated == 2)
        let undo = try store.undo(outcome.revision, owner).revision
        #expect(try store.items() == before)
        let redo = try store.undo(undo, owner).revision
        #expect(try store.items() == after)
        try store.undo(redo, owner)
        #expect(try store.items() == before)
        #expect(try store.verify().isEmpty)
    }

    @Test func undoingAnImportIsRefusedWhereItsItemsWereEditedSince() throws {
        let store = try makeStore(0)
        let revision = try store.importItems(owner) { importer in
            for number in 0..<3 { try importer.put(IncomingItem(item: sample(number), stated: .all, row: number)) }
        }.revision
        try store.move(sample(0).id, to: .last, owner)
        let edited = try store.edit(sample(1).id, edit([.name: .text("A")]), owner).revision
        #expect(throws: StoreError.cannotUndo(revision, [UndoDiagnostic(.field(.name, of: sample(1).id), by: edited)]))
        {
            try store.undo(revision, owner)
        }
        #expect(try store.names().count == 3)
        try store.undo(edited, owner)
        try store.undo(revision, owner)
        #expect(try store.names().isEmpty)
    }

    @Test func whatIsUndoneInPartStandsAndTheRestIsUndoneLater() throws {
        let store = try makeStore()
        let id = sample(0).id
        let first = try store.edit(id, edit([.name: .text("A"), .notes: .text("n")]), owner).revision
        let second = try store.edit(id, edit([.name: .text("B")]), owner).revision
        let partial = try store.undo(first, owner)
        #expect(partial.isPartial)
        #expect(partial.undoes == first)
        var journal = try store.journal(limit: 3)
        #expect(journal.map(\.undoneBy) == [nil, nil, nil])
        #expect(journal[0].isPartial)
        // Nothing more can be undone of it for now.
        let changed = UndoDiagnostic(.field(.name, of: id), by: second)
        #expect(throws: StoreError.cannotUndo(first, [changed])) { try store.undo(first, owner) }
        #expect(try store.undo(owner).undoes == second)
        let rest = try store.undo(owner)
        #expect(rest.undoes == first)
        #expect(!rest.isPartial)
        #expect(try store.items()[0] == sample(0))
        journal = try store.journal(limit: 10)
        #expect(journal.first { $0.revision == first }?.undoneBy == rest.revision)
        #expect(throws: StoreError.alreadyUndone(first, by: rest.revision)) { try store.undo(first, owner) }
        #expect(try store.verify().isEmpty)
    }

    @Test func aPartThatIsUndoneIsMadeAgainByUndoingTheUndo() throws {
        let store = try makeStore()
        let id = sample(0).id
        let first = try store.edit(id, edit([.name: .text("A"), .notes: .text("n")]), owner).revision
        let second = try store.edit(id, edit([.name: .text("B")]), owner).revision
        let partial = try store.undo(first, owner).revision
        try store.undo(second, owner)
        let rest = try store.undo(first, owner).revision
        try store.undo(rest, owner)
        #expect(try store.items()[0] == sample(0) { $0.name = "A" })
        try store.undo(partial, owner)
        #expect(try store.items()[0].notes == "n")
        #expect(try !store.undo(first, owner).isPartial)
        #expect(try store.items()[0] == sample(0))
    }

    @Test func anUndoThatIsItselfUndoneInPartLeavesTheChangeToBeUndone() throws {
        let store = try makeStore()
        let id = sample(0).id
        let first = try store.edit(id, edit([.name: .text("A"), .notes: .text("n")]), owner).revision
        let undo = try store.undo(first, owner).revision
        try store.edit(id, edit([.name: .text("B")]), owner)
        #expect(try store.undo(undo, owner).isPartial)
        #expect(try store.items()[0].notes == "n")
        #expect(try store.undo(first, owner).isPartial)
        #expect(try store.items()[0].notes == nil)
        #expect(try store.items()[0].name == "B")
    }

    @Test func whatIsAsItWasBeforeNeedsNoUndoing() throws {
        let store = try makeStore()
        let id = sample(0).id
        let first = try store.edit(id, edit([.name: .text("A"), .notes: .text("n")]), owner).revision
        try store.edit(id, edit([.name: .text("Item 0")]), owner)
        #expect(try !store.undo(first, owner).isPartial)
        #expect(try store.items()[0] == sample(0))
        let moved = try store.move(id, to: .last, owner).revision
        try store.move(id, to: .first, owner)
        #expect(try !store.undo(moved, owner).isPartial)
        #expect(try store.names() == ["Item 0", "Item 1", "Item 2"])
        let removed = try store.remove(id, owner).revision
        try store.add(sample(0), owner)
        #expect(try !store.undo(removed, owner).isPartial)
        let added = try store.add(sample(9), owner).revision
        try store.remove(sample(9).id, owner)
        #expect(try !store.undo(added, owner).isPartial)
        #expect(try store.verify().isEmpty)
    }

    @Test func anImportIsUndoneInPartWhereAnItemItChangedWasChangedSince() throws {
        let store = try makeStore(2)
        let outcome = try store.importItems(owner) { importer in
            for number in 0..<4 {
                let item = sample(number) { $0.notes = "new" }
                try importer.put(IncomingItem(item: item, stated: ItemFieldSet([.id, .notes]), row: number))
            }
        }
        let later = try store.edit(sample(1).id, edit([.notes: .text("mine")]), owner).revision
        let undo = try store.undo(outcome.revision, owner)
        #expect(undo.refused == [UndoDiagnostic(.field(.notes, of: sample(1).id), by: later)])
        #expect(try store.items().map(\.notes) == [nil, "mine"])
        try store.undo(later, owner)
        #expect(try !store.undo(outcome.revision, owner).isPartial)
        #expect(try store.items() == [sample(0), sample(1)])
        #expect(try store.verify().isEmpty)
    }

    @Test func aRepeatedUndoTellsThatItWasPartial() throws {
        let store = try makeStore()
        let id = sample(0).id
        let first = try store.edit(id, edit([.name: .text("A"), .notes: .text("n")]), owner).revision
        try store.edit(id, edit([.name: .text("B")]), owner)
        let context = ChangeContext(actor: "owner", key: IdempotencyKey(rawValue: "k"))
        let once = try store.undo(first, context)
        let again = try store.undo(first, context)
        #expect(again.isRepeat && again.isPartial)
        #expect(again.revision == once.revision)
        #expect(again.undoes == first)
    }

    /// Whatever is done, undoing it all in turn leads back through every state to the first.
    @Test(arguments: 1...6) func everythingCanBeUndoneStepByStep(seed: UInt64) throws {
        var dice = SeededStoreGenerator(seed)
        let store = try makeStore(8)
        var states = [try store.items()]
        var next = 100
        for _ in 0..<60 {
            let ids = try store.items().map(\.id)
            let before = try store.revision
            switch dice.below(7) {
            case 0:
                next += 1
                try store.add(sample(next), at: ids.isEmpty ? .last : .index(dice.below(ids.count)), owner)
            case 1 where !ids.isEmpty: try store.remove(ids[dice.below(ids.count)], owner)
            case 2 where !ids.isEmpty:
                try store.move(ids[dice.below(ids.count)], to: .index(dice.below(ids.count)), owner)
            case 3:
                try store.importItems(owner) { importer in
                    for number in 0..<(1 + dice.below(4)) {
                        next += 1
                        var item = sample(number == 0 ? dice.below(8) : next)
                        if number == 2 { item.parent = sample(next - 1).id }
                        try importer.put(IncomingItem(item: item, stated: .all, row: next))
                    }
                }
            case 4 where ids.count > 1:
                let parent = FieldValue.identifier(ids[dice.below(ids.count)])
                // Parents that would make a ring are refused.
                _ = try? store.edit(ids[dice.below(ids.count)], edit([.parent: parent]), owner)
            default:
                guard let id = ids.randomElement(using: &dice) else { continue }
                let quantity = Quantity(millionths: Int64(dice.below(5)))
                try store.edit(id, edit([.quantity: .quantity(quantity), .notes: .text("\(dice.below(9))")]), owner)
            }
            if try store.revision > before { states.append(try store.items()) }
        }
        #expect(states.count > 30)
        while states.count > 1 {
            states.removeLast()
            #expect(try store.undo(owner).refused.isEmpty)
            #expect(try store.items() == states.last)
        }
        #expect(try store.verify().isEmpty)
    }
}
