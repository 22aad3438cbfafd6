import FoundationEssentials
import Inventory
import Testing

private let usd = try! Currency(code: "USD")

@Suite struct ItemTests {
    private func sample() throws -> Item {
        var item = Item(id: UUID(), name: "Camera", dateCreated: try Timestamp("2014-05-01T09:30:00Z".utf8))
        item.serialNumber = "SN-1"
        item.value = try Money("12.34", currency: usd)
        item.tags = ["a", "b"]
        item.purchase.date = try CalendarDate("2014-04-30".utf8)
        item.warranty.lifetime = true
        item.sale.notes = "to a friend"
        item.customFields = [CustomField(name: "Colour", value: "red")]
        return item
    }

    @Test func everyFieldCanBeReadAndPutBack() throws {
        let item = try sample()
        var copy = Item(id: item.id, name: "", dateCreated: Timestamp(clampedMilliseconds: 0))
        for field in ItemField.allCases { try copy.set(field, to: item[field]) }
        #expect(copy == item)
    }

    @Test func anEditAndItsInverseCancel() throws {
        let item = try sample()
        var edit = ItemEdit()
        try edit.set(.name, to: .text("Lens"))
        try edit.set(.value, to: .none)
        try edit.set(.tags, to: .tags(["c"]))
        try edit.set(.warrantyLifetime, to: .flag(false))
        var changed = item
        try edit.apply(to: &changed)
        #expect(changed.name == "Lens" && changed.value == nil && changed.tags == ["c"] && !changed.warranty.lifetime)
        try edit.inverse(on: item).apply(to: &changed)
        #expect(changed == item)
        #expect(edit.fields == [.name, .value, .tags, .warrantyLifetime])
    }

    @Test func theDifferenceOfTwoItemsTurnsOneIntoTheOther() throws {
        let old = try sample()
        var new = old
        new.notes = "scratched"
        new.quantity = try Quantity("2".utf8)
        var copy = old
        let edit = ItemEdit(from: old, to: new)
        #expect(edit.fields == [.quantity, .notes])
        try edit.apply(to: &copy)
        #expect(copy == new)
    }

    @Test func aChangeOfNormalizationAloneIsAChange() throws {
        let old = try sample()
        var new = old
        new.notes = "caf\u{e9}"
        new.tags = ["caf\u{e9}"]
        var decomposed = new
        decomposed.notes = "cafe\u{301}"
        decomposed.tags = ["cafe\u{301}"]
        #expect(ItemEdit(from: new, to: decomposed).fields == [.tags, .notes])
    }

    @Test func anEditRefusesTheKeyAndWrongKinds() {
        var edit = ItemEdit()
        #expect(throws: ValueError.fixedField(.id)) { try edit.set(.id, to: .identifier(UUID())) }
        #expect(throws: ValueError.wrongKind(.value)) {
            try edit.set(.value, to: .text("12"))
        }
        #expect(throws: ValueError.wrongKind(.dateCreated)) {
            try edit.set(.dateCreated, to: .none)
        }
        #expect(edit.isEmpty)
    }

    @Test func fieldNamesAreSpelledForOptionsAndDocuments() {
        #expect(ItemField.serialNumber.optionName == "serial-number")
        #expect(ItemField.purchaseReceiptNumber.optionName == "purchase-receipt-number")
        #expect(ItemField.purchaseReceiptNumber.path == ["purchase", "receiptNumber"])
        #expect(ItemField.saleTo.path == ["sale", "to"])
        #expect(ItemField.warrantyExpires.path == ["warranty", "expires"])
        #expect(ItemField.serialNumber.path == ["serialNumber"])
        #expect(Set(ItemField.allCases.map(\.path)).count == ItemField.allCases.count)
    }

    @Test func plainTextIsReadByTheFieldsKind() throws {
        #expect(try ItemField.tags.parse(" a ;b; ;c d", currency: usd) == .tags(["a", "b", "c d"]))
        #expect(try ItemField.value.parse("12.34", currency: usd) == .money(Money(minorUnits: 1234, currency: usd)))
        #expect(try ItemField.value.parse("", currency: usd) == .none)
        #expect(try ItemField.name.parse("", currency: usd) == .text(""))
        #expect(try ItemField.insured.parse("true", currency: usd) == .flag(true))
        #expect(throws: ValueError.malformed(expected: .flag)) {
            try ItemField.insured.parse("yes", currency: usd)
        }
        #expect(throws: ValueError.outOfRange(.text)) {
            try ItemField.notes.parse(String(repeating: "x", count: Item.textLimit + 1), currency: usd)
        }
    }

    @Test func keysSortInTheOrderTheyWereMade() {
        var identifiers = ItemIDGenerator()
        let now = Timestamp(clampedMilliseconds: 1_700_000_000_000)
        let keys = (0..<10_000).map { _ in identifiers.next(at: now).uuidString }
        #expect(keys == keys.sorted() && Set(keys).count == keys.count)
        for key in keys.prefix(100) {
            let letters = Array(key)
            #expect(letters[14] == "7" && "89AB".contains(letters[19]))
        }
    }

    @Test func fieldSetsHoldWhatWasPutIn() {
        let some = ItemFieldSet([.name, .externalReference])
        for field in ItemField.allCases {
            #expect(some.contains(field) == (field == .name || field == .externalReference))
            #expect(ItemFieldSet.all.contains(field))
        }
    }
}
