import FoundationEssentials
import Inventory
import InventoryFormats
import InventoryStore
import JSON
import Localization

@testable import HTTPServer
@testable import InventoryServer

/// Filters and edits, over an inventory of a few items.
enum StoreTargets {
    private static let names = ["Lamp", "Straße", "茶具", "a \"b\" %_\\", "Bag", ""]

    private static func id(_ index: Int) -> UUID {
        guard let id = UUID(uuidString: "00000000-0000-4000-8000-00000000000\(index)") else {
            preconditionFailure("no id")
        }
        return id
    }

    private static let store: InventoryStore = {
        do {
            let store = try InventoryStore.create(
                at: InputFile.folder + "/inventory.homepwner",
                settings: InventorySettings(currency: FuzzTarget.currency))
            for (index, name) in names.enumerated() {
                var item = Item(id: id(index), name: name, dateCreated: FuzzTarget.timestamp)
                if index != 1 { item.value = Money(minorUnits: Int64(index) * 1000, currency: FuzzTarget.currency) }
                item.location = ["Home / Office", "Home", nil][index % 3]
                item.tags = index % 2 == 0 ? ["insured", "a,b", "\""] : []
                item.notes = index == 2 ? "free text" : nil
                item.archived = index == 4
                try store.add(item, ChangeContext(actor: "fuzz"))
            }
            return store
        } catch {
            preconditionFailure("no store: \(error)")
        }
    }()

    /// Reads any bytes as a filter and, after a line end, as an order, and applies them.
    @Sendable static func filter(_ bytes: FuzzTarget.Input) {
        let lines = bytes.split(separator: UInt8(ascii: "\n"), maxSplits: 1, omittingEmptySubsequences: false)
            .map { String(decoding: $0, as: UTF8.self) }
        var order = ItemOrder.ownerDefined
        if lines.count == 2, let named = try? ItemOrder(parsing: lines[1]) { order = named }
        let selection: Selection
        do throws(SelectionError) {
            selection = try Selection(
                parsing: lines[0], currency: FuzzTarget.currency, today: CalendarDate(daysSinceEpoch: 20_000))
        } catch {
            _ = MessageCatalogue.english.text(error.message)
            return
        }
        let all = found(by: [], selection, order)
        // An item is found by all terms if it is found by each, and by the opposite of a term if it is not by the term.
        var both = all
        for term in selection.terms.prefix(8) {
            let these = found(by: [term], selection, order)
            precondition(found(by: [.not(term)], selection, order) == all.subtracting(these), "not \(term)")
            both.formIntersection(these)
        }
        if selection.terms.count <= 8 {
            precondition(found(by: selection.terms, selection, order) == both, "\(selection.terms)")
        }
    }

    private static func found(by terms: [Selection.Term], _ selection: Selection, _ order: ItemOrder) -> Set<UUID> {
        var selection = selection
        selection.terms = terms
        do {
            var found: Set<UUID> = []
            let cursor = try store.snapshot().items(matching: selection, order: order)
            while try cursor.next() { found.insert(try cursor.item().id) }
            return found
        } catch {
            preconditionFailure("the store cannot be asked: \(error)")
        }
    }

    /// Reads any bytes as edits that a page saved, as a new item, and as changes of one.
    @Sendable static func edits(_ bytes: FuzzTarget.Input) {
        let content = Array(bytes)
        _ = SavedEdits.begin(content.prefix(4096))
        if let value = try? JSONBody.value(of: .bytes(content)) {
            _ = try? ItemJSONReader.edit(value)
            if let item = try? ItemJSONReader.item(value, newID: { id(9) }, now: FuzzTarget.timestamp) { check(item) }
        }
        do {
            let edits = try SavedEdits(content, store: id(0), now: FuzzTarget.timestamp)
            let before = try store.revision
            _ = try edits.replay(into: store, actor: "fuzz", isDryRun: true)
            let after = try store.revision
            precondition(after == before, "a trial changed the store")
        } catch let error as SavedEdits.FormatError {
            precondition(!error.text(in: .english).isEmpty)
        } catch {
            preconditionFailure("saved edits cannot be tried: \(error)")
        }
    }

    private static func check(_ item: Item) {
        var writer = JSONWriter()
        ItemJSON.write(item, to: &writer)
        guard let value = try? JSONValue(parsing: writer.bytes),
            let again = try? ItemJSONReader.item(value, newID: { id(8) }, now: FuzzTarget.timestamp), again == item
        else { preconditionFailure("an item that is written is not that which was read") }
    }
}
