import Foundation
import InventoryStore
import Testing

@testable import InventoryServer

@Suite("A key stands for one request")
struct KeyTests {
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
        let house = try House()
        let asked = requests(try house.add("Lamp").id, try house.add("Chair").id)
        func send(_ request: Asked) throws -> RawClient.Answer {
            try house.api(
                request.method, request.path, request.body, fields: ["Idempotency-Key: k", "If-Match: *"])
        }
        let answer = try send(asked[first])
        #expect([200, 201].contains(answer.status))
        for (number, request) in asked.enumerated() where number != first {
            let refused = try send(request)
            #expect(refused.status == 422 && refused.problem == "key-reused", "\(asked[first]) \(request)")
        }
        let again = try send(asked[first])
        #expect(again.json?["repeated"] as? Bool == true)
        #expect(again.json?["revision"] as? Int == answer.json?["revision"] as? Int)
        #expect(try house.store.journal(limit: 100).count == 3)
    }

    @Test("a form that asks for another place is another form")
    func placedForm() throws {
        let house = try House()
        let (lamp, _) = try house.add("Lamp")
        let form = "csrf=\(house.proof)&key=k&name=Bulb&place="
        for _ in 0..<2 { #expect(try house.browse("POST", "/add", form + "after:\(lamp)").status == 303) }
        #expect(try house.browse("POST", "/add", form + "before:\(lamp)").status == 422)
        #expect(try house.items().count == 2)
    }
}
