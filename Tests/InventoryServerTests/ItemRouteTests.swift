import Foundation
import InventoryStore
import Testing

@testable import HTTPServer
@testable import InventoryServer

@Suite("Items over HTTP")
struct ItemRouteTests {
    @Test("a parent that cannot be is refused by field, in words")
    func parent() throws {
        let server = try TestServer()
        let (id, _) = try server.add("Lamp")
        let response = try server.api("PATCH", "/api/items/\(id)", #"{"parent":"\#(id)"}"#, fields: ["If-Match: *"])
        #expect(response.status == 422)
        let fault = (response.json?["errors"] as? [[String: Any]])?.first
        #expect(fault?["field"] as? String == "parent")
        #expect(fault?["detail"] as? String == "an item cannot be its own parent; name another item, or none")
    }

    @Test("an added item is answered with its tag and is in the list")
    func add() throws {
        let server = try TestServer()
        let response = try server.api(
            "POST", "/api/items",
            #"{"name":"Lamp","value":{"amount":"12.34","currency":"USD"},"quantity":2,"purchase":{"date":"2020-02-29"},"tags":["a","b"]}"#
        )
        #expect(response.status == 201)
        let item = try #require(response.json?["item"] as? [String: Any])
        #expect(item["name"] as? String == "Lamp")
        #expect((item["value"] as? [String: String])?["amount"] == "12.34")
        #expect((item["purchase"] as? [String: String])?["date"] == "2020-02-29")
        #expect(item["quantity"] as? Int == 2)
        #expect(response.field("ETag") == "\"1\"")
        #expect(response.field("Location") == "/api/items/\(item["id"] as? String ?? "")")
        let list = try server.api("GET", "/api/items")
        #expect(list.json?["total"] as? Int == 1)
    }

    @Test("an edit changes only the fields that it names")
    func edit() throws {
        let server = try TestServer()
        let (id, revision) = try server.add("Lamp", #","notes":"old","purchase":{"place":"Shop","date":"2020-01-01"}"#)
        let response = try server.api(
            "PATCH", "/api/items/\(id)",
            #"{"notes":null,"purchase":{"place":"Fair"},"value":{"amount":"5","currency":"JPY"}}"#,
            fields: ["If-Match: \"\(revision)\""])
        #expect(response.status == 200)
        let item = try #require(response.json?["item"] as? [String: Any])
        #expect(item["notes"] == nil)
        #expect((item["purchase"] as? [String: String]) == ["place": "Fair", "date": "2020-01-01"])
        #expect(item["name"] as? String == "Lamp")
        #expect(response.field("ETag") == "\"2\"")
    }

    @Test("edits of different fields based on the same revision are merged")
    func merge() throws {
        let server = try TestServer()
        let (id, revision) = try server.add("Lamp")
        let based = ["If-Match: \"\(revision)\""]
        #expect(try server.api("PATCH", "/api/items/\(id)", #"{"name":"Big lamp"}"#, fields: based).status == 200)
        #expect(try server.api("PATCH", "/api/items/\(id)", #"{"notes":"new bulb"}"#, fields: based).status == 200)
        let item = try server.api("GET", "/api/items/\(id)").json
        #expect(item?["name"] as? String == "Big lamp")
        #expect(item?["notes"] as? String == "new bulb")
    }

    @Test("a conflict names each field with base, theirs and yours, and changes nothing")
    func conflict() throws {
        let server = try TestServer()
        let (id, revision) = try server.add("Lamp")
        let based = ["If-Match: \"\(revision)\""]
        _ = try server.api(
            "PATCH", "/api/items/\(id)", #"{"name":"Theirs","purchase":{"date":"2021-01-01"}}"#, fields: based)
        let response = try server.api(
            "PATCH", "/api/items/\(id)", #"{"name":"Yours","purchase":{"date":"2022-02-02"},"notes":"x"}"#,
            fields: based)
        #expect(response.status == 412)
        #expect(response.problem == "conflict")
        #expect(response.json?["revision"] as? Int == revision + 1)
        let fields = try #require(response.json?["fields"] as? [[String: Any]])
        #expect(fields.map { $0["field"] as? String } == ["name", "purchaseDate"])
        #expect(fields[0]["base"] as? String == "Lamp")
        #expect(fields[0]["theirs"] as? String == "Theirs")
        #expect(fields[0]["yours"] as? String == "Yours")
        #expect(fields[1]["path"] as? [String] == ["purchase", "date"])
        #expect(fields[1]["base"] is NSNull)
        #expect(try server.api("GET", "/api/items/\(id)").json?["notes"] == nil)
    }

    @Test("a repeated key answers the first outcome and acts once")
    func idempotency() throws {
        let server = try TestServer()
        let key = ["Idempotency-Key: one"]
        let first = try server.api("POST", "/api/items", #"{"name":"Lamp"}"#, fields: key)
        let second = try server.api("POST", "/api/items", #"{"name":"Lamp"}"#, fields: key)
        #expect(first.status == 201)
        #expect(second.status == 200)
        #expect(second.json?["repeated"] as? Bool == true)
        #expect(first.json?["id"] as? String == second.json?["id"] as? String)
        #expect(try server.items().count == 1)
        let other = try server.api(
            "DELETE", "/api/items/\(first.json?["id"] as? String ?? "")", fields: key + ["If-Match: *"])
        #expect(other.problem == "key-reused")
    }

    @Test("a key of a move with another place is refused")
    func keyOfAMove() throws {
        let server = try TestServer()
        let ids = try (1...3).map {
            try server.api("POST", "/api/items", #"{"name":"Lamp \#($0)"}"#).json?["id"] as? String
        }
        let key = ["Idempotency-Key: one"]
        func move(_ place: String) throws -> RawClient.Response {
            try server.api("POST", "/api/items/\(ids[2] ?? "")/move", #"{"place":"\#(place)"}"#, fields: key)
        }
        #expect(try move("up").status == 200)
        let refused = try move("down")
        #expect(refused.status == 422 && refused.problem == "key-reused")
        #expect(try move("up").json?["repeated"] as? Bool == true)
        #expect(try server.items().map { $0["name"] as? String } == ["Lamp 1", "Lamp 3", "Lamp 2"])
    }

    @Test("a duplicate name is reported")
    func duplicateNames() throws {
        let response = try TestServer().api("POST", "/api/items", #"{"name":"A",\#n "name":"B"}"#)
        #expect(response.json?["detail"] as? String == "line 2, column 8: the name 'name' occurs twice.")
    }

    @Test("a removed item is not listed, and undo restores it")
    func removeAndUndo() throws {
        let server = try TestServer()
        let (id, revision) = try server.add("Lamp")
        #expect(try server.api("DELETE", "/api/items/\(id)", fields: ["If-Match: \"\(revision)\""]).status == 200)
        #expect(try server.api("GET", "/api/items/\(id)").problem == "no-such-item")
        #expect(try server.api("POST", "/api/undo", "{}").status == 200)
        #expect(try server.api("GET", "/api/items/\(id)").status == 200)
    }

    @Test(
        "items move to named places and step by step",
        arguments: [
            ("first", "CAB"), ("last", "ABC"), ("index:1", "ACB"), ("up", "ACB"), ("down", "ABC"), ("before:A", "CAB"),
            ("after:A", "ACB"),
        ])
    func move(place: String, order: String) throws {
        let server = try TestServer()
        let a = try server.add("A").id
        _ = try server.add("B")
        let c = try server.add("C").id
        let place = place.replacing(":A", with: ":\(a)")
        #expect(try server.api("POST", "/api/items/\(c)/move", #"{"place":"\#(place)"}"#).status == 200)
        #expect(try server.items().compactMap { $0["name"] as? String }.joined() == order)
    }

    @Test("a list is filtered, sorted and paged")
    func list() throws {
        let server = try TestServer()
        for name in ["Pear", "Apple", "Plum"] { _ = try server.add(name, #","location":"Home / \#(name)""#) }
        let page = try server.api("GET", "/api/items?sort=-name&limit=1&offset=1")
        #expect(page.json?["total"] as? Int == 3)
        #expect((page.json?["items"] as? [[String: Any]])?.map { $0["name"] as? String } == ["Pear"])
        let found = try server.api("GET", "/api/items?where=location%3AHome%2FPlum")
        #expect((found.json?["items"] as? [[String: Any]])?.map { $0["name"] as? String } == ["Plum"])
        let either = try server.api("GET", "/api/items?where=location%3AHome%2FPlum%20or%20name%3Aapp&sort=name")
        #expect((either.json?["items"] as? [[String: Any]])?.map { $0["name"] as? String } == ["Apple", "Plum"])
        let ids = try server.api("GET", "/api/items?where=name%3Ap&ids=yes&sort=name&limit=1")
        #expect(
            ids.json?["ids"] as? [String]
                == (try server.items().sorted { "\($0["name"]!)" < "\($1["name"]!)" }.map { "\($0["id"]!)" }))
        #expect(ids.json?["total"] as? Int == 3 && ids.json?["items"] == nil)
        #expect(try server.api("GET", "/api/items?ids=true").problem == "malformed-parameter")
        let unknown = try server.api("GET", "/api/items?where=pear%20shape%3Around")
        #expect(unknown.status == 400 && unknown.body.contains("shape") && unknown.body.contains("(at character 6)"))
        let tag = try #require(page.field("ETag"))
        #expect(try server.api("GET", "/api/items", fields: ["If-None-Match: \(tag)"]).status == 304)
    }

    @Test("totals are exact, per currency, and by group")
    func totals() throws {
        let server = try TestServer()
        _ = try server.add("A", #","quantity":3,"value":{"amount":"0.10","currency":"USD"},"location":"Attic""#)
        _ = try server.add("B", #","value":{"amount":"100","currency":"JPY"}"#)
        _ = try server.add("C", #","archived":true"#)
        let response = try server.api("GET", "/api/totals?group-by=location")
        let totals = try #require(response.json?["totals"] as? [String: Any])
        #expect(totals["items"] as? Int == 2)
        #expect((totals["amounts"] as? [[String: String]])?.map { $0["amount"] } == ["100", "0.30"])
        #expect(response.json?["archived"] as? Int == 1)
        #expect((response.json?["groups"] as? [[String: Any]])?.map { $0["name"] as? String } == ["Attic", nil])
    }

    @Test("changes since a revision name the items")
    func changes() throws {
        let server = try TestServer()
        let (a, revision) = try server.add("A")
        let (b, _) = try server.add("B")
        let response = try server.api("GET", "/api/changes?since=\(revision)")
        #expect(response.json?["items"] as? [String] == [b])
        #expect(response.json?["revision"] as? Int == 2)
        _ = try server.api("DELETE", "/api/items/\(a)", fields: ["If-Match: *"])
        #expect(try server.api("GET", "/api/changes?since=2").json?["removed"] as? [String] == [a])
        let journal = try server.api("GET", "/api/journal")
        #expect(
            (journal.json?["entries"] as? [[String: Any]])?.map { $0["kind"] as? String } == ["remove", "add", "add"])
    }

    @Test("a queue of edits is replayed in order, each once, and a refused one does not stop the others")
    func replay() throws {
        let server = try TestServer()
        let id = UUID().uuidString.lowercased()
        let store = server.store.identifier.uuidString.lowercased()
        let queue = """
            {"version":1,"store":"\(store)","edits":[
            {"key":"q1","action":"add","item":{"id":"\(id)","name":"Offline"}},
            {"key":"q2","action":"edit","id":"\(id)","base":0,"patch":{"quantity":"many"}},
            {"key":"q3","action":"edit","id":"\(id)","patch":{"notes":"later"}},
            {"key":"q4","action":"move","id":"\(id)","place":"first"}]}
            """
        let type = "application/vnd.homepwner.edits+json"
        let first = try server.api("POST", "/api/edits", queue, type: type)
        #expect(first.status == 200)
        let results = try #require(first.json?["results"] as? [[String: Any]])
        #expect(results.map { $0["status"] as? Int } == [200, 422, 200, 200])
        let again = try server.api("POST", "/api/edits", queue, type: type)
        #expect((again.json?["results"] as? [[String: Any]])?.count == 4)
        #expect(try server.items().count == 1)
        #expect(try server.items()[0]["notes"] as? String == "later")
        let foreign = queue.replacing(store, with: UUID().uuidString.lowercased())
        #expect(try server.api("POST", "/api/edits", foreign, type: type).problem == "invalid-field")
    }

    @Test("an undo in a queue that names another change than it means is refused")
    func expectedUndo() throws {
        let server = try TestServer()
        let store = server.store.identifier.uuidString.lowercased()
        let (lamp, base) = try server.add("Lamp")
        let (chair, _) = try server.add("Chair")
        func status(_ number: Int, _ edit: String) throws -> Int? {
            let queue = #"{"version":1,"store":"\#(store)","edits":[{"key":"u\#(number)",\#(edit)}]}"#
            let type = "application/vnd.homepwner.edits+json"
            let response = try server.api("POST", "/api/edits", queue, type: type)
            return (response.json?["results"] as? [[String: Any]])?.first?["status"] as? Int
        }
        let removal = #""action":"undo","revision":3,"kind":"remove","ids":"#
        #expect(try status(1, #""action":"remove","id":"\#(lamp)","base":\#(base)"#) == 200)
        #expect(try status(2, removal + #"["\#(chair)"]"#) == 409)
        #expect(try status(3, #""action":"undo","revision":3,"kind":"edit","ids":["\#(lamp)"]"#) == 409)
        #expect(try status(4, #""action":"undo","revision":2,"kind":"remove","ids":["\#(lamp)"]"#) == 409)
        #expect(try status(5, removal + #"["\#(lamp)"]"#) == 200)
        #expect(try server.items().count == 2)
        // Of a change of many, all items must be meant.
        #expect(try status(6, #""action":"removeMany","ids":["\#(lamp)","\#(chair)"]"#) == 200)
        let removals = removal.replacing("3", with: "5")
        #expect(try status(7, removals + #"["\#(lamp)"]"#) == 409)
        #expect(try status(8, removals + #"["\#(chair)","\#(lamp)"]"#) == 200)
        #expect(try status(9, #""action":"undo","revision":5,"kind":"removal","ids":["\#(lamp)"]"#) == 422)
        #expect(try status(10, #""action":"undo","revision":5,"kind":"remove""#) == 422)
    }

    @Test("queued edits of one item are based on one another; a change by another client between them is a conflict")
    func chain() throws {
        let server = try TestServer()
        let store = server.store.identifier.uuidString.lowercased()
        let (ours, base) = try server.add("Lamp")
        let (shared, sharedBase) = try server.add("Chair")
        #expect(
            try server.api(
                "PATCH", "/api/items/\(shared)", #"{"notes":"theirs"}"#, fields: ["If-Match: \"\(sharedBase)\""]
            ).status == 200)
        let queue = """
            {"version":1,"store":"\(store)","edits":[
            {"key":"q1","action":"edit","id":"\(ours)","base":\(base),"patch":{"name":"One"}},
            {"key":"q2","action":"edit","id":"\(ours)","base":\(base),"patch":{"name":"Two"}},
            {"key":"q3","action":"edit","id":"\(shared)","base":\(sharedBase),"patch":{"name":"One"}},
            {"key":"q4","action":"edit","id":"\(shared)","base":\(sharedBase),"patch":{"notes":"ours"}}]}
            """
        let type = "application/vnd.homepwner.edits+json"
        for _ in 0..<2 {
            let response = try server.api("POST", "/api/edits", queue, type: type)
            let results = try #require(response.json?["results"] as? [[String: Any]])
            #expect(results.map { $0["status"] as? Int } == [200, 200, 200, 412])
        }
        let items = try server.items()
        #expect(items.map { $0["name"] as? String } == ["Two", "One"])
        #expect(items[1]["notes"] as? String == "theirs")
    }
}
