import FoundationEssentials
import Inventory
import InventoryStore
import Testing

@testable import Reports

@Suite struct ColumnTests {
    private func item(_ number: Int, _ name: String, _ change: (inout Item) throws -> Void = { _ in }) throws -> Item {
        var item = Item(
            id: UUID(high: 0x4000, low: 0x8000_0000_0000_0000 | UInt64(number)), name: name,
            dateCreated: try Timestamp("2024-05-01T09:30:00Z".utf8))
        try change(&item)
        return item
    }

    private func books() throws -> InventoryStore {
        try store(of: [
            item(1, "Moby-Dick") {
                $0.location = "Study"
                $0.manufacturer = "Harper"
                $0.value = try Money("12.50", currency: usd)
                $0.quantity = try Quantity("2".utf8)
                $0.customFields = [
                    CustomField(name: "Author", value: "Melville"), CustomField(name: "Pages", value: "635"),
                    CustomField(name: "Paid", value: "3.00 EUR"),
                ]
                $0.tags = ["novel", "sea; whales"]
            },
            item(2, "红楼梦") {
                $0.location = "Attic"
                $0.manufacturer = "Harper"
                $0.value = try Money("900 JPY", currency: usd)
                $0.customFields = [
                    CustomField(name: "Author", value: "曹雪芹"), CustomField(name: "Pages", value: "1200"),
                    CustomField(name: "Paid", value: "5.25 EUR"),
                ]
            },
            item(3, "Pamphlet") {
                $0.location = "Study"
                $0.customFields = [CustomField(name: "Author", value: "=1+1")]
            },
        ])
    }

    private func options(
        _ format: ReportFormat, _ columns: String, groups: [ReportColumn] = []
    ) throws -> ReportOptions {
        var options = try readerOptions(format)
        options.definition.columns = try ReportColumn.columns(parsing: columns) { ["Author", "Pages", "Paid"] }
        options.definition.groups = groups
        return options
    }

    @Test(arguments: ReportFormat.withText.filter { $0 != .xml }) func chosenColumnsInGroups(format: ReportFormat)
        throws
    {
        let options = try options(
            format, "line,name,Author,Pages,Paid,tags,quantity,value,line-value",
            groups: [.field(.manufacturer), .field(.location)])
        try expectSnapshot(
            report(options, of: books()), "reports/columns.\(format.templateExtension)")
    }

    @Test(arguments: [ReportLayout.cards, .record], [ReportFormat.html, .pdf])
    func everyLayoutHasTheColumnsAndGroups(layout: ReportLayout, format: ReportFormat) throws {
        var options = try options(
            format, "name,Author,Paid,tags,quantity,line-value",
            groups: [.field(.manufacturer), .field(.location)])
        options.definition.layout = layout
        options.definition.startsPages = true
        try expectSnapshot(
            report(options, of: books()), "reports/\(layout.rawValue).\(format.templateExtension)")
    }

    @Test func aRecordHasAllThatItemsState() throws {
        let store = try store(of: [
            item(1, "Camera") {
                $0.notes = "Lent out."
                $0.location = "Study"
                $0.customFields = [CustomField(name: "Lens", value: "50 mm")]
            },
            item(2, "Strap") { $0.parent = UUID(high: 0x4000, low: 0x8000_0000_0000_0001) },
        ])
        var options = try readerOptions(.html)
        options.definition.layout = .record
        options.definition.groups = [.field(.location)]
        let found = try ReportColumns(of: store.snapshot(), options)
        #expect(
            found.columns.map(\.column.optionName) == [
                "name", "Lens", "location", "quantity", "value", "line-value", "date-created", "notes", "parts",
                "id", "parent",
            ])
        #expect(found.omitted.isEmpty)
        let page = try report(options, of: store)
        #expect(page.contains("<dt>Parts</dt><dd><bdi>Strap</bdi></dd>"))
        options.definition.layout = .cards
        let cards = try ReportColumns(of: store.snapshot(), options)
        #expect(
            cards.columns.map(\.column.optionName) == [
                "name", "Lens", "quantity", "value", "line-value", "date-created",
            ])
    }

    @Test func dataHaveNoLayouts() throws {
        for format in [ReportFormat.csv, .json, .xml] {
            var options = try readerOptions(format)
            let list = try report(options, of: books())
            options.definition.layout = .record
            #expect(try report(options, of: books()) == list)
        }
    }

    @Test func aListShowsWhatItemsState() throws {
        let snapshot = try books().snapshot()
        let found = try ReportColumns(of: snapshot, readerOptions(.html))
        #expect(
            found.columns.map(\.column.optionName) == [
                "line", "name", "brand", "tags", "Author", "Pages", "Paid", "location", "quantity", "value",
                "line-value",
                "date-created",
            ])
        #expect(found.omitted.isEmpty)
        let kinds = Dictionary(uniqueKeysWithValues: found.columns.map { ($0.column.optionName, $0.kind) })
        #expect(kinds["Pages"] == .number && kinds["Paid"] == .amount && kinds["Author"] == .text)
        let summed = found.columns.filter(\.isSummed).map(\.column.optionName)
        #expect(summed == ["Paid", "quantity", "line-value"])
    }

    @Test func aPageNamesTheColumnsThatItHasNoRoomFor() throws {
        let fields = (1...60).map { CustomField(name: "Own \($0)", value: "some words of it") }
        let store = try store(of: [item(1, "Box") { $0.customFields = fields }])
        let found = try ReportColumns(of: store.snapshot(), readerOptions(.html))
        #expect(found.columns.count < 20 && found.omitted.contains(.customField("Own 60")))
        let page = try report(readerOptions(.html), of: store)
        #expect(page.contains("Own 60</p>") || page.contains("Own 60, "))
    }

    @Test func whatFewItemsStateTakesNoRoomFromWhatMostState() throws {
        let store = try store(
            of: (1...60).map { number in
                try item(number, "Item \(number)") {
                    $0.location = "A room with a long name \(number)"
                    $0.category = "A category with a long name"
                    $0.serialNumber = "SN-\(number)-0123456789"
                    if number == 7 {
                        $0.customFields = (1...8).map {
                            CustomField(name: "Rare \($0)", value: "some words, and more of them")
                        }
                    }
                }
            })
        let found = try ReportColumns(of: store.snapshot(), readerOptions(.html))
        let shown = found.columns.map(\.column.optionName)
        #expect(shown.contains("location") && shown.contains("category") && shown.contains("serial-number"))
        #expect(found.omitted.contains(.customField("Rare 8")))
    }

    @Test func redactedTextsAreInNoCell() throws {
        for format in [ReportFormat.html, .csv, .json] {
            var options = try options(format, "name,brand,Author,tags,location,value")
            options.redaction = try Redaction(parsing: "name,manufacturer,custom-fields,tags,location")
            let text = try report(options, of: books())
            for secret in ["Moby", "Harper", "Melville", "曹雪芹", "novel", "Study", "Attic"] {
                #expect(!text.contains(secret), "\(format): \(secret)")
            }
        }
    }

    @Test func groupsBeginAndEndByTheNumbersOfTheirItems() throws {
        let options = try options(.html, "name", groups: [.field(.manufacturer), .field(.location)])
        let snapshot = try books().snapshot()
        let columns = try ReportColumns(of: snapshot, options)
        let totals = try ListTotals(of: snapshot, options, columns)
        #expect(totals.groups.map(\.level) == [0, 1, 1, 0, 1])
        #expect(totals.groups.map(\.sums.items) == [2, 1, 1, 1, 1])
        var progress = GroupProgress(totals.groups)
        #expect(progress.begin().count == 2 && progress.end().map(\.level) == [1])
        #expect(progress.begin().count == 1 && progress.end().map(\.level) == [1, 0])
        var second = GroupProgress(totals.groups, precedingLines: 1)
        #expect(second.current.map(\.level) == [0] && second.begin().map(\.level) == [1])
    }

    @Test func aYearOfPurchaseAndItsMiddleDayAreTwoGroups() throws {
        let dates = ["2019", "2019-07-01", "2019-07", "2019", "2019-07-01", nil]
        let store = try store(
            of: dates.enumerated().map { number, date in
                try item(number + 1, "Item") { item in
                    item.purchase.date = try date.map { try CalendarDate(approximate: $0.utf8) }
                }
            })
        let options = try options(.html, "name,purchase-date", groups: [.field(.purchaseDate)])
        let snapshot = try store.snapshot()
        let totals = try ListTotals(of: snapshot, options, ReportColumns(of: snapshot, options))
        #expect(totals.groups.map(\.sums.items) == [2, 2, 1, 1])
        let page = try report(options, of: store)
        for text in ["Jul 1, 2019", "about 2019", "about Jul 2019"] { #expect(page.contains(text), "\(text)") }
    }

    @Test func theColumnsOfDataStayAsProgramsKnowThem() throws {
        let text = try report(readerOptions(.csv), of: books())
        #expect(
            text.hasPrefix(
                "record,line,id,name,serialNumber,quantity,value,currency,lineValue,dateCreated,location,category,"))
    }
}
