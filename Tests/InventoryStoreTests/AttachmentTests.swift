import Database
import FoundationEssentials
import Inventory
import Testing

@testable import InventoryStore

@Suite struct AttachmentTests {
    let scratch = Scratch()
    let id = sample(1).id

    func makeStore() throws -> InventoryStore {
        let store = try scratch.makeStore()
        try store.add(sample(1), owner)
        return store
    }

    func photos(_ store: InventoryStore) throws -> [PhotoReference] { try store.item(id)?.item.photos ?? [] }

    @discardableResult
    func add(
        _ numbers: [UInt8], to store: InventoryStore, _ context: ChangeContext = owner
    ) throws -> ChangeOutcome {
        try store.write { writer in try writer.add(photos: numbers.map { photo($0) }, to: id, context) }
    }

    @Test func theFirstPhotoIsPrimaryUntilAnotherIsMadeSo() throws {
        let store = try makeStore()
        let outcome = try add([1, 2], to: store)
        #expect(outcome.revision == Revision(rawValue: 2))
        #expect(try photos(store).map(\.isPrimary) == [true, false])
        try store.write { writer in _ = try writer.makePrimary(photo: hash(2), of: id, owner) }
        #expect(try photos(store).map(\.isPrimary) == [false, true])
        try store.write { writer in _ = try writer.remove(photo: hash(2), of: id, owner) }
        #expect(try photos(store).map(\.hash) == [hash(1)])
        #expect(try photos(store).map(\.isPrimary) == [true])
        try store.undo(owner)
        #expect(try photos(store).map(\.isPrimary) == [false, true])
        #expect(try store.verify().isEmpty)
    }

    @Test func severalPhotosAreRemovedInOneChangeOfTheCallersOwnFingerprint() throws {
        let store = try makeStore()
        try add([1, 2, 3], to: store)
        let key = IdempotencyKey(rawValue: "k")
        let context = ChangeContext(actor: "owner", key: key, requestFingerprint: "call")
        func remove(_ numbers: [UInt8]) throws -> ChangeOutcome {
            try store.write { writer in try writer.remove(photos: numbers.map { hash($0) }, of: id, context) }
        }
        #expect(throws: StoreError.noSuchFile(hash(9), of: id)) { try remove([1, 9]) }
        #expect(try photos(store).count == 3)
        let outcome = try remove([1, 3])
        #expect(try photos(store).map(\.hash) == [hash(2)])
        let known = try store.snapshot().outcome(of: key, requestFingerprint: "call")
        #expect(known?.revision == outcome.revision)
        #expect(known?.isRepeat == true)
        try store.undo(owner)
        #expect(try photos(store).map(\.hash) == [hash(1), hash(2), hash(3)])
    }

    @Test func aPhotoMovesAmongTheShownOnesAndTheFirstIsPrimary() throws {
        let store = try makeStore()
        try add([1, 2, 3], to: store)
        func move(_ number: UInt8, to place: Int) throws -> [ContentHash] {
            try store.write { writer in _ = try writer.move(photo: hash(number), of: id, to: place, owner) }
            let photos = try photos(store)
            #expect(photos.map(\.isPrimary) == [true, false, false])
            return photos.map(\.hash)
        }
        #expect(try move(3, to: 1) == [hash(3), hash(1), hash(2)])
        #expect(try move(3, to: 2) == [hash(1), hash(3), hash(2)])
        #expect(try move(1, to: 9) == [hash(3), hash(2), hash(1)])
        // The primary photo is shown first, wherever it is stored.
        try store.write { writer in _ = try writer.makePrimary(photo: hash(1), of: id, owner) }
        #expect(try move(2, to: 2) == [hash(1), hash(2), hash(3)])
        try store.undo(owner)
        #expect(try photos(store).map(\.hash) == [hash(3), hash(2), hash(1)])
        #expect(throws: StoreError.noSuchFile(hash(4), of: id)) { try move(4, to: 1) }
    }

    @Test func aPhotoTheItemHasIsNotAddedTwice() throws {
        let store = try makeStore()
        try add([1], to: store)
        let again = try add([1, 2, 1], to: store)
        #expect(try photos(store).map(\.hash) == [hash(1), hash(2)])
        #expect(try add([2], to: store).revision == again.revision)
    }

    @Test func aCaptionIsWrittenTakenAwayAndUndone() throws {
        let store = try makeStore()
        try add([1], to: store)
        func caption(_ text: String?) throws {
            try store.write { writer in _ = try writer.caption(photo: hash(1), of: id, as: text, owner) }
        }
        try caption("from the left")
        try caption("")
        #expect(try photos(store)[0].caption == nil)
        try store.undo(owner)
        #expect(try photos(store)[0].caption == "from the left")
        #expect(throws: StoreError.value(field: .photos, .outOfRange(.text))) {
            try caption(String(repeating: "x", count: Item.textLimit + 1))
        }
        // Composed and decomposed letters look alike and are not the same text.
        try caption("caf\u{E9}")
        try caption("cafe\u{301}")
        #expect(try photos(store)[0].caption?.utf8.count == 6)
    }

    @Test func whatTheItemHasNotIsNamed() throws {
        let store = try makeStore()
        for number in 0..<4 {
            #expect(throws: StoreError.noSuchFile(hash(9), of: id)) {
                try store.write { writer in
                    switch number {
                    case 0: _ = try writer.remove(photo: hash(9), of: id, owner)
                    case 1: _ = try writer.makePrimary(photo: hash(9), of: id, owner)
                    case 2: _ = try writer.caption(photo: hash(9), of: id, as: "x", owner)
                    default: _ = try writer.remove(document: hash(9), of: id, owner)
                    }
                }
            }
        }
        #expect(throws: StoreError.noSuchItem(sample(5).id)) {
            try store.write { writer in _ = try writer.add(photos: [photo(1)], to: sample(5).id, owner) }
        }
    }

    @Test func theSameKeyAddsOnce() throws {
        let store = try makeStore()
        let context = ChangeContext(actor: "owner", key: IdempotencyKey(rawValue: "k"))
        let first = try add([1], to: store, context)
        let second = try add([1], to: store, context)
        #expect(second.isRepeat && second.revision == first.revision)
        #expect(try photos(store).count == 1)
        #expect(throws: StoreError.keyReused(IdempotencyKey(rawValue: "k"))) { try store.remove(id, context) }
    }

    @Test func aKeyOfPhotosIsForThatRequestAlone() throws {
        let store = try makeStore()
        func context(_ key: String) -> ChangeContext {
            ChangeContext(actor: "owner", key: IdempotencyKey(rawValue: key))
        }
        func reused(_ key: String) -> StoreError { .keyReused(IdempotencyKey(rawValue: key)) }
        @discardableResult
        func caption(_ number: UInt8, _ words: String?, _ key: String) throws -> ChangeOutcome {
            try store.write { writer in try writer.caption(photo: hash(number), of: id, as: words, context(key)) }
        }
        try add([1, 2], to: store, context("a"))
        try caption(1, "front", "c")
        #expect(throws: reused("a")) { try add([1, 3], to: store, context("a")) }
        #expect(throws: reused("c")) { try caption(1, "back", "c") }
        #expect(throws: reused("c")) { try caption(2, "front", "c") }
        #expect(throws: reused("c")) {
            try store.write { writer in _ = try writer.makePrimary(photo: hash(1), of: id, context("c")) }
        }
        #expect(throws: reused("c")) {
            try store.edit(id, ItemEdit([.notes: .text("x")]), basedOn: nil, context("c"))
        }
        #expect(try add([1, 2], to: store, context("a")).isRepeat && caption(1, "front", "c").isRepeat)
    }

    @Test func changesOfDifferentPhotosAreUndoneIndependently() throws {
        let store = try makeStore()
        let first = try add([1], to: store).revision
        try add([2], to: store)
        let third = try add([3], to: store).revision
        #expect(try store.undo(first, owner).refused.isEmpty)
        #expect(try photos(store).map(\.hash) == [hash(2), hash(3)])
        #expect(try photos(store).map(\.isPrimary) == [true, false])
        try store.undo(third, owner)
        #expect(try photos(store).map(\.hash) == [hash(2)])
        #expect(try store.verify().isEmpty)
    }

    @Test func anUndoThatMeetsAChangeOfTheSamePhotoIsRefusedByName() throws {
        let store = try makeStore()
        try add([1, 2], to: store)
        @discardableResult
        func caption(_ text: String) throws -> Revision {
            try store.write { writer in
                try writer.caption(photo: hash(2), of: id, as: text, owner)
            }.revision
        }
        let first = try caption("one")
        let second = try caption("two")
        #expect(throws: StoreError.cannotUndo(first, [UndoDiagnostic(.field(.photos, of: id), by: second)])) {
            try store.undo(first, owner)
        }
    }

    @Test func editsOfOneListFromTwoWindowsAreJoined() throws {
        let store = try makeStore()
        let base = try add([1, 2], to: store).revision
        let list = try photos(store)
        try store.edit(id, edit([.photos: .photos(list + [photo(3)])]), basedOn: base, owner)
        try store.edit(id, edit([.photos: .photos([list[1]])]), basedOn: base, owner)
        #expect(try photos(store).map(\.hash) == [hash(2), hash(3)])
        var captioned = list
        captioned[1].caption = "mine"
        try store.edit(id, edit([.photos: .photos(captioned)]), basedOn: base, owner)
        captioned[1].caption = "yours"
        #expect(throws: StoreError.self) {
            try store.edit(id, edit([.photos: .photos(captioned)]), basedOn: base, owner)
        }
        #expect(try photos(store).map(\.caption) == ["mine", nil])
    }

    @Test func documentsAreAddedBroughtUpToDateAndRemoved() throws {
        let store = try makeStore()
        try store.write { writer in _ = try writer.add(documents: [document(1), document(2)], to: id, owner) }
        var changed = document(1)
        changed.kind = .receipt
        changed.number = "47"
        let newer = changed
        try store.write { writer in _ = try writer.add(documents: [newer], to: id, owner) }
        #expect(try store.item(id)?.item.documents == [newer, document(2)])
        try store.write { writer in _ = try writer.remove(document: hash(1), of: id, owner) }
        #expect(try store.item(id)?.item.documents == [document(2)])
        try store.undo(owner)
        #expect(try store.item(id)?.item.documents == [newer, document(2)])
    }

    @Test func whatUndoingCouldBringBackIsNeeded() throws {
        let store = try makeStore()
        try add([1, 2], to: store)
        try store.write { writer in
            _ = try writer.remove(photo: hash(1), of: id, owner)
            _ = try writer.add(documents: [document(3)], to: id, owner)
        }
        let snapshot = try store.snapshot()
        #expect(try snapshot.files() == [hash(2): id, hash(3): id])
        #expect(try snapshot.referencedFiles() == [hash(1), hash(2), hash(3)])
        try store.remove(id, owner)
        #expect(try store.snapshot().files().isEmpty)
        #expect(try store.snapshot().referencedFiles() == [hash(1), hash(2), hash(3)])
        try store.undo(owner)
        #expect(try store.snapshot().files() == [hash(2): id, hash(3): id])
    }

    @Test func anImportThatIsUndoneKeepsItsFilesNeeded() throws {
        let store = try scratch.makeStore()
        var item = try fullItem()
        item.parent = nil
        try store.importItems(owner) { importer in
            try importer.put(IncomingItem(item: item, stated: .all, row: 1))
        }
        try store.undo(owner)
        #expect(try store.snapshot().count == 0)
        #expect(try store.snapshot().referencedFiles() == [hash(1), hash(2), hash(3), hash(4)])
    }

    @Test func textThatLooksLikeAFileIsNone() throws {
        let store = try makeStore()
        try store.edit(id, edit([.notes: .text("[{\"hash\":\"\(hash(7))\"}]")]), owner)
        #expect(try store.snapshot().referencedFiles().isEmpty)
    }

    @Test func whatIsNoListOfPhotosIsFound() throws {
        let store = try makeStore()
        try add([1], to: store)
        let database = try scratch.database()
        try database.execute("UPDATE items SET photos = '[{}]', documents = 'x'")
        #expect(try store.verify() == [.field(.photos, of: id), .field(.documents, of: id)])
    }

    @Test func itemsWithoutPhotosAreFoundByTheFilter() throws {
        let store = try makeStore()
        try store.add(sample(2), owner)
        try add([1], to: store)
        let none = try Selection(parsing: "photos:none", currency: usd, today: today)
        #expect(try store.names(matching: none) == ["Item 2"])
    }
}
