import Files
import Foundation
import Inventory
import InventoryStore
import Synchronization
import Testing

@testable import InventoryServer

@Suite("The way back from a form")
struct WayBackTests {
    /// A house whose rebuilds take a page away from a moment on.
    private func house(without name: String, since begins: Monitor<Bool>) throws -> House {
        try House { options in
            let page = options.folder + "/" + name
            options.rebuild = { _ in
                if begins.quietly({ $0 }) { try? FileManager.default.removeItem(atPath: page) }
            }
        }
    }

    @Test("leads to the front page where the page it came from is published no more")
    func archived() throws {
        let begins = Monitor(false)
        let house = try house(without: "items/lamp.html", since: begins)
        let (id, revision) = try house.add("Lamp")
        begins.change { $0 = true }
        let sent = try house.browse(
            "POST", "/edit/\(id)",
            "csrf=\(house.proof)&base=\(revision)&archived=true&was-archived=false&return=/items/lamp.html")
        #expect(sent.status == 303 && sent.field("Location") == "/")
    }

    @Test("leads to the front page where what is undone took the page along, and elsewhere as it was asked to")
    func undone() throws {
        let begins = Monitor(false)
        let house = try house(without: "style.css", since: begins)
        let (id, _) = try house.add("Chair")
        _ = try house.add("Lamp")
        begins.change { $0 = true }
        let form = "csrf=\(house.proof)&revision=&return="
        #expect(try house.browse("POST", "/undo", form + "/style.css?a%23b").field("Location") == "/")
        for path in ["/items/lamp.html?a=1", "/", "/index.html", "/photos/\(id)"] {
            _ = try house.add("Lamp")
            let sent = try house.browse("POST", "/undo", form + PercentCoding.encode(path))
            #expect(sent.status == 303 && sent.field("Location") == path)
        }
    }

    @Test("forms are answered while a rebuild is stuck, and the companion stops")
    func stuck() throws {
        let isFree = Monitor(false)
        defer { isFree.change { $0 = true } }
        let house = try House { $0.rebuild = { _ in _ = isFree.wait { $0 ? true : nil } } }
        let clients = try (0..<12).map { number in
            let client = try house.client()
            client.limit(seconds: 8)
            let revision = try house.store.revision
            client.send(house.form("/add", "csrf=\(house.proof)&name=Lamp%20\(number)&return=/index.html"))
            // One after the other, so that each is alone and waits for its page.
            while try house.store.revision == revision { usleep(1000) }
            return client
        }
        for client in clients { #expect(client.answer().status == 303) }
        let late = try house.client()
        late.send(house.form("/add", "csrf=\(house.proof)&name=Late"))
        while try house.items().count < 13 { usleep(1000) }
        let stopping = Thread { [companion = house.companion] in companion.stop() }
        stopping.start()
        #expect(late.answer().status == 303)
        isFree.change { $0 = true }
        while !stopping.isFinished { usleep(1000) }
    }

    @Test("a rebuild that never returns is not waited for at the end, and what was edited is kept")
    func neverEnding() throws {
        let isFree = Monitor(false)
        defer { isFree.change { $0 = true } }
        let house = try House {
            $0.limits.finishSeconds = 0.2
            $0.rebuild = { _ in isFree.wait { $0 ? () : nil } }
        }
        _ = try house.add("Lamp")
        #expect(!house.companion.stop())
        #expect(throws: (any Error).self) { try house.client() }
        #expect(try house.store.snapshot().count == 1)
    }

    @Test("forms are answered while rebuilds fail")
    func failing() throws {
        let house = try House { $0.rebuild = { _ in throw POSIXError(.EIO) } }
        for number in 0..<8 {
            let sent = try house.browse("POST", "/add", "csrf=\(house.proof)&name=Lamp%20\(number)&return=/index.html")
            #expect(sent.status == 303 && sent.field("Location") == "/index.html")
        }
    }
}
