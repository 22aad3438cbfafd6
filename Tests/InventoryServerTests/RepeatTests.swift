import Foundation
import Inventory
import InventoryStore
import Testing

@testable import InventoryServer

@Suite("A request that comes again gets its first answer, whatever changed meanwhile")
struct RepeatTests {
    /// What was done, told by the journal: a repeated request adds nothing to it.
    private func changes(_ house: House) throws -> Int { try house.store.journal(limit: 500).count }

    @Test("a form that names a parent, when another item is called so by then, or none")
    func parent() throws {
        let house = try House()
        let (desk, _) = try house.add("Desk")
        let (lamp, revision) = try house.add("Lamp")
        let forms = [
            ("/add", "csrf=\(house.proof)&key=a&name=Bulb&parent=Desk&return=/items/lamp.html"),
            (
                "/edit/\(lamp)",
                "csrf=\(house.proof)&key=e&base=\(revision)&parent=Desk&was-parent=&return=/items/lamp.html"
            ),
        ]
        for (path, form) in forms {
            #expect(try house.browse("POST", path, form).status == 303)
        }
        let again = {
            let before = try changes(house)
            for (path, form) in forms {
                let answer = try house.browse("POST", path, form)
                #expect(answer.status == 303 && answer.field("Location") == "/items/lamp.html")
                let other = try house.browse("POST", path, form + "&notes=other")
                #expect(other.status == 422)
            }
            #expect(try changes(house) == before)
        }
        _ = try house.add("Desk")
        try again()
        for id in [desk, lamp] { _ = try house.api("DELETE", "/api/items/\(id)", fields: ["If-Match: *"]) }
        try again()
    }

    @Test("a form with an amount, when the inventory's currency is another by then")
    func currency() throws {
        let house = try House()
        let form = "csrf=\(house.proof)&key=a&name=Lamp&value=12.50"
        #expect(try house.browse("POST", "/add", form).status == 303)
        var settings = try house.store.settings
        settings.currency = try Currency(code: "JPY")
        try house.store.update(settings: settings, ChangeContext(actor: "owner"))
        #expect(try house.browse("POST", "/add", form).status == 303)
        #expect(try house.items().count == 1)
        #expect(try house.browse("POST", "/add", form + "1").status == 422)
    }

    /// Requests with a key of each kind, and what they are sent with.
    private func requests(_ id: String) -> [(method: String, path: String, body: String?)] {
        [
            ("PATCH", "/api/items/\(id)", #"{"notes":"first","value":{"amount":"1.00","currency":"USD"}}"#),
            ("POST", "/api/items/\(id)/move", #"{"place":"first"}"#),
            ("POST", "/api/items", #"{"name":"Bulb","parent":"\#(id)","externalReference":"X"}"#),
            ("DELETE", "/api/items/\(id)", nil), ("POST", "/api/undo", "{}"),
        ]
    }

    private func send(_ requests: [(method: String, path: String, body: String?)], _ house: House) throws
        -> [RawClient.Answer]
    {
        try requests.enumerated().map { number, request in
            try house.api(
                request.method, request.path, request.body, fields: ["Idempotency-Key: \(number)", "If-Match: *"])
        }
    }

    @Test("every change sent as JSON, when its item was changed, removed and had back")
    func json() throws {
        let house = try House()
        _ = try house.add("Chair")
        let id = try house.add("Lamp").id
        let first = try send(requests(id), house)
        #expect(first.map(\.status) == [200, 200, 201, 200, 200])
        let path = "/api/items/\(id)"
        for meanwhile in [
            { try house.api("PATCH", path, #"{"notes":"later","value":null}"#, fields: ["If-Match: *"]) },
            { try house.api("POST", path + "/move", #"{"place":"last"}"#) },
            { try house.api("DELETE", path, fields: ["If-Match: *"]) }, { try house.api("POST", "/api/undo", "{}") },
        ] {
            #expect(try meanwhile().status == 200)
            let before = try changes(house)
            for (one, other) in zip(first, try send(requests(id), house)) {
                #expect(other.status == 200 && other.json?["repeated"] as? Bool == true, "\(other.body)")
                #expect(other.json?["revision"] as? Int == one.json?["revision"] as? Int)
                #expect(other.json?["id"] as? String == one.json?["id"] as? String)
            }
            #expect(try changes(house) == before)
        }
    }

    @Test("every change, when the disk is full by then")
    func fullDisk() throws {
        let house = try House()
        let id = try house.add("Lamp").id
        _ = try send(requests(id), house)
        let queue =
            #"{"version":1,"store":"\#(house.store.identifier.uuidString)","edits":["#
            + #"{"key":"q","action":"move","id":"\#(id)","place":"last"}]}"#
        #expect(try house.api("POST", "/api/edits", queue).status == 200)
        let before = try changes(house)
        var options = CompanionOptions(folder: house.site)
        options.address = "127.0.0.1:0"
        options.limits.freeDisk = .max
        let full = try Companion(store: house.store, options: options)
        defer { full.stop() }
        func ask(_ method: String, _ path: String, _ body: String, _ fields: [String]) throws -> RawClient.Answer {
            let client = try RawClient(port: full.port)
            let lines =
                ["\(method) \(path) HTTP/1.1", "Host: 127.0.0.1:\(full.port)", "Content-Length: \(body.utf8.count)"]
                + fields + (body.isEmpty ? [] : ["Content-Type: application/json"])
            client.send(lines.joined(separator: "\r\n") + "\r\n\r\n" + body)
            return client.answer()
        }
        let session = try ask("POST", "/api/session", #"{"token":"\#(full.signInLink().token)","bearer":true}"#, [])
        let bearer = "Authorization: Bearer \(session.json?["bearer"] as? String ?? "")"
        for (number, request) in requests(id).enumerated() {
            func send(_ key: String) throws -> RawClient.Answer {
                try ask(
                    request.method, request.path, request.body ?? "",
                    [bearer, "If-Match: *", "Idempotency-Key: \(key)"])
            }
            #expect(try send("\(number)").json?["repeated"] as? Bool == true)
            #expect(try send("new").status == 507)
        }
        #expect(try ask("POST", "/api/edits", queue, [bearer]).body.contains(#""repeated":true"#))
        #expect(try ask("POST", "/api/edits", queue.replacing(#""q""#, with: #""r""#), [bearer]).status == 507)
        #expect(try changes(house) == before)
    }
}
