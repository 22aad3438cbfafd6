import Foundation
import Inventory
import InventoryStore
import Testing

@testable import Attachments
@testable import SiteGenerator

/// Pages do not depend on the number of threads that make them, nor on the rows that are kept.
@Suite struct ParallelPublishingTests {
    private func id(_ number: Int) -> UUID { UUID(high: 0x7000, low: UInt64(number)) }

    /// More items than one batch has, of which some have parts in other batches and some are archived.
    private func household() throws -> TestHousehold {
        let home = try TestHousehold(items: ItemPagePublisher.itemsAtOnce * 3 + 7)
        for part in [1, 130, 131, 260, 390] { try home.edit(part, .parent, .identifier(id(0))) }
        try home.edit(2, .parent, .identifier(id(389)))
        for number in [131, 260, 389] { try home.edit(number, .archived, .flag(true)) }
        return home
    }

    @Test(arguments: [PublishProfile.private, .public])
    func anyNumberOfThreadsMakesTheSamePages(_ profile: PublishProfile) throws {
        let home = try household()
        try home.publish {
            $0.jobs = 1; $0.profile = profile
        }
        let expected = try home.files()
        #expect(expected.count > 390)
        for jobs in [2, 5, 16] {
            let path = "\(home.base)/jobs\(jobs)"
            let outcome = try home.publish(to: path) {
                $0.jobs = jobs; $0.profile = profile
            }
            #expect(outcome.items == 388)
            #expect(try home.files(path) == expected, "\(jobs) threads")
            // The index has the same fingerprints: nothing is written again.
            let again = try home.publish(to: path) {
                $0.jobs = jobs; $0.profile = profile; $0.checksFiles = true
            }
            #expect(again.isIncremental && again.written == 0)
        }
    }

    @Test func publishingEverythingAgainKeepsWhatIsThere() throws {
        let home = try household()
        try home.publish { $0.jobs = 3 }
        let outcome = try home.publish {
            $0.jobs = 3; $0.title = "Another title"
        }
        #expect(!outcome.isIncremental)
        try home.expectAsFromNothing { $0.title = "Another title" }
    }

    @Test(arguments: [1, 2, 5]) func aFailureOfAnyThreadEndsThePublication(_ jobs: Int) throws {
        let home = try household()
        let photo = PhotoReference(
            hash: try #require(ContentHash(String(repeating: "0", count: 64))), mediaType: "image/jpeg", bytes: 1,
            width: 4000, height: 3000, caption: nil, isPrimary: false)
        let files = AttachmentStore(of: home.store).files
        try files.makeFolders()
        // No photo has this hash, so no pictures can be made of the file.
        try Data().write(to: URL(filePath: files.originalPath(of: photo.hash)))
        for number in [3, 300] {
            try home.store.write { writer in
                _ = try writer.add(photos: [photo], to: self.id(number), home.context)
            }
        }
        #expect(throws: PublishError.self) {
            try home.publish {
                $0.jobs = jobs; $0.photos = files
            }
        }
        #expect(!FileManager.default.fileExists(atPath: home.site))
        // Nothing of it is in the way of the next one.
        try home.publish { $0.jobs = jobs }
        try home.expectAsFromNothing()
    }

    /// Whether its row was kept after its page was rendered, or rendered alone later.
    @Test func aRowOfAnOwnTemplateDoesNotDependOnThePageBefore() throws {
        let home = try household()
        let templates = "\(home.base)/templates"
        try FileManager.default.createDirectory(atPath: "\(templates)/page", withIntermediateDirectories: true)
        let row =
            "<tr id=\"{{item.id}}\"><td>{{item.name}}[{{parent.name}}|{{#parts}}{{name}},{{/parts}}|"
            + "{{#locations}}{{label}}/{{/locations}}]</td></tr>\n"
        try Data(row.utf8).write(to: URL(filePath: "\(templates)/page/row.html.mustache"))
        try home.publish { $0.templates = templates }
        #expect(try home.text("index.html").contains("Lamp 0[||]"))
        try home.edit(3, .notes, .text("changed"))
        #expect(try home.publish { $0.templates = templates }.isIncremental)
        try home.expectAsFromNothing { $0.templates = templates }
    }

    @Test func rowsAreKeptUpToALimit() {
        let cache = RowCache(bytes: 2300)
        let row = [UInt8](repeating: 65, count: 1000)
        #expect(cache.hasRoom)
        cache.keep([(1, row), (1, row), (2, row)])
        #expect(!cache.hasRoom)
        cache.keep([(3, row), (4, [66])])
        #expect(cache.rows(at: [4, 1, 3, 2]) == [[66], row, nil, row])
    }
}
