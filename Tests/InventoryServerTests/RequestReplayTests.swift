import Foundation
import Inventory
import InventoryStore
import Testing

@testable import HTTPServer
@testable import InventoryServer

@Suite("A repeated request gets its first response, even after other changes")
struct RequestReplayTests {
    /// The changes according to the journal: a repeated request adds nothing to it.
    private func changes(_ server: TestServer) throws -> Int { try server.store.journal(limit: 500).count }

    @Test("a form that names a parent, after another item got that name, or none has it")
    func parent() throws {
        let server = try TestServer()
        let (desk, _) = try server.add("Desk")
        let (lamp, revision) = try server.add("Lamp")
        let forms = [
            ("/add", "csrf=\(server.proof)&key=a&name=Bulb&parent=Desk&return=/items/lamp.html"),
            (
                "/edit/\(lamp)",
                "csrf=\(server.proof)&key=e&base=\(revision)&parent=Desk&was-parent=&return=/items/lamp.html"
            ),
        ]
        for (path, form) in forms {
            #expect(try server.browse("POST", path, form).status == 303)
        }
        let again = {
            let before = try changes(server)
            for (path, form) in forms {
                let response = try server.browse("POST", path, form)
                #expect(response.status == 303 && response.field("Location") == "/items/lamp.html")
                let other = try server.browse("POST", path, form + "&notes=other")
                #expect(other.status == 422)
            }
            #expect(try changes(server) == before)
        }
        _ = try server.add("Desk")
        try again()
        for id in [desk, lamp] { _ = try server.api("DELETE", "/api/items/\(id)", fields: ["If-Match: *"]) }
        try again()
    }

    @Test("a form with an amount, when the inventory's currency is another by then")
    func currency() throws {
        let server = try TestServer()
        let form = "csrf=\(server.proof)&key=a&name=Lamp&value=12.50"
        #expect(try server.browse("POST", "/add", form).status == 303)
        var settings = try server.store.settings
        settings.currency = try Currency(code: "JPY")
        try server.store.update(settings: settings, ChangeContext(actor: "owner"))
        #expect(try server.browse("POST", "/add", form).status == 303)
        #expect(try server.items().count == 1)
        #expect(try server.browse("POST", "/add", form + "1").status == 422)
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

    private func send(_ requests: [(method: String, path: String, body: String?)], _ server: TestServer) throws
        -> [RawClient.Response]
    {
        try requests.enumerated().map { number, request in
            try server.api(
                request.method, request.path, request.body, fields: ["Idempotency-Key: \(number)", "If-Match: *"])
        }
    }

    @Test("every change sent as JSON, when its item was changed, removed and restored")
    func json() throws {
        let server = try TestServer()
        _ = try server.add("Chair")
        let id = try server.add("Lamp").id
        let first = try send(requests(id), server)
        #expect(first.map(\.status) == [200, 200, 201, 200, 200])
        let path = "/api/items/\(id)"
        for meanwhile in [
            { try server.api("PATCH", path, #"{"notes":"later","value":null}"#, fields: ["If-Match: *"]) },
            { try server.api("POST", path + "/move", #"{"place":"last"}"#) },
            { try server.api("DELETE", path, fields: ["If-Match: *"]) }, { try server.api("POST", "/api/undo", "{}") },
        ] {
            #expect(try meanwhile().status == 200)
            let before = try changes(server)
            for (one, other) in zip(first, try send(requests(id), server)) {
                #expect(other.status == 200 && other.json?["repeated"] as? Bool == true, "\(other.body)")
                #expect(other.json?["revision"] as? Int == one.json?["revision"] as? Int)
                #expect(other.json?["id"] as? String == one.json?["id"] as? String)
            }
            #expect(try changes(server) == before)
        }
    }

    @Test("every change, when the disk is full by then")
    func fullDisk() throws {
        let server = try TestServer()
        let id = try server.add("Lamp").id
        _ = try send(requests(id), server)
        let queue =
            #"{"version":1,"store":"\#(server.store.identifier.uuidString)","edits":["#
            + #"{"key":"q","action":"move","id":"\#(id)","place":"last"}]}"#
        #expect(try server.api("POST", "/api/edits", queue).status == 200)
        let before = try changes(server)
        var options = ServerOptions(folder: server.site)
        options.address = "127.0.0.1:0"
        options.minimumFreeDisk = .max
        let full = try InventoryWebServer(store: server.store, options: options)
        defer { full.stop() }
        func perform(_ method: String, _ path: String, _ body: String, _ fields: [String]) throws -> RawClient.Response
        {
            let client = try RawClient(port: full.port)
            let lines =
                ["\(method) \(path) HTTP/1.1", "Host: 127.0.0.1:\(full.port)", "Content-Length: \(body.utf8.count)"]
                + fields + (body.isEmpty ? [] : ["Content-Type: application/json"])
            client.send(lines.joined(separator: "\r\n") + "\r\n\r\n" + body)
            return client.response()
        }
        let session = try perform("POST", "/api/session", #"{"token":"\#(full.signInLink().token)","bearer":true}"#, [])
        let bearer = "Authorization: Bearer \(session.json?["bearer"] as? String ?? "")"
        for (number, request) in requests(id).enumerated() {
            func send(_ key: String) throws -> RawClient.Response {
                try perform(
                    request.method, request.path, request.body ?? "",
                    [bearer, "If-Match: *", "Idempotency-Key: \(key)"])
            }
            #expect(try send("\(number)").json?["repeated"] as? Bool == true)
            #expect(try send("new").status == 507)
        }
        #expect(try perform("POST", "/api/edits", queue, [bearer]).body.contains(#""repeated":true"#))
        #expect(try perform("POST", "/api/edits", queue.replacing(#""q""#, with: #""r""#), [bearer]).status == 507)
        #expect(try changes(server) == before)
    }
}
