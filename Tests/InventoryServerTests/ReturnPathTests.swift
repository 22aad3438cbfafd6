import Files
import Foundation
import Inventory
import InventoryStore
import Synchronization
import Testing

@testable import HTTPServer
@testable import InventoryServer

@Suite("The way back from a form")
struct ReturnPathTests {
    /// A house whose rebuilds take a page away from a moment on.
    private func server(without name: String, since begins: Monitor<Bool>) throws -> TestServer {
        try TestServer { options in
            let page = options.folder + "/" + name
            options.rebuild = { _ in
                if begins.withLock({ $0 }) { try? FileManager.default.removeItem(atPath: page) }
            }
        }
    }

    @Test("leads to the front page if the page that it came from is no longer published")
    func archived() throws {
        let begins = Monitor(false)
        let server = try server(without: "items/lamp.html", since: begins)
        let (id, revision) = try server.add("Lamp")
        begins.change { $0 = true }
        let sent = try server.browse(
            "POST", "/edit/\(id)",
            "csrf=\(server.proof)&base=\(revision)&archived=true&was-archived=false&return=/items/lamp.html")
        #expect(sent.status == 303 && sent.field("Location") == "/#archived")
    }

    @Test("leads to the front page where what is undone took the page along, and elsewhere as it was asked to")
    func undone() throws {
        let begins = Monitor(false)
        let server = try server(without: "style.css", since: begins)
        let (id, _) = try server.add("Chair")
        _ = try server.add("Lamp")
        begins.change { $0 = true }
        let form = "csrf=\(server.proof)&revision=&return="
        #expect(try server.browse("POST", "/undo", form + "/style.css?a%23b").field("Location") == "/")
        for path in ["/items/lamp.html?a=1", "/", "/index.html", "/photos/\(id)"] {
            _ = try server.add("Lamp")
            let sent = try server.browse("POST", "/undo", form + PercentCoding.encodePath(path))
            #expect(sent.status == 303 && sent.field("Location") == path)
        }
    }

    @Test("forms are answered while a rebuild is stuck, and the server stops")
    func stuck() throws {
        let isFree = Monitor(false)
        defer { isFree.change { $0 = true } }
        let server = try TestServer { $0.rebuild = { _ in _ = isFree.wait { $0 ? true : nil } } }
        let clients = try (0..<12).map { number in
            let client = try server.client()
            client.limit(seconds: 8)
            let revision = try server.store.revision
            client.send(server.form("/add", "csrf=\(server.proof)&name=Lamp%20\(number)&return=/index.html"))
            // One after the other, so that each is alone and waits for its page.
            while try server.store.revision == revision { usleep(1000) }
            return client
        }
        for client in clients { #expect(client.response().status == 303) }
        let late = try server.client()
        late.send(server.form("/add", "csrf=\(server.proof)&name=Late"))
        while try server.items().count < 13 { usleep(1000) }
        let stopping = Thread { [web = server.web] in web.stop() }
        stopping.start()
        #expect(late.response().status == 303)
        isFree.change { $0 = true }
        while !stopping.isFinished { usleep(1000) }
    }

    @Test("stopping does not wait for a rebuild that never returns, and edits are kept")
    func neverEnding() throws {
        let isFree = Monitor(false)
        defer { isFree.change { $0 = true } }
        let server = try TestServer {
            $0.limits.finishSeconds = 0.2
            $0.rebuild = { _ in isFree.wait { $0 ? () : nil } }
        }
        _ = try server.add("Lamp")
        #expect(!server.web.stop())
        #expect(throws: (any Error).self) { try server.client() }
        #expect(try server.store.snapshot().count == 1)
    }

    @Test("forms are answered while rebuilds fail")
    func failing() throws {
        let server = try TestServer { $0.rebuild = { _ in throw POSIXError(.EIO) } }
        for number in 0..<8 {
            let sent = try server.browse(
                "POST", "/add", "csrf=\(server.proof)&name=Lamp%20\(number)&return=/index.html")
            #expect(sent.status == 303 && sent.field("Location") == "/index.html")
        }
    }
}
