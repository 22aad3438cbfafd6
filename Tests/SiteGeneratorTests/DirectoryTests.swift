import FoundationEssentials
import Inventory
import InventoryStore
import Testing

@testable import SiteGenerator

@Suite struct DirectoryTests {
    /// An inventory of items that each lie at a place and carry a tag of their own, the last place being the fullest.
    private func home(items count: Int) throws -> TestHousehold {
        let home = try TestHousehold()
        try home.store.write { writer throws(StoreError) in
            for number in 0..<count { _ = try writer.add(item(number), at: .last, home.context) }
            for number in count..<(count + 3) {
                _ = try writer.add(item(number, at: count - 1), at: .last, home.context)
            }
        }
        return home
    }

    private func item(_ number: Int, at place: Int? = nil) -> Item {
        var item = Item(
            id: UUID(high: 0x7000, low: UInt64(number)), name: "Thing \(number)",
            dateCreated: Timestamp(clampedMilliseconds: 0))
        item.location = "A place of its own on one of the many shelves \(place ?? number)"
        item.tags = ["tag \(place ?? number)"]
        return item
    }

    private func links(_ start: String, in page: String) -> Int {
        page.components(separatedBy: "<li><a href=\"\(start)-").count - 1
    }

    @Test func theFrontPageLeadsToTheFullestAndToAPageWithAll() throws {
        let home = try home(items: 620)
        try home.publish()
        let front = try home.text("index.html")
        #expect(front.utf8.count <= 200_000, "\(front.utf8.count) bytes")
        for (kind, words) in [("location", "All locations"), ("tag", "All tags")] {
            #expect(links(kind, in: front) == IndexUpdater.shownLinks)
            let more = "<a href=\"browse-\(kind)s.html\"><span data-w=\"page.all"
            #expect(front.contains(more) && front.contains("\(words)</span> (<span data-n>620</span>)"))
            let pages = try [home.text("browse-\(kind)s.html"), home.text("browse-\(kind)s-p2.html")]
            #expect(pages.map { links(kind, in: $0) } == [400, 220])
            #expect(pages[0].contains("<h1><span data-w") && pages[0].contains("href=\"browse-\(kind)s-p2.html\" rel="))
            #expect(pages.allSatisfy { $0.utf8.count <= 200_000 })
        }
        #expect(front.contains("shelves 619 <span class=\"count\" data-n>4</span>"))
    }

    @Test func whereThereAreFewTheFrontPageLeadsToEach() throws {
        let home = try home(items: IndexUpdater.shownLinks)
        try home.publish()
        #expect(links("location", in: try home.text("index.html")) == IndexUpdater.shownLinks)
        #expect(try !home.text("index.html").contains("browse-"))
        #expect(try !home.files().keys.contains { $0.hasPrefix("browse-") })
    }

    @Test func placesThatComeAndGoChangeThePagesThatLeadToThem() throws {
        let home = try home(items: IndexUpdater.shownLinks)
        try home.publish()
        func isWhole(_ round: Int) throws {
            try home.publish()
            try home.publish(to: "\(home.base)/whole\(round)")
            #expect(try home.files() == home.files("\(home.base)/whole\(round)"), "round \(round)")
        }
        try home.edit(1, .location, .text("Attic"))
        try home.edit(2, .location, .text("Attic"))
        try home.store.add(item(100), home.context)
        try isWhole(1)
        #expect(try home.files()["browse-locations.html"] == nil && home.files()["browse-tags.html"] != nil)
        try home.store.add(item(101), home.context)
        try isWhole(2)
        #expect(try home.text("browse-locations.html").contains("Attic"))
        #expect(try home.text("index.html").contains("Attic"))
        try home.edit(1, .value, .money(Money(minorUnits: 5, currency: Currency(code: "USD"))))
        let outcome = try home.publish()
        #expect(outcome.isIncremental && outcome.written < 10, "\(outcome)")
        try isWhole(3)
        for number in [100, 101] { try home.store.remove(item(number).id, basedOn: nil, home.context) }
        try isWhole(4)
        #expect(try !home.files().keys.contains { $0.hasPrefix("browse-") })
    }
}
