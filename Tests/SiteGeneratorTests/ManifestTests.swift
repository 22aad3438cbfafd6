import Foundation
import Glibc
import Inventory
import InventoryStore
import Testing

@testable import SiteGenerator

@Suite struct ManifestTests {
    private func edits(_ home: TestHousehold, _ path: String) throws -> Set<String> {
        let files = { try FileManager.default.contentsOfDirectory(atPath: "\(path)/manifest") }
        var nodes: [String: UInt64] = [:]
        for name in try files() { nodes[name] = try node("\(path)/manifest/\(name)") }
        try home.edit(3, .notes, .text("other"))
        try home.publish()
        return Set(try files().filter { try node("\(path)/manifest/\($0)") != nodes[$0] })
    }

    private func node(_ path: String) throws -> UInt64 {
        let folder = try SiteFolder.readOnly(path.split(separator: "/").dropLast().reduce("") { "\($0)/\($1)" })
        return UInt64(try #require(folder.status(of: String(path.split(separator: "/").last ?? ""))).st_ino)
    }

    @Test func anEditWritesOnlyThePartsItTouches() throws {
        let home = try TestHousehold(items: 1100)
        try home.publish()
        #expect(try edits(home, home.site) == ["items-3.json", "files.json"])
        try home.publish(to: home.base + "/whole")
        for name in ["lists", "files", "photos", "items-3", "items-f"] {
            let one = try home.text("manifest/\(name).json")
            let path = "\(home.base)/whole/manifest/\(name).json"
            #expect(try one == String(decoding: Data(contentsOf: URL(filePath: path)), as: UTF8.self))
        }
    }

    @Test func aFolderWithAManifestOfTheFirstFormIsTakenAndCarriedOver() throws {
        let home = try TestHousehold(items: 6)
        try home.publish()
        let whole = try home.files()
        let head = try home.text(SiteManifest.name)
        let old = head.dropLast(2).replacing("\"version\":2", with: "\"version\":1")
        let text = old + ",\n\"files\": {\n\"index.html\": \"00\"\n}}\n"
        try Data(text.utf8).write(to: URL(filePath: "\(home.site)/\(SiteManifest.name)"))
        try FileManager.default.removeItem(atPath: "\(home.site)/manifest")
        try Data("left".utf8).write(to: URL(filePath: "\(home.site)/location-of-old.html"))
        let outcome = try home.publish()
        #expect(outcome.written == 0 && outcome.removed == 1 && outcome.kept.isEmpty)
        #expect(try home.files() == whole)
        #expect(try home.publish().isIncremental)
    }

    @Test(arguments: ["items-", "lists", "files"])
    func aDamagedPartIsMadeAnew(part: String) throws {
        let home = try TestHousehold(items: 6)
        try home.publish()
        for damage in ["{", nil] {
            let before = try home.text("manifest/\(part).json")
            let path = "\(home.site)/manifest/\(part).json"
            if let damage { try Data(damage.utf8).write(to: URL(filePath: path)) } else { unlink(path) }
            let outcome = try home.publish()
            #expect(outcome.written == 0 && outcome.kept.isEmpty)
            #expect(try home.text("manifest/\(part).json") == before)
            try home.edit(2, .name, .text("Lamp \(damage ?? "")"))
            if let damage { try Data(damage.utf8).write(to: URL(filePath: path)) } else { unlink(path) }
            try home.publish()
            try home.publish(to: home.base + "/whole")
            #expect(try home.files() == home.files(home.base + "/whole"))
            try FileManager.default.removeItem(atPath: home.base + "/whole")
            try home.edit(2, .name, .text("Thing 2"))
            try home.publish()
        }
    }

    @Test func aFileThatWentIsMissedByAnEditElsewhere() throws {
        let home = try TestHousehold(items: 6)
        try home.publish()
        let page = "item/00000000-0000-7000-0000-000000000003.html"
        unlink("\(home.site)/\(page)")
        try home.edit(1, .notes, .text("other"))
        try home.publish()
        #expect(try home.files()[page] != nil)
    }

    @Test func aFileChangedInItsPlaceIsFoundWhereNothingElseIsToBeDone() throws {
        let home = try TestHousehold(items: 6)
        try home.publish()
        let file = try #require(FileHandle(forWritingAtPath: "\(home.site)/index.html"))
        try file.write(contentsOf: Data("junk".utf8))
        try file.close()
        try home.edit(1, .notes, .text("other"))
        try home.publish()
        try home.publish()
        try home.publish(to: home.base + "/whole")
        #expect(try home.files() == home.files(home.base + "/whole"))
    }
}
