import Files
import Foundation
import Inventory
import InventoryStore
import Localization
import Synchronization
import Testing

@testable import HTTPServer
@testable import InventoryServer

@Suite("What a client may cost")
struct ServerLimitTests {
    @Test("a client that sends its header byte by byte is cut off")
    func slowHeader() throws {
        let server = try TestServer { $0.limits.headerSeconds = 1 }
        let client = try server.client()
        let begun = MonotonicClock.now()
        var isCut = false
        for byte in "GET / HTTP/1.1\r\nX-Slow: \(String(repeating: "a", count: 200))".utf8 {
            guard client.send([byte]), MonotonicClock.now() - begun < 8 else {
                isCut = MonotonicClock.now() - begun < 8
                break
            }
            usleep(100_000)
        }
        #expect(isCut)
    }

    @Test("a body that stops coming is not waited for")
    func stalledBody() throws {
        let server = try TestServer { $0.limits.idleSeconds = 1 }
        let client = try server.client()
        client.send(
            "POST /api/items HTTP/1.1\r\nHost: 127.0.0.1:\(server.port)\r\nAuthorization: Bearer \(server.bearer)\r\nContent-Type: application/json\r\nContent-Length: 100\r\n\r\n{"
        )
        client.limit(seconds: 10)
        #expect(client.response().status == 0)
        #expect(try server.items().isEmpty)
    }

    @Test("a chunked body beyond the limit is refused although no header states its size")
    func chunked() throws {
        let server = try TestServer { $0.limits.body = 1000 }
        let client = try server.client()
        client.send(
            "POST /api/items HTTP/1.1\r\nHost: 127.0.0.1:\(server.port)\r\nAuthorization: Bearer \(server.bearer)\r\nContent-Type: application/json\r\nTransfer-Encoding: chunked\r\n\r\n"
        )
        for _ in 0..<20 { client.send("64\r\n\(String(repeating: " ", count: 100))\r\n") }
        client.send("0\r\n\r\n")
        let response = client.response()
        #expect(response.status == 413)
        #expect(response.problem == "body-too-large")
    }

    @Test("bodies of all connections together stay within their bound")
    func budget() throws {
        let server = try TestServer { $0.limits.bodiesInMemory = 1000 }
        let large = #"{"name":"\#(String(repeating: "a", count: 2000))"}"#
        let response = try server.api("POST", "/api/items", large)
        #expect(response.status == 503)
        #expect(response.field("Retry-After") == "1")
        // The reserved bytes are returned.
        for _ in 0..<5 { #expect(try server.api("POST", "/api/items", #"{"name":"small"}"#).status == 201) }
    }

    @Test("a peer that asks too often has to wait")
    func rate() throws {
        let server = try TestServer { $0.limits.requestsPerSecond = 2 }
        var statuses: [Int] = []
        for _ in 0..<8 {
            statuses.append(
                try server.perform("GET /api/session HTTP/1.1\r\nHost: 127.0.0.1:\(server.port)\r\n\r\n").status)
        }
        #expect(statuses.contains(429))
    }

    @Test("a page with many pictures is shown whole to signed-in readers, and strangers wait as before")
    func pictures() throws {
        let server = try TestServer { $0.limits.requestsPerSecond = 1 }
        func page(_ cookie: String) throws -> Int {
            try server.perform(
                "GET /style.css HTTP/1.1\r\nHost: 127.0.0.1:\(server.port)\r\nSec-Fetch-Site: same-origin\r\n\(cookie)\r\n"
            ).status
        }
        for _ in 0..<20 { #expect(try page("Cookie: \(server.cookieName)=\(server.secret)\r\n") == 200) }
        let strangers = try (0..<8).map { _ in try page("") }
        #expect(strangers.contains(401) && strangers.last == 429)
    }

    @Test("more header than the library holds is refused by the library, or the connection is cut")
    func hugeHeader() throws {
        let server = try TestServer()
        let response = try server.perform(
            "GET / HTTP/1.1\r\nHost: 127.0.0.1:\(server.port)\r\nX-Filler: \(String(repeating: "a", count: 200_000))\r\n\r\n"
        )
        // What is still on its way when the library has answered and closed makes the system throw the answer away.
        #expect([431, 0].contains(response.status))
        #expect(try server.api("GET", "/api/items").status == 200)
    }

    @Test("connections beyond the limit wait until others end")
    func connections() throws {
        let server = try TestServer { $0.limits.connections = 8 }
        let clients = try (0..<10).map { _ in try server.client() }
        for client in clients {
            client.limit(seconds: 1)
            client.send("GET /api/session HTTP/1.1\r\nHost: 127.0.0.1:\(server.port)\r\n\r\n")
        }
        let answered = clients.filter { $0.response().status == 200 }.count
        #expect((1...8).contains(answered))
    }

    @Test("event streams beyond the limit are refused")
    func streams() throws {
        let server = try TestServer { $0.limits.streams = 1 }
        let first = try server.client()
        let request =
            "GET /api/events HTTP/1.1\r\nHost: 127.0.0.1:\(server.port)\r\nAuthorization: Bearer \(server.bearer)\r\n\r\n"
        first.send(request)
        #expect(first.read(until: "retry").contains("200 OK"))
        #expect(try server.perform(request).problem == "too-many-streams")
    }

    @Test("a disk that is nearly full takes no change")
    func fullDisk() throws {
        let server = try TestServer { $0.minimumFreeDisk = Int64.max }
        let response = try server.api("POST", "/api/items", #"{"name":"Lamp"}"#)
        #expect(response.status == 507)
        #expect(response.problem == "disk-full")
    }

    @Test("a store that was moved away while it is served is reported")
    func movedStore() throws {
        let server = try TestServer()
        #expect(rename(server.store.path, server.store.path + ".away") == 0)
        let response = try server.api("POST", "/api/items", #"{"name":"Lamp"}"#)
        #expect(response.status == 503)
        #expect(response.problem == "store-missing")
        #expect(rename(server.store.path + ".away", server.store.path) == 0)
    }

    @Test("wrong tokens lock a peer out, and time lets it try again")
    func lockOut() throws {
        let server = try TestServer()
        for _ in 0..<SignInLockout.free { _ = try server.post("/api/session", #"{"token":"WRONG"}"#) }
        let fourth = try server.post("/api/session", #"{"token":"WRONG"}"#)
        #expect(fourth.problem == "wrong-token")
        #expect(fourth.field("Retry-After") == "1")
        let locked = try server.post("/api/session", #"{"token":"WRONG"}"#)
        #expect(locked.problem == "locked-out")
        // Signed-in readers are not affected.
        #expect(try server.api("GET", "/api/items").status == 200)
        sleep(1)
        usleep(100_000)
        #expect(try server.post("/api/session", #"{"token":"WRONG"}"#).problem == "wrong-token")
    }

    @Test("a connection is used again for the next request")
    func keepAlive() throws {
        let server = try TestServer()
        let client = try server.client()
        for _ in 0..<3 {
            client.send("GET /api/session HTTP/1.1\r\nHost: localhost:\(server.port)\r\n\r\n")
            #expect(client.response().status == 200)
        }
    }
}

@Suite("What open pages hear")
struct EventStreamTests {
    private func listen(_ server: TestServer, _ more: String = "") throws -> RawClient {
        let client = try server.client()
        client.send(
            "GET /api/events HTTP/1.1\r\nHost: 127.0.0.1:\(server.port)\r\nAuthorization: Bearer \(server.bearer)\r\n\(more)\r\n"
        )
        _ = client.read(until: "retry")
        return client
    }

    @Test("an edit over HTTP and the rebuild after it are sent to every open page")
    func change() throws {
        let server = try TestServer()
        let one = try listen(server)
        let other = try listen(server)
        let (id, revision) = try server.add("Lamp")
        for client in [one, other] {
            let seen = client.read(until: "event: published")
            #expect(seen.contains("event: change\nid: \(revision)\n"))
            #expect(seen.contains(id))
            #expect(!seen.contains("Lamp"))
        }
    }

    @Test("an edit by another program is noticed")
    func otherProcess() throws {
        let server = try TestServer()
        let client = try listen(server)
        let other = try InventoryStore.open(at: server.path + "/inventory.homepwner", for: .writing)
        let item = Item(id: UUID(), name: "By another", dateCreated: .now)
        try other.add(item, ChangeContext(actor: "command line"))
        #expect(client.read(until: item.id.text).contains("event: change"))
    }

    @Test("pages whose session has ended receive no more events")
    func signedOut() throws {
        let server = try TestServer()
        let ends = try listen(server)
        let browser = try server.client()
        browser.send(
            "GET /api/events HTTP/1.1\r\nHost: 127.0.0.1:\(server.port)\r\nCookie: \(server.cookieName)=\(server.secret)\r\n\r\n"
        )
        _ = browser.read(until: "retry")
        #expect(try server.browse("POST", "/sign-out", "csrf=\(server.proof)").status == 303)
        let (id, _) = try server.add("Lamp")
        // The other session goes on; of the one that ended the last piece of a chunked body is read.
        #expect(ends.read(until: id).contains(id))
        let rest = browser.read(until: "\r\n0\r\n\r\n")
        #expect(rest.hasSuffix("\r\n0\r\n\r\n") && !rest.contains(id))
    }

    @Test("a heartbeat ends what listens in a session that is over, and a stream answered to nobody frees its place")
    func places() throws {
        let sessions = SessionStore()
        func signIn() throws -> Session {
            try sessions.signIn(sessions.makeToken(), kind: .bearer, peer: Peer(name: "a")).session
        }
        let (lasting, ending) = (try signIn(), try signIn())
        let broadcaster = EventBroadcaster(limit: 2, sessions: sessions)
        var streams = [
            try #require(broadcaster.open(in: lasting.selector)), try #require(broadcaster.open(in: ending.selector)),
        ]
        #expect(broadcaster.open(in: "more") == nil && broadcaster.count == 2)
        try sessions.end(ending.selector)
        broadcaster.sendHeartbeat()
        #expect(streams.map(\.hasEnded) == [false, true])
        streams = []
        #expect(broadcaster.count == 0)
        #expect(broadcaster.open(in: "more") != nil)
    }

    @Test("a page that reconnects receives the events that it missed")
    func missed() throws {
        let server = try TestServer()
        let (_, first) = try server.add("A")
        let (second, _) = try server.add("B")
        let client = try listen(server, "Last-Event-ID: \(first)\r\n")
        #expect(client.read(until: second).contains("event: change"))
    }

    @Test("a burst of edits is one or few rebuilds, and all of them are in it")
    func burst() throws {
        let server = try TestServer()
        for index in 0..<40 { _ = try server.add("Item \(index)") }
        var rebuilds: [StoreChanges] = []
        for _ in 0..<300 {
            rebuilds = server.log.rebuilds.withLock { $0 }
            if rebuilds.last?.revision == Revision(rawValue: 40) { break }
            usleep(10_000)
        }
        #expect(rebuilds.last?.revision == Revision(rawValue: 40))
        #expect(Set(rebuilds.flatMap(\.items)).count == 40)
        #expect(rebuilds.count < 40)
    }
}

@Suite("Many at once, and the end")
struct TogetherTests {
    private func watcher(of store: InventoryStore) -> ChangeWatcher {
        ChangeWatcher(
            store: store, broadcaster: EventBroadcaster(limit: 1, sessions: SessionStore()), folder: nil,
            rebuild: nil, reportFailure: nil)
    }

    @Test("the last edit is published before the server ends")
    func lastRebuild() throws {
        for _ in 0..<10 {
            let server = try TestServer()
            let (_, revision) = try server.add("Lamp")
            server.web.stop()
            #expect(server.log.rebuilds.withLock { $0.last?.revision } == Revision(rawValue: Int64(revision)))
        }
    }

    @Test("edits of many clients at once are all made, each once, and share transactions")
    func groupCommit() throws {
        let server = try TestServer()
        let failures = Mutex<[String]>([])
        let port = server.port
        let bearer = server.bearer
        let threads = (0..<16).map { number in
            WorkerThread {
                guard let client = try? RawClient(port: port) else {
                    failures.withLock { $0.append("no connection") }
                    return
                }
                for index in 0..<10 {
                    let body = #"{"name":"\#(number)-\#(index)"}"#
                    client.send(
                        "POST /api/items HTTP/1.1\r\nHost: 127.0.0.1:\(port)\r\nAuthorization: Bearer \(bearer)\r\nIdempotency-Key: \(number)-\(index)\r\nContent-Type: application/json\r\nContent-Length: \(body.utf8.count)\r\n\r\n\(body)"
                    )
                    let status = client.response().status
                    if status != 201 { failures.withLock { $0.append("status \(status)") } }
                }
            }
        }
        for thread in threads { thread?.join() }
        #expect(failures.withLock { $0 } == [])
        let list = try server.api("GET", "/api/items?limit=500").json
        #expect(list?["total"] as? Int == 160)
        #expect(list?["revision"] as? Int == 160)
        let names = Set((list?["items"] as? [[String: Any]] ?? []).compactMap { $0["name"] as? String })
        #expect(names.count == 160)
    }

    @Test("one refused edit of a batch leaves the others alone")
    func batch() throws {
        let server = try TestServer()
        let (id, _) = try server.add("Lamp")
        let results = Mutex<[Int: Bool]>([:])
        let done = Monitor(0)
        let queue = CommitQueue(store: server.store, watcher: watcher(of: server.store))
        for index in 0..<20 {
            let edit =
                index % 5 == 0
                ? EditRequest.move(UUID(), .at(.first))
                : EditRequest.add(Item(id: UUID(), name: "\(index)", dateCreated: .now), .at(.last))
            _ = queue.submit(
                CommitQueue.Edit(
                    apply: { writer in try edit.apply(writer, ChangeContext(actor: "test")) },
                    done: { result in
                        results.withLock { $0[index] = (try? result.get()) != nil }
                        done.change { $0 += 1 }
                    }))
        }
        _ = done.wait(seconds: 20) { $0 == 20 ? true : nil }
        queue.stop(by: MonotonicClock.now() + 20)
        #expect(results.withLock { $0.filter { !$0.value }.keys.sorted() } == [0, 5, 10, 15])
        #expect(try server.store.snapshot().count == 17)
        #expect(try server.store.snapshot().item(try #require(UUID(uuidString: id))) != nil)
    }

    @Test("an edit while another program writes is queued and made afterwards")
    func besideAnotherWriter() throws {
        let server = try TestServer()
        let queue = CommitQueue(store: server.store, watcher: watcher(of: server.store))
        defer { queue.stop(by: MonotonicClock.now() + 20) }
        let add = EditRequest.add(Item(id: UUID(), name: "Lamp", dateCreated: .now), .at(.last))
        let result = Monitor<Result<EditResult, any Error>?>(nil)
        let other = try InventoryStore.open(at: server.path + "/inventory.homepwner", for: .writing)
        let begun = MonotonicClock.now()
        let isQueued = try other.write { _ in
            queue.submit(
                CommitQueue.Edit(
                    apply: { writer in try add.apply(writer, ChangeContext(actor: "test")) },
                    done: { made in result.change { $0 = made } }))
        }
        #expect(isQueued)
        #expect(MonotonicClock.now() - begun < 5)
        #expect(try result.wait(seconds: 20) { $0 }?.get().item != nil)
        #expect(try server.store.snapshot().count == 1)
    }

    @Test("a store held by another program refuses the edit in words and changes nothing")
    func readOnly() {
        #expect(RequestError(StoreError.locked(path: "/secret")).type == .inventory(.storeBusy))
        #expect(RequestError(StoreError.readOnly(path: "/secret")).type == .inventory(.storeReadOnly))
        #expect(RequestError(StoreError.diskFull(path: "/secret")).type.status == 507)
        #expect(
            !String(
                decoding: RequestError(StoreError.damaged(path: "/secret", .database(words: "x"))).json(in: .english),
                as: UTF8.self
            )
            .contains("/secret")
        )
    }

    @Test("stopping while clients connect and disconnect ends only the server")
    func stopUnderLoad() throws {
        for _ in 0..<10 {
            let server = try TestServer()
            let port = server.port
            let isOver = Monitor(false)
            let threads = (0..<8).map { _ in
                WorkerThread {
                    while !isOver.withLock({ $0 }), let client = try? RawClient(port: port) {
                        client.limit(seconds: 2)
                        client.send("GET /api/session HTTP/1.1\r\nHost: 127.0.0.1:\(port)\r\n\r\n")
                        _ = client.response()
                    }
                }
            }
            usleep(20_000)
            #expect(server.web.stop())
            isOver.change { $0 = true }
            for thread in threads { thread?.join() }
        }
    }

    @Test("stopping answers running requests, ends streams, and accepts no new requests")
    func stop() throws {
        let server = try TestServer()
        let stream = try server.client()
        stream.send(
            "GET /api/events HTTP/1.1\r\nHost: 127.0.0.1:\(server.port)\r\nAuthorization: Bearer \(server.bearer)\r\n\r\n"
        )
        _ = stream.read(until: "retry")
        let begun = MonotonicClock.now()
        server.web.stop()
        #expect(MonotonicClock.now() - begun < 4)
        #expect(throws: (any Error).self) { try RawClient(port: server.port) }
        // Stopping again does nothing.
    }
}
