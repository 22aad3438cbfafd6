import Inventory
import Testing

@testable import InventoryFormats

@Suite struct PlainCSVTests {
    private func value(_ cell: String, _ separator: DecimalSeparator) throws -> Int64? {
        let reading = try read("name\tvalue\na\t\(cell)\n", nil, options()) { $0.decimal = separator }
        return reading.items.first?.item.value?.minorUnits
    }

    @Test(arguments: [
        ("1,234.50", DecimalSeparator.point, 123_450), ("1 234.5", .point, 123_450), ("1'234", .point, 123_400),
        ("1\u{202F}234.50", .point, 123_450), ("12,345,678.90", .point, 1_234_567_890), ("1234.5", .point, 123_450),
        ("1.234,50", .comma, 123_450), ("12,34", .comma, 1234), ("1\u{A0}234,5", .comma, 123_450),
        ("1.234", .comma, 123_400), ("0,5", .comma, 50), (",5", .comma, 50), ("5,", .comma, 500),
        ("12.34 USD", .point, 1234), ("12,34USD", .comma, 1234), ("１２", .point, 1200),
    ])
    func numbersOfOtherFormsReadUnderTheirOption(cell: String, separator: DecimalSeparator, units: Int64) throws {
        #expect(try value(cell, separator) == units)
    }

    @Test(arguments: [
        ("1,23", DecimalSeparator.point), ("1,2345", .point), ("1,234,5", .point), ("12,34.5", .point),
        ("1.234.5", .comma), ("1,234", .comma), ("1,2,3", .comma), ("1 234,567.00", .point), ("1e3", .point),
        ("NaN", .comma), ("--1", .point), ("", .point), (",234", .point),
    ])
    func doubtfulNumbersAreRefusedUnderAnyOption(cell: String, separator: DecimalSeparator) throws {
        #expect(try value(cell, separator) == nil)
    }

    @Test(arguments: [
        ("05.03.2024", DateOrder.dayMonthYear, "2024-03-05"), ("25/12/2024", .dayMonthYear, "2024-12-25"),
        ("12/25/2024", .monthDayYear, "2024-12-25"), ("2024/1/5", .yearMonthDay, "2024-01-05"),
        ("2024-12-25", .dayMonthYear, "2024-12-25"), ("5-3-2024", .monthDayYear, "2024-05-03"),
    ])
    func datesReadInTheOrderThatIsNamed(cell: String, order: DateOrder, day: String) throws {
        let reading = try read("name,purchaseDate\na,\(cell)\n", nil, options()) { $0.dateOrder = order }
        #expect(reading.items.first?.item.purchase.date?.description == day)
    }

    @Test(arguments: [
        ("=1", "'=1"), ("＝1+1", "'＝1+1"), ("＋1", "'＋1"), ("－1", "'－1"), ("＠x", "'＠x"), ("\n=1", "\"'\n'=1\""),
        ("\u{FEFF}=1", "'\u{FEFF}=1"),
        ("'\u{FEFF}=1", "''\u{FEFF}=1"), ("ＡＢＣ", "ＡＢＣ"), ("\u{FEFF}x", "\u{FEFF}x"), ("a;=1", "\"a;'=1\""),
        ("a\t=1", "\"a\t'=1\""), ("a|@x", "\"a|'@x\""), ("a\r\n-1", "\"a\r\n'-1\""), ("a;\"=1\"", "\"a;'\"\"=1\"\"\""),
        ("a;'+1", "\"a;''+1\""), ("12,-", "\"12,'-\""), ("a|b", "\"a|b\""), ("a; =1", "\"a; =1\""),
    ])
    func textThatASpreadsheetWouldRunIsEscaped(text: String, cell: String) throws {
        var written: [UInt8] = []
        var writer = CSVRowWriter(escapesParts: true) { $0.withUnsafeBufferPointer { written += $0 } }
        writer.text(text)
        try writer.endRow()
        try writer.finish()
        #expect(String(decoding: written, as: UTF8.self) == cell + "\n")
    }

    @Test(arguments: ["12/25/2024", "30.02.2024", "1.2.2024.3", "x"])
    func otherDatesAreRefused(cell: String) throws {
        let reading = try read("name,purchaseDate\na,\(cell)\nb,24.12.2024\nc,25.12.2024\n", nil, options()) {
            $0.dateOrder = .dayMonthYear
        }
        #expect(reading.items.map(\.item.name) == ["b", "c"])
    }

    @Test(arguments: [
        "name", "NAME", "Serial Number", "serial-number", "serial_number", "SERIALNUMBER", "Purchase Date",
        "purchase.date",
        "customFields.Colour", "Custom Fields.Colour", "value currency", "valueCurrency", "Parent Reference",
    ])
    func columnsAreKnownInAnySpelling(name: String) {
        #expect(PlainColumns.target(of: name) != nil)
    }

    @Test(arguments: ["price", "shade", "", "customFields.", "name2", "serial"])
    func otherColumnsAreNot(name: String) {
        #expect(PlainColumns.target(of: name) == nil)
    }

    @Test func mappingsNameFieldsAndOwnFieldsAndLeaveOut() throws {
        let mappings = ["What=name", "Paid=purchase-price", "A=B=customFields.A = b", "Junk=-", "Cur=currency"]
        let reading = try read(
            "What,Paid,A=B,Junk,Cur\nBear,5,x,y,EUR\n", nil, options()
        ) { $0.columns = try mappings.map { try ColumnMapping(parsing: $0) } }
        let item = try #require(reading.items.first?.item)
        #expect(item.name == "Bear")
        #expect(item.purchase.price?.description == "5.00 EUR")
        #expect(item.customFields == [CustomField(name: "A = b", value: "x")])
        #expect(throws: InventoryFileError.self) {
            try read("name\na\n", nil, options()) { $0.columns = [ColumnMapping(ignoring: "Nowhere")] }
        }
    }

    @Test(arguments: ["", "name", "=name", "Column=", "Column=shade", "Column=customFields."])
    func malformedMappingsAreRefused(text: String) {
        #expect(throws: InventoryFileError.self) { try ColumnMapping(parsing: text) }
    }

    @Test func amountsTakeTheCurrencyThatStandsNearest() throws {
        let reading = try read(
            "name,value,valueCurrency,purchasePrice,currency,salePrice\na,1,EUR,2,GBP,3 JPY\nb,1,,2,,3\n", nil,
            options()
        ) { $0.currency = try currency("USD") }
        let items = reading.items.map(\.item)
        #expect(items[0].value?.description == "1.00 EUR")
        #expect(items[0].purchase.price?.description == "2.00 GBP")
        #expect(items[0].sale.price?.description == "3 JPY")
        #expect(items[1].value?.description == "1.00 USD")
    }

    @Test func negativeAmountsBelongToItemsWithAKey() throws {
        let text = "id,name,value\n7d718d73-3ff9-4ff3-87c5-6473a7a83ee0,a,-1\n,b,-1\n"
        let reading = try read(text, nil, options())
        #expect(reading.items.map(\.item.value?.minorUnits) == [-100])
        #expect(reading.rejectedRows.map(\.row) == [3])
    }

    @Test func zeroIsAValueAndEmptyIsNone() throws {
        let reading = try read("name,value\na,0\nb,\n", nil, options())
        #expect(reading.items.map { $0.item.value?.minorUnits } == [0, nil])
        #expect(reading.items.allSatisfy { $0.stated.contains(.value) })
    }

    /// The items of a list by its likeliest reading.
    private func items(_ text: String) throws -> [Item] { try read(text, nil, options()).items.map(\.item) }

    @Test(arguments: [
        ("serialNumber", "n/a"), ("serialNumber", "=\"\"00123\"\""), ("serialNumber", "'0042"),
        ("location", " Kitchen "),
        ("location", "Home > Living room"), ("location", "Home -> Cellar"), ("tags", "red, blue"), ("tags", "a|b"),
        ("tags", "one; two"), ("purchasePrice", "12.50"), ("insured", "yes"), ("manufacturer", "unknown"),
        ("modelNumber", "\u{1F}77"), ("purchaseDate", "2024-02-29"), ("purchaseDate", "0001-01-01"),
        ("assetIdentifier", "-"), ("customFields.Colour", " red "),
    ])
    func anUnknownHeadingChangesNoOtherColumn(heading: String, cell: String) throws {
        let plain = try items("name,\(heading)\nDesk,\"\(cell)\"\nLamp,\"\(cell)\"\n")
        let other = try items("name,\(heading),Zyx\nDesk,\"\(cell)\",\nLamp,\"\(cell)\",\n")
        #expect(plain.map(\.name) == ["Desk", "Lamp"] && other.count == 2)
        for (one, two) in zip(plain, other) {
            for field in ItemField.allCases where field != .id && field != .dateCreated {
                #expect(one[field] == two[field], "\(field)")
            }
        }
    }

    @Test(arguments: ["n/a", " padded ", "'0042", "Home > Cellar", "a, b", "=1", "-"])
    func anExportOfThisProgramKeepsEveryText(text: String) throws {
        let id = "7d718d73-3ff9-4ff3-87c5-6473a7a83ee0"
        let written = text.hasPrefix("=") || text == "-" ? "'" + text : text
        let items = try items("id,name,serialNumber,location,tags\n\(id),A,\"\(written)\",\"\(written)\",a\n")
        #expect(items.first?.serialNumber == text)
        #expect(items.first?.location == items.first?.serialNumber)
    }
}
