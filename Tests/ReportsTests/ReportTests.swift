import FoundationEssentials
import Inventory
import InventoryStore
import Testing

@testable import Reports

private func item(_ number: Int, _ name: String, _ change: (inout Item) throws -> Void = { _ in }) throws -> Item {
    var item = Item(
        id: UUID(high: 0x4000, low: 0x8000_0000_0000_0000 | UInt64(number)), name: name,
        dateCreated: Timestamp(clampedMilliseconds: 1_398_936_600_123))
    try change(&item)
    return item
}

/// One item with every field, one with none, one that is archived, one in another currency, one that is hostile.
private func variety() throws -> [Item] {
    [
        try item(1, "Camera") {
            for field in ItemField.allCases where field.kind == .text && field != .name {
                try $0.set(field, to: .text("the \(field.name)"))
            }
            $0.location = "Home / Office"
            $0.category = "Electronics"
            $0.value = try Money("450", currency: usd)
            $0.quantity = try Quantity("1.5".utf8)
            $0.tags = ["insured", "loan & \"lend\""]
            $0.parent = UUID(high: 0x4000, low: 0x8000_0000_0000_0000 | 2)
            $0.purchase.date = try CalendarDate("2014-04-30".utf8)
            $0.purchase.price = try Money("499.99", currency: usd)
            $0.replacementValue = try Money("600 EUR", currency: usd)
            $0.depreciation = try Percentage("12.5".utf8)
            $0.warranty.expires = try CalendarDate("2016-04-30".utf8)
            $0.warranty.lifetime = true
            $0.insured = true
            $0.sale.date = try CalendarDate("2020-01-02".utf8)
            $0.sale.price = try Money("100 JPY", currency: usd)
            $0.customFields = [CustomField(name: "Colour", value: "red"), CustomField(name: "Colour", value: "<blue>")]
        },
        try item(2, ""),
        try item(3, "Sold bicycle") {
            $0.archived = true
            $0.value = try Money("1000", currency: usd)
        },
        try item(4, "茶具") {
            $0.value = try Money("12000 JPY", currency: usd)
            $0.location = "Home / Kitchen"
            $0.quantity = try Quantity("2".utf8)
        },
        try item(5, "<b>\"\u{301} & ]]> {{name}} \u{7}") {
            $0.value = try Money("0", currency: usd)
            $0.location = "Home / Office"
            $0.serialNumber = "'\"><script>"
            $0.notes = "line\r\nline\ttab"
        },
    ]
}

private func settings(_ settings: inout InventorySettings) {
    settings[.owner] = "Ada <Lovelace>"
    settings[.address] = "12 St James's Square\nLondon"
    settings[.insurer] = "Example & Mutual"
    settings[.policyNumber] = "HO-1"
}

@Suite struct ReportSnapshotTests {
    @Test(arguments: ReportFormat.withText) func aReportOfEveryField(format: ReportFormat) throws {
        var options = try readerOptions(format)
        options.asOf = try CalendarDate("2026-11-01".utf8)
        try expectSnapshot(
            report(options, of: store(of: variety(), settings)), "reports/every-field.\(format.templateExtension)")
    }

    @Test(arguments: ReportFormat.withText) func aReportWithSubtotals(format: ReportFormat) throws {
        var options = try readerOptions(format, language: "zh-Hans", timeZone: "Asia/Shanghai")
        options.grouping = .location
        options.order = try ItemOrder(parsing: "-value") { [] }
        options.selection = try Selection(
            parsing: "archived:any", currency: usd, today: CalendarDate("2026-11-28".utf8))
        options.title = "清单 & list"
        try expectSnapshot(
            report(options, of: store(of: variety(), settings)), "reports/by-location.\(format.templateExtension)")
    }

    @Test(arguments: ReportFormat.withText) func aReportForAnInsurer(format: ReportFormat) throws {
        var options = try readerOptions(format)
        options.kind = .insurance
        options.asOf = try CalendarDate("2026-11-01".utf8)
        options.highValue = [try Money("400", currency: usd), try Money("10000 JPY", currency: usd)]
        options.redaction = try Redaction(parsing: "serial-number,policy-number")
        let store = try store(of: variety()) {
            settings(&$0)
            $0[.claimNumber] = "C <1>"
            $0.dateOfLoss = try? CalendarDate("2026-10-30".utf8)
        }
        try expectSnapshot(report(options, of: store), "reports/insurance.\(format.templateExtension)")
    }

    @Test(arguments: ReportFormat.withText) func aReportOfNothing(format: ReportFormat) throws {
        try expectSnapshot(
            report(readerOptions(format), of: store(of: [])), "reports/nothing.\(format.templateExtension)")
    }
}

@Suite struct ReportTests {
    @Test func anExportListsArchivedItemsAndDoesNotCountThem() throws {
        var options = try readerOptions(.xml)
        options.listsArchivedItems = true
        let text = try report(options, of: store(of: variety()))
        #expect(text.contains("Sold bicycle") && text.contains("<archived>true</archived>"))
        #expect(text.contains(#"items="4""#) && text.contains(#"archived="1" archivedIncluded="false""#))
        #expect(text.contains(#"<total currency="USD">675.00</total>"#))
    }

    @Test func everyFormatOfTheSameSelectionIsValidAndAgrees() throws {
        let store = try store(of: variety())
        for filter in ["", "archived:any", "location:Home/Office", "value:none", "-value:none", "nothing like this"] {
            for grouping in ItemGrouping.allCases {
                var options = try readerOptions(.xml)
                options.selection = try Selection(
                    parsing: filter, currency: usd, today: CalendarDate("2026-11-28".utf8))
                options.grouping = grouping
                let path = FileManager.default.temporaryDirectory.appending(path: "agree-\(UUID().uuidString).xml")
                    .path(percentEncoded: false)
                defer { try? FileManager.default.removeItem(atPath: path) }
                let outcome = try Report(options).write(from: store.snapshot(), to: .file(path))
                let findings = try InventoryDocument.check(path: path)
                #expect(findings.isValid, "\(filter) \(grouping): \(findings.diagnostics)")
                #expect(findings.totals == outcome.totals)
            }
        }
    }

    @Test func aSumPast64BitsLeavesNoReport() throws {
        let large = try (1...2).map { number in
            try item(number, "large") { $0.value = try Money("92233720368547758.07", currency: usd) }
        }
        let path = FileManager.default.temporaryDirectory.appending(path: "overflow-\(UUID().uuidString).html")
            .path(percentEncoded: false)
        let store = try store(of: large)
        let error = #expect(throws: ReportError.self) {
            try Report(readerOptions(.html)).write(from: store.snapshot(), to: .file(path))
        }
        #expect(error.map(text(of:))?.contains("the amounts in USD add up to more than can be counted exactly") == true)
        #expect(error.map(text(of:))?.contains(large[1].id.uuidString.lowercased()) == true)
        #expect(!FileManager.default.fileExists(atPath: path))
    }

    @Test func aTemplateThatBreaksTheSchemaLeavesNoReport() throws {
        let folder = FileManager.default.temporaryDirectory.appending(path: "templates-\(UUID().uuidString)")
        try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
        defer { try? FileManager.default.removeItem(at: folder) }
        try Data("<inventory>{{#items}}<item>{{name}}</item>{{/items}}</inventory>".utf8)
            .write(to: folder.appending(path: "inventory.xml.mustache"))
        var options = try readerOptions(.xml)
        options.templates = folder.path(percentEncoded: false)
        let output = folder.appending(path: "out.xml").path(percentEncoded: false)
        let store = try store(of: variety())
        let error = #expect(throws: ReportError.self) {
            try Report(options).write(from: store.snapshot(), to: .file(output))
        }
        #expect(error.map(text(of:))?.hasPrefix("the XML report is not valid and was not written\n") == true)
        #expect(try FileManager.default.contentsOfDirectory(atPath: folder.path(percentEncoded: false)).count == 1)
    }

    @Test func anOwnersTemplateReplacesOursByName() throws {
        let folder = FileManager.default.temporaryDirectory.appending(path: "templates-\(UUID().uuidString)")
        try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
        defer { try? FileManager.default.removeItem(at: folder) }
        try Data("<p>{{title}}: {{#items}}{{line}} {{name}}; {{/items}}</p>".utf8)
            .write(to: folder.appending(path: "inventory.html.mustache"))
        var options = try readerOptions(.html)
        options.templates = folder.path(percentEncoded: false)
        #expect(
            try report(options, of: store(of: [item(1, "a & b"), item(2, "c")]))
                == "<p>Inventory: 1 a &amp; b; 2 c; </p>")
    }

    @Test(.enabled(if: sharedFolder != nil, "needs homebox-120.csv; set HOMEPWNER_SHARED"))
    func aHomeboxExportComesToItsTotals() throws {
        let fixtures = try #require(sharedFolder).appending(path: "fixtures")
        let store = try store(importing: fixtures.appending(path: "homebox-120.csv").path(percentEncoded: false))
        struct Expected: Decodable {
            var rows: Int
            var archived: Int
            var active_total: String
            var active_units: String
            var total_by_location: [String: String]
            var names: [String]
        }
        let expected = try JSONDecoder().decode(
            Expected.self, from: Data(contentsOf: fixtures.appending(path: "homebox-120.expected.json")))
        let summary = try store.snapshot().summary(grouping: .location)
        #expect(summary.totals.amounts.map(\.amountText) == [expected.active_total])
        #expect(summary.totals.units.description == expected.active_units)
        #expect(summary.archived == expected.archived)
        #expect(summary.totals.items == expected.names.count)
        let byLocation = summary.groups.map { ($0.name ?? "", $0.totals.amounts.first?.amountText ?? "") }
        #expect(Dictionary(uniqueKeysWithValues: byLocation) == expected.total_by_location)
        let names = try (0..<1).flatMap { _ in
            var names: [String] = []
            let cursor = try store.snapshot().items()
            while try cursor.next() { names.append(try cursor.item().name) }
            return names
        }
        #expect(names == expected.names)
    }
}
