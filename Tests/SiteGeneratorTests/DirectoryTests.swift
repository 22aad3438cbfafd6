import FoundationEssentials
import Inventory
import InventoryStore
import Testing

@testable import SiteGenerator

@Suite struct DirectoryTests {
    /// An inventory of items that each lie at a place and carry a tag of their own, the last place being the fullest.
    private func home(items count: Int) throws -> TestHousehold {
        let home = try TestHousehold()
        try home.store.write { writer in
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
        page.components(separatedBy: "<a href=\"\(start)-").count - 1
    }

    @Test func theOverviewLeadsToTheFullestTagsAndPagesLeadToAll() throws {
        let home = try home(items: 620)
        try home.publish()
        #expect(try home.text("index.html").utf8.count <= 200_000)
        let overview = try home.text("overview.html")
        #expect(links("tag", in: overview) == IndexUpdater.shownLinks)
        #expect(overview.contains("<a href=\"browse-tags.html\"><span data-w=\"page.all"))
        #expect(overview.contains("All tags</span> (<span data-n>620</span>)"))
        for kind in ["location", "tag"] {
            let pages = try [home.text("browse-\(kind)s.html"), home.text("browse-\(kind)s-p2.html")]
            #expect(pages.map { links(kind, in: $0) } == [400, 220])
            #expect(pages[0].contains("<h1><span data-w") && pages[0].contains("href=\"browse-\(kind)s-p2.html\" rel="))
            #expect(pages.allSatisfy { $0.utf8.count <= 200_000 })
        }
        #expect(
            try home.text("browse-locations-p2.html").contains(
                "shelves 619</span> <span class=\"count\" data-n>4</span>"))
    }

    @Test func ifThereAreFewTagsTheOverviewLeadsToEach() throws {
        let home = try home(items: IndexUpdater.shownLinks)
        try home.publish()
        let overview = try home.text("overview.html")
        #expect(links("tag", in: overview) == IndexUpdater.shownLinks && !overview.contains("browse-tags"))
        #expect(links("location", in: try home.text("browse-locations.html")) == IndexUpdater.shownLinks)
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
        #expect(try home.text("browse-locations.html").contains("Attic"))
        try home.store.add(item(101), home.context)
        try isWhole(2)
        #expect(try home.text("overview.html").contains("browse-tags.html"))
        try home.edit(1, .value, .money(Money(minorUnits: 5, currency: Currency(code: "USD"))))
        let outcome = try home.publish()
        #expect(outcome.isIncremental && outcome.written < 10, "\(outcome)")
        try isWhole(3)
        for number in [100, 101] { try home.store.remove(item(number).id, basedOn: nil, home.context) }
        try isWhole(4)
        for number in 0..<(IndexUpdater.shownLinks + 3) {
            try home.store.remove(item(number).id, basedOn: nil, home.context)
        }
        try isWhole(5)
        #expect(links("location", in: try home.text("browse-locations.html")) == 0)
    }
}

@Suite struct PlaceTreeTests {
    private func home() throws -> TestHousehold {
        let home = try TestHousehold()
        let places = [
            "Home / Office", "Home/Office", "Home / Office / Desk", "Home", "home / office", "Garage", nil,
            "Home (old)", " / ",
        ]
        for (number, place) in places.enumerated() {
            var item = Item(
                id: UUID(high: 0x7000, low: UInt64(number)), name: "Thing \(number)",
                dateCreated: Timestamp(clampedMilliseconds: 0))
            item.location = place
            item.value = Money(minorUnits: 100, currency: try Currency(code: "USD"))
            try home.store.add(item, home.context)
        }
        return home
    }

    private func file(_ name: String) -> String { SeriesKey(.location, name).file(PageRange.first) }

    private func names(in page: String) -> [String] {
        page.components(separatedBy: "Thing ").dropFirst().compactMap { $0.first.map { "\($0)" } }
    }

    @Test func thePageOfAPlaceHasAllThatIsBelowItWithSumsAtEachLevel() throws {
        let home = try home()
        try home.publish()
        let whole = try home.text(file("Home"))
        #expect(names(in: whole) == ["0", "1", "2", "3"])
        #expect(whole.contains("<span id=\"totals\"><span data-w=\"itemCount\" data-c=\"4\">4 items</span>"))
        #expect(whole.contains("$4.00"))
        // Down, and up again.
        #expect(
            whole.contains(
                "<a href=\"\(file("Home / Office"))\"><span>Office</span> <span class=\"count\" data-n>3</span>"))
        #expect(!whole.contains("Desk</span>"))
        let office = try home.text(file("Home / Office"))
        #expect(names(in: office) == ["0", "1", "2"] && office.contains("<a href=\"\(file("Home"))\">Home</a>"))
        #expect(office.contains("<span>Desk</span> <span class=\"count\" data-n>1</span>"))
        #expect(names(in: try home.text("location-none.html")) == ["6", "8"])
    }

    @Test func placesAreListedAsATree() throws {
        let home = try home()
        try home.publish()
        let lines = try home.text("browse-locations.html").components(separatedBy: "<li class=\"level-").dropFirst()
        let tree = lines.map {
            "\($0.prefix(1)) \($0.components(separatedBy: "<span>").dropFirst().first?.prefix { $0 != "<" } ?? "none")"
        }
        #expect(tree == ["1 Garage", "1 home", "2 office", "1 Home", "2 Office", "3 Desk", "1 Home (old)", "1 none"])
    }

    @Test func anItemsPageLeadsToEachLevelOfItsPlace() throws {
        let home = try home()
        try home.publish()
        let page = try home.text(PageName.item(UUID(high: 0x7000, low: 2)))
        for (name, label) in [("Home", "Home"), ("Home / Office", "Office"), ("Home / Office / Desk", "Desk")] {
            #expect(page.contains("<a href=\"../\(file(name))\">\(label)</a>"))
        }
    }

    @Test func changesOfTheTreeLeaveWhatAFullPublicationWould() throws {
        let home = try home()
        try home.publish()
        let changes: [(Int, String?)] = [
            (2, "Home / Office / Shelf"), (2, "Garage / Shelf / Box / A"), (3, nil), (5, "Garage/Shelf"),
            (0, "Home / Hall"),
            (1, "Home / Hall"), (2, "Home"), (4, "Home / Hall / \(String(repeating: "x / ", count: 40))y"), (4, "Home"),
        ]
        for (round, change) in changes.enumerated() {
            try home.edit(change.0, .location, change.1.map(FieldValue.text) ?? .none)
            #expect(try home.publish().isIncremental)
            let whole = "\(home.base)/tree\(round)"
            try home.publish(to: whole)
            #expect(try home.files() == home.files(whole), "round \(round)")
        }
    }

    @Test func aPathOfVeryManyLevelsHasFewLists() {
        let keys = SeriesKey.locations(String(repeating: "a/", count: 400))
        #expect(keys.count == SeriesKey.mostLevels)
        #expect(keys.last?.path.count == SeriesKey.mostLevels && keys.last?.ancestors == Array(keys.dropLast()))
    }

    @Test func theChartShowsTheFirstLevelThatBranches() throws {
        let home = try TestHousehold()
        for (number, place) in ["House / Kitchen", "House / Kitchen / Drawer", "House / Hall", "House", nil]
            .enumerated()
        {
            var item = Item(
                id: UUID(high: 0x7000, low: UInt64(number)), name: "Thing \(number)",
                dateCreated: Timestamp(clampedMilliseconds: 0))
            item.location = place
            item.value = Money(minorUnits: Int64(100 * (number + 1)), currency: try Currency(code: "USD"))
            try home.store.add(item, home.context)
        }
        try home.publish()
        let chart = try home.text("overview.html")
        let bars = chart.components(separatedBy: "<text class=\"amount\"").dropFirst().map {
            $0.components(separatedBy: ">")[1].prefix { $0 != "<" }
        }
        // None 5, the house itself 4, kitchen 1 + 2, hall 3.
        #expect(bars == ["$5.00", "$4.00", "$3.00", "$3.00"], "\(bars)")
    }
}

@Suite struct RelationTests {
    private func id(_ number: Int) -> UUID { UUID(high: 0x7000, low: UInt64(number)) }

    @Test func pagesNameTheParentAndThePartsAndFollowThem() throws {
        let home = try TestHousehold(items: 6)
        try home.edit(1, .parent, .identifier(id(0)))
        try home.edit(2, .parent, .identifier(id(0)))
        try home.publish()
        #expect(try home.text(PageName.item(id(1))).contains("<a href=\"\(id(0).text).html\">Lamp 0</a>"))
        #expect(try home.text(PageName.item(id(0))).contains("<a href=\"\(id(1).text).html\">écran 1</a>"))
        let changes: [(Int, ItemField, FieldValue)] = [
            (0, .name, .text("Camera")), (1, .name, .text("Lens")), (2, .parent, .identifier(id(3))),
            (0, .archived, .flag(true)), (1, .archived, .flag(true)), (1, .archived, .flag(false)),
            (0, .archived, .flag(false)), (1, .parent, .none), (2, .parent, .none),
        ]
        for (round, change) in changes.enumerated() {
            try home.edit(change.0, change.1, change.2)
            #expect(try home.publish().isIncremental)
            let whole = "\(home.base)/relations\(round)"
            try home.publish(to: whole)
            #expect(try home.files() == home.files(whole), "round \(round)")
        }
        try home.edit(1, .parent, .identifier(id(4)))
        try home.publish()
        try home.store.remove(id(4), basedOn: nil, home.context)
        try home.publish()
        try home.publish(to: "\(home.base)/removed")
        #expect(try home.files() == home.files("\(home.base)/removed"))
    }
}
