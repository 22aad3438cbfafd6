import FoundationEssentials
import Inventory
import Testing

@testable import InventoryStore

/// An edit writes two rows without a mark between them: what fails in the midst of it must take the whole group along.
@Suite(.onlyInFolders) struct FailureInjectionTests {
    let scratch = Scratch()

    static let places = [
        "BEFORE UPDATE ON items WHEN NEW.name = 'Item 2'", "AFTER UPDATE ON items WHEN NEW.name = 'Item 2'",
        "BEFORE INSERT ON journal WHEN NEW.actor = 'unlucky'", "AFTER INSERT ON journal WHEN NEW.actor = 'unlucky'",
    ]

    enum Change: CaseIterable {
        case fields, addedPhoto, caption, removedPhoto

        /// Makes it to the second item.
        func make(_ writer: StoreWriter, _ context: ChangeContext) throws {
            let id = sample(2).id
            switch self {
            case .fields: try writer.edit(id, ItemEdit.checked([.notes: .text(long)]), context)
            case .addedPhoto: try writer.add(photos: [photo(2)], to: id, context)
            case .caption: try writer.caption(photo: photo(1).hash, of: id, as: "c", context)
            case .removedPhoto: try writer.remove(photo: photo(1).hash, of: id, context)
            }
        }
    }

    private static let long = String(repeating: "x", count: 9000)

    /// The contents of a store, for comparison.
    private func content(_ store: InventoryStore) throws -> [String] {
        try store.items().map { "\($0)" } + store.journal(limit: 100).map { "\($0)" }
    }

    /// A group as many clients' edits come into one transaction, each of which hears of its own failure.
    private func makeGroup(_ store: InventoryStore, _ change: Change) throws {
        try store.write { writer in
            for (number, context) in [(1, owner), (2, ChangeContext(actor: "unlucky")), (3, owner)] {
                do {
                    if number == 2 {
                        try change.make(writer, context)
                    } else {
                        try writer.edit(sample(number).id, ItemEdit.checked([.notes: .text("good")]), context)
                    }
                } catch {
                    continue
                }
            }
        }
    }

    @Test(arguments: places, ["ABORT", "FAIL", "ROLLBACK"])
    func aRowThatCannotBeWrittenLeavesNothingOfItsGroup(place: String, kind: String) throws {
        let store = try scratch.makeStore()
        for number in 1...3 { try store.add(sample(number) { $0.photos = [photo(1)] }, owner) }
        let before = try content(store)
        for change in Change.allCases {
            try store.configure("CREATE TEMP TRIGGER fault \(place) BEGIN SELECT RAISE(\(kind), 'fault'); END")
            #expect(throws: StoreError.self) { try makeGroup(store, change) }
            try store.configure("DROP TRIGGER fault")
            #expect(try content(store) == before)
            #expect(try store.verify() == [])
        }
        for change in Change.allCases { try makeGroup(store, change) }
        #expect(try store.revision == Revision(rawValue: 3 + 6))
        #expect(try store.verify() == [])
    }

    /// Each number of free pages runs out at another place.
    @Test func aFullDiskLeavesAllOfAGroupOrNothing() throws {
        var (whole, none) = (0, 0)
        for free in 0...24 {
            let scratch = Scratch()
            let store = try scratch.makeStore()
            for number in 1...3 { try store.add(sample(number), owner) }
            let before = try content(store)
            let pages = try Int(store.snapshot().pages)
            try store.configure("PRAGMA max_page_count = \(pages + free)")
            do {
                try makeGroup(store, .fields)
                whole += 1
                #expect(try store.revision == Revision(rawValue: 6))
                #expect(try store.item(sample(2).id)?.item.notes == FailureInjectionTests.long)
            } catch let error as StoreError {
                none += 1
                #expect(error == .diskFull(path: store.path))
                #expect(try content(store) == before)
            }
            #expect(try store.verify() == [])
        }
        #expect(whole > 0 && none > 1)
    }
}

extension StoreSnapshot {
    fileprivate var pages: Int64 { get throws { try tables.connection.number("PRAGMA page_count") ?? 0 } }
}
