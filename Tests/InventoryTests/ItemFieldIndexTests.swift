import Inventory
import Testing

@Suite struct ItemFieldIndexTests {
    @Test func theIndexOfAFieldIsItsPlaceAmongAll() {
        #expect(ItemField.allCases.map(\.index) == Array(0..<UInt64(ItemField.allCases.count)))
        #expect(Set(ItemField.allCases).count == ItemField.allCases.count)
        for field in ItemField.allCases {
            #expect(ItemFieldSet([field]).contains(field))
            #expect(ItemField.allCases.filter { $0 == field } == [field])
        }
    }
}
