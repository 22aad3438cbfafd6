import Foundation
import Glibc
import Inventory
import InventoryStore
import Message
import Reports
import Testing

@testable import Attachments
@testable import SiteGenerator

/// Of a published selection, nothing else can be found in the folder.
@Suite struct SelectionTests {
    private func id(_ number: Int) -> UUID { UUID(high: 0x7000, low: UInt64(number)) }

    private func hash(_ number: Int) throws -> ContentHash {
        try #require(ContentHash(String(repeating: "a", count: 61) + String(format: "%03d", number)))
    }

    /// An item of which every text is its own, with a photo.
    private func item(_ number: Int, isForSale: Bool) throws -> Item {
        var item = Item(
            id: id(number), name: "Needle-\(number)-name",
            dateCreated: Timestamp(clampedMilliseconds: 1_400_000_000_000 + Int64(number) * 86_400_000))
        item.serialNumber = "needle-\(number)-serial"
        item.location = "needle-\(number)-house / needle-\(number)-room"
        item.tags = ["needle-\(number)-tag"] + (isForSale ? ["sale"] : [])
        item.category = "needle-\(number)-category"
        item.description = "needle-\(number)-description"
        item.notes = "needle-\(number)-notes"
        item.value = Money(minorUnits: 1_000_003 * Int64(number), currency: try Currency(code: "USD"))
        item.sale.price = Money(minorUnits: 700_001 * Int64(number), currency: try Currency(code: "USD"))
        item.customFields = [CustomField(name: "asking price", value: "\(number)11.50 USD")]
        item.customFields.append(CustomField(name: "needle-\(number)-own", value: "needle-\(number)-value"))
        return item
    }

    private func addPhoto(of number: Int, _ home: TestHousehold) throws {
        try Album(in: home).add(try hash(number))
        let photo = PhotoReference(
            hash: try hash(number), mediaType: "image/jpeg", fileName: "needle-\(number).jpg", bytes: 1, width: 4000,
            height: 3000, caption: "needle-\(number)-caption", isPrimary: false)
        try home.store.write { writer in _ = try writer.add(photos: [photo], to: self.id(number), home.context) }
    }

    /// A household of which some items are for sale: 2 belongs to an item that is not, 3 to one that is; what belongs to 1 is
    /// not.
    private func household(_ numbers: some Sequence<Int>, forSale: Set<Int>) throws -> TestHousehold {
        let home = try TestHousehold()
        for number in numbers.sorted() {
            try home.store.add(item(number, isForSale: forSale.contains(number)), home.context)
            try addPhoto(of: number, home)
        }
        for (part, whole) in [(2, 20), (3, 1), (21, 1)] where numbers.contains(part) && numbers.contains(whole) {
            try home.edit(part, .parent, .identifier(id(whole)))
        }
        return home
    }

    private func options(_ options: inout PublishOptions, _ home: TestHousehold) {
        options.profile = PublishProfile(
            filter: "tag:sale",
            columns: [.field(.name), .computed(.thumbnail), .customField("asking price"), .field(.parent)])
        options.photos = AttachmentStore(of: home.store).files
    }

    private func expect(only shown: Set<Int>, of all: ClosedRange<Int>, in home: TestHousehold) throws {
        var files = try home.files()
        files[SiteFile.name] = try Data(contentsOf: URL(filePath: "\(home.site)/\(SiteFile.name)"))
        for number in all where !shown.contains(number) {
            let needles = [
                "eedle-\(number)-", id(number).text, try hash(number).description, "\(number)11.50",
                "\(10_000 * number).", "\(7_000 * number).", "\(10 * number),000.", "\(7 * number),000.",
            ]
            for (name, bytes) in files where !name.hasPrefix("assets/") {
                // Nothing is packed, so that a search of the bytes finds everything.
                #expect(!bytes.starts(with: [0x1F, 0x8B]) && !bytes.starts(with: [0x50, 0x4B]), "\(name)")
                for needle in needles {
                    #expect(!name.contains(needle) && bytes.range(of: Data(needle.utf8)) == nil, "\(needle) in \(name)")
                }
            }
        }
        for number in shown {
            #expect(files[PageName.item(id(number))] != nil)
            #expect(files["photo/\(try hash(number))-320.jpg"] != nil)
            for field in ["serial", "house", "tag", "category", "description", "notes", "own", "value"] {
                let needle = Data("needle-\(number)-\(field)".utf8)
                for (name, bytes) in files { #expect(bytes.range(of: needle) == nil, "\(field) in \(name)") }
            }
        }
        // The folder is that of an inventory that has nothing else.
        let alone = try household(shown, forSale: shown)
        try alone.publish { options(&$0, alone) }
        let (ours, theirs) = (try home.files(), try alone.files())
        #expect(ours.keys.sorted() == theirs.keys.sorted())
        for (name, bytes) in ours { #expect(theirs[name] == bytes, "\(name)") }
    }

    @Test func nothingOutsideTheSelectionIsInTheFolder() throws {
        let home = try household(1...40, forSale: [1, 2, 3, 4])
        try home.publish { options(&$0, home) }
        try expect(only: [1, 2, 3, 4], of: 1...40, in: home)
        let page = try home.text(PageName.item(id(1)))
        #expect(try home.searchEntries().allSatisfy { $0.contains("11.50 USD") })
        #expect(try home.rows("index.html").allSatisfy { $0.contains("11.50 USD") })
        #expect(page.contains("111.50") && page.contains("Needle-3-name"))
        #expect(!(try home.text("index.html")).contains("browse-locations"))
        #expect(try home.text("robots.txt") == "User-agent: *\nDisallow: /\n")
        #expect(try home.text("index.html").contains("<meta name=\"robots\" content=\"noindex\">"))
    }

    @Test func whatLeavesTheSelectionLeavesTheFolder() throws {
        let home = try household(1...40, forSale: [1, 2, 3, 4])
        try home.publish { options(&$0, home) }
        // One leaves, with its parts; others enter; some that are outside change and are removed.
        try home.edit(1, .tags, .tags([]))
        try home.edit(20, .tags, .tags(["sale"]))
        try home.edit(30, .name, .text("Needle-30-name again"))
        try home.store.remove(id(31), basedOn: nil, home.context)
        let outcome = try home.publish { options(&$0, home) }
        #expect(outcome.isIncremental && outcome.items == 4)
        let files = try home.files()
        #expect(try files[PageName.item(id(1))] == nil && files["photo/\(try hash(1))-320.jpg"] == nil)
        try home.publish(to: home.base + "/whole") { options(&$0, home) }
        #expect(try files == home.files(home.base + "/whole"))
        for number in [1, 21, 30, 31] {
            let needle = Data("eedle-\(number)-".utf8)
            for (name, bytes) in files { #expect(bytes.range(of: needle) == nil, "\(number) in \(name)") }
        }
        // Another filter for the same folder.
        try home.publish {
            options(&$0, home)
            $0.profile.filter = "tag:sale name:\"Needle-4-\""
        }
        #expect(try home.files().keys.filter { $0.hasPrefix("item/") } == [PageName.item(id(4))])
        #expect(try home.files().keys.filter { $0.hasPrefix("photo/") }.allSatisfy { $0.contains("004-") })
        for (name, bytes) in try home.files() {
            #expect(bytes.range(of: Data("eedle-20-".utf8)) == nil, "\(name)")
        }
    }

    @Test func theOwnersOwnPagesOfASelectionShowItAlone() throws {
        let home = try household(1...12, forSale: [1, 2, 3])
        try home.publish { $0.profile = PublishProfile(filter: "tag:sale") }
        #expect(try home.text(PageName.item(id(2))).contains("needle-2-serial"))
        for (name, bytes) in try home.files() {
            #expect(bytes.range(of: Data("eedle-7-".utf8)) == nil && !name.contains("needle-7-"), "\(name)")
        }
        let site = try #require(try PublishedSite(at: home.site))
        #expect(try !site.isPublic && site.profile(in: home.store) == PublishProfile(filter: "tag:sale"))
        #expect(site.revision == 0)
    }

    @Test func theSelectionIsLookedAtAgainIfItDependsOnOthersOrOnTheDay() throws {
        let home = try TestHousehold(items: 4)
        func publish(_ filter: String, day: Int64 = 0) throws -> PublishOutcome {
            try home.publish {
                $0.profile.filter = filter
                $0.now = Timestamp(clampedMilliseconds: 1_700_000_000_000 + day * 86_400_000)
            }
        }
        #expect(try publish("duplicate:name").items == 0)
        try home.edit(1, .name, .text("Lamp 0"))
        #expect(try publish("duplicate:name").items == 2)
        try home.edit(1, .warrantyExpires, .date(try CalendarDate(Array("2023-11-20".utf8))))
        #expect(try publish("warranty:<10d").items == 1)
        #expect(try publish("warranty:<10d", day: 30).items == 0)
    }

    /// A profile that asks to be found has a sitemap and a feed, which follow each change.
    @Test func whatAsksToBeFoundHasASitemapAndAFeed() throws {
        let home = try household(1...12, forSale: [1, 2, 3])
        func findable(_ options: inout PublishOptions) {
            self.options(&options, home)
            options.profile.isFindable = true
            options.address = "https://home.example/sale/"
        }
        try home.publish { findable(&$0) }
        #expect(try home.text("robots.txt").contains("Allow: /\nSitemap: https://home.example/sale/sitemap.xml\n"))
        #expect(!(try home.text("index.html")).contains("noindex"))
        try home.edit(2, .name, .text("Lamp & <shade>"))
        try home.edit(3, .tags, .tags([]))
        #expect(try home.publish { findable(&$0) }.isIncremental)
        let (feed, sitemap) = (try home.text("feed.xml"), try home.text("sitemap.xml"))
        #expect(feed.contains("<title>Lamp &amp; &lt;shade&gt;</title>") && feed.contains("asking price: $211.50"))
        for text in [feed, sitemap] {
            #expect(text.components(separatedBy: "/item/").count - 1 == 2)
            #expect(!text.contains(id(3).text))
        }
        let dates = feed.components(separatedBy: "<updated>").dropFirst()
        #expect(dates.allSatisfy { $0.prefix(20).hasSuffix("T00:00:00Z") })
        for text in ["eedle-2-serial", "eedle-2-description", "eedle-3-"] { #expect(!feed.contains(text)) }
        try home.publish(to: home.base + "/whole") { findable(&$0) }
        #expect(try home.files() == home.files(home.base + "/whole"))
        try home.publish { options(&$0, home) }
        #expect(try home.files()["feed.xml"] == nil && home.files()["sitemap.xml"] == nil)
    }

    @Test func aSelectionCannotBeEdited() throws {
        let home = try TestHousehold(items: 2)
        for profile in [PublishProfile(filter: "tag:loan"), PublishProfile(columns: [.field(.name)])] {
            #expect {
                try home.publish {
                    $0.profile = profile
                    $0.isEditable = true
                }
            } throws: {
                if case .selectionCannotBeEdited = ($0 as? PublishError)?.cause { true } else { false }
            }
        }
    }

    @Test func aFolderIsPublishedAgainWithItsOwnProfile() throws {
        let home = try TestHousehold(items: 6)
        let own = PublishProfile(filter: "tag:loan", columns: [.field(.name), .customField("Shelf, left")])
        try home.publish { $0.profile = own }
        let site = try #require(try PublishedSite(at: home.site))
        #expect(try site.options(generator: "homepwner test", store: home.store).profile == own)
        let text = try home.text(SiteFile.name)
        #expect(!text.contains("loan") && !text.contains("Shelf"))
        // A copy of the inventory that was made before does not know it.
        let other = try TestHousehold(items: 1)
        #expect {
            _ = try site.profile(in: other.store)
        } throws: {
            if case .unknownProfile = ($0 as? PublishError)?.cause { true } else { false }
        }
        try home.publish { $0.profile = .public }
        #expect(try PublishedSite(at: home.site)?.profile(in: home.store) == .public)
    }
}

/// The files of profiles.
@Suite struct PublishProfileTests {
    @Test func theProgramsOwnProfilesAreFiles() throws {
        #expect(PublishProfile.names == ["private", "public", "sale", "shop"])
        #expect(PublishProfile.named("private") == .private)
        for name in PublishProfile.names {
            let profile = try #require(PublishProfile.named(name))
            #expect(profile.name == name && PublishProfile(stored: name) == profile)
            #expect(profile.isFindable == (name == "shop"))
        }
    }

    @Test func aProfileIsTheSameWhenItIsReadAgain() throws {
        let profile = PublishProfile(
            filter: "a or \"b\"", columns: [.field(.name), .customField("x, \u{e9}"), .computed(.brand)],
            isFindable: true, title: "Flea market")
        #expect(PublishProfile(stored: profile.encoded) == profile)
    }

    @Test(arguments: [
        ("", "notAProfile"), ("[]", "notAProfile"), ("{}", "notAProfile"),
        (#"{"homepwnerProfile": "1"}"#, "notAProfile"),
        (#"{"homepwnerProfile": 1"#, "notAProfile"), (#"{"homepwnerProfile": 2}"#, "newerVersion"),
        (#"{"homepwnerProfile": 1, "filter": "a"}"#, "unknownMember"),
        (#"{"homepwnerProfile": 1, "where": 1}"#, "wrongValue"),
        (#"{"homepwnerProfile": 1, "columns": "name"}"#, "wrongValue"),
        (#"{"homepwnerProfile": 1, "columns": [1]}"#, "wrongValue"),
        (#"{"homepwnerProfile": 1, "columns": ["line"]}"#, "notShown"),
        (#"{"homepwnerProfile": 1, "columns": ["nmae"]}"#, "columns."),
        (#"{"homepwnerProfile": 1, "findable": "yes"}"#, "wrongValue"),
        (#"{"homepwnerProfile": 1, "findable": true}"#, "findableWithoutColumns"),
        (#"{"homepwnerProfile": 1, "title": false}"#, "wrongValue"),
    ])
    func aDamagedProfileIsRefused(text: String, key: String) {
        #expect {
            _ = try PublishProfile(Array(text.utf8)) { [] }
        } throws: { error in
            (error as? any MessageConvertible)?.message.key.contains(key) ?? false
        }
    }
}
