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
    }

    deinit {
        server?.stop()
        try? FileManager.default.removeItem(atPath: path)
    }

    private func start(
        _ limits: InventoryRouter.OpenLimits = InventoryRouter.OpenLimits(), metrics: Bool = false
    ) throws -> InventoriesWebServer {
        var options = ServerOptions(folder: path)
        options.address = "127.0.0.1:0"
        if metrics { options.metricsAddress = "127.0.0.1:0" }
        let (path, opened, common) = (path, opened, options)
        let server = try InventoriesWebServer(options: options, openLimits: limits, isReadable: { true }) { name in
            guard name != "lost" else { throw POSIXError(.EIO) }
            guard ["one", "two", "three"].contains(name) else { return nil }
            opened.names.withLock { $0.append(name) }
            let site = "\(path)/\(name)-site"
            try FileManager.default.createDirectory(atPath: site, withIntermediateDirectories: true)
            try Data(name.utf8).write(to: URL(fileURLWithPath: site + "/index.html"))
            let store = try InventoryStore.create(
                at: "\(path)/\(name)-\(UUID().uuidString)",
                settings: InventorySettings(currency: try Currency(code: "USD")))
            var options = common
            options.folder = site
            return (store, options)
        }
        self.server = server
        port = UInt16(server.address.split(separator: ":").last ?? "") ?? 0
        return server
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
            try InventoriesWebServer(options: options, maximumOpen: 1, isReadable: { true }) { _ in nil }
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

    @Test(arguments: [
        ("main-street-5", true), ("5", true), ("", false), ("-a", false), ("a-", false), ("A", false), ("a.b", false),
        ("a b", false), ("é", false), (String(repeating: "a", count: 63), true),
        (String(repeating: "a", count: 64), false),
    ])
    func namesThatHostsCanHave(name: String, isLabel: Bool) {
        #expect(InventoriesWebServer.isHostLabel(name) == isLabel)
    }
}
