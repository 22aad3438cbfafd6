import Files
import Foundation
import Inventory
import InventoryStore
import Synchronization
import Testing

@testable import HTTPServer
@testable import InventoryServer

/// A store, and a watcher of it with rebuilds made for a test.
private final class ObservedFolder {
    let path = NSTemporaryDirectory() + "watch-\(UUID().uuidString)"
    let store: InventoryStore
    let watch: ChangeWatcher
    private let poller = ChangePoller()
    private let acted = Monitor(0)

    init(rebuild: @escaping @Sendable (StoreChanges) throws -> Void) throws {
        store = try InventoryStore.create(
            at: path, settings: InventorySettings(currency: try Currency(code: "USD")))
        watch = ChangeWatcher(
            store: store, broadcaster: EventBroadcaster(limit: 1, sessions: SessionStore()),
            folder: nil,
            rebuild: { changes in
                try rebuild(changes)
                return changes.revision
            }, reportFailure: nil)
        poller.add(store) { [watch] probe in watch.poll(probe) }
    }

    deinit {
        poller.remove(store)
        watch.stop(by: MonotonicClock.now() + 20)
        store.close()
        try? FileManager.default.removeItem(atPath: path)
    }

    /// Changes the store.
    func change() throws -> Revision {
        let item = Item(id: UUID(), name: "Lamp", dateCreated: .now)
        let outcome = try store.write { writer in
            try writer.add(item, ChangeContext(actor: "test", timestamp: .now))
        }
        watch.noticeChange()
        return outcome.revision
    }

    /// Asks for an act once the pages show a revision.
    func perform(_ revision: Revision) {
        watch.whenPublished(revision) { [acted] in acted.change { $0 += 1 } }
    }

    var acts: Int { acted.withLock { $0 } }

    /// Waits, with patience, until so many acts are done.
    func awaitActs(_ count: Int) -> Bool { acted.wait(seconds: 60) { $0 >= count ? true : nil } ?? false }
}

@Suite("Waiting for pages")
struct ChangeWatcherTests {
    @Test("waiting ends when the pages show the change, and at once if they already do")
    func shown() throws {
        let watched = try ObservedFolder { _ in }
        let revision = try watched.change()
        watched.perform(revision)
        #expect(watched.awaitActs(1))
        watched.perform(revision)
        #expect(watched.acts == 2)
    }

    @Test("after a rebuild that failed nothing waits until one succeeds")
    func failing() throws {
        let (mayFail, isFree) = (Monitor(true), Monitor(false))
        let watched = try ObservedFolder { _ in
            if mayFail.withLock({ $0 }) { throw POSIXError(.EIO) }
            _ = isFree.wait { $0 ? true : nil }
        }
        defer { isFree.change { $0 = true } }
        watched.perform(try watched.change())
        #expect(watched.awaitActs(1))
        mayFail.change { $0 = false }
        let revision = try watched.change()
        watched.perform(revision)
        #expect(watched.acts == 2)
        isFree.change { $0 = true }
        // The rebuild that succeeds is over when its pages are waited for no more.
        let ends = Monitor(0)
        while watched.watch.hasFailed { _ = ends.wait(seconds: 0.01) { _ -> Bool? in nil } }
        isFree.change { $0 = false }
        watched.perform(try watched.change())
        #expect(watched.acts == 2)
        isFree.change { $0 = true }
        #expect(watched.awaitActs(3))
    }

    @Test("a rebuild that failed is tried again without a further change")
    func retried() throws {
        let attempts = Monitor(0)
        let watched = try ObservedFolder { _ in
            attempts.change { $0 += 1 }
            if attempts.withLock({ $0 }) == 1 { throw POSIXError(.ENOSPC) }
        }
        _ = try watched.change()
        #expect(attempts.wait(seconds: 60) { $0 >= 2 ? true : nil } == true)
    }

    @Test("a failure to look for changes is over when the next look succeeds, without a change")
    func failedLook() throws {
        let watched = try ObservedFolder { _ in }
        let database = try watched.store.openSiteConnection()
        let ends = Monitor(0)
        func awaits(_ hasFailed: Bool) -> Bool {
            for _ in 0..<6000 {
                if watched.watch.hasFailed == hasFailed { return true }
                _ = ends.wait(seconds: 0.01) { _ -> Bool? in nil }
            }
            return false
        }
        try database.execute("ALTER TABLE journal RENAME TO absent")
        watched.watch.noticeChange()
        #expect(awaits(true))
        try database.execute("ALTER TABLE absent RENAME TO journal")
        #expect(awaits(false))
    }

    @Test("changes that a restored store lost are rebuilt, and those after it")
    func revisionsThatGoBack() throws {
        let rebuilt = Monitor<[StoreChanges]>([])
        let watched = try ObservedFolder { changes in rebuilt.change { $0.append(changes) } }
        func awaits(_ revision: Revision, _ isIncluded: (StoreChanges) -> Bool) -> Bool {
            let found: Bool? = rebuilt.wait(seconds: 60) { all in
                all.contains { $0.revision == revision && isIncluded($0) } ? true : nil
            }
            return found ?? false
        }
        for _ in 0..<4 { _ = try watched.change() }
        let last = try watched.change()
        let isBuilt = awaits(last) { _ in true }
        #expect(isBuilt)
        let database = try watched.store.openSiteConnection()
        try database.execute("DELETE FROM journal WHERE revision > 2")
        let isRebuilt = awaits(Revision(rawValue: 2)) { $0.requiresFullReload }
        #expect(isRebuilt)
        let next = try watched.change()
        #expect(next == Revision(rawValue: 3))
        let isFollowed = awaits(next) { $0.items.count == 1 }
        #expect(isFollowed)
    }

    @Test("waiting for a rebuild that is stuck ends after some seconds, and at once when the server stops")
    func stuck() throws {
        let isFree = Monitor(false)
        let watched = try ObservedFolder { _ in _ = isFree.wait { $0 ? true : nil } }
        defer { isFree.change { $0 = true } }
        let revision = try watched.change()
        watched.perform(revision)
        #expect(watched.acts == 0)
        #expect(watched.awaitActs(1))
        watched.perform(revision)
        #expect(watched.acts == 1)
        watched.watch.release()
        #expect(watched.acts == 2)
        watched.perform(revision)
        #expect(watched.acts == 3)
    }
}
