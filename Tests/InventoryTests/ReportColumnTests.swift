import Testing

@testable import Inventory

@Suite struct ReportColumnTests {
    private func columns(_ text: String, _ own: [String] = []) throws -> [ReportColumn] {
        try ReportColumn.columns(parsing: text) { own }
    }

    @Test func everyFieldThatCanBeWrittenIsAColumnOnce() {
        let fields = ReportColumn.known.compactMap { if case .field(let field) = $0 { field } else { nil } }
        #expect(Set(fields) == Set(ItemField.csvColumns).subtracting([.customFields]))
        #expect(fields.count == Set(fields).count)
        let computed = ReportColumn.known.compactMap { if case .computed(let value) = $0 { value } else { nil } }
        #expect(Set(computed) == Set(ReportColumn.Computed.allCases))
    }

    @Test func noTwoColumnsHaveAName() throws {
        var names: [String: ReportColumn] = [:]
        for row in ReportColumnTable.rows {
            for name in Set([row.column.optionName] + row.aliases) {
                #expect(names.updateValue(row.column, forKey: name) == nil, "\(name)")
                #expect(try columns(name) == [row.column], "\(name)")
            }
        }
    }

    @Test func aClaimUnderstandsSomeNamesAsItsOwnColumns() throws {
        let names = "depreciation,photos,receipts,documents"
        let inClaims = try ReportColumn.columns(parsing: names + ",depreciation-rate,photo-count", isClaim: true) { [] }
        #expect(
            inClaims == [
                .computed(.depreciationAmount), .computed(.photoNumbers), .computed(.receiptNumbers),
                .computed(.documentNumbers), .field(.depreciation), .computed(.photos),
            ])
        #expect(
            try columns(names) == [
                .field(.depreciation), .computed(.photos), .computed(.receipts), .computed(.documents),
            ])
        let shown = ReportColumn.ofClaims + ReportColumn.ofClaimWorkbooks
        #expect(shown.allSatisfy(ReportColumn.known.contains))
    }

    @Test func namesAreFoundHoweverTheyAreWritten() throws {
        let expected: [ReportColumn] = [.field(.name), .field(.warrantyExpires), .customField("Shelf mark, old")]
        let own = ["Shelf mark, old", "Colour"]
        for text in [
            #"name,warranty-until,"Shelf mark, old""#, #"NAME, Warranty Until ,"shelf-mark, old""#,
            #"name,warrantyExpires,"customFields.Shelf mark, old""#,
        ] {
            #expect(try columns(text, own) == expected, "\(text)")
        }
        #expect(try columns("colour", own) == [.field(.colour)])
        #expect(try columns("customFields.Colour", own) == [.customField("Colour")])
    }

    @Test func allIsEveryColumnWithCustomFields() throws {
        let all = try columns("name,all", ["Author"])
        #expect(all.first == .field(.name) && all.last == .customField("Author"))
        #expect(all.count == ReportColumn.known.count)
    }

    @Test func anUnknownNameNamesTheNearest() {
        #expect(throws: ReportColumnError.unknown("manufacterer", nearest: "manufacturer")) {
            try columns("manufacterer")
        }
        #expect(throws: ReportColumnError.unknown("Shelfmrk", nearest: "Shelf mark")) {
            try columns("name,Shelfmrk", ["Shelf mark", "Author"])
        }
        #expect(throws: ReportColumnError.unknown("zzz", nearest: nil)) { try columns("zzz") }
        #expect(throws: ReportColumnError.repeated("Name")) { try columns("name,Name") }
    }

    @Test func aCustomFieldHasTheKindThatAllItsValuesHave() {
        func kind(_ values: String...) -> ReportColumn.Kind {
            var kind = CustomFieldKind()
            for value in values { Array(value.utf8).withUnsafeBufferPointer { kind.see($0) } }
            return kind.kind
        }
        #expect(kind() == .text)
        #expect(kind("1", "-2.5", "0.000001") == .number)
        #expect(kind("1", "two") == .text)
        #expect(kind("007") == .text && kind("0", "0.5") == .number)
        #expect(kind("356938035643809") == .text)
        #expect(kind("12.50 EUR", "€3.00", "USD 1") == .amount)
        #expect(kind("12.50 EUR", "12.50") == .text)
        #expect(kind("12.505 EUR") == .text && kind("$5") == .text)
        #expect(kind("2024-05-01", "2023-12-31") == .date && kind("2024-05-01", "1.5.2024") == .text)
        #expect(kind("2023-02-29") == .text)
        #expect(kind("yes", "No") == .flag && kind("yes", "1") == .text)
    }
}
