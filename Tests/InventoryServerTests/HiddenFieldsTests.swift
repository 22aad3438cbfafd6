import Foundation
import Inventory
import InventoryStore
import Testing

@testable import HTTPServer
@testable import InventoryServer

/// An inventory whose hidden fields have texts and numbers that occur nowhere else.
private final class MarkedInventory {
    let server: TestServer
    let clock: String
    let lamp: String
    let slip = TestFiles.photo(30)
    let deed = TestFiles.document("deed")

    /// For each group what no answer may have, as it is written anywhere. The digits of a year alone are in many hashes.
    static let markers: [HiddenFields: [String]] = [
        .values: ["731931", "731,931", "842842", "842,842", "13.57", "975975", "975,975"],
        .purchases: [
            "1987-03-21", ", 1987", ">1987<", "Zanzibar", "623623", "623,623", "RCPT-4477", "2019-11-29", "514514",
            "514,514",
            "Quentin", "as seen",
        ],
        .documents: ["Deed of gift", "DOC-9911", "deed-of-gift.pdf"],
    ]

    init() throws {
        server = try TestServer(publishes: true)
        clock = try server.add(
            "Clock",
            #"""
            ,"location":"Hall","serialNumber":"SN-1","value":{"amount":"731931.17","currency":"USD"},\
            "replacementValue":{"amount":"842842.28","currency":"USD"},"depreciation":13.57,\
            "depreciationEach":{"amount":"975975.13","currency":"USD"},\
            "purchase":{"date":"1987-03-21","place":"Zanzibar Market","price":{"amount":"623623.39","currency":"USD"},\
            "receiptNumber":"RCPT-4477"},"sale":{"date":"2019-11-29","price":{"amount":"514514.41","currency":"USD"},\
            "to":"Quentin Buyer","notes":"as seen"}
            """#.replacing("\\\n", with: "")
        ).id
        lamp = try server.add("Lamp", #","tags":["light"]"#).id
        for (file, name, type) in [(deed, "deed-of-gift.pdf", "application/pdf"), (slip, "slip.bmp", "image/bmp")] {
            let form = MultipartForm.body(
                [("title", "Deed of gift"), ("number", "DOC-9911")], files: [(name, file)], input: "document",
                mediaType: type)
            _ = try server.api("POST", "/api/items/\(clock)/documents", form, type: MultipartForm.type)
        }
        let form = MultipartForm.body([], files: [("slip.bmp", slip)], input: "photo", mediaType: "image/bmp")
        _ = try server.api("POST", "/api/items/\(clock)/photos", form, type: MultipartForm.type)
        // The journal has the values before and after.
        let patch = #"{"value":{"amount":"731931.18","currency":"USD"},"purchase":{"place":"Zanzibar Bazaar"}}"#
        _ = try server.api("PATCH", "/api/items/\(clock)", patch, fields: ["If-Match: *"])
    }

    /// What a person may not get if fields are hidden from them.
    func secrets(_ hidden: HiddenFields) -> [String] {
        let files = [deed, slip].map { TestFiles.hash($0).description }
        return MarkedInventory.markers.filter { hidden.contains($0.key) }.flatMap(\.value)
            + (hidden.contains(.documents) ? files : [])
    }

    /// Signs somebody in from whom fields are hidden.
    /// - Returns: the bearer token.
    func signIn(_ role: Role, hiding fields: HiddenFields) throws -> String {
        try server.store.hide(fields, from: role)
        try server.store.set("Ana", role: role, endsSessions: true)
        let token = try SignInCode.make(for: "Ana", in: server.store)
        let response = try server.post("/api/session", #"{"token":"\#(token)","bearer":true}"#)
        #expect(response.json?["hidden"] as? [String] == fields.names)
        return try #require(response.json?["bearer"] as? String)
    }

    func send(
        _ method: String, _ target: String, _ body: String = "", type: String = "application/json", by bearer: String
    ) throws -> RawClient.Response {
        try server.perform(
            "\(method) \(target) HTTP/1.1\r\nHost: 127.0.0.1:\(server.port)\r\nAuthorization: Bearer \(bearer)\r\n"
                + "If-Match: *\r\nContent-Type: \(type)\r\nContent-Length: \(body.utf8.count)\r\n\r\n\(body)")
    }

    /// The files of the inventory's own pages, by their addresses.
    func pages() -> [String] {
        let names = FileManager.default.enumerator(atPath: server.path + "/pages")?.compactMap { $0 as? String } ?? []
        return names.filter { $0.contains(".") && !$0.hasPrefix("assets/") }.map { "/" + $0 }
    }
}

@Suite("Hidden fields over HTTP")
struct HiddenFieldsTests {
    static let cases: [(HiddenFields, Role)] = [
        (.values, .reader), (.purchases, .editor), (.documents, .recorder), (.all, .reader), (.all, .editor),
    ]

    @Test("no answer has a hidden field, whatever is asked for", arguments: cases)
    func everyAddress(hidden: HiddenFields, role: Role) throws {
        let inventory = try MarkedInventory()
        let bearer = try inventory.signIn(role, hiding: hidden)
        let hashes = [inventory.deed, inventory.slip].map { TestFiles.hash($0).description }
        var targets = inventory.pages()
        for address in Address.table where address.methods.contains(.get) && address.path != "/api/events" {
            for id in [inventory.clock, inventory.lamp] {
                for hash in hashes {
                    targets.append(
                        address.path.replacing("{id}", with: id).replacing("{hash}", with: hash)
                            .replacing("{name}", with: "inventory"))
                }
            }
        }
        targets += [
            "/api/items?where=Zanzibar", "/api/items?ids=yes", "/api/totals?group-by=location",
            "/api/journal?limit=500",
            "/add?like=\(inventory.clock)", "/undo?item=\(inventory.clock)", "/undo?revision=1", "/select?q=Zanzibar",
            "/share?where=Clock", "/api/changes?since=1",
        ]
        let secrets = inventory.secrets(hidden)
        var sought = 0
        var answers: [String] = []
        for target in Set(targets).sorted() {
            let response = try inventory.send("GET", target, by: bearer)
            let asked = response.head + response.body
            answers.append(asked)
            // An address repeats what it was asked for.
            for text in secrets where !target.contains(text) {
                #expect(!asked.contains(text), "\(text) in \(target)")
                sought += 1
            }
        }
        #expect(sought > 100)
        let all = answers.joined()
        #expect(all.contains("Clock") && all.contains("SN-1"))
        // What is not hidden is there.
        let others = HiddenFields.all.subtracting(hidden)
        for text in ["731931", "1987-03-21", "DOC-9911"] {
            let isHidden = secrets.contains(text)
            #expect(all.contains(text) != isHidden, "\(text) beside \(others.names)")
        }
        for name in [hashes[1], "\(hashes[1])-320.jpg", hashes[0], "\(hashes[0])-320.jpg"] {
            let status = try inventory.send("GET", "/document/\(inventory.clock)/\(name)", by: bearer).status
            #expect((status == 404) == hidden.contains(.documents) || name == hashes[0] + "-320.jpg", "\(name)")
        }
        let picture = "/photo/\(hashes[1])-320.jpg"
        #expect(try inventory.send("GET", picture, by: bearer).status == (hidden.contains(.documents) ? 404 : 200))
        // The owner sees everything.
        let own = try inventory.server.api("GET", "/api/items/\(inventory.clock)").body
        #expect(own.contains("731931") && own.contains("Zanzibar") && own.contains("Deed of gift"))
    }

    @Test("hidden fields cannot be compared, sorted by or counted")
    func queries() throws {
        let inventory = try MarkedInventory()
        let queries: [(HiddenFields, [String])] = [
            (
                .values,
                [
                    "where=value:>1", "where=replacement-value:>1", "where=line-value:>1", "where=-value:none",
                    "where=value:none%20or%20Clock", "sort=-value", "sort=name,depreciation",
                ]
            ),
            (
                .purchases,
                ["where=purchased:<2000", "where=purchase-place:Zanzibar", "sort=purchase-price", "where=sale-to:Q"]
            ),
            (.documents, ["where=receipt:none", "where=documents:>0"]),
        ]
        for (hidden, list) in queries {
            let bearer = try inventory.signIn(.editor, hiding: hidden)
            for query in list.map({ $0.replacing(">", with: "%3E").replacing("<", with: "%3C") }) {
                #expect(try inventory.server.api("GET", "/api/items?\(query)").status == 200, "\(query)")
                let response = try inventory.send("GET", "/api/items?\(query)", by: bearer)
                #expect(response.status == 403 && response.problem == "not-allowed", "\(query): \(response.body)")
                guard query.hasPrefix("where") else { continue }
                #expect(try inventory.send("GET", "/api/totals?\(query)", by: bearer).status == 403, "\(query)")
                let form = "application/x-www-form-urlencoded"
                #expect(try inventory.send("POST", "/share", query, type: form, by: bearer).status == 403, "\(query)")
            }
        }
    }

    @Test("words are sought in visible fields alone, and totals have no amounts")
    func search() throws {
        let inventory = try MarkedInventory()
        let bearer = try inventory.signIn(.reader, hiding: .all)
        func total(_ words: String, _ bearer: String) throws -> Int? {
            try inventory.send("GET", "/api/items?where=\(words)", by: bearer).json?["total"] as? Int
        }
        #expect(try total("Zanzibar", inventory.server.bearer) == 1 && total("Zanzibar", bearer) == 0)
        #expect(try total("Quentin", bearer) == 0 && total("Hall", bearer) == 1)
        let totals = try inventory.send("GET", "/api/totals", by: bearer).json?["totals"] as? [String: Any]
        #expect(totals?["items"] as? Int == 2 && totals?["amounts"] == nil && totals?["withoutValue"] == nil)
    }

    @Test("an edit of visible fields leaves the hidden ones as they are, and one of hidden ones is refused")
    func edits() throws {
        let inventory = try MarkedInventory()
        let bearer = try inventory.signIn(.editor, hiding: .all)
        let (item, form) = ("/api/items/\(inventory.clock)", "application/x-www-form-urlencoded")
        func stored() throws -> [String: Any] { try inventory.server.api("GET", item).json ?? [:] }
        let before = try stored()
        let answer = try inventory.send("PATCH", item, #"{"notes":"seen"}"#, by: bearer)
        #expect(answer.status == 200 && !answer.body.contains("731931"))
        // Undoing is offered of what is seen alone: of no value, no document and no import.
        let offered = try inventory.send("GET", "/undo", by: bearer).body
        for kind in [JournalEntry.Kind.edit, .add] {
            let revisions = try inventory.server.store.snapshot().journal(limit: 20).filter { $0.kind == kind }
            for entry in revisions {
                let isSeen = entry.edit?.fields.allSatisfy { !HiddenFields.all.hides($0) } ?? true
                #expect(offered.contains("value=\"\(entry.revision)\"") == isSeen, "\(entry)")
            }
        }
        // The form of the item, as it was filled in before.
        let page = try inventory.send("GET", "/edit/\(inventory.clock)", by: bearer).body
        #expect(!page.contains(#"name="value""#) && page.contains(#"name="name""#))
        let base = try #require(page.firstMatch(of: /name="base" value="(\d+)"/)?.output.1)
        let sent = try inventory.send(
            "POST", "/edit/\(inventory.clock)", "base=\(base)&name=Tower+clock&was-name=Clock", type: form, by: bearer)
        #expect(sent.status == 303, "\(sent.body)")
        for json in [
            #"{"value":null}"#, #"{"notes":"x","value":{"amount":"1","currency":"USD"}}"#,
            #"{"purchase":{"place":"Rome"}}"#, #"{"sale":{"to":null}}"#,
        ] {
            #expect(try inventory.send("PATCH", item, json, by: bearer).problem == "not-allowed", "\(json)")
        }
        let conflict = try inventory.server.perform(
            "PATCH \(item) HTTP/1.1\r\nHost: 127.0.0.1:\(inventory.server.port)\r\nAuthorization: Bearer \(bearer)\r\n"
                + "If-Match: \"1\"\r\nContent-Type: application/json\r\nContent-Length: 14\r\n\r\n{\"value\":null}")
        #expect(conflict.status == 403 && !conflict.body.contains("731931"))
        let removal = try inventory.server.perform(
            "DELETE \(item) HTTP/1.1\r\nHost: 127.0.0.1:\(inventory.server.port)\r\nAuthorization: Bearer \(bearer)\r\n"
                + "If-Match: \"1\"\r\n\r\n")
        #expect(removal.status == 412 && !removal.body.contains("731931") && !removal.body.contains("Zanzibar"))
        let edits = """
            {"version":1,"store":"\(inventory.server.store.identifier.uuidString.lowercased())","edits":[\
            {"key":"a","action":"editMany","ids":["\(inventory.clock)"],"patch":{"value":null}},\
            {"key":"b","action":"undo","revision":\(before["revision"] ?? 0)},\
            {"key":"c","action":"add","item":{"name":"Vase","value":{"amount":"5","currency":"USD"}}},\
            {"key":"d","action":"editMany","ids":["\(inventory.clock)"],"patch":{"condition":"good"}}]}
            """
        let results = try inventory.send("POST", "/api/edits", edits, by: bearer)
        let status = (results.json?["results"] as? [[String: Any]])?.map { $0["status"] as? Int }
        #expect(status == [403, 403, 403, 200] && !results.body.contains("731931"))
        #expect(try inventory.send("GET", "/import", by: bearer).status == 403)
        let upload = MultipartForm.body([], files: [("b.pdf", inventory.deed)], input: "document", mediaType: "a/b")
        let target = "/api/items/\(inventory.lamp)/documents"
        #expect(try inventory.send("POST", target, upload, type: MultipartForm.type, by: bearer).status == 403)
        var after = try stored()
        #expect(after["notes"] as? String == "seen" && after["name"] as? String == "Tower clock")
        for name in ["notes", "name", "condition", "revision"] { after[name] = before[name] }
        #expect(NSDictionary(dictionary: after) == NSDictionary(dictionary: before))
    }

    @Test("a link that somebody made shows its visitors no more than its maker sees")
    func links() throws {
        let inventory = try MarkedInventory()
        let bearer = try inventory.signIn(.editor, hiding: .all)
        let day = Timestamp(clampedMilliseconds: Timestamp.now.milliseconds + Timestamp.millisecondsPerDay).dayAndTime
            .day
        let made = try inventory.send(
            "POST", "/share", "where=&documents=yes&until=\(day)", type: "application/x-www-form-urlencoded", by: bearer
        )
        let token = try #require(made.body.firstMatch(of: /#token=([0-9A-Z-]+)/)?.output.1)
        let opened = try inventory.server.post("/api/session", #"{"token":"\#(token)"}"#)
        let cookie = String(opened.field("Set-Cookie")?.split(separator: ";").first ?? "")
        let own = "/document/\(inventory.clock)/\(TestFiles.hash(inventory.deed))"
        var all = ""
        for target in inventory.pages() + [own, own + "-320.jpg"] {
            let response = try inventory.server.perform(
                "GET \(target) HTTP/1.1\r\nHost: 127.0.0.1:\(inventory.server.port)\r\nCookie: \(cookie)\r\n\r\n")
            all += response.body
        }
        #expect(all.contains("Clock"))
        for text in inventory.secrets(.all) { #expect(!all.contains(text), "\(text)") }
    }

    @Test("what the event stream sends has no hidden field")
    func events() throws {
        let inventory = try MarkedInventory()
        let bearer = try inventory.signIn(.reader, hiding: .all)
        let client = try inventory.server.client()
        client.send(
            "GET /api/events?since=1 HTTP/1.1\r\nHost: 127.0.0.1:\(inventory.server.port)\r\n"
                + "Authorization: Bearer \(bearer)\r\n\r\n")
        let first = client.read(until: "event: change")
        let patch = #"{"value":{"amount":"731931.19","currency":"USD"}}"#
        _ = try inventory.server.api("PATCH", "/api/items/\(inventory.clock)", patch, fields: ["If-Match: *"])
        let sent = first + client.read(until: "event: published") + client.read(until: "}")
        #expect(sent.contains(inventory.clock))
        for text in inventory.secrets(.all) { #expect(!sent.contains(text), "\(text)") }
    }

    @Test("fields are hidden and shown again within a second, in pages that are open")
    func follows() throws {
        let inventory = try MarkedInventory()
        let bearer = try inventory.signIn(.reader, hiding: [])
        let page = "/item/\(inventory.clock).html"
        func becomes(_ isShown: Bool) throws -> Bool {
            for _ in 0..<100 {
                if try inventory.send("GET", page, by: bearer).body.contains("731931") == isShown { return true }
                usleep(20_000)
            }
            return false
        }
        for _ in 0..<100 where try !inventory.send("GET", page, by: bearer).body.contains("731931") { usleep(50_000) }
        try inventory.server.store.hide(.values, from: .reader)
        #expect(try becomes(false))
        try inventory.server.store.hide([], from: .reader)
        #expect(try becomes(true))
        // Nothing is hidden from an owner, even if a setting says so.
        try inventory.server.store.hide(.all, from: .owner)
        #expect(try inventory.server.store.hiddenFields() == [:])
    }
}
