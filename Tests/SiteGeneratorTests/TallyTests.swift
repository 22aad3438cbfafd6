import Inventory
import Testing

@testable import SiteGenerator

@Suite struct TallyTests {
    private func line(
        _ quantity: Int64, _ minor: Int64?, _ code: String = "USD", serial: Bool = true
    ) throws -> Tally.Line {
        let currency = try Currency(code: code)
        return Tally.Line(
            quantity: Quantity(millionths: quantity * Quantity.scale),
            value: minor.map { Money(minorUnits: $0, currency: currency) }, hasSerialNumber: serial)
    }

    @Test func aLineTakenOutLeavesWhatWasThereBefore() throws {
        var tally = Tally()
        try tally.add(line(2, 1234))
        let before = tally
        try tally.add(line(3, 50, "JPY", serial: false))
        try tally.add(line(1, nil))
        #expect(tally.items == 3 && tally.withoutValue == 1 && tally.withoutSerialNumber == 1)
        #expect(tally.amounts.map(\.currency.code) == ["JPY", "USD"])
        try tally.remove(line(1, nil))
        try tally.remove(line(3, 50, "JPY", serial: false))
        #expect(tally == before)
    }

    @Test func aCurrencyWhoseLinesSumToZeroStays() throws {
        var tally = Tally()
        try tally.add(line(1, 0))
        #expect(tally.amounts.map(\.minorUnits) == [0])
    }

    @Test func talliesAddUpAsTheirLinesDo() throws {
        let lines = try [line(1, 5), line(2, nil), line(4, 7, "EUR"), line(1, 9, "EUR", serial: false)]
        var whole = Tally()
        for line in lines { try whole.add(line) }
        var (one, other) = (Tally(), Tally())
        for (index, line) in lines.enumerated() {
            if index.isMultiple(of: 2) { try one.add(line) } else { try other.add(line) }
        }
        try one.add(other)
        #expect(one == whole)
    }

    @Test func aSumPastTheLargestAmountIsRefused() throws {
        var tally = Tally()
        try tally.add(line(1, .max))
        #expect(throws: ValueError.overflow(currency: "USD")) { try tally.add(line(1, 1)) }
    }
}

@Suite struct InitialTests {
    @Test(arguments: [
        ("apple", "A"), ("Zebra", "Z"), ("Écran", "E"), ("Ørsted", "O"), ("ßü", "S"), ("7 dwarfs", "0–9"), ("咖啡机", nil),
        ("", nil), ("\"quoted\"", nil), ("Łódź", "L"),
    ])
    func namesStandUnderTheirLatinLetter(name: String, letter: String?) {
        #expect(Array(name.utf8).withUnsafeBufferPointer { Initial.of($0) } == letter)
    }
}

@Suite struct ItemListTests {
    @Test func everyNameHasAFileOfItsOwnThatIsPlainASCII() {
        let names = [
            "Home / Office", "Home/Office", "home / office", "书房", "书柜", "", "…", "../../etc/passwd", "A&B<c>", nil,
        ]
        var files: Set<String> = []
        for kind in [ItemList.Kind.location, .tag] {
            for name in names {
                let file = ItemList.Key(kind: kind, name: name).file(page: 1)
                #expect(files.insert(file).inserted, "\(file)")
                #expect(SitePath.isOurs(file) && !file.contains("/"))
            }
        }
        #expect(ItemList.Key.all.file(page: 1) == "index.html")
        #expect(ItemList.Key.all.file(page: 2) == "page-2.html")
    }

    @Test func noPageHoldsMoreThanFiveHundredRows() {
        #expect(ItemList.pageCount(0) == 1)
        #expect(ItemList.pageCount(500) == 1)
        #expect(ItemList.pageCount(501) == 2)
        #expect(ItemList.rowsPerPage == 500)
    }

    @Test(arguments: ["../x", "/x", "a//b", ".hidden", "item/.x", "a\\b", "", "item/../../x", "a b"])
    func namesThatLeadOutOfTheFolderAreNotOurs(name: String) {
        #expect(!SitePath.isOurs(name))
    }
}
