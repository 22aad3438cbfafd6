import FoundationEssentials
import Testing

@testable import Inventory

@Suite struct ItemFieldTests {
    @Test func theTableHasOneRowForEachFieldInOrder() {
        #expect(ItemFieldTable.rows.map(\.field) == ItemField.allCases)
        #expect(ItemField.allCases.map(\.index) == Array(0..<ItemField.allCases.count))
        for field in ItemField.allCases {
            #expect(ItemFieldSet([field]).contains(field))
            #expect(ItemField(named: field.name) == field)
            // The name of the case is the name in files.
            #expect("\(field)" == field.name)
        }
        #expect(ItemField(named: "nothing") == nil)
    }

    @Test(arguments: [
        (
            ItemField.purchaseReceiptNumber, ["purchase", "receiptNumber"], "purchase-receipt-number",
            "purchase_receipt_number"
        ),
        (.saleTo, ["sale", "to"], "sale-to", "sale_to"), (.url, ["url"], "url", "url"),
        (.externalReference, ["externalReference"], "external-reference", "external_reference"),
    ]) func allNamesFollowFromThePath(field: ItemField, path: [String], option: String, column: String) {
        #expect(field.path == path)
        #expect(field.optionName == option)
        #expect(field.columnName == column)
    }

    @Test func everyTextFieldHasAGetter() throws {
        var item = Item(id: UUID(high: 0, low: 0), name: "", dateCreated: Timestamp(clampedMilliseconds: 0))
        for field in ItemField.texts { try item.set(field, to: .text(field.name)) }
        #expect(ItemField.textGetters.map(\.field) == ItemField.texts)
        #expect(ItemField.textGetters.compactMap { $0.value(item) } == ItemField.texts.map(\.name))
    }

    @Test func sectionsHoldTheirFieldsInOrder() {
        #expect(ItemField.sections.map(\.name) == ["purchase", "warranty", "sale"])
        #expect(ItemField.sections[1].fields == [.warrantyExpires, .warrantyLifetime, .warrantyDetails])
    }

    @Test func everyFieldHoldsOnlyValuesOfItsKind() throws {
        let values: [(ItemField.Kind, FieldValue)] = [
            (.text, .text("x")), (.money, .money(Money(minorUnits: 1, currency: try Currency(code: "USD")))),
            (.quantity, .quantity(Quantity(millionths: 2))), (.percentage, .percentage(Percentage(hundredths: 3))),
            (.timestamp, .timestamp(Timestamp(clampedMilliseconds: 4))),
            (.date, .date(CalendarDate(daysSinceEpoch: 5))),
            (.flag, .flag(true)), (.identifier, .identifier(UUID(high: 6, low: 7))), (.tags, .tags(["t"])),
            (.customFields, .customFields([CustomField(name: "n", value: "v")])),
        ]
        for field in ItemField.allCases {
            for (kind, value) in values {
                var item = Item(id: UUID(high: 0, low: 0), name: "", dateCreated: Timestamp(clampedMilliseconds: 0))
                let fresh = item
                if kind == field.kind {
                    try item.set(field, to: value)
                    #expect(item[field] == value)
                    if field == .id || field == .dateCreated {
                        #expect(throws: ValueError.self) { try item.set(field, to: .none) }
                    } else {
                        try item.set(field, to: .none)
                        #expect(item == fresh)
                    }
                } else {
                    #expect(throws: ValueError.self) { try item.set(field, to: value) }
                    #expect(item == fresh)
                }
            }
        }
    }
}
