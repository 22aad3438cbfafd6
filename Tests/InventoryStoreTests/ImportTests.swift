import FoundationEssentials
import Inventory
import Testing

@testable import InventoryStore

@Suite struct ImportTests {
    let scratch = Scratch()

    func incoming(
        _ number: Int, reference: String? = nil, parent: String? = nil, row: Int? = nil,
        stating fields: [ItemField] = [.name, .externalReference], _ change: (inout Item) -> Void = { _ in }
    ) -> IncomingItem {
        let item = sample(number) { item in
            item.externalReference = reference
            change(&item)
        }
        return IncomingItem(item: item, stated: ItemFieldSet(fields), parentReference: parent, row: row ?? number + 2)
    }

    @Test func newItemsComeToTheEndInTheOrderOfTheFile() throws {
        let store = try scratch.makeStore()
        try store.add(sample(500), owner)
        let outcome = try store.importItems(owner, source: "file.csv") { importer throws in
            for number in 0..<100 { #expect(try importer.put(incoming(99 - number)) == .added) }
        }
        #expect(outcome.counts.added == 100)
        #expect(try store.names() == ["Item 500"] + (0..<100).map { "Item \(99 - $0)" })
        #expect(try store.item(sample(3).id)?.revision == outcome.revision)
        let entry = try #require(try store.journal(limit: 1).first)
        #expect(entry.kind == .import)
        #expect(entry.source == "file.csv")
        #expect(entry.counts == outcome.counts)
        #expect(try store.verify().isEmpty)
    }

    @Test func anItemIsKnownAgainByItsReferenceAndOnlyStatedFieldsChange() throws {
        let store = try scratch.makeStore()
        try store.importItems(owner) { try $0.put(incoming(1, reference: "r1") { $0.notes = "mine" }) }
        let outcome = try store.importItems(owner) { importer throws in
            let changed = incoming(2, reference: "r1") { $0.name = "New name" }
            #expect(try importer.put(changed) == .updated)
            #expect(try importer.put(incoming(3, reference: "r3")) == .added)
        }
        #expect(outcome.counts.updated == 1)
        let item = try #require(try store.item(sample(1).id))
        #expect(item.item.name == "New name")
        #expect(item.item.notes == "mine")
        #expect(item.revision == outcome.revision)
        #expect(try store.item(sample(2).id) == nil)
        #expect(try store.names() == ["New name", "Item 3"])
    }

    @Test func aStatedKeyComesBeforeTheReference() throws {
        let store = try scratch.makeStore()
        try store.importItems(owner) { importer throws in
            try importer.put(incoming(1, reference: "r1", stating: ItemField.allCases))
            try importer.put(incoming(2, reference: "r2", stating: ItemField.allCases))
        }
        try store.importItems(owner) { importer throws in
            let both = incoming(1, reference: "r3", stating: [.id, .externalReference])
            #expect(try importer.put(both) == .updated)
        }
        #expect(try store.item(sample(1).id)?.item.externalReference == "r3")
    }

    /// Rows that are recognised by serial number.
    private func row(_ number: Int, serial: String?, _ key: RecognitionKey, _ change: (inout Item) -> Void)
        -> IncomingItem
    {
        var item = Item(id: sample(number).id, name: "", dateCreated: sample(number).dateCreated)
        item.serialNumber = serial
        change(&item)
        let blank = Item(id: item.id, name: "", dateCreated: item.dateCreated)
        let fields = ItemField.allCases.filter { !item[$0].isIdentical(to: blank[$0]) }
        var incoming = IncomingItem(item: item, stated: ItemFieldSet(fields), row: number)
        incoming.key = key
        return incoming
    }

    private let bySerial = RecognitionKey(
        column: .field(.serialNumber), fields: ItemFieldSet([.name, .value, .purchasePrice]), customFields: [],
        takesPriceAsValue: true)

    @Test func aRowUpdatesTheItemWithItsTextAndUndoTakesItBack() throws {
        let store = try scratch.makeStore()
        let euros = try Currency(code: "EUR")
        func money(_ units: Int64) -> Money { Money(minorUnits: units, currency: euros) }
        try store.add(
            sample(1) { item in
                (item.serialNumber, item.notes, item.value) = ("S-1", "mine", money(100))
                item.purchase.price = money(100)
                item.customFields = [
                    CustomField(name: "Colour", value: "red"), CustomField(name: "Shelf", value: "1"),
                    CustomField(name: "Colour", value: "blue"),
                ]
            }, owner)
        try store.add(
            sample(2) { item in
                (item.serialNumber, item.value) = ("S-2", money(700))
                item.purchase.price = money(200)
            }, owner)
        let before = try [store.item(sample(1).id)?.item, store.item(sample(2).id)?.item]
        let outcome = try store.importItems(owner) { importer throws in
            let first = row(11, serial: "s-1 ", bySerial) { item in
                (item.value, item.purchase.price) = (money(150), money(150))
                item.customFields = [CustomField(name: "Colour", value: "green"), CustomField(name: "New", value: "n")]
            }
            #expect(try importer.put(first) == .updated)
            let second = row(12, serial: "S-2", bySerial) { item in
                (item.value, item.purchase.price) = (money(250), money(250))
            }
            #expect(try importer.put(second) == .updated)
            #expect(try importer.put(row(13, serial: "S-3", bySerial) { $0.name = "Third" }) == .added)
        }
        #expect(outcome.counts.updated == 2 && outcome.counts.added == 1)
        let item = try #require(try store.item(sample(1).id)?.item)
        #expect(item.name == "Item 1" && item.notes == "mine" && item.value == money(150))
        #expect(item.customFields.map { "\($0.name)=\($0.value)" } == ["Colour=green", "Shelf=1", "New=n"])
        // A value that is not what was paid is the owner's own, and a list of prices has none.
        let other = try #require(try store.item(sample(2).id)?.item)
        #expect(other.value == money(700) && other.purchase.price == money(250))
        #expect(try store.journal(limit: 1).first?.counts == outcome.counts)
        try store.undo(owner)
        #expect(try [store.item(sample(1).id)?.item, store.item(sample(2).id)?.item] == before)
        #expect(try store.names() == ["Item 1", "Item 2"])
        #expect(try store.verify().isEmpty)
    }

    /// More items than are read at once, whose parts come before or after them, with other items in between.
    @Test func undoingAnImportRemovesItsPartsInAnyOrderAndRedoingReturnsThem() throws {
        let store = try scratch.makeStore()
        try store.importItems(owner) { importer throws in
            for number in 1000..<1600 {
                let parent = number % 7 == 0 ? number + 300 : number % 5 == 0 ? number - 3 : nil
                try importer.put(
                    incoming(
                        number, reference: "r\(number)",
                        parent: parent.flatMap { (1000..<1600).contains($0) ? "r\($0)" : nil }))
            }
        }
        let added = try store.revision
        for number in stride(from: 1010, to: 1600, by: 90) {
            try store.add(sample(number + 5000), at: .after(sample(number).id), owner)
        }
        let imported = Set((1000..<1600).map { sample($0).id })
        let before = try store.items()
        let undo = try store.undo(added, owner).revision
        #expect(try store.items() == before.filter { !imported.contains($0.id) })
        #expect(try store.verify().isEmpty)
        try store.undo(undo, owner)
        #expect(try store.items() == before)
        #expect(try store.verify().isEmpty)
    }

    @Test func rowsThatCannotBeRecognisedAreFaults() throws {
        let store = try scratch.makeStore()
        for number in [1, 2] { try store.add(sample(number) { $0.serialNumber = "same" }, owner) }
        let cases: [(IncomingItem, ImportDiagnostic.Reason)] = [
            (row(11, serial: "SAME", bySerial) { _ in }, .ambiguousText("same", sample(1).id, sample(2).id)),
            (row(11, serial: "S-9", bySerial) { _ in }, .namesNoItem("s-9")),
            (row(11, serial: "S-8", bySerial) { $0.name = "Two rows" }, .repeats(row: 10)),
        ]
        for (faulty, problem) in cases {
            #expect(throws: StoreError.importDiagnostics([ImportDiagnostic(row: 11, problem: problem)])) {
                try store.importItems(owner) { importer throws in
                    try importer.put(row(10, serial: "S-8", bySerial) { $0.name = "New" })
                    try importer.put(faulty)
                }
            }
        }
        #expect(try store.names() == ["Item 1", "Item 2"])
    }

    @Test func ofEqualRowsAsManyAreKnownAsThereAreItems() throws {
        let store = try scratch.makeStore()
        let key = RecognitionKey(fields: ItemFieldSet([.name, .customFields]), customFields: ["Colour"])
        func chair(_ number: Int, _ colour: String) -> IncomingItem {
            row(number, serial: nil, key) { item in
                item.name = "Chair"
                item.customFields = [CustomField(name: "Colour", value: colour)]
            }
        }
        for number in [1, 2] { try store.importItems(owner) { try $0.put(chair(number, "red")) } }
        #expect(try store.names() == ["Chair"])
        try store.importItems(owner) { importer throws in
            for number in 3..<5 { try importer.put(chair(number, "red")) }
        }
        #expect(try store.names() == ["Chair", "Chair"])
        // A field that the list does not have makes no difference.
        try store.edit(sample(1).id, ItemEdit([.notes: .text("mine")]), owner)
        try store.importItems(owner) { importer throws in
            let outcomes = try [chair(5, "red"), chair(6, "blue"), chair(7, "red"), chair(8, "red")].map(importer.put)
            #expect(outcomes == [.unchanged, .added, .unchanged, .added])
        }
    }

    @Test func importingTheSameFileAgainChangesNothing() throws {
        let store = try scratch.makeStore()
        let file = try [IncomingItem(item: fullItem(), stated: .all, row: 2), incoming(1, reference: "r")]
        try store.add(parentOfFullItem, owner)
        for _ in 0..<2 { try store.importItems(owner) { importer throws in for row in file { try importer.put(row) } } }
        let outcome = try store.importItems(owner) { importer throws in
            for row in file { #expect(try importer.put(row) == .unchanged) }
        }
        #expect(outcome.counts.unchanged == 2)
        #expect(outcome.revision == Revision(rawValue: 2))
        #expect(try store.journal(limit: 10).count == 2)
    }

    @Test func anItemThatStandsTwiceInAFileIsAFaultThatNamesBothRows() throws {
        let store = try scratch.makeStore()
        try store.importItems(owner) { importer throws in
            try importer.put(incoming(1, reference: "r1", stating: [.id, .name, .externalReference]))
            try importer.put(incoming(2, reference: "r2"))
        }
        let cases: [(IncomingItem, IncomingItem)] = [
            (incoming(7, stating: [.id]), incoming(7, row: 10, stating: [.id])),
            (incoming(7, reference: "new"), incoming(8, reference: "new", row: 10)),
            // Matched and unchanged, matched and changed.
            (incoming(1, row: 9, stating: [.id]), incoming(1, row: 10, stating: [.id])),
            (incoming(7, reference: "r2"), incoming(8, reference: "r2", row: 10)),
            (incoming(1, row: 9, stating: [.id]), incoming(8, reference: "r1", row: 10)),
        ]
        for (one, other) in cases {
            let fault = ImportDiagnostic(row: 10, problem: .repeats(row: 9))
            #expect(throws: StoreError.importDiagnostics([fault])) {
                try store.importItems(owner) { importer throws in
                    var first = one
                    first.row = 9
                    try importer.put(incoming(900, row: 8))
                    try importer.put(first)
                    try importer.put(other)
                }
            }
            #expect(try store.names() == ["Item 1", "Item 2"])
        }
    }

    @Test func aFaultyRowCanBeSkipped() throws {
        let store = try scratch.makeStore()
        let outcome = try store.importItems(owner) { importer throws in
            try importer.put(incoming(1, stating: [.id]))
            #expect(throws: StoreError.self) { try importer.put(incoming(1, stating: [.id])) }
            let long = incoming(2) { $0.notes = String(repeating: "x", count: Item.textLimit + 1) }
            let fault = ImportDiagnostic(
                row: 4, problem: .value(field: .notes, .outOfRange(.text)))
            #expect(throws: StoreError.importDiagnostics([fault])) { try importer.put(long) }
            try importer.put(incoming(3))
        }
        #expect(outcome.counts.added == 2)
        #expect(try store.names() == ["Item 1", "Item 3"])
        #expect(try store.verify().isEmpty)
    }

    @Test func parentsAreFoundBeforeAndAfterTheirPartsAndInTheStore() throws {
        let store = try scratch.makeStore()
        try store.importItems(owner) { try $0.put(incoming(1, reference: "house")) }
        let outcome = try store.importItems(owner) { importer throws in
            try importer.put(incoming(2, reference: "drawer", parent: "desk"))
            try importer.put(incoming(3, reference: "desk", parent: "house"))
            try importer.put(incoming(4, reference: "pen", parent: "drawer"))
            // Known and unchanged but for the parent, which comes later.
            try importer.put(incoming(5, reference: "house", parent: "street") { $0.name = "Item 1" })
            try importer.put(incoming(6, reference: "street"))
        }
        #expect(try store.item(sample(2).id)?.item.parent == sample(3).id)
        #expect(try store.item(sample(3).id)?.item.parent == sample(1).id)
        #expect(try store.item(sample(4).id)?.item.parent == sample(2).id)
        #expect(try store.item(sample(1).id)?.item.parent == sample(6).id)
        #expect(outcome.counts.added == 4)
        #expect(outcome.counts.updated == 1)
        #expect(outcome.counts.unchanged == 0)
        try store.undo(owner)
        #expect(try store.item(sample(1).id)?.item.parent == nil)
        #expect(try store.verify().isEmpty)
    }

    @Test func parentsThatAreNowhereAreAllNamed() throws {
        let store = try scratch.makeStore()
        func rows(_ importer: ItemImporter) throws {
            try importer.put(incoming(1, parent: "x"))
            try importer.put(incoming(2))
            try importer.put(incoming(3, parent: "y"))
        }
        let faults = [3, 5].map { ImportDiagnostic(row: $0, problem: .parent(.unknown)) }
        #expect(throws: StoreError.importDiagnostics(faults)) { try store.importItems(owner, rows) }
        #expect(try store.names().isEmpty)
        #expect(try store.importItems(owner, unknownParents: .omitParent, rows).withoutParent == faults)
        #expect(try store.names().count == 3)
    }

    func naming(_ number: Int, parent: Int?, row: Int? = nil) -> IncomingItem {
        incoming(number, row: row, stating: [.id, .name, .parent]) { $0.parent = parent.map { sample($0).id } }
    }

    @Test func aParentNamedByItsKeyMayStandAnywhere() throws {
        let store = try scratch.makeStore()
        try store.add(sample(1), owner)
        try store.importItems(owner) { importer throws in
            try importer.put(naming(2, parent: 3))
            try importer.put(naming(3, parent: 1))
            try importer.put(naming(4, parent: 2))
        }
        #expect(try store.items().map(\.parent) == [nil, sample(3).id, sample(1).id, sample(2).id])
        #expect(try store.verify().isEmpty)
    }

    @Test func parentsThatCannotBeAreFaultsOfTheirRows() throws {
        let store = try scratch.makeStore()
        try store.importItems(owner) { importer throws in
            try importer.put(naming(1, parent: nil))
            try importer.put(naming(2, parent: 1))
        }
        let cases: [([IncomingItem], [ImportDiagnostic])] = [
            ([naming(5, parent: 5)], [ImportDiagnostic(row: 7, problem: .parent(.itself))]),
            ([naming(1, parent: 1)], [ImportDiagnostic(row: 3, problem: .parent(.itself))]),
            ([naming(5, parent: 9)], [ImportDiagnostic(row: 7, problem: .parent(.unknown))]),
            ([naming(1, parent: 9)], [ImportDiagnostic(row: 3, problem: .parent(.unknown))]),
            ([naming(1, parent: 2)], [ImportDiagnostic(row: 3, problem: .parent(.cycle))]),
            ([naming(5, parent: 6), naming(6, parent: 5)], [ImportDiagnostic(row: 7, problem: .parent(.cycle))]),
            (
                [naming(5, parent: 6), naming(6, parent: 7), naming(7, parent: 5), naming(8, parent: 7)],
                [
                    ImportDiagnostic(row: 7, problem: .parent(.cycle)),
                    ImportDiagnostic(row: 8, problem: .parent(.cycle)),
                ]
            ),
        ]
        let before = try store.items()
        for (rows, faults) in cases {
            for isDryRun in [true, false] {
                #expect(throws: StoreError.importDiagnostics(faults)) {
                    try store.importItems(owner, isDryRun: isDryRun) { importer throws in
                        for row in rows { try importer.put(row) }
                    }
                }
            }
            #expect(try store.items() == before)
            let outcome = try store.importItems(owner, unknownParents: .omitParent) { importer throws in
                for row in rows { try importer.put(row) }
            }
            #expect(outcome.withoutParent == faults)
            #expect(try store.verify().isEmpty)
            if try store.revision == outcome.revision, try store.items() != before { try store.undo(owner) }
            #expect(try store.items() == before)
        }
    }

    @Test func aTrialTellsTheOutcomeAndKeepsNothing() throws {
        let store = try scratch.makeStore()
        try store.add(sample(1), owner)
        let outcome = try store.importItems(owner, isDryRun: true) { importer throws in
            try importer.put(naming(1, parent: 2))
            try importer.put(naming(2, parent: nil))
        }
        #expect(outcome.counts.added == 1)
        #expect(outcome.counts.updated == 1)
        #expect(try store.items() == [sample(1)])
        #expect(try store.revision == Revision(rawValue: 1))
    }

    struct Refusal: Error {}

    @Test func anImportThatIsGivenUpLeavesNothingBehind() throws {
        let store = try scratch.makeStore()
        try store.importItems(owner) { try $0.put(incoming(1, reference: "r1")) }
        let before = try store.items()
        #expect(throws: Refusal.self) {
            try store.importItems(owner) { importer throws in
                try importer.put(incoming(2, reference: "r1") { $0.name = "changed" })
                for number in 10..<1000 { try importer.put(incoming(number)) }
                throw Refusal()
            }
        }
        #expect(try store.items() == before)
        #expect(try store.revision == Revision(rawValue: 1))
        try store.importItems(owner) { try $0.put(incoming(3)) }
        #expect(try store.names() == ["Item 1", "Item 3"])
        #expect(try store.verify().isEmpty)
    }
}
