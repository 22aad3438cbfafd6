import Foundation
import InventoryStore
import Testing

@testable import HTTPServer
@testable import InventoryServer

@Suite("Sessions and lock-outs")
struct SessionTests {
    @Test("each wrong token past the free ones doubles the wait, up to a bound, and an hour forgives")
    func lock() {
        var lock = SignInLockout()
        let peer = Peer(name: "a")
        var now = 0.0
        var waits: [Double] = []
        for _ in 0..<16 {
            let wait = lock.fail(peer, now: now)
            waits.append(wait)
            #expect(lock.wait(peer, now: now) == wait)
            #expect(lock.wait(Peer(name: "b"), now: now) == 0)
            now += wait
        }
        #expect(waits.prefix(8) == [0, 0, 0, 1, 2, 4, 8, 16])
        #expect(waits.last == SignInLockout.longest)
        #expect(lock.fail(peer, now: now + 4000) == 0)
        lock.succeed(peer)
        #expect(lock.wait(peer, now: now) == 0)
    }

    @Test("the memory of peers is bounded")
    func manyPeers() {
        var lock = SignInLockout()
        for index in 0..<3000 { _ = lock.fail(Peer(name: "\(index)"), now: Double(index)) }
        for _ in 0..<5 { _ = lock.fail(Peer(name: "2999"), now: 3000) }
        #expect(lock.wait(Peer(name: "2999"), now: 3000) > 0)
    }

    @Test("a token is good once, for ten minutes, beside others")
    func tokens() throws {
        let time = ManualClock()
        let book = SessionStore(clock: { time.now })
        let peer = Peer(name: "a")
        let old = book.makeToken()
        let token = book.makeToken()
        #expect(try book.signIn(old, kind: .cookie, peer: peer).session.role == .owner)
        #expect(throws: HTTPError.self) { try book.signIn(old, kind: .cookie, peer: peer) }
        let (session, secret) = try book.signIn(token, kind: .cookie, peer: peer)
        #expect(book.session(secret, kind: .cookie) == session)
        #expect(book.session(secret, kind: .bearer) == nil)
        #expect(throws: HTTPError.self) { try book.signIn(token, kind: .cookie, peer: peer) }
        let late = book.makeToken()
        time.now += SessionStore.tokenSeconds
        #expect(throws: HTTPError.self) { try book.signIn(late, kind: .cookie, peer: peer) }
    }

    @Test("sessions end when idle, at their longest, and when signed out")
    func ends() throws {
        let time = ManualClock()
        let book = SessionStore(clock: { time.now })
        let peer = Peer(name: "a")
        let (_, idle) = try book.signIn(book.makeToken(), kind: .bearer, peer: peer)
        time.now += SessionStore.idleSeconds
        #expect(book.session(idle, kind: .bearer) == nil)
        let (_, long) = try book.signIn(book.makeToken(), kind: .bearer, peer: peer)
        let begun = time.now
        while time.now - begun < SessionStore.longestSeconds - 3600 {
            time.now += 3600
            #expect(book.session(long, kind: .bearer) != nil)
        }
        time.now += 3600
        #expect(book.session(long, kind: .bearer) == nil)
        let (session, out) = try book.signIn(book.makeToken(), kind: .bearer, peer: peer)
        try book.end(session.selector)
        #expect(book.session(out, kind: .bearer) == nil)
    }

    @Test("a person whom a proxy signs in again and again ends none but her own sessions")
    func ownFirst() throws {
        let server = try TestServer()
        let store = server.store
        try store.set("Ana", role: .reader, endsSessions: true)
        let time = ManualClock()
        let book = SessionStore(of: store, clock: { time.now })
        let (_, owner) = try book.signIn(book.makeToken(), kind: .cookie, peer: Peer(name: "a"))
        for _ in 0...Session.Kind.cookie.limit {
            time.now += 1
            #expect(try book.signIn { $0.isNamed("Ana") } != nil)
        }
        #expect(book.session(owner, kind: .cookie) != nil)
        #expect(book.count == Session.Kind.cookie.limit)
    }

    @Test("pages of share links that a killed server left are removed when their sessions are over")
    func outdated() throws {
        let folder = NSTemporaryDirectory() + "sessions-\(UUID().uuidString)"
        defer { try? FileManager.default.removeItem(atPath: folder) }
        let own = SessionFile(in: folder, store: "/home/inventory", port: 8421).sharedFolder
        let old = Date(timeIntervalSinceNow: -SessionStore.longestSeconds - 60)
        for path in [own, "\(folder)/old.shared", "\(folder)/used.shared", "\(folder)/new.shared"] {
            try FileManager.default.createDirectory(atPath: path + "/0123456789ab", withIntermediateDirectories: true)
            guard !path.hasSuffix("new.shared") else { continue }
            try FileManager.default.setAttributes([.modificationDate: old], ofItemAtPath: path)
        }
        try "".write(toFile: "\(folder)/used.sessions", atomically: true, encoding: .utf8)
        _ = SessionFile(in: folder, store: "/home/inventory", port: 8421).load()
        let left = try FileManager.default.contentsOfDirectory(atPath: folder).map { "\(folder)/\($0)" }
        #expect(Set(left) == [own, "\(folder)/used.shared", "\(folder)/new.shared", "\(folder)/used.sessions"])
    }

    @Test("sessions outlast a restart, as hashes of their secrets, and no copy of the inventory has them")
    func restart() throws {
        let folder = NSTemporaryDirectory() + "sessions-\(UUID().uuidString)"
        defer { try? FileManager.default.removeItem(atPath: folder) }
        let time = ManualClock()
        let peer = Peer(name: "a")
        func open(store: String = "/home/inventory", port: UInt16 = 8421) -> SessionStore {
            SessionStore(file: SessionFile(in: folder, store: store, port: port), clock: { time.now })
        }
        var book = open()
        let (session, secret) = try book.signIn(book.makeToken(), kind: .cookie, peer: peer)
        let (other, otherSecret) = try book.signIn(book.makeToken(), kind: .bearer, peer: peer)
        let name = try #require(try FileManager.default.contentsOfDirectory(atPath: folder).first)
        let stored = try String(contentsOfFile: "\(folder)/\(name)", encoding: .utf8)
        #expect(!stored.contains(secret.dropFirst(12)) && !stored.contains(session.csrfToken))
        let attributes = try FileManager.default.attributesOfItem(atPath: "\(folder)/\(name)")
        #expect(attributes[.posixPermissions] as? Int == 0o600)
        // No call to stop: the program may be killed.
        book = open()
        #expect(book.session(secret, kind: .cookie) == session)
        #expect(book.session(secret, kind: .bearer) == nil)
        #expect(open(store: "/home/copy").session(secret, kind: .cookie) == nil)
        #expect(open(port: 8422).session(secret, kind: .cookie) == nil)
        try book.end(session.selector)
        #expect(open().session(secret, kind: .cookie) == nil)
        #expect(open().session(otherSecret, kind: .bearer) == other)
        // A damaged file contains no valid session.
        for text in ["", "junk", String(stored.prefix(60)), stored.replacing("homepwner-sessions 1", with: "other 9")] {
            try text.write(toFile: "\(folder)/\(name)", atomically: true, encoding: .utf8)
            #expect(open().session(otherSecret, kind: .bearer) == nil, "\(text)")
        }
        book.save()
        time.now += SessionStore.idleSeconds
        #expect(book.session(otherSecret, kind: .bearer) == nil)
        book.save()
        #expect(try FileManager.default.contentsOfDirectory(atPath: folder).isEmpty)
    }

    @Test("a bucket lets three seconds' worth by at once and the rate in the long run")
    func rate() {
        var limit = RateLimiter(perSecond: 10)
        let peer = Peer(name: "a")
        var taken = 0
        for _ in 0..<100 where limit.take(peer, now: 0) == nil { taken += 1 }
        #expect(taken == 30)
        for step in 1...100 where limit.take(peer, now: Double(step) / 20) == nil { taken += 1 }
        #expect((78...81).contains(taken))
        #expect(limit.take(Peer(name: "b"), now: 5) == nil)
    }

    /// A clock that stands still until it is moved.
    private final class ManualClock: @unchecked Sendable {
        var now = 1000.0
    }
}
