import Foundation
import InventoryStore
import Testing

@testable import HTTPServer
@testable import InventoryServer

@Suite("An idempotency key belongs to one request")
struct IdempotencyKeyTests {
    private typealias Asked = (method: String, path: String, body: String?)

    private func requests(_ one: String, _ other: String) -> [Asked] {
        [
            ("PATCH", "/api/items/\(one)", #"{"notes":"x"}"#), ("PATCH", "/api/items/\(one)", #"{"notes":"y"}"#),
            ("PATCH", "/api/items/\(one)", #"{"notes":"x","location":"z"}"#),
            ("PATCH", "/api/items/\(one)", #"{"notes":null}"#), ("PATCH", "/api/items/\(other)", #"{"notes":"x"}"#),
            ("POST", "/api/items/\(one)/move", #"{"place":"first"}"#),
            ("POST", "/api/items/\(one)/move", #"{"place":"last"}"#),
            ("POST", "/api/items/\(one)/move", #"{"place":"up"}"#),
            ("POST", "/api/items/\(one)/move", #"{"place":"index:0"}"#),
            ("POST", "/api/items/\(other)/move", #"{"place":"first"}"#),
            ("POST", "/api/items", #"{"name":"Bulb"}"#), ("POST", "/api/items", #"{"name":"Bulb","notes":"x"}"#),
            ("POST", "/api/items?place=first", #"{"name":"Bulb"}"#),
            ("POST", "/api/items?place=after:\(one)", #"{"name":"Bulb"}"#),
            ("DELETE", "/api/items/\(one)", nil), ("DELETE", "/api/items/\(other)", nil),
            ("POST", "/api/undo", #"{"revision":1}"#), ("POST", "/api/undo", #"{"revision":2}"#),
        ]
    }

    @Test("another request under it is refused, whatever both ask for", arguments: 0..<18)
    func reused(first: Int) throws {
        let server = try TestServer()
        let asked = requests(try server.add("Lamp").id, try server.add("Chair").id)
        func send(_ request: Asked) throws -> RawClient.Response {
            try server.api(
                request.method, request.path, request.body, fields: ["Idempotency-Key: k", "If-Match: *"])
        }
        let response = try send(asked[first])
        #expect([200, 201].contains(response.status))
        for (number, request) in asked.enumerated() where number != first {
            let refused = try send(request)
            #expect(refused.status == 422 && refused.problem == "key-reused", "\(asked[first]) \(request)")
        }
        let again = try send(asked[first])
        #expect(again.json?["repeated"] as? Bool == true)
        #expect(again.json?["revision"] as? Int == response.json?["revision"] as? Int)
        #expect(try server.store.journal(limit: 100).count == 3)
    }

    @Test("a form that asks for another place is another form")
    func placedForm() throws {
        let server = try TestServer()
        let (lamp, _) = try server.add("Lamp")
        let form = "csrf=\(server.proof)&key=k&name=Bulb&place="
        for _ in 0..<2 { #expect(try server.browse("POST", "/add", form + "after:\(lamp)").status == 303) }
        #expect(try server.browse("POST", "/add", form + "before:\(lamp)").status == 422)
        #expect(try server.items().count == 2)
    }
}
