import Files
import FoundationEssentials
import Glibc
import Inventory
import InventoryStore
import Testing

@testable import SiteGenerator

/// The folder a publication goes into: whose it is, what is spared, restored and swept, and who may read it.
@Suite struct FolderTests {
    private func write(_ text: String, _ path: String) throws { try Data(text.utf8).write(to: URL(filePath: path)) }

    private func mode(_ path: String) -> mode_t {
        var status = stat()
        return stat(path, &status) == 0 ? status.st_mode & 0o777 : 0
    }

    @Test func aFolderOfAnotherInventoryIsRefusedUnlessForced() throws {
        let (home, other) = (try TestHousehold(items: 2), try TestHousehold(items: 3))
        try home.publish()
        let before = try home.files()
        #expect { try other.publish(to: home.site) } throws: { words($0).contains("from another inventory") }
        #expect(try home.files() == before)
        #expect(try other.publish(to: home.site) { $0.allowsForeignFolder = true }.items == 3)
    }

    @Test func filesOfOthersThatStandInTheWayAreKept() throws {
        let home = try TestHousehold(items: 2)
        try FileManager.default.createDirectory(atPath: home.site + "/assets", withIntermediateDirectories: true)
        try write("my homepage", home.site + "/index.html")
        try write("older", home.site + "/index.html~")
        try write("my css", home.site + "/assets/style.css")
        let outcome = try home.publish { $0.allowsForeignFolder = true }
        #expect(outcome.renamedForeignFiles == ["assets/style.css~", "index.html~2"])
        #expect(try home.text("index.html~2") == "my homepage")
        #expect(try home.text("index.html~") == "older")
        #expect(try home.text("assets/style.css~") == "my css")
        #expect(try home.text("index.html").contains("<!DOCTYPE html>"))
        #expect(try home.publish().renamedForeignFiles == [])
    }

    @Test func filesOfOthersAreNeverSwept() throws {
        let home = try TestHousehold(items: 2)
        let names = ["photo/holiday.jpg", "item/mine.html", "tag-mine.html"]
        for folder in ["photo", "item"] {
            try FileManager.default.createDirectory(atPath: "\(home.site)/\(folder)", withIntermediateDirectories: true)
        }
        for name in names { try write("mine", "\(home.site)/\(name)") }
        #expect(try home.publish { $0.allowsForeignFolder = true }.removed == 0)
        for name in names { #expect(try home.text(name) == "mine") }
        // A publication is interrupted.
        try write("", "\(home.site)/\(SiteFile.unfinishedName)")
        let left = "item/00000000-0000-7000-0000-00000000abcd.html"
        try write("left", "\(home.site)/\(left)")
        #expect(try home.publish().removed == 1)
        for name in names { #expect(try home.text(name) == "mine") }
        #expect(try home.files()[left] == nil)
    }

    @Test func aCopyOfTheStoreThatWentItsOwnWayIsPublishedAsItIs() throws {
        let home = try TestHousehold(items: 6)
        try FileManager.default.copyItem(atPath: home.base + "/store", toPath: home.base + "/copy")
        let copy = try InventoryStore.open(at: home.base + "/copy", for: .writing)
        defer { copy.close() }
        #expect(copy.identifier == home.store.identifier)
        func publishCopy(to path: String? = nil) throws -> PublishOutcome {
            try PublishedFolder(at: path ?? home.site, of: copy).publish(home.options())
        }
        func rename(_ store: InventoryStore, _ number: Int, _ name: String) throws {
            try store.edit(
                UUID(high: 0x7000, low: UInt64(number)), ItemEdit([.name: .text(name)]), basedOn: nil, home.context)
        }
        try rename(home.store, 1, "Here")
        try home.publish()
        try rename(copy, 2, "There")
        #expect(try copy.revision == home.store.revision)
        #expect(try publishCopy().written > 0)
        _ = try publishCopy(to: home.base + "/fresh")
        #expect(try home.files() == home.files(home.base + "/fresh"))
        #expect(try publishCopy().written == 0)
        // The other one is a change ahead.
        try rename(home.store, 3, "Here again")
        try home.publish()
        try home.publish(to: home.base + "/other")
        #expect(try home.files() == home.files(home.base + "/other"))
    }

    @Test func aMarkThatWasLeftInANewPublicationIsTakenAway() throws {
        let home = try TestHousehold(items: 2)
        try home.publish()
        try write("", "\(home.site)/\(TemporaryFolder.lockFileName)")
        try home.publish()
        #expect(try home.files()[TemporaryFolder.lockFileName] == nil)
    }

    @Test func aFileOfSomeoneElseWithTheNameOfANewPageIsKept() throws {
        let home = try TestHousehold(items: 2)
        try home.publish()
        let name = "item/00000000-0000-7000-0000-000000000005.html"
        try write("mine", home.site + "/" + name)
        try home.store.add(home.item(5), home.context)
        #expect(try home.publish().renamedForeignFiles == [name + "~"])
        #expect(try home.text(name + "~") == "mine")
    }

    @Test func missingAndDamagedFilesAreRestoredThoughNothingWasEdited() throws {
        let home = try TestHousehold(items: 6)
        try home.publish()
        let whole = try home.files()
        let page = "item/00000000-0000-7000-0000-000000000003.html"
        unlink("\(home.site)/\(page)")
        try write("junk", home.site + "/index.html")
        // The same length, another content.
        let style = try home.text("assets/style.css")
        try write(String(repeating: "x", count: style.utf8.count), home.site + "/assets/style.css")
        let outcome = try home.publish { $0.checksFiles = true }
        // The assets are few; they are all looked at again.
        #expect(outcome.written == 3, "\(outcome)")
        #expect(try home.files() == whole)
        #expect(try home.publish { $0.checksFiles = true }.written == 0)
    }

    @Test func damageIsFoundThoughAnEditWasPublishedSince() throws {
        let home = try TestHousehold(items: 6)
        try home.publish()
        try write("junk", home.site + "/assets/style.css")
        try home.edit(2, .notes, .text("changed"))
        try home.publish()
        #expect(try home.text("assets/style.css") == "junk")
        #expect(try home.publish { $0.checksFiles = true }.written == 1)
        #expect(try home.text("assets/style.css") != "junk")
    }

    @Test func aLinkInPlaceOfAFolderIsNotFollowed() throws {
        let home = try TestHousehold(items: 2)
        try home.publish()
        try FileManager.default.removeItem(atPath: home.site + "/item")
        mkdir(home.base + "/elsewhere", 0o700)
        #expect(symlink(home.base + "/elsewhere", home.site + "/item") == 0)
        #expect(throws: PublishError.self) { try home.publish() }
        #expect(try FileManager.default.contentsOfDirectory(atPath: home.base + "/elsewhere") == [])
    }

    @Test func whatAKilledFirstPublicationLeftIsTakenAway() throws {
        let home = try TestHousehold(items: 2)
        let left = home.base + "/.site.site-1abc.tmp"
        try FileManager.default.createDirectory(atPath: left + "/assets/words", withIntermediateDirectories: true)
        for name in ["index.html", "assets/style.css", "assets/words/en.json", TemporaryFolder.lockFileName] {
            try write("", "\(left)/\(name)")
        }
        var times = [timeval](repeating: timeval(tv_sec: time(nil) - 3600, tv_usec: 0), count: 2)
        #expect(utimes("\(left)/\(TemporaryFolder.lockFileName)", &times) == 0)
        try home.publish()
        #expect(try FileManager.default.contentsOfDirectory(atPath: home.base).sorted() == ["site", "store"])
        #expect(!FileManager.default.fileExists(atPath: "\(home.site)/\(TemporaryFolder.lockFileName)"))
    }

    @Test func aFirstPublicationThatFailsLeavesNothing() throws {
        let home = try TestHousehold(items: 1)
        mkdir(home.base + "/own", 0o700)
        try write("{{nosuch}}", home.base + "/own/list.html.mustache")
        #expect(throws: PublishError.self) { try home.publish { $0.templates = home.base + "/own" } }
        #expect(try FileManager.default.contentsOfDirectory(atPath: home.base).sorted() == ["own", "store"])
    }

    @Test func privatePagesAreForTheOwnerAlone() throws {
        let home = try TestHousehold(items: 1)
        try home.publish()
        #expect(mode(home.base + "/store") == 0o700 && mode(home.base + "/store/inventory.sqlite") == 0o600)
        #expect(mode(home.site) == 0o700 && mode(home.site + "/item") == 0o700)
        #expect(mode(home.site + "/index.html") == 0o600)
        // Whom the owner lets in may read what is written later, too.
        chmod(home.site, 0o750)
        try home.store.add(home.item(4), home.context)
        try home.publish()
        #expect(mode(home.site + "/index.html") == 0o640 && mode(home.site + "/item") == 0o750)
        try home.publish { $0.profile = .public }
        #expect(mode(home.site) == 0o755 && mode(home.site + "/assets/style.css") == 0o644)
        try home.publish()
        #expect(mode(home.site) == 0o700 && mode(home.site + "/assets/style.css") == 0o600)
    }

    @Test func theInventorysOwnFolderIsNoPlaceForPages() throws {
        let home = try TestHousehold(items: 1)
        for path in [home.base + "/store/site", home.base + "/store", home.base + "/site/../store/x/"] {
            mkdir(home.site, 0o700)
            #expect { try home.publish(to: path) { $0.allowsForeignFolder = true } } throws: {
                words($0).contains("inventory's own folder")
            }
        }
    }

    @Test func aMistypedOrMissingFolderOfTemplatesIsRefused() throws {
        let home = try TestHousehold(items: 1)
        let own = home.base + "/own"
        #expect { try home.publish { $0.templates = own } } throws: { words($0).contains("does not exist") }
        mkdir(own, 0o700)
        #expect { try home.publish { $0.templates = own } } throws: { words($0).contains("could replace") }
        try write("x", own + "/rwo.html.mustache")
        #expect { try home.publish { $0.templates = own } } throws: {
            words($0).contains("rwo.html.mustache") && words($0).contains(" row.html.mustache")
        }
        try write("x", own + "/en.json")
        #expect { try home.publish { $0.site = own } } throws: { words($0).contains("en.json") }
        unlink(own + "/rwo.html.mustache")
        unlink(own + "/en.json")
        try write("/* mine */", own + "/style.css")
        try home.publish { $0.site = own }
        #expect(try PublishedSite(at: home.site)?.hasOwnAssets == true)
        #expect(try PublishedSite(at: home.site)?.hasOwnTemplates == false)
    }
}
