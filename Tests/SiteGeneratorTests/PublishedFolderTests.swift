import Foundation
import Inventory
import InventoryStore
import Testing

@testable import SiteGenerator

/// A folder that a server publishes again and again, with changes that it knows already.
@Suite struct PublishedFolderTests {
    private func rename(_ number: Int, _ home: TestHousehold) throws {
        try home.edit(number, .name, .text("Renamed \(number)"))
    }

    @Test func changesThatTheCallerKnowsArePublished() throws {
        let home = try TestHousehold(items: 12)
        let folder = PublishedFolder(at: home.site, of: home.store)
        let base = try folder.publish(home.options()).revision
        try rename(1, home)
        let first = try home.store.changes(since: base)
        let outcome = try folder.publish(home.options(), after: first)
        #expect(outcome.isIncremental && outcome.written > 0 && outcome.revision == first.revision)
        try home.expectAsFromNothing("first")

        // Others came since they were read.
        try rename(2, home)
        let second = try home.store.changes(since: outcome.revision)
        try rename(3, home)
        let latest = try folder.publish(home.options(), after: second).revision
        #expect(try latest == home.store.revision)
        try home.expectAsFromNothing("second")
    }

    @Test func changesThatDoNotFollowThePublicationAreReadAgain() throws {
        let home = try TestHousehold(items: 12)
        let folder = PublishedFolder(at: home.site, of: home.store)
        try folder.publish(home.options())
        try rename(1, home)
        let between = try home.store.revision
        try rename(2, home)
        let changes = try home.store.changes(since: between)
        #expect(try folder.publish(home.options(), after: changes).isIncremental)
        try home.expectAsFromNothing()
    }

    @Test func anotherProgramMayPublishTheFolderMeanwhile() throws {
        let home = try TestHousehold(items: 12)
        let store = home.store
        let folder = PublishedFolder(at: home.site, of: store) { site in
            try site.options(generator: "homepwner test", store: store)
        }
        #expect(try folder.publishAgain() == nil)
        try folder.publish(home.options())
        try rename(1, home)
        try folder.publishAgain(after: home.store.changes(since: home.store.revision))
        try home.publish { $0.title = "Another title" }
        try rename(2, home)
        #expect(try folder.publishAgain() == home.store.revision)
        try home.expectAsFromNothing { $0.title = "Another title" }
        folder.close()
        try rename(3, home)
        try folder.publishAgain()
        try home.expectAsFromNothing("closed") { $0.title = "Another title" }
    }

    @Test func aFailureIsForgottenByTheNextPublication() throws {
        let home = try TestHousehold(items: 3)
        let folder = PublishedFolder(at: home.site, of: home.store)
        try folder.publish(home.options())
        try rename(1, home)
        #expect(throws: PublishError.self) { try folder.publish(home.options { $0.templates = "\(home.base)/absent" }) }
        try folder.publish(home.options())
        try home.expectAsFromNothing()
    }
}
