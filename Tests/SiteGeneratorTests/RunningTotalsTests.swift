import Foundation
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

    @Test func aSumPastTheLargestAmountIsRefused() throws {
        var runningTotals = RunningTotals()
        try runningTotals.add(line(1, .max))
        #expect(throws: ValueError.overflow(currency: "USD")) { try runningTotals.add(line(1, 1)) }
    }
}

@Suite struct InitialTests {
    struct Name: Decodable {
        let name: String
        let initial: String?
    }

    /// Letter pages search by the same rule in Site/match.js, whose test reads this file too.
    @Test func namesStandUnderTheirLatinLetter() throws {
        let file = URL(filePath: #filePath).deletingLastPathComponent().deletingLastPathComponent()
            .appending(path: "Fixtures/pages/initials.json")
        for name in try JSONDecoder().decode([Name].self, from: Data(contentsOf: file)) {
            #expect(Array(name.name.utf8).withUnsafeBufferPointer { NameInitial.of($0) } == name.initial, "\(name)")
        }
    }
}

@Suite struct ItemListTests {
    @Test func everyNameHasAFileOfItsOwnThatIsPlainASCII() {
        let names = [
            "Home / Office", "Home/Office", "home / office", "书房", "书柜", "", "…", "../../etc/passwd", "A&B<c>", nil,
        ]
        var files: Set<String> = []
        for kind in [SeriesKey.Kind.location, .tag] {
            for name in names {
                let file = SeriesKey(kind, name).file(1)
                #expect(files.insert(file).inserted, "\(file)")
                #expect(SitePath.isGenerated(file) && !file.contains("/"))
                #expect(SitePath.isGenerated(SeriesKey(kind, name).file(7)))
            }
        }
        #expect(SeriesKey(.all).file(1) == "index.html")
        #expect(SeriesKey(.all).file(2) == "items-2.html")
    }

    @Test func noPageHoldsMoreThanFiveHundredRows() {
        let limits = SeriesKey.Kind.all.limits
        for count in [0, 1, 499, 500, 501, 800, 899, 900, 901, 5000, 12_345] {
            for isLast in [false, true] {
                let sizes = limits.sizes(of: count, isLast: isLast)
                #expect(sizes.reduce(0, +) == count)
                #expect(sizes.allSatisfy { $0 <= 500 })
                #expect(sizes.count == 1 || sizes.allSatisfy { $0 >= limits.least }, "\(count) \(sizes)")
            }
        }
        #expect(limits.sizes(of: 500, isLast: true) == [500])
        #expect(limits.sizes(of: 501, isLast: false) == [251, 250])
    }

    @Test(arguments: ["../x", "/x", "a//b", ".hidden", "item/.x", "a\\b", "", "item/../../x", "a b"])
    func namesThatLeadOutOfTheFolderAreNotOurs(name: String) {
        #expect(!SitePath.isGenerated(name))
    }

    @Test(arguments: [
        "photo/holiday.jpg", "item/mine.html", "tag-mine.html", "search/mine.json", "manifest/mine.json", "mine.html",
        "assets/mine.css", "items-x.html", "location-a-12345.html", "letter-long.html", "photo/x-320.jpg",
    ])
    func namesThatOnlyLookAlikeAreNotOurs(name: String) {
        #expect(!SitePath.isGenerated(name))
    }
}
