import Foundation
import Glibc
import Inventory
import InventoryStore
import Localization
import Message
import Reports
import Synchronization
import Testing

@testable import SiteGenerator

/// A store and a folder of their own, gone with the test.
final class TestHousehold {
    let base: String
    let store: InventoryStore
    /// Kept, as a server keeps its folder.
    private var folders: [String: PublishedFolder] = [:]
    var site: String { base + "/site" }

    init(items count: Int = 0) throws {
        base = "/tmp/homepwner-publishing-\(UUID().uuidString)"
        mkdir(base, 0o700)
        store = try InventoryStore.create(
            at: base + "/store", settings: InventorySettings(currency: try Currency(code: "USD")))
        let items = try (0..<count).map(item)
        let context = context
        try store.write { writer in
            for item in items { try writer.add(item, context) }
        }
    }

    deinit {
        store.close()
        try? FileManager.default.removeItem(atPath: base)
    }

    var context: ChangeContext { ChangeContext(actor: "test") }

    func item(_ number: Int) throws -> Item {
        var item = Item(
            id: UUID(high: 0x7000, low: UInt64(number)),
            name: "\(["Lamp", "écran", "椅子", "9 iron"][number % 4]) \(number)",
            dateCreated: Timestamp(clampedMilliseconds: 1_400_000_000_000))
        item.serialNumber = number % 3 == 0 ? "SN\(number)" : nil
        item.value = number % 5 == 0 ? nil : Money(minorUnits: Int64(number) * 101, currency: try Currency(code: "USD"))
        item.location = ["Home / Office", "Garage", nil][number % 3]
        item.tags = number % 2 == 0 ? ["insured", "loan"] : []
        item.notes = "secret note \(number)"
        item.purchase.receiptNumber = "RECEIPT-\(number)"
        return item
    }

    func options(_ change: (inout PublishOptions) -> Void = { _ in }) throws -> PublishOptions {
        var options = PublishOptions(
            locale: try ReportLocale(language: "en", timeZone: "UTC"), generator: "homepwner test")
        change(&options)
        return options
    }

    @discardableResult
    func publish(to path: String? = nil, _ change: (inout PublishOptions) -> Void = { _ in }) throws -> PublishOutcome {
        let path = path ?? site
        let folder = folders[path] ?? PublishedFolder(at: path, of: store)
        folders[path] = folder
        return try folder.publish(options(change))
    }

    func edit(_ number: Int, _ field: ItemField, _ value: FieldValue) throws {
        try store.edit(UUID(high: 0x7000, low: UInt64(number)), ItemEdit([field: value]), basedOn: nil, context)
    }

    /// Every file of a folder with its bytes, except the one that describes the folder.
    func files(_ path: String? = nil) throws -> [String: Data] {
        let root = path ?? site
        var files: [String: Data] = [:]
        for folder in [""] + SiteFolder.folders {
            let place = folder.isEmpty ? root : "\(root)/\(folder)"
            for name in try FileManager.default.contentsOfDirectory(atPath: place) {
                var isFolder = false
                _ = FileManager.default.fileExists(atPath: "\(place)/\(name)", isDirectory: &isFolder)
                guard !isFolder, name != SiteFile.name else { continue }
                let path = folder.isEmpty ? name : "\(folder)/\(name)"
                files[path] = try Data(contentsOf: URL(filePath: "\(place)/\(name)"))
            }
        }
        return files
    }

    /// The rows of a list in the order of its pages, found by following the links to the next one.
    func rows(_ first: String, in path: String? = nil) throws -> [String] {
        var rows: [String] = []
        var name: String? = first
        while let file = name {
            let page = String(decoding: try Data(contentsOf: URL(filePath: "\(path ?? site)/\(file)")), as: UTF8.self)
            rows += page.components(separatedBy: "<tr id=").dropFirst().map {
                $0.components(separatedBy: "</tbody>")[0]
            }
            name = page.components(separatedBy: "\" rel=\"next\"").first.flatMap {
                page.contains("rel=\"next\"") ? $0.components(separatedBy: "<a href=\"").last : nil
            }
        }
        return rows
    }

    /// The entries of the search index in order.
    func searchEntries(in path: String? = nil) throws -> [String] {
        struct Parts: Decodable {
            let parts: [String]
            let next: String?
        }
        var entries: [String] = []
        var name: String? = "index.json"
        while let file = name {
            let parts = try JSONDecoder().decode(
                Parts.self, from: Data(contentsOf: URL(filePath: "\(path ?? site)/search/\(file)")))
            for part in parts.parts {
                let data = try Data(contentsOf: URL(filePath: "\(path ?? site)/search/\(part)"))
                let fields = try JSONSerialization.jsonObject(with: data) as? [[Any]] ?? []
                entries += (fields.first ?? []).indices.map { item in "\(fields.map { $0[item] })" }
            }
            name = parts.next
        }
        return entries
    }

    /// Publishes everything into a new folder and compares: the rows of each list and the search entries are the same,
    /// and so are the lists of one page and every file that belongs to no page of a series.
    func expectAsFromNothing(
        _ comment: String = "", _ change: (inout PublishOptions) -> Void = { _ in },
        at location: SourceLocation = #_sourceLocation
    ) throws {
        let whole = "\(base)/whole-\(UUID().uuidString)"
        try publish(to: whole, change)
        defer { try? FileManager.default.removeItem(atPath: whole) }
        let (ours, theirs) = (try files(), try files(whole))
        func isPaged(_ name: String) -> Bool {
            name.hasPrefix("search/") || name.hasSuffix(".html") && !name.contains("/")
        }
        #expect(
            ours.filter { !isPaged($0.key) } == theirs.filter { !isPaged($0.key) }, "\(comment)",
            sourceLocation: location)
        let lists = Set(theirs.keys.filter { isPaged($0) && !$0.contains("-p") && !$0.contains("search/") })
        for list in lists where !list.hasPrefix("items-") && !list.hasSuffix("-last.html") {
            #expect(ours[list] != nil, "\(comment) \(list)", sourceLocation: location)
            #expect(try rows(list) == rows(list, in: whole), "\(comment) \(list)", sourceLocation: location)
            let last = list == "index.html" ? "items-last.html" : list.replacing(".html", with: "-last.html")
            guard ours[last] == nil, theirs[last] == nil else { continue }
            // A list of one page is the same file, totals and links included.
            #expect(ours[list] == theirs[list], "\(comment) \(list)", sourceLocation: location)
        }
        #expect(try searchEntries() == searchEntries(in: whole), "\(comment)", sourceLocation: location)
        let rest = ours.keys.filter {
            isPaged($0) && theirs[$0] == nil && !$0.contains("-p") && !$0.contains("search/")
        }
        // Sticky pages may be more than a new publication has.
        #expect(
            rest.filter { !$0.hasPrefix("items-") && !$0.hasSuffix("-last.html") } == [], "\(comment)",
            sourceLocation: location)
    }

    func text(_ name: String) throws -> String {
        String(decoding: try Data(contentsOf: URL(filePath: "\(site)/\(name)")), as: UTF8.self)
    }
}

@Suite struct PublisherTests {
    @Test func aFirstPublicationHasAPageForEachItemAndNothingElseBeside() throws {
        let home = try TestHousehold(items: 7)
        let outcome = try home.publish()
        #expect(outcome.items == 7 && outcome.written == outcome.files && outcome.removed == 0)
        let files = try home.files()
        #expect(files.count == outcome.files)
        #expect(files.keys.filter { $0.hasPrefix("item/") }.count == 7)
        #expect(try FileManager.default.contentsOfDirectory(atPath: home.base).sorted() == ["site", "store"])
    }

    @Test func publishingTheSameStateAgainWritesNothing() throws {
        let home = try TestHousehold(items: 5)
        try home.publish()
        let outcome = try home.publish()
        #expect(outcome.written == 0 && outcome.removed == 0 && outcome.isIncremental)
    }

    @Test(arguments: [
        (ItemField.name, FieldValue.text("Lamp of another kind <b>")), (.value, .none), (.notes, .text("changed")),
        (.quantity, .quantity(Quantity(millionths: 2_500_000))), (.serialNumber, .text("new")),
    ])
    func anEditTouchesFewPagesAndLeavesWhatAFullPublicationWould(field: ItemField, value: FieldValue) throws {
        let home = try TestHousehold(items: 30)
        try home.publish { $0.isEditable = true }
        try home.edit(8, field, value)
        let outcome = try home.publish { $0.isEditable = true }
        // The item, two tags, the initial, two levels of locations and their tree, the list, the overview, the search part.
        #expect(outcome.isIncremental && outcome.written <= 12 && outcome.written >= 2, "\(outcome)")
        try home.publish(to: home.base + "/whole") { $0.isEditable = true }
        #expect(try home.files() == home.files(home.base + "/whole"))
    }

    @Test func anyRunOfChangesLeavesWhatAFullPublicationWould() throws {
        let home = try TestHousehold(items: 40)
        try home.publish()
        let currency = try Currency(code: "EUR")
        var random = SystemRandomNumberGenerator()
        for round in 0..<12 {
            let number = Int.random(in: 0..<40, using: &random)
            let id = UUID(high: 0x7000, low: UInt64(number))
            switch Int.random(in: 0..<7, using: &random) {
            case 0: try home.edit(number, .location, .text("Attic \(round % 3)"))
            case 1: try home.edit(number, .tags, .tags(["loan", "new \(round % 2)"]))
            case 2: try home.edit(number, .archived, .flag(round.isMultiple(of: 2)))
            case 3: try home.store.move(id, to: .first, home.context)
            case 4: try home.store.add(home.item(100 + round), home.context)
            case 5: try home.edit(number, .value, .money(Money(minorUnits: Int64(round), currency: currency)))
            default: try home.edit(number, .name, .text("Zebra \(round)"))
            }
            try home.publish()
            let whole = "\(home.base)/whole\(round)"
            try home.publish(to: whole)
            #expect(try home.files() == home.files(whole), "round \(round)")
        }
    }

    @Test func whatNothingLeadsToIsRemovedAndTheOwnersFilesStay() throws {
        let home = try TestHousehold(items: 4)
        try home.publish()
        try Data("mine".utf8).write(to: URL(filePath: home.site + "/item/notes.txt"))
        try home.store.remove(UUID(high: 0x7000, low: 1), basedOn: nil, home.context)
        let outcome = try home.publish()
        #expect(outcome.removed >= 1)
        let files = try home.files()
        #expect(files["item/00000000-0000-7000-0000-000000000001.html"] == nil)
        #expect(files["item/notes.txt"] == Data("mine".utf8))
    }

    @Test func aPublicationThatBrokeOffIsFinishedByTheNext() throws {
        let home = try TestHousehold(items: 6)
        try home.publish()
        let whole = try home.files()
        let stale = "item/00000000-0000-7000-0000-00000000abcd.html"
        try Data().write(to: URL(filePath: home.site + "/" + SiteFile.unfinishedName))
        try Data("torn".utf8).write(to: URL(filePath: home.site + "/index.html"))
        try Data("left".utf8).write(to: URL(filePath: "\(home.site)/\(stale)"))
        try Data("half".utf8).write(to: URL(filePath: home.site + "/.homepwner-0.tmp"))
        try home.publish()
        #expect(try home.files() == whole)
    }

    @Test func aDeletedPageComesBackIfFilesAreChecked() throws {
        let home = try TestHousehold(items: 6)
        try home.publish()
        unlink(home.site + "/item/00000000-0000-7000-0000-000000000003.html")
        try home.edit(1, .location, .text("Elsewhere"))
        try home.publish { $0.checksFiles = true }
        #expect(try home.files()["item/00000000-0000-7000-0000-000000000003.html"] != nil)
    }

    @Test func aFolderOfSomeoneElseIsRefusedUnlessForced() throws {
        let home = try TestHousehold(items: 1)
        mkdir(home.site, 0o700)
        try Data("mine".utf8).write(to: URL(filePath: home.site + "/mine.txt"))
        #expect(throws: PublishError.self) { try home.publish() }
        #expect(try FileManager.default.contentsOfDirectory(atPath: home.site) == ["mine.txt"])
        try home.publish { $0.allowsForeignFolder = true }
        #expect(try home.files()["mine.txt"] == Data("mine".utf8))
        #expect(try home.files()["index.html"] != nil)
    }

    @Test func aListOfManyPagesHasOneLandmarkThatLeadsToThem() throws {
        let home = try TestHousehold(items: 501)
        try home.publish()
        for (name, links) in [
            ("index.html", ["items-2.html", "items-last.html"]), ("items-2.html", ["index.html", "index.html"]),
        ] {
            let page = try home.text(name)
            #expect(page.split(separator: "<nav class=\"pager\"").count == 2, "\(name)")
            for link in links { #expect(page.split(separator: "href=\"\(link)\" rel=").count >= 3, "\(name)") }
        }
        #expect(try home.text("items-last.html").contains("content=\"0; url=items-2.html\""))
        #expect(try home.text("index.html").contains("<li class=\"range\">Lamp 0 – "))
    }

    @Test func pagesForAnyoneCannotBeEditable() throws {
        let home = try TestHousehold(items: 1)
        #expect(throws: PublishError.self) {
            try home.publish {
                $0.profile = .public
                $0.isEditable = true
            }
        }
        #expect(!FileManager.default.fileExists(atPath: home.site))
    }

    @Test func aLongListIsSplitAndEachItemStandsOnExactlyOnePage() throws {
        let home = try TestHousehold()
        try home.store.write { writer in
            for number in 0..<1203 {
                let item = Item(
                    id: UUID(high: 0x7000, low: UInt64(number)), name: "Thing \(number)",
                    dateCreated: Timestamp(clampedMilliseconds: 0))
                _ = try writer.add(item, at: .last, ChangeContext(actor: "test"))
            }
        }
        try home.publish()
        var rows = 0
        for page in try home.files().keys where page == "index.html" || page.hasPrefix("items-") {
            let count = try home.text(page).components(separatedBy: "<tr id=").count - 1
            #expect(count <= 500)
            rows += count
        }
        #expect(rows == 1203)
        #expect(try home.rows("index.html").count == 1203)
        #expect(try home.files()["search/2.json"] != nil)
    }

    @Test func everyScriptAPageRunsIsNamedByItsHash() throws {
        let home = try TestHousehold(items: 2)
        try home.publish { $0.isEditable = true }
        for name in ["index.html", "item/00000000-0000-7000-0000-000000000001.html"] {
            let page = try home.text(name)
            // One is inside lists.
            #expect(page.components(separatedBy: "<script").count == (name == "index.html" ? 3 : 2))
            #expect(page.components(separatedBy: "></script>").count == 2)
            let files = try home.files()
            for loaded in page.components(separatedBy: "integrity=\"").dropFirst() {
                let hash = loaded.components(separatedBy: "\"")[0]
                #expect(page.contains("'\(hash)'"))
                #expect(files.values.contains { ScriptPolicy.integrity(of: Array($0)) == hash })
            }
            #expect(!page.contains(" onclick") && !page.contains(" style=") && !page.contains("<style"))
        }
        let hashes = try #require(try PublishedSite(at: home.site)).scriptHashes
        for (name, bytes) in try home.files() where name.hasSuffix(".js") {
            #expect(hashes.contains(ScriptPolicy.integrity(of: Array(bytes))), "\(name)")
        }
    }

    @Test func onlyPagesThatAreEditedCanBeInstalled() throws {
        let home = try TestHousehold(items: 1)
        try home.publish { $0.isEditable = true }
        let files = try home.files()
        let manifest = try JSONSerialization.jsonObject(with: Data(try #require(files["app.webmanifest"])))
        let members = try #require(manifest as? [String: Any])
        #expect(members["start_url"] as? String == "index.html" && members["scope"] as? String == "./")
        for icon in try #require(members["icons"] as? [[String: String]]) {
            #expect(files[try #require(icon["src"])] != nil)
        }
        #expect(files["worker.js"] != nil && files["assets/worker.js"] == nil)
        let design = try #require(try home.text("index.html").firstMatch(of: /name="design" content="(\w{16})"/)?.1)
        #expect(try home.text(PageName.item(UUID(high: 0x7000, low: 0))).contains("\"\(design)\""))
        try home.publish {
            $0.isEditable = true
            $0.title = "Another"
        }
        #expect(try !home.text("index.html").contains("\"\(design)\""))
        try home.publish { $0.isEditable = false }
        #expect(try home.files()["worker.js"] == nil && home.files()["app.webmanifest"] == nil)
        for page in ["index.html", "overview.html"] {
            let text = try home.text(page)
            #expect(!text.contains("manifest") && !text.contains("name=\"design\"") && !text.contains("worker-src"))
        }
    }

    @Test func whatPagesLoadIsThereBeforeThem() throws {
        let home = try TestHousehold(items: 3)
        try home.publish { $0.isEditable = true }
        let script = "\(home.site)/assets/main.js"
        try FileManager.default.removeItem(atPath: script)
        let isThere = Mutex<[Bool]>([])
        let options = try home.options {
            $0.isEditable = true
            $0.title = "Another design"
        }
        try PublishedFolder(at: home.site, of: home.store).publish(options) { done, _ in
            guard done > 0 else { return }
            isThere.withLock { $0.append(FileManager.default.fileExists(atPath: script)) }
        }
        #expect(isThere.withLock { $0.first } == true)
    }

    @Test func scriptsStayWithinTheirBudgets() throws {
        let home = try TestHousehold(items: 1)
        try home.publish { $0.isEditable = true }
        let scripts = try home.files().filter { $0.key.hasSuffix(".js") }
        func names(in html: String) -> [String] {
            html.components(separatedBy: "assets/").dropFirst().compactMap { $0.components(separatedBy: "\"").first }
                .filter { $0.hasSuffix(".js") }
        }
        func size(in html: String) -> Int { names(in: html).reduce(0) { $0 + (scripts["assets/\($1)"]?.count ?? 0) } }
        // A page loads some scripts at once. The others are in templates until they are first used.
        func parts(of html: String) -> (atOnce: String, later: [String]) {
            let parts = html.components(separatedBy: "<template id=\"./")
                .map { $0.components(separatedBy: "</template>") }
            return (parts.compactMap(\.last).joined(), parts.dropFirst().map { $0[0] })
        }
        let list = try home.text("index.html")
        let atOnce = size(in: parts(of: list).atOnce)
        #expect(atOnce > 35 * 1024 && atOnce <= 45 * 1024, "\(atOnce) bytes")
        for name in Set(parts(of: list).later.flatMap(names)) {
            let bytes = scripts["assets/\(name)"]?.count ?? 0
            #expect(bytes > 0 && bytes <= 6 * 1024, "\(name): \(bytes) bytes")
        }
        // One is inside list pages, in each of them.
        let inline = try #require(EmbeddedFiles.bytes(of: "Site/disk.js").map { BrowserScript.minified(Array($0)) })
        #expect(inline.count <= 1536, "\(inline.count) bytes")
        #expect(list.contains("<script>\(String(decoding: inline, as: UTF8.self))</script>"))
        #expect(list.contains("script-src 'self' '\(ScriptPolicy.integrity(of: inline))'\""))
        #expect(try home.files()["assets/disk.js"] == nil)
        // What is seldom used is loaded when it is.
        #expect(list.contains("<template id=\"./filter.js\"><link rel=\"modulepreload\" href=\"assets/filter.js\""))
        // The server's forms load these, from the server.
        let own = try ["companion.js", "companion-sign-out.js", "companion-import.js"].reduce(0) {
            $0 + BrowserScript.minified(Array(try #require(EmbeddedFiles.bytes(of: "Site/\($1)")))).count
        }
        #expect(own <= 10 * 1024, "\(own) bytes")
        // Readers load what their page names, and nothing of editing.
        try home.publish { $0.isEditable = false }
        for page in ["index.html", PageName.item(UUID(high: 0x7000, low: 0)), "overview.html"] {
            let text = try home.text(page)
            let loaded = names(in: text)
            let size = size(in: parts(of: text).atOnce)
            #expect(!loaded.isEmpty && !loaded.contains("edit.js") && size > 3000, "\(page): \(loaded)")
            #expect(size <= 22 * 1024, "\(page): \(size) bytes")
        }
    }
}

/// An error as the command line says it.
func words(_ error: any Error) -> String { MessageCatalogue.english.text(Message(error)) }
