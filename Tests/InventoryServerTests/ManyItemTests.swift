import Foundation
import Inventory
import InventoryStore
import Testing

@testable import HTTPServer
@testable import InventoryServer

@Suite("Changes of many items at once, by JSON and by form")
struct ManyItemTests {
    let server: TestServer
    let ids: [String]

    init() throws {
        let server = try TestServer()
        self.server = server
        ids = try ["Lamp", "Chair", "Desk"].map { try server.add($0, #","location":"Home / Office","tags":["a"]"#).id }
    }

    private func send(_ edit: String) throws -> [String: Any] {
        let response = try server.api(
            "POST", "/api/edits",
            #"{"version":1,"store":"\#(server.store.identifier.uuidString)","edits":[\#(edit)]}"#)
        #expect(response.status == 200)
        return try #require((response.json?["results"] as? [[String: Any]])?.first)
    }

    private var list: String { ids.map { #""\#($0)""# }.joined(separator: ",") }

    @Test("an edit of many is one change, is made once under its key, and one undo takes it back")
    func edit() throws {
        let edit =
            #"{"key":"k","action":"editMany","ids":[\#(list)],"patch":{"insured":true},"addTags":["b"],"removeTags":["a"]}"#
        let change = try #require(try send(edit)["change"] as? [String: Any])
        #expect(change["updated"] as? Int == 3 && change["revision"] as? Int == 4)
        #expect(try server.items().allSatisfy { $0["insured"] as? Bool == true && $0["tags"] as? [String] == ["b"] })
        let again = try #require(try send(edit)["change"] as? [String: Any])
        #expect(again["repeated"] as? Bool == true && again["updated"] as? Int == 3)
        #expect(try send(edit.replacing("\"b\"", with: "\"c\""))["status"] as? Int == 422)
        #expect(try server.api("POST", "/api/undo", #"{"revision":4}"#).status == 200)
        #expect(try server.items().allSatisfy { $0["insured"] == nil && $0["tags"] as? [String] == ["a"] })
        let entries = try server.api("GET", "/api/journal?limit=2").json?["entries"] as? [[String: Any]]
        #expect(entries?.last?["updated"] as? Int == 3)
    }

    @Test("a later edit of the queue does not conflict with the change of many before it")
    func queue() throws {
        let edits = [
            #"{"key":"1","action":"editMany","ids":[\#(list)],"patch":{"location":"Attic"}}"#,
            #"{"key":"2","action":"edit","id":"\#(ids[0])","base":1,"patch":{"location":"Cellar"}}"#,
            #"{"key":"3","action":"relocate","from":"Attic","to":"Home/Loft"}"#,
            #"{"key":"4","action":"removeMany","ids":["\#(ids[2])"]}"#,
        ]
        for edit in edits[..<1] { #expect(try send(edit)["status"] as? Int == 200) }
        // Sent without its predecessors, it conflicts with another user's change unless it names the author.
        #expect(try send(edits[1])["status"] as? Int == 412)
        #expect(try send(edits.joined(separator: ","))["status"] as? Int == 200)
        #expect(try server.items().map { $0["location"] as? String } == ["Cellar", "Home / Loft"])
    }

    @Test("an edit conflicts with changes of others, and not with those that it names as its own")
    func own() throws {
        func edit(own: String) throws -> Int? {
            try send(
                #"{"key":"\#(UUID())","action":"edit","id":"\#(ids[0])","base":1,"own":\#(own),"patch":{"location":"Attic"}}"#
            )["status"] as? Int
        }
        let many = #"{"key":"m","action":"editMany","ids":[\#(list)],"patch":{"location":"Cellar"}}"#
        #expect(try send(many)["status"] as? Int == 200)
        #expect(try edit(own: "[]") == 412)
        #expect(try edit(own: "[4]") == 200)
        _ = try server.api("PATCH", "/api/items/\(ids[0])", #"{"location":"Theirs"}"#, fields: ["If-Match: *"])
        #expect(try edit(own: "[4,5]") == 412)
        #expect(try edit(own: "[4,5,6]") == 200)
    }

    @Test("invalid edits of many items are refused")
    func refused() throws {
        for edit in [
            #""action":"editMany","ids":[],"patch":{"insured":true}"#, #""action":"editMany","ids":["x"]"#,
            #""action":"editMany","ids":[\#(list)],"addTags":[""]"#,
            #""action":"editMany","ids":[\#(list)],"patch":{"revision":1}"#,
            #""action":"relocate","from":" / ","to":"Attic""#, #""action":"relocate","from":"Home""#,
            #""action":"removeMany""#, #""action":"undo""#,
            #""action":"remove","id":"\#(ids[0])","base":1,"own":[-1]"#,
            #""action":"remove","id":"\#(ids[0])","base":1,"own":1"#,
        ] {
            #expect(try send(#"{"key":"\#(UUID())",\#(edit)}"#)["status"] as? Int == 422, "\(edit)")
        }
        #expect(try server.store.journal(limit: 9).count == 3)
    }

    private func post(_ path: String, _ fields: [String]) throws -> RawClient.Response {
        try server.browse("POST", path, (["csrf=\(server.proof)"] + fields).joined(separator: "&"))
    }

    @Test("forms change, archive, restore and delete the chosen items, and ask before deleting")
    func forms() throws {
        let chosen = ids.prefix(2).map { "id=\($0)" }
        let page = try server.browse("GET", "/select?place=Home&return=/index.html")
        #expect(page.status == 200 && page.body.contains("value=\"\(ids[2])\"") && page.body.contains("Home / Office"))
        #expect(try server.browse("GET", "/select?place=Attic").body.contains("There are no items here."))
        // A search names the items that have all words, and leads to their pages.
        let found = try server.browse("GET", "/select?q=OFFICE%20lamp&place=&return=/index.html").body
        #expect(found.contains("<h1>Search</h1>") && found.contains("value=\"OFFICE lamp\""))
        #expect(ids.map { found.contains("href=\"/item/\($0).html\"") } == [true, false, false])
        #expect(try server.browse("GET", "/select?q=lamp+desk").body.contains("<p>Nothing found.</p>"))
        #expect(try server.browse("GET", "/select?q=").body.contains("href=\"/item/\(ids[2]).html\""))
        #expect(try post("/select", ["act=change", "location=Attic"]).status == 422)
        #expect(try post("/select", chosen + ["act=change", "location=", "insured="]).status == 422)
        let moved = try post(
            "/select", chosen + ["act=change", "location=Attic%2FBox", "addTags=b%3B+c", "return=/index.html"])
        #expect(moved.status == 303 && moved.field("Location") == "/index.html#changed")
        let items = try server.items()
        #expect(items[0]["location"] as? String == "Attic / Box" && items[0]["tags"] as? [String] == ["a", "b", "c"])
        #expect(try post("/select", chosen + ["act=archive"]).field("Location") == "/#archived")
        #expect(try server.browse("GET", "/archive").body.contains("Chair"))
        #expect(try post("/archive", ["act=restore", "id=\(ids[0])"]).field("Location") == "/archive")
        let question = try post("/archive", ["act=delete", "id=\(ids[1])"])
        #expect(question.status == 200 && question.body.contains("1 item"))
        #expect(try post("/archive", ["act=delete", "sure=yes", "id=\(ids[1])"]).status == 303)
        #expect(try server.items().map { $0["name"] as? String } == ["Lamp", "Desk"])
        #expect(try server.browse("POST", "/select", "id=\(ids[0])&act=archive").status == 403)
    }

    @Test("a form with a mistake comes back with what was chosen and typed, and with the same items")
    func mistake() throws {
        let page = try post(
            "/select",
            ["act=change", "place=Home", "start=1", "addTags=b%3B", "removeTags=a", "insured=no", "location=+"])
        #expect(page.status == 422)
        #expect(!page.body.contains(ids[0]) && page.body.contains(ids[1]) && page.body.contains(ids[2]))
        for part in [
            #"name="place" value="Home""#, #"name="start" value="1""#, #"name="addTags" value="b;""#,
            #"name="removeTags" value="a""#, #"value="no" selected"#,
        ] {
            #expect(page.body.contains(part), "\(part)")
        }
        let nothing = try post("/select", ["act=change", "id=\(ids[1])"])
        #expect(nothing.status == 422 && nothing.body.contains("value=\"\(ids[1])\" checked"))
        #expect(!nothing.body.contains("value=\"\(ids[0])\" checked"))
    }

    @Test("a location is renamed by form, and its page offers it")
    func relocate() throws {
        let form = try server.browse("GET", "/relocate?from=Home%20%2F%20Office&return=/index.html")
        #expect(form.body.contains(#"name="from" value="Home / Office""#))
        #expect(try post("/relocate", ["from=Home+%2F+Office", "to=+"]).status == 422)
        #expect(try post("/relocate", ["from=Home+%2F+Office", "to=Study"]).status == 303)
        #expect(try server.items().allSatisfy { $0["location"] as? String == "Study" })
    }

    @Test("archiving one item leads to the list with a notice")
    func archived() throws {
        let sent = try post("/edit/\(ids[0])", ["base=1", "archived=true", "was-archived=false"])
        #expect(sent.status == 303 && sent.field("Location") == "/#archived")
    }

    @Test("archiving by form leads to the notice, also when sent twice; editing an archived item leads back")
    func archivedTwice() throws {
        let form = ["key=k", "base=1", "archived=true", "return=/archive"]
        for _ in 0..<2 {
            #expect(try post("/edit/\(ids[0])", form + ["was-archived=false"]).field("Location") == "/#archived")
        }
        let renamed = ["base=4", "archived=true", "was-archived=true", "name=New", "was-name=Lamp", "return=/archive"]
        #expect(try post("/edit/\(ids[0])", renamed).field("Location") == "/archive")
    }

    @Test("a change of many asks before it is undone, with its count")
    func question() throws {
        _ = try post("/select", ids.map { "id=\($0)" } + ["act=archive"])
        let page = try server.browse("GET", "/undo")
        #expect(page.body.contains("/undo?revision=4") && page.body.contains("3 items"))
        let question = try server.browse("GET", "/undo?revision=4&return=/index.html")
        #expect(question.body.contains("3 items") && question.body.contains("Undo the whole change?"))
        #expect(try post("/undo", ["revision=4"]).status == 303)
        #expect(try server.items().count == 3)
        // Undone already: the list of changes.
        #expect(try !server.browse("GET", "/undo?revision=4").body.contains("Undo the whole change?"))
        #expect(try server.browse("GET", "/undo?revision=x").status == 400)
    }
}
