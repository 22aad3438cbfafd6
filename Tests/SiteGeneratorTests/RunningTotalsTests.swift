import Inventory
import Testing

@testable import SiteGenerator

@Suite struct RunningTotalsTests {
    private func line(
        _ quantity: Int64, _ minor: Int64?, _ code: String = "USD", serial: Bool = true
    ) throws -> RunningTotals.Contribution {
        let currency = try Currency(code: code)
        return RunningTotals.Contribution(
            quantity: Quantity(millionths: quantity * Quantity.scale),
            value: minor.map { Money(minorUnits: $0, currency: currency) }, hasSerialNumber: serial)
    }

    @Test func aLineTakenOutLeavesWhatWasThereBefore() throws {
        var runningTotals = RunningTotals()
        try runningTotals.add(line(2, 1234))
        let before = runningTotals
        try runningTotals.add(line(3, 50, "JPY", serial: false))
        try runningTotals.add(line(1, nil))
        #expect(runningTotals.items == 3 && runningTotals.withoutValue == 1 && runningTotals.withoutSerialNumber == 1)
        #expect(runningTotals.amounts.map(\.currency.code) == ["JPY", "USD"])
        try runningTotals.remove(line(1, nil))
        try runningTotals.remove(line(3, 50, "JPY", serial: false))
        #expect(runningTotals == before)
    }

    @Test func aCurrencyWhoseLinesSumToZeroStays() throws {
        var runningTotals = RunningTotals()
        try runningTotals.add(line(1, 0))
        #expect(runningTotals.amounts.map(\.minorUnits) == [0])
    }

    @Test func talliesAddUpAsTheirLinesDo() throws {
        let lines = try [line(1, 5), line(2, nil), line(4, 7, "EUR"), line(1, 9, "EUR", serial: false)]
        var whole = RunningTotals()
        for line in lines { try whole.add(line) }
        var (one, other) = (RunningTotals(), RunningTotals())
        for (index, line) in lines.enumerated() {
            if index.isMultiple(of: 2) { try one.add(line) } else { try other.add(line) }
        }
        try one.add(other)
        #expect(one == whole)
    }

    @Test func aSumPastTheLargestAmountIsRefused() throws {
        var runningTotals = RunningTotals()
        try runningTotals.add(line(1, .max))
        #expect(throws: ValueError.overflow(currency: "USD")) { try runningTotals.add(line(1, 1)) }
    }
}

@Suite struct InitialTests {
    @Test(arguments: [
        ("apple", "A"), ("Zebra", "Z"), ("Écran", "E"), ("Ørsted", "O"), ("ßü", "S"), ("7 dwarfs", "0–9"), ("咖啡机", nil),
        ("", nil), ("\"quoted\"", nil), ("Łódź", "L"),
    ])
    func namesStandUnderTheirLatinLetter(name: String, letter: String?) {
        #expect(Array(name.utf8).withUnsafeBufferPointer { NameInitial.of($0) } == letter)
    }
}

@Suite struct ItemListTests {
    @Test func everyNameHasAFileOfItsOwnThatIsPlainASCII() {
        let names = [
            "Home / Office", "Home/Office", "home / office", "书房", "书柜", "", "…", "../../etc/passwd", "A&B<c>", nil,
        ]
        var files: Set<String> = []
        for kind in [SiteList.Kind.location, .tag] {
            for name in names {
                let file = SiteList.Key(kind: kind, name: name).file(page: 1)
                #expect(files.insert(file).inserted, "\(file)")
                #expect(SitePath.isOurs(file) && !file.contains("/"))
            }
        }
        #expect(SiteList.Key.all.file(page: 1) == "index.html")
        #expect(SiteList.Key.all.file(page: 2) == "page-2.html")
    }

    @Test func noPageHoldsMoreThanFiveHundredRows() {
        #expect(SiteList.pageCount(0) == 1)
        #expect(SiteList.pageCount(500) == 1)
        #expect(SiteList.pageCount(501) == 2)
        #expect(SiteList.rowsPerPage == 500)
    }

    @Test(arguments: ["../x", "/x", "a//b", ".hidden", "item/.x", "a\\b", "", "item/../../x", "a b"])
    func namesThatLeadOutOfTheFolderAreNotOurs(name: String) {
        #expect(!SitePath.isOurs(name))
    }
}
