import Foundation
import Inventory
import InventoryStore
import TestSupport
import Testing

@testable import SiteGenerator

/// Publishing again after changes, compared with publishing everything into a new folder.
@Suite struct IndexTests {
    private func id(_ number: Int) -> UUID { UUID(high: 0x7000, low: UInt64(number)) }

    private func item(_ number: Int) -> Item {
        var item = Item(
            id: id(number), name: "\(["Lamp", "Chair", "Äpfel", "9 iron", "椅子"][number % 5]) \(number)",
            dateCreated: Timestamp(clampedMilliseconds: 0))
        item.location = ["Attic", "Cellar", nil][number % 3]
        item.tags = number % 2 == 0 ? ["loan"] : []
        item.value = (try? Currency(code: number % 7 == 0 ? "EUR" : "USD")).map {
            Money(minorUnits: Int64(number % 1000), currency: $0)
        }
        return item
    }

    private func home(items count: Int) throws -> TestHousehold {
        let home = try TestHousehold()
        try home.store.write { writer in
            for number in 0..<count { _ = try writer.add(item(number), at: .last, home.context) }
        }
        return home
    }

    @Test func eachKindOfChangeAndItsUndoLeaveWhatPublishingEverythingWould() throws {
        let home = try home(items: 620)
        try home.publish()
        try home.expectAsFromNothing("first")
        let changes: [(String, (TestHousehold) throws -> Void)] = [
            ("add", { try $0.store.add(self.item(5000), at: .index(300), $0.context) }),
            ("remove", { try $0.store.remove(self.id(3), basedOn: nil, $0.context) }),
            ("rename", { try $0.edit(10, .name, .text("Zebra")) }),
            ("location", { try $0.edit(11, .location, .text("Shed")) }),
            ("tags", { try $0.edit(12, .tags, .tags(["loan", "new"])) }),
            ("value", { try $0.edit(13, .value, .none) }),
            ("archive", { try $0.edit(14, .archived, .flag(true)) }),
            ("move", { try $0.store.move(self.id(619), to: .first, $0.context) }),
        ]
        for (name, change) in changes {
            for (part, act) in [(name, change), ("undo of \(name)", { _ = try $0.store.undo($0.context) })] {
                try act(home)
                let outcome = try home.publish()
                #expect(outcome.isIncremental, "\(part)")
                #expect(outcome.written <= 24, "\(part): \(outcome)")
                #expect(try home.files().count == outcome.files, "\(part)")
                if part == name || Rounds.areAll { try home.expectAsFromNothing(part) }
            }
        }
    }

    @Test func changesOfManyItemsInOnePublicationLeaveWhatPublishingEverythingWould() throws {
        let home = try home(items: 620)
        try home.publish()
        // Edits that keep the entries of lists, edits that move them, removals and additions, so that pages are split and merged.
        for number in 0..<140 {
            switch number % 4 {
            case 0: try home.edit(number * 3, .notes, .text("Note \(number)"))
            case 1: try home.edit(number * 3, .location, .text("Shed"))
            case 2: try home.store.remove(id(number * 3), basedOn: nil, home.context)
            default: try home.store.add(item(5000 + number), at: .index(number), home.context)
            }
        }
        #expect(try home.publish().isIncremental)
        try home.expectAsFromNothing("many")
        try home.edit(1, .notes, .text("Once more"))
        try home.edit(4, .name, .text("Zebra"))
        #expect(try home.publish().isIncremental)
        try home.expectAsFromNothing("two more")
    }

    @Test func anInsertionInTheMiddleRewritesOnePageOfTheListAndTheFirst() throws {
        let home = try home(items: 1250)
        try home.publish()
        let before = try home.files()
        try home.store.add(item(5000), at: .index(600), home.context)
        try home.publish()
        let after = try home.files()
        let changed = Set(before.keys).union(after.keys).filter { before[$0] != after[$0] }
        #expect(changed.filter { $0.hasPrefix("items-") }.count == 1, "\(changed)")
        #expect(changed.filter { $0.hasPrefix("search/") }.count == 1)
        #expect(changed.contains("index.html"))
    }

    @Test func pagesSplitAndMergeAsItemsComeAndGo() throws {
        let home = try home(items: 450)
        try home.publish()
        var numbers = Array(0..<450)
        var random = SystemRandomNumberGenerator()
        var next = 450
        for round in 0..<5 {
            let grows = round < 2 || round == 4
            try home.store.write { writer in
                for _ in 0..<240 {
                    if grows {
                        let place: ListPosition = round == 1 ? .first : .last
                        _ = try writer.add(item(next), at: place, home.context)
                        numbers.append(next)
                        next += 1
                    } else if let index = numbers.indices.randomElement(using: &random) {
                        _ = try writer.remove(id(numbers.remove(at: index)), basedOn: nil, home.context)
                    }
                }
            }
            let outcome = try home.publish()
            #expect(outcome.isIncremental)
            #expect(try home.files().count == outcome.files)
            try home.expectAsFromNothing("round \(round)")
            for name in try home.files().keys where name == "index.html" || name.hasPrefix("items-") {
                #expect(try home.text(name).components(separatedBy: "<tr id=").count - 1 <= 500)
            }
        }
        for number in numbers { try home.store.remove(id(number), basedOn: nil, home.context) }
        try home.publish()
        try home.expectAsFromNothing("empty")
        #expect(try home.files().keys.filter { $0.hasPrefix("items-") || $0.hasPrefix("item/") } == [])
    }

    @Test func aChangeIsNotLostIfTheStoreWasRestoredFromACopy() throws {
        let home = try home(items: 20)
        try home.publish()
        let (store, copy) = (home.base + "/store", home.base + "/copy")
        try FileManager.default.copyItem(atPath: store, toPath: copy)
        try home.store.add(item(100), home.context)
        try home.publish()
        let restored = try InventoryStore.open(at: copy, for: .writing)
        defer { restored.close() }
        let outcome = try PublishedFolder(at: home.site, of: restored).publish(home.options())
        #expect(outcome.removed == 1, "\(outcome)")
        try PublishedFolder(at: home.base + "/fresh", of: restored).publish(home.options())
        #expect(try home.files() == home.files(home.base + "/fresh"))
    }

    @Test func aFolderOfAnEarlierVersionIsAdopted() throws {
        let home = try home(items: 6)
        try home.publish()
        let whole = try home.files()
        func write(_ text: String, _ name: String) throws {
            try Data(text.utf8).write(to: URL(filePath: "\(home.site)/\(name)"))
        }
        let file = try home.text(SiteFile.name)
        let read = try JSONSerialization.jsonObject(with: Data(file.utf8)) as? [String: Any]
        var members = try #require(read)
        for name in ["site", "generation"] { members[name] = nil }
        members["version"] = 2
        members["design"] = "00"
        try JSONSerialization.data(withJSONObject: members).write(to: URL(filePath: "\(home.site)/\(SiteFile.name)"))
        try FileManager.default.createDirectory(atPath: home.site + "/manifest", withIntermediateDirectories: true)
        for name in ["manifest/files.json", "manifest/items-a.json", "page-2.html", "search/9.json", "mine.html"] {
            try write("old", name)
        }
        try write("old", "location-attic-0123456789-2.html")
        let outcome = try home.publish()
        #expect(outcome.renamedForeignFiles.isEmpty)
        var files = try home.files()
        let mine = files.removeValue(forKey: "mine.html")
        #expect(mine == Data("old".utf8))
        let former = files.removeValue(forKey: "page-2.html")
        let redirect = try #require(former)
        #expect(String(decoding: redirect, as: UTF8.self).contains("url=index.html"))
        #expect(files == whole)
        #expect(!FileManager.default.fileExists(atPath: home.site + "/manifest"))
        #expect(try home.publish().isIncremental)
    }
}

@Suite struct PageLimitsTests {
    private let limits = PageLimits(most: 500)

    @Test(arguments: [
        (501, 300, 300, PageChange.split), (500, 300, 300, .none), (100, 10, 10, .none),
        (99, 301, 301, .mergeIntoPrevious), (99, 302, 301, .mergeNext), (99, 302, 302, .none),
        (0, 500, 500, .mergeIntoPrevious),
    ])
    func aPageSplitsWhenFullAndMergesWhenLittleIsLeft(count: Int, previous: Int, next: Int, change: PageChange) {
        #expect(limits.change(of: count, previous: previous, next: next) == change)
    }

    @Test func theOnlyPageStays() {
        #expect(limits.change(of: 0, previous: nil, next: nil) == .none)
        #expect(limits.change(of: 0, previous: nil, next: 500) == .mergeNext)
    }

    @Test func whatWasSplitIsNotMergedAtOnce() {
        for count in 501...1500 {
            for isLast in [false, true] {
                let sizes = limits.sizes(of: count, isLast: isLast)
                for (index, size) in sizes.enumerated() {
                    let previous = index > 0 ? sizes[index - 1] : nil
                    let next = index + 1 < sizes.count ? sizes[index + 1] : nil
                    #expect(limits.change(of: size, previous: previous, next: next) == .none)
                }
            }
        }
    }

    @Test func keysOfNumbersCompareAsTheNumbersDo() {
        let numbers: [Int64] = [.min, -5, -1, 0, 1, 255, 256, 1 << 40, .max]
        let keys = numbers.map(SeriesEntry.key)
        #expect(keys == keys.sorted { $0.lexicographicallyPrecedes($1) })
    }
}
