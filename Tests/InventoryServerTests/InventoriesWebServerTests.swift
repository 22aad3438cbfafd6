import Files
import Foundation
import Inventory
import InventoryStore
import Synchronization
import Testing

@testable import HTTPServer
@testable import InventoryServer

/// One server of several inventories, each in a folder; `lost` cannot be opened.
@Suite final class InventoriesWebServerTests {
    private let path = NSTemporaryDirectory() + "inventories-\(UUID().uuidString)"
    private var server: InventoriesWebServer?
    private var port: UInt16 = 0
    /// The names of the inventories that were opened, in order.
    private let opened = Opened()

    private final class Opened: Sendable {
        let names = Mutex<[String]>([])
        let stores = Mutex<[String: InventoryStore]>([:])
    }

    deinit {
        server?.stop()
        try? FileManager.default.removeItem(atPath: path)
    }

    private func start(
        _ limits: InventoryRouter.OpenLimits = InventoryRouter.OpenLimits(), metrics: Bool = false,
        host: String? = nil, people: InventoryStore? = nil
    ) throws -> InventoriesWebServer {
        var options = ServerOptions(folder: path)
        options.address = "127.0.0.1:0"
        options.hosts = host.map { [$0] } ?? []
        if metrics { options.metricsAddress = "127.0.0.1:0" }
        let (path, opened, common) = (path, opened, options)
        let server = try InventoriesWebServer(
            options: options, openLimits: limits, people: people.map { SessionStore(of: $0) }, isReadable: { true },
            visit: { isWanted, body in
                for (name, store) in opened.stores.withLock({ $0 }).sorted(by: { $0.key < $1.key }) where isWanted(name)
                {
                    try body(name, store)
                }
            }
        ) { name in
            guard name != "lost" else { throw POSIXError(.EIO) }
            guard ["one", "two", "three"].contains(name) else { return nil }
            opened.names.withLock { $0.append(name) }
            let site = "\(path)/\(name)-site"
            try FileManager.default.createDirectory(atPath: site, withIntermediateDirectories: true)
            try Data(name.utf8).write(to: URL(fileURLWithPath: site + "/index.html"))
            let store = try InventoryStore.create(
                at: "\(path)/\(name)-\(UUID().uuidString)",
                settings: InventorySettings(currency: try Currency(code: "USD")))
            opened.stores.withLock { $0[name] = store }
            var options = common
            options.folder = site
            return (store, options)
        }
        self.server = server
        port = UInt16(server.address.split(separator: ":").last ?? "") ?? 0
        return server
    }

    /// An inventory whose people are those of a server here.
    private func makeRegister() throws -> InventoryStore {
        try FileManager.default.createDirectory(atPath: path, withIntermediateDirectories: true)
        return try InventoryStore.create(
            at: "\(path)/register", settings: InventorySettings(currency: try Currency(code: "USD")))
    }

    private func send(
        _ method: String, _ host: String, _ target: String, _ body: String, fields: [String] = [],
        type: String = "application/json"
    ) throws -> RawClient.Response {
        let client = try RawClient(port: port)
        let lines = [
            "\(method) \(target) HTTP/1.1", "Host: \(host):\(port)", "Content-Type: \(type)",
            "Content-Length: \(body.utf8.count)",
        ]
        client.send((lines + fields).joined(separator: "\r\n") + "\r\n\r\n" + body)
        return client.response()
    }

    /// Signs somebody of the server in at a host.
    /// - Returns: the header field that proves it.
    private func signIn(_ name: String, of register: InventoryStore, at host: String) throws -> String {
        _ = try get(host)
        let token = try SignInCode.make(for: name, in: register)
        let answer = try send("POST", host, "/api/session", #"{"token":"\#(token)","bearer":true}"#)
        return "Authorization: Bearer \(try #require(answer.json?["bearer"] as? String))"
    }

    private func status(_ host: String, _ proof: String, _ target: String = "/api/items") throws -> Int {
        // The first request to an inventory opens it.
        try get(host, target, fields: [proof]).status
    }

    private func get(
        _ host: String, _ target: String = "/api/session", fields: [String] = []
    ) throws -> RawClient.Response {
        let client = try RawClient(port: port)
        client.send(request(host, target, fields: fields))
        return client.response()
    }

    private func request(_ host: String, _ target: String = "/api/session", fields: [String] = []) -> String {
        (["GET \(target) HTTP/1.1", "Host: \(host):\(port)"] + fields).joined(separator: "\r\n") + "\r\n\r\n"
    }

    /// Sends the head of a request to sign in, and waits until the server asks for the 13 bytes of its body.
    private func beginSignIn(_ host: String) throws -> RawClient {
        let client = try RawClient(port: port)
        client.send(
            "POST /api/session HTTP/1.1\r\nHost: \(host):\(port)\r\nContent-Type: application/json\r\n"
                + "Content-Length: 13\r\nExpect: 100-continue\r\n\r\n")
        #expect(client.read(until: "\r\n\r\n").hasPrefix("HTTP/1.1 100 "))
        return client
    }

    @Test func theFirstRequestOpensAnInventoryAndLaterOnesFindItOpen() throws {
        _ = try start()
        #expect(server?.address == "http://NAME.localhost:\(port)")
        for host in ["one.localhost", "ONE.localhost", "two.localhost", "one.localhost"] {
            #expect(try get(host).status == 200, "\(host)")
        }
        #expect(opened.names.withLock { $0 } == ["one", "two"])
        #expect(try get("one.localhost", "/api/items").status == 401)
    }

    @Test func manyFirstRequestsAtOnceOpenAnInventoryOnce() throws {
        _ = try start()
        let clients = try (0..<12).map { _ in try RawClient(port: port) }
        for client in clients { client.send(request("one.localhost")) }
        #expect(clients.allSatisfy { $0.response().status == 200 })
        #expect(opened.names.withLock { $0 } == ["one"])
    }

    @Test(arguments: [
        ("four.localhost", 421), ("localhost", 421), ("127.0.0.1", 421), ("one.example", 421), ("a.one.localhost", 421),
        ("lost.localhost", 503),
    ])
    func whatCannotBeOpenedIsRefused(host: String, status: Int) throws {
        _ = try start()
        #expect(try get(host).status == status)
        #expect(try get(host, "/", fields: ["Accept: text/html"]).status == status)
        #expect(opened.names.withLock { $0 }.isEmpty)
    }

    @Test func stoppingWhileAnInventoryIsOpenedAnswersThoseWhoWaitForIt() throws {
        let isOpening = Monitor(false)
        var options = ServerOptions(folder: path)
        options.address = "127.0.0.1:0"
        let server = try InventoriesWebServer(
            options: options, openLimits: InventoryRouter.OpenLimits(), isReadable: { true }
        ) { _ in
            isOpening.change { $0 = true }
            Thread.sleep(forTimeInterval: 1)
            return nil
        }
        port = UInt16(server.address.split(separator: ":").last ?? "") ?? 0
        let client = try RawClient(port: port)
        client.send(request("one.localhost"))
        isOpening.wait { $0 ? true : nil }
        #expect(server.stop())
        #expect(client.response().status == 503)
    }

    @Test func aRequestInProgressKeepsItsInventoryOpen() throws {
        var limits = InventoryRouter.OpenLimits()
        (limits.idleSeconds, limits.sweepSeconds) = (0.2, 0.1)
        _ = try start(limits)
        #expect(try get("one.localhost").status == 200)
        let client = try beginSignIn("one.localhost")
        Thread.sleep(forTimeInterval: 1)
        client.send("{\"token\":\"x\"}")
        #expect(client.response().status == 401)
        #expect(opened.names.withLock { $0 } == ["one"])
    }

    @Test func anAddressIsNoCommonName() {
        var options = ServerOptions(folder: path)
        (options.address, options.hosts) = ("127.0.0.1:0", ["127.0.0.1"])
        #expect(throws: ServerError.badHostName("127.0.0.1")) {
            try InventoriesWebServer(options: options, openLimits: .init(), isReadable: { true }) { _ in nil }
        }
    }

    @Test("a client cannot have inventories opened without end")
    func aClientCannotHaveInventoriesOpenedWithoutEnd() throws {
        _ = try start()
        let statuses = try (0..<100).map { try get("no\($0).localhost").status }
        #expect(statuses.first == 421 && statuses.last == 429)
        #expect(statuses.allSatisfy { [421, 429].contains($0) })
    }

    @Test func anIdleInventoryIsClosedAndOpenedAgain() throws {
        var limits = InventoryRouter.OpenLimits()
        (limits.idleSeconds, limits.sweepSeconds) = (0.2, 0.1)
        _ = try start(limits)
        #expect(try get("one.localhost").status == 200)
        Thread.sleep(forTimeInterval: 1)
        #expect(try get("one.localhost").status == 200)
        #expect(opened.names.withLock { $0 } == ["one", "one"])
    }

    @Test func beyondTheMaximumAnIdleInventoryMakesRoom() throws {
        var limits = InventoryRouter.OpenLimits()
        (limits.maximumOpen, limits.shortIdleSeconds) = (2, 0)
        _ = try start(limits)
        // Inventories with a request in progress are not idle, however long that takes.
        let clients = try ["one.localhost", "two.localhost"].map { host in
            #expect(try get(host).status == 200)
            return try beginSignIn(host)
        }
        let refused = try get("three.localhost")
        #expect(refused.status == 503 && refused.field("Retry-After") == "2")
        clients[0].send("{\"token\":\"x\"}")
        #expect(clients[0].response().status == 401)
        Thread.sleep(forTimeInterval: 2.1)
        #expect(try get("three.localhost").status == 200)
        clients[1].send("{\"token\":\"x\"}")
        #expect(clients[1].response().status == 401)
        #expect(opened.names.withLock { $0 } == ["one", "two", "three"])
    }

    @Test func strangersHoldNothingOpen() throws {
        var limits = InventoryRouter.OpenLimits()
        limits.maximumOpen = 2
        _ = try start(limits)
        for host in ["one", "two", "three", "one", "three", "two"] {
            #expect(try get("\(host).localhost", "/robots.txt").status != 503, "\(host)")
        }
        #expect(opened.names.withLock { $0 } == ["one", "two", "three", "one", "two"])
    }

    // The people of a database server

    @Test("one sign-in is good for the inventories in which somebody has a role, each with its role, and for no other")
    func serverPeople() throws {
        let register = try makeRegister()
        _ = try start(people: register)
        try register.set("Ana Silva", role: .recorder, in: "one", endsSessions: true)
        try register.set("Ana Silva", role: .reader, in: "*w*", endsSessions: false)
        try register.set("Ben", role: .owner, in: "nobody-*", endsSessions: true)
        let ana = try signIn("Ana Silva", of: register, at: "two.localhost")
        for host in ["one.localhost", "two.localhost"] { #expect(try status(host, ana) == 200, "\(host)") }
        #expect(try status("three.localhost", ana) == 401)
        #expect(try get("one.localhost", fields: [ana]).json?["role"] as? String == "recorder")
        #expect(try get("two.localhost", fields: [ana]).json?["role"] as? String == "reader")
        #expect(try send("POST", "one.localhost", "/api/items", #"{"name":"Lamp"}"#, fields: [ana]).status == 201)
        #expect(try send("POST", "two.localhost", "/api/items", #"{"name":"Lamp"}"#, fields: [ana]).status == 403)
        #expect(try send("POST", "three.localhost", "/api/items", #"{"name":"Lamp"}"#, fields: [ana]).status == 401)
        let one = try #require(opened.stores.withLock { $0["one"] })
        #expect(try one.journal(limit: 5).map(\.actor) == ["Ana Silva"])
        // Whoever has a role in none can begin no session in any, and keeps the code.
        let token = try SignInCode.make(for: "Ben", in: register)
        let body = #"{"token":"\#(token)","bearer":true}"#
        #expect(try send("POST", "one.localhost", "/api/session", body).problem == "wrong-token")
        try register.set("Ben", role: .editor, in: "one", endsSessions: false)
        #expect(try send("POST", "one.localhost", "/api/session", body).json?["role"] as? String == "editor")
        // A link for another device is good everywhere, too, and signing out everywhere ends all of their sessions.
        let link = try send("POST", "one.localhost", "/api/session/links", "{}", fields: [ana])
        let other = #"{"token":"\#(link.json?["token"] as? String ?? "")","bearer":true}"#
        let phone = try send("POST", "two.localhost", "/api/session", other).json?["bearer"] as? String ?? ""
        #expect(try status("one.localhost", "Authorization: Bearer \(phone)") == 200)
        #expect(try send("DELETE", "two.localhost", "/api/session?everywhere=yes", "", fields: [ana]).status == 204)
        #expect(try status("one.localhost", "Authorization: Bearer \(phone)") == 401)
    }

    @Test("a person of the inventory comes before one of the server with the same name")
    func namesakes() throws {
        let register = try makeRegister()
        _ = try start(people: register)
        try register.set("Ana Maß", role: .editor, in: "*", endsSessions: true)
        _ = try get("two.localhost")
        let two = try #require(opened.stores.withLock { $0["two"] })
        try two.set("ANA MASS", role: .reader, endsSessions: true)
        let ana = try signIn("Ana Maß", of: register, at: "one.localhost")
        Thread.sleep(forTimeInterval: 0.6)
        #expect(try status("one.localhost", ana) == 200)
        #expect(try status("two.localhost", ana) == 401)
        let own = try signIn("ANA MASS", of: two, at: "two.localhost")
        #expect(try get("two.localhost", fields: [own]).json?["role"] as? String == "reader")
        #expect(try status("one.localhost", own) == 401)
        try two.remove(person: "ANA MASS")
        Thread.sleep(forTimeInterval: 1)
        #expect(try status("two.localhost", ana) == 200)
    }

    @Test("a role that ends, a person who is removed and one who is signed out lose pages and streams within a second")
    func revokedAtServer() throws {
        let register = try makeRegister()
        _ = try start(people: register)
        let changes: [(InventoryStore) throws -> Void] = [
            { try $0.set("Ana", role: nil, in: "one", endsSessions: false) },
            { try $0.endSessions(of: try #require($0.people().first)) },
            { try $0.remove(person: "Ana") },
        ]
        for change in changes {
            try register.set("Ana", role: .editor, in: "one", endsSessions: true)
            try register.set("Ana", role: .editor, in: "two", endsSessions: false)
            let ana = try signIn("Ana", of: register, at: "one.localhost")
            let client = try RawClient(port: port)
            client.send(request("one.localhost", "/api/events", fields: [ana]))
            #expect(client.read(until: "retry").contains("200 OK"))
            let begun = MonotonicClock.now()
            try change(register)
            client.limit(seconds: 5)
            #expect(client.read(until: "\r\n0\r\n\r\n").hasSuffix("\r\n0\r\n\r\n"))
            // Not a measurement: a heartbeat, which would end it too, comes after fifteen.
            #expect(MonotonicClock.now() - begun < 5)
            #expect(try status("one.localhost", ana) == 401)
        }
    }

    @Test("fields that the server or the inventory hides from a role are hidden from the server's people")
    func hiddenFromServerPeople() throws {
        let register = try makeRegister()
        _ = try start(people: register)
        try register.set("Ana", role: .reader, in: "*", endsSessions: true)
        try register.hide(.documents, from: .reader)
        _ = try get("one.localhost")
        try #require(opened.stores.withLock { $0["one"] }).hide(.values, from: .reader)
        let ana = try signIn("Ana", of: register, at: "two.localhost")
        Thread.sleep(forTimeInterval: 1)
        for (host, hidden) in ["one": ["values", "documents"], "two": ["documents"]] {
            #expect(try get("\(host).localhost", fields: [ana]).json?["hidden"] as? [String] == hidden, "\(host)")
        }
    }

    @Test("the cookie of a sign-in is for all hosts below the common one, and for no server under another name")
    func cookie() throws {
        let register = try makeRegister()
        _ = try start(host: "homes.example", people: register)
        try register.set("Ana", role: .reader, in: "*", endsSessions: true)
        func signIn(_ host: String) throws -> RawClient.Response {
            _ = try get(host)
            let form = "token=\(try SignInCode.make(for: "Ana", in: register))&return=/"
            return try send(
                "POST", host, "/sign-in", form, fields: ["Sec-Fetch-Site: same-origin"],
                type: "application/x-www-form-urlencoded")
        }
        for host in ["homes.example", "one.homes.example"] {
            let answer = try signIn(host)
            let field = try #require(answer.fields("Set-Cookie").last)
            #expect(answer.status == 303 && field.contains("; Domain=homes.example"), "\(host)")
            let pair = try #require(field.split(separator: ";").first)
            let (name, secret) = (pair.prefix { $0 != "=" }, pair.drop { $0 != "=" })
            func reads(_ cookie: String) throws -> Int {
                try get("two.homes.example", "/api/items", fields: ["Cookie: \(cookie)"]).status
            }
            #expect(try reads(String(pair)) == 200)
            // The name of a server under `example`, and of the inventory itself.
            let two = try #require(opened.stores.withLock { $0["two"] }).identifier.uuidString.lowercased().prefix(8)
            let other = SHA256.hexadecimalDigest(of: "example:\(port)").prefix(8)
            for wrong in ["homepwner-people-\(other)", "homepwner-\(two)", "homepwner-people"] {
                #expect(try reads(wrong + secret) == 401, "\(wrong)")
            }
            #expect(name == "homepwner-people-\(SHA256.hexadecimalDigest(of: "homes.example:\(port)").prefix(8))")
        }
        // Browsers take no cookie for all hosts of a single word.
        server?.stop()
        _ = try start(people: register)
        #expect(try signIn("one.localhost").fields("Set-Cookie").allSatisfy { !$0.contains("Domain") })
    }

    @Test("the common host signs people in, and has nothing of any inventory")
    func commonHost() throws {
        let register = try makeRegister()
        _ = try start(people: register)
        try register.set("Ana", role: .owner, in: "*", endsSessions: true)
        let ana = try signIn("Ana", of: register, at: "localhost")
        #expect(try get("localhost", fields: [ana]).json?["person"] as? String == "Ana")
        #expect(try get("localhost", fields: [ana]).json?["role"] == nil)
        #expect(try get("localhost", "/sign-in").status == 200)
        for address in Address.table where !address.places.contains(.server) {
            #expect(try get("localhost", address.path, fields: [ana]).status == 404, "\(address.path)")
        }
        for path in ["/index.html", "/one/index.html", "/search/index.json"] {
            #expect([401, 404].contains(try get("localhost", path, fields: [ana]).status), "\(path)")
        }
        #expect(opened.names.withLock { $0 }.isEmpty)
    }

    @Test("the overview has what somebody may see of each inventory, and no trace of others")
    func overview() throws {
        let register = try makeRegister()
        _ = try start(people: register)
        let currency = ["one": "USD", "two": "USD", "three": "EUR"]
        for (name, code) in currency.sorted(by: { $0.key < $1.key }) {
            _ = try get("\(name).localhost")
            let store = try #require(opened.stores.withLock { $0[name] })
            for (index, value) in ["1000.25", nil, "0.50"].enumerated() {
                var item = Item(
                    id: UUID(), name: "Lamp \(index) <of> \(name)", dateCreated: .now)
                item.value = try value.map { try Money(amount: $0.utf8, currency: Currency(code: code)) }
                try store.add(item, ChangeContext(actor: "test"))
            }
        }
        try register.set("Ana", role: .reader, in: "one", endsSessions: true)
        try register.set("Ana", role: .editor, in: "two", endsSessions: false)
        let ana = try signIn("Ana", of: register, at: "localhost")
        func table() throws -> [String] {
            try get("localhost", "/inventories.csv", fields: [ana]).body.split(separator: "\r\n").map(String.init)
        }
        func page(_ query: String = "") throws -> String {
            let response = try get("localhost", "/\(query)", fields: [ana, "Accept-Language: en"])
            return response.body
        }
        let heading = "inventory,items,withoutValue,currency,total"
        #expect(try table() == [heading, "one,3,1,USD,1000.75", "two,3,1,USD,1000.75"])
        let whole = try page()
        #expect(whole.contains("href=\"http://one.localhost:\(port)/\"") && whole.contains("$2,001.50"))
        #expect(!whole.contains("three") && !whole.contains("EUR") && whole.contains("Items without a value: 2"))
        let found = try page("?q=lamp+1")
        #expect(found.contains("Lamp 1 &lt;of&gt; two") && !found.contains("Lamp 2") && !found.contains("three"))
        #expect(try page("?q=three").contains("Nothing found."))
        #expect(try page("?q=value%3E").contains("role=\"alert\""))
        // Hidden values are in no total, and cannot be sought.
        try register.hide(.values, from: .reader)
        Thread.sleep(forTimeInterval: 0.6)
        #expect(try table() == [heading, "one,3,,,", "two,3,1,USD,1000.75"])
        let partial = try page()
        #expect(partial.contains("$1,000.75") && partial.contains("Inventories without a total are not in it."))
        let dear = try page("?q=value%3A%3E900")
        #expect(dear.contains("of&gt; two") && !dear.contains("of&gt; one"))
        // Somebody else of the same name in an inventory, and a role that ends.
        try #require(opened.stores.withLock { $0["two"] }).set("ana", role: .owner, endsSessions: true)
        #expect(try table() == [heading, "one,3,,,"])
        try register.set("Ana", role: nil, in: "one", endsSessions: false)
        Thread.sleep(forTimeInterval: 0.6)
        #expect(try table() == [heading])
        #expect(try page().contains("You may see no inventory"))
        #expect([303, 401].contains(try get("localhost", "/").status))
        #expect(try get("localhost", "/inventories.csv").status == 401)
    }

    @Test(arguments: [
        ("main-street-5", true), ("5", true), ("", false), ("-a", false), ("a-", false), ("A", false), ("a.b", false),
        ("a b", false), ("é", false), (String(repeating: "a", count: 63), true),
        (String(repeating: "a", count: 64), false),
    ])
    func namesThatHostsCanHave(name: String, isLabel: Bool) {
        #expect(InventoriesWebServer.isHostLabel(name) == isLabel)
    }
}
