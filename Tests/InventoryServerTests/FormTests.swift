import Files
import Foundation
import Inventory
import InventoryStore
import Localization
import Synchronization
import Testing

@testable import HTTPServer
@testable import InventoryServer

@Suite("Plain forms, without script")
struct FormTests {
    /// The value of a field of the page's form.
    private func value(_ name: String, in page: String) -> String? {
        let pattern = #"name="\#(name)" value="([^"]*)""#
        guard let range = page.range(of: pattern, options: .regularExpression) else { return nil }
        return page[range].split(separator: "\"", omittingEmptySubsequences: false).dropLast().last.map(String.init)
    }

    private func field(_ name: String, _ value: String) -> String {
        "\(name)=\(PercentCoding.encode(value))"
    }

    @Test("an item is added, edited, moved, removed and restored by forms alone")
    func whole() throws {
        let server = try TestServer()
        let form = try server.browse("GET", "/add?return=/index.html")
        #expect(form.status == 200)
        let csrf = try #require(value("csrf", in: form.body))
        let key = try #require(value("key", in: form.body))
        #expect(csrf == server.proof)
        #expect(form.body.contains("action=\"/sign-out\"") && form.body.contains(">Sign out<"))
        let sent = try server.browse(
            "POST", "/add",
            [
                field("csrf", csrf), field("key", key), field("return", "/index.html"), field("name", "Lamp & <b>"),
                field("value", "12.50"), field("tags", "a; b"), "insured=false", "insured=true",
            ].joined(separator: "&"))
        #expect(sent.status == 303)
        #expect(sent.field("Location") == "/index.html")
        let item = try #require(try server.items().first)
        #expect(item["name"] as? String == "Lamp & <b>")
        #expect(item["insured"] as? Bool == true)
        #expect(item["tags"] as? [String] == ["a", "b"])
        let id = try #require(item["id"] as? String)

        let edit = try server.browse("GET", "/edit/\(id)")
        #expect(edit.body.contains("value=\"Lamp &amp; &lt;b&gt;\""))
        let base = try #require(value("base", in: edit.body))
        let edited = try server.browse(
            "POST", "/edit/\(id)",
            [
                field("csrf", csrf), field("key", try #require(value("key", in: edit.body))), field("base", base),
                field("notes", "one\r\ntwo"), field("value", ""),
            ].joined(separator: "&"))
        #expect(edited.status == 303)
        // The pages were rebuilt before the browser was sent back to them.
        #expect(server.log.rebuilds.withLock { $0.last?.revision } == (try server.store.revision))
        #expect(try server.items().first?["notes"] as? String == "one\ntwo")
        #expect(try server.items().first?["value"] == nil)

        _ = try server.add("Second")
        #expect(try server.browse("GET", "/move/\(id)").body.contains("value=\"down\""))
        #expect(try server.browse("POST", "/move/\(id)", "csrf=\(csrf)&place=down").status == 303)
        #expect(try server.items().map { $0["name"] as? String } == ["Second", "Lamp & <b>"])

        let perform = try server.browse("GET", "/delete/\(id)")
        #expect(perform.body.contains("Lamp &amp; &lt;b&gt;"))
        let removed = try server.browse(
            "POST", "/delete/\(id)", "csrf=\(csrf)&base=\(try #require(value("base", in: perform.body)))")
        #expect(removed.status == 303)
        #expect(try server.items().count == 1)
        #expect(try server.browse("GET", "/undo").body.contains("name=\"revision\""))
        #expect(try server.browse("POST", "/undo", "csrf=\(csrf)&revision=").status == 303)
        #expect(try server.items().count == 2)
    }

    @Test("each of the latest changes names its item and its time in the reader's format")
    func changes() throws {
        let server = try TestServer()
        let (lamp, revision) = try server.add("Lamp")
        _ = try server.add("Chair")
        let based = ["If-Match: \"\(revision)\""]
        _ = try server.api("PATCH", "/api/items/\(lamp)", #"{"notes":"new bulb"}"#, fields: based)
        _ = try server.api("POST", "/api/items/\(lamp)/move", #"{"place":"last"}"#)
        _ = try server.api("DELETE", "/api/items/\(lamp)", fields: ["If-Match: *"])
        let page = try server.browse("GET", "/undo", fields: ["Accept-Language: de"])
        let entries = page.body.split(separator: "<li>").dropFirst()
        #expect(entries.count == 5)
        for (entry, name) in zip(entries, ["Lamp", "Lamp", "Lamp", "Chair", "Lamp"]) {
            #expect(entry.contains("<b>\(name)</b>"), "\(entry)")
            #expect(
                entry.contains(#/<time datetime="[0-9T:.-]+Z">\d{1,2}\. [A-Z][a-zä]+\.? \d{4}, \d{1,2}:\d{2}</time>/#),
                "\(entry)")
        }
    }

    @Test("the creation date is shown as on pages and cannot be edited")
    func recorded() throws {
        let server = try TestServer()
        let (id, revision) = try server.add("Lamp", #","dateCreated":"2014-05-01T09:30:00.123Z""#)
        let shown = #"<time datetime="2014-05-01T09:30:00.123Z">1. Mai 2014</time>"#
        let page = try server.browse("GET", "/edit/\(id)", fields: ["Accept-Language: de"])
        #expect(page.body.contains("Erfasst</b> " + shown) && !page.body.contains("name=\"dateCreated\""))
        let form = "csrf=\(server.proof)&base=\(revision)&name=Big&was-name=Lamp"
        let again = try server.browse("POST", "/edit/\(id)", form + "&value=x", fields: ["Accept-Language: de"])
        #expect(again.status == 422 && again.body.contains(shown))
        #expect(try server.browse("POST", "/edit/\(id)", form).status == 303)
        #expect(try server.items().first?["dateCreated"] as? String == "2014-05-01T09:30:00.123Z")
        #expect(try !server.browse("GET", "/add").body.contains("<time"))
        // Programs may still send it.
        let set = try server.browse(
            "POST", "/edit/\(id)", "csrf=\(server.proof)&base=\(revision + 1)&dateCreated=2015-01-01T00:00:00Z")
        #expect(set.status == 303)
        #expect(try server.items().first?["dateCreated"] as? String == "2015-01-01T00:00:00Z")
    }

    @Test("a form sent again with other contents is refused")
    func again() throws {
        let server = try TestServer()
        #expect(try server.browse("POST", "/add", "csrf=\(server.proof)&key=k&name=Lamp").status == 303)
        let other = try server.browse("POST", "/add", "csrf=\(server.proof)&key=k&name=Chair")
        #expect(other.status == 422 && other.body.contains("belongs to a change that was made"))
        let body = #"{"name":"Desk"}"#
        let key = ["Idempotency-Key: j"]
        #expect(try server.api("POST", "/api/items", body, fields: key).status == 201)
        #expect(try server.api("POST", "/api/items", body, fields: key).status == 200)
        let refused = try server.api("POST", "/api/items", #"{"name":"Table"}"#, fields: key)
        #expect(refused.status == 422 && refused.problem == "key-reused")
        #expect(
            refused.json?["detail"] as? String
                == MessageCatalogue.english.text(ProblemType.inventory(.keyReused).remedy))
        #expect(try server.items().map { $0["name"] as? String } == ["Lamp", "Desk"])
    }

    @Test("a form sent twice acts once")
    func twice() throws {
        let server = try TestServer()
        let form = "csrf=\(server.proof)&key=form-1&name=Lamp"
        for _ in 0..<2 { #expect(try server.browse("POST", "/add", form).status == 303) }
        #expect(try server.items().count == 1)
    }

    @Test("a field left as it was is not an edit, however old the form")
    func untouched() throws {
        let server = try TestServer()
        let (id, revision) = try server.add("Lamp")
        _ = try server.api("PATCH", "/api/items/\(id)", #"{"name":"Renamed"}"#, fields: ["If-Match: *"])
        let sent = try server.browse(
            "POST", "/edit/\(id)", "csrf=\(server.proof)&base=\(revision)&name=Lamp&was-name=Lamp&notes=mine&was-notes="
        )
        #expect(sent.status == 303)
        let item = try #require(try server.items().first)
        #expect(item["name"] as? String == "Renamed")
        #expect(item["notes"] as? String == "mine")
    }

    @Test("a conflict asks which value to keep, and the answer is applied")
    func conflict() throws {
        let server = try TestServer()
        let (id, revision) = try server.add("Lamp")
        _ = try server.api("PATCH", "/api/items/\(id)", #"{"name":"Theirs"}"#, fields: ["If-Match: *"])
        let page = try server.browse(
            "POST", "/edit/\(id)",
            "csrf=\(server.proof)&base=\(revision)&name=Yours&was-name=Lamp&notes=mine&was-notes="
        )
        #expect(page.status == 412)
        for text in ["Lamp", "Theirs", "Yours", "keep-name"] { #expect(page.body.contains(text)) }
        #expect(value("base", in: page.body) == "\(revision + 1)")
        let answered = try server.browse(
            "POST", "/edit/\(id)",
            "csrf=\(server.proof)&base=\(revision + 1)&name=Yours&keep-name=theirs&notes=mine&was-notes=")
        #expect(answered.status == 303)
        let item = try #require(try server.items().first)
        #expect(item["name"] as? String == "Theirs")
        #expect(item["notes"] as? String == "mine")
    }

    @Test("a form with a fault comes back with what was entered and what is wrong")
    func fault() throws {
        let server = try TestServer()
        let page = try server.browse("POST", "/add", "csrf=\(server.proof)&name=Lamp&value=1%2C5&notes=kept")
        #expect(page.status == 422)
        #expect(page.body.contains("value=\"1,5\""))
        #expect(page.body.contains("kept</textarea>"))
        #expect(page.body.contains("aria-invalid=\"true\""))
        #expect(try server.items().isEmpty)
    }

    @Test(
        "forms speak the reader's language",
        arguments: [
            ("zh-CN,zh;q=0.9", "zh-Hans", "添加物品"), ("zh-TW", "zh-Hant", "新增物品"), ("zh-Hant-HK", "zh-Hant", "新增物品"),
            ("de-AT, en;q=0.5", "de", "Gegenstand hinzufügen"), ("sv, en;q=0.5", "en", "Add an item"),
            ("", "en", "Add an item"), ("en;q=0.1, zh;q=0.2", "zh-Hans", "添加物品"),
        ])
    func language(accepted: String, language: String, title: String) throws {
        let server = try TestServer()
        let page = try server.browse("GET", "/add", fields: accepted.isEmpty ? [] : ["Accept-Language: \(accepted)"])
        #expect(page.body.contains("<html lang=\"\(language)\" dir=\"ltr\">"))
        #expect(page.body.contains(title))
    }

    @Test("pages before signing in use the inventory's language if the browser asks for no available one")
    func languageOfTheInventory() throws {
        let forms = try FormPages(language: "de")
        let head = RequestHead(
            method: .get, target: .front, headers: HeaderFields(["Accept-Language": "sv"]), peer: Peer(name: "a"))
        #expect(forms.words(for: head).language == "de")
    }

    @Test("the server's own styles and scripts are sent again only if they changed")
    func ownAssets() throws {
        let server = try TestServer()
        for (path, type) in [("/companion.css", "text/css"), ("/companion.js", "text/javascript")] {
            let sent = try server.browse("GET", path)
            #expect(sent.status == 200 && sent.field("Content-Type")?.hasPrefix(type) == true)
            let tag = try #require(sent.field("ETag"))
            #expect(try server.browse("GET", path, fields: ["If-None-Match: \(tag)"]).status == 304)
            #expect(try server.browse("GET", path, fields: ["If-None-Match: \"x\""]).status == 200)
        }
    }

    @Test("a form in Hebrew reads from right to left, and its messages are in English")
    func rightToLeft() throws {
        let server = try TestServer()
        let page = try server.browse(
            "POST", "/add", "csrf=\(server.proof)&name=Lamp&purchaseDate=2024-02-30", fields: ["Accept-Language: he-IL"]
        )
        #expect(page.body.contains("<html lang=\"he\" dir=\"rtl\">") && page.body.contains("הוספת פריט"))
        #expect(page.body.contains("no such day in the calendar"))
    }

    @Test("the latest changes show the values before and after")
    func oldAndNewValues() throws {
        let server = try TestServer()
        let (id, revision) = try server.add("Lamp", #","location":"Office","insured":true"#)
        _ = try server.browse(
            "POST", "/edit/\(id)",
            "csrf=\(server.proof)&base=\(revision)&location=Attic&was-location=Office&insured=false&was-insured=true"
                + "&notes=%3Cb%3Enew&was-notes=")
        let page = try server.browse("GET", "/undo").body
        #expect(page.contains("<small>Location: Office → Attic</small>"))
        #expect(page.contains("<small>Insured: yes → no</small>"))
        #expect(page.contains("<small>Notes: not stated → &lt;b&gt;new</small>"))
    }

    @Test("the history of an item has its own changes, and asks before those of many are undone")
    func history() throws {
        let server = try TestServer()
        let (id, _) = try server.add("Lamp", #","location":"Office""#)
        let (other, _) = try server.add("Chair")
        let many = "csrf=\(server.proof)&id=\(id)&id=\(other)&act=change&insured=yes"
        #expect(try server.browse("POST", "/select", many).status == 303)
        let page = try server.browse("GET", "/undo?item=\(id)&return=/item/\(id).html").body
        #expect(page.contains("<small>Insured: no → yes</small>") && page.contains("> Added"))
        #expect(!page.contains("Chair") && page.contains("<h1>History</h1>"))
        #expect(page.contains("href=\"/undo?revision=3&amp;return=%2Fitem%2F\(id).html\""))
        #expect(try server.browse("GET", "/undo?item=x").status == 404)
    }

    @Test("an amount has the currency that is chosen beside it, unless it names one itself")
    func currency() throws {
        let server = try TestServer()
        let sent = { (value: String, code: String) in
            try server.browse(
                "POST", "/add", "csrf=\(server.proof)&name=Lamp&locale=de&value=\(value)&currency-value=\(code)"
            ).status
        }
        let values = {
            try server.items().map { item in
                (item["value"] as? [String: String]).map { "\($0["amount"] ?? "") \($0["currency"] ?? "")" }
            }
        }
        for (value, code) in [
            ("12,34", "EUR"), ("%2420", "EUR"), ("1.234,56", "USD"), ("5+%E2%82%AC", "GBP"), ("", "EUR"),
        ] {
            #expect(try sent(value, code) == 303)
        }
        #expect(try sent("5", "XXY") == 422)
        #expect(try values() == ["12.34 EUR", "20.00 USD", "1234.56 USD", "5.00 EUR", nil])
        let id = try #require(try server.items().first?["id"] as? String)
        let form = try server.browse("GET", "/edit/\(id)").body
        #expect(form.contains("name=\"value\" value=\"12.34\"") && form.contains("<option selected=\"\">EUR</option>"))
        let base = try #require(value("base", in: form))
        let edit = "csrf=\(server.proof)&base=\(base)&locale=en&was-value=12.34+EUR&value=12.34&currency-value="
        let revision = try server.store.revision
        #expect(try server.browse("POST", "/edit/\(id)", edit + "EUR").status == 303)
        #expect(try server.store.revision == revision)
        #expect(try server.browse("POST", "/edit/\(id)", edit + "USD").status == 303)
        #expect(try values().first == "12.34 USD")
    }

    @Test("a date of purchase is a day, or about a year or month")
    func approximateDate() throws {
        let server = try TestServer()
        let date = { (try server.items().first?["purchase"] as? [String: Any])?["date"] as? String }
        let add = "csrf=\(server.proof)&name=Lamp&purchaseDate="
        #expect(try server.browse("POST", "/add", add + "&about-purchaseDate=+2019+").status == 303)
        #expect(try date() == "2019")
        let id = try #require(try server.items().first?["id"] as? String)
        for (fields, result) in [
            ("purchaseDate=&about-purchaseDate=2019-05", "2019-05"),
            ("purchaseDate=&about-purchaseDate=2019-05", "2019-05"),
            ("purchaseDate=2019-05-03&about-purchaseDate=2019-05", "2019-05-03"),
            ("purchaseDate=2019-05-03&about-purchaseDate=2018", "2018"), ("purchaseDate=&about-purchaseDate=", nil),
        ] {
            let form = try server.browse("GET", "/edit/\(id)").body
            let base = try #require(value("base", in: form))
            let was = try #require(value("was-purchaseDate", in: form))
            let isDay = was.utf8.count > 7
            #expect(form.contains("name=\"purchaseDate\" value=\"\(isDay ? was : "")\""))
            #expect(form.contains("name=\"about-purchaseDate\" value=\"\(isDay ? "" : was)\""))
            let edit = "csrf=\(server.proof)&base=\(base)&was-purchaseDate=\(was)&\(fields)"
            #expect(try server.browse("POST", "/edit/\(id)", edit).status == 303)
            #expect(try date() == result)
        }
        let page = try server.browse("POST", "/add", add + "&about-purchaseDate=2019-13")
        #expect(page.status == 422 && page.body.contains("no such day in the calendar"))
        #expect(page.body.contains("name=\"about-purchaseDate\" value=\"2019-13\""))
    }

    @Test("the form of a copy has the fields of the other item, except those that are unique to it")
    func duplicate() throws {
        let server = try TestServer()
        let (id, _) = try server.add(
            "Lamp", #","location":"Office","serialNumber":"S1","value":{"amount":"9.50","currency":"USD"}"#)
        let page = try server.browse("GET", "/add?like=\(id)&return=/items/lamp.html")
        #expect(page.status == 200 && page.body.contains("name=\"location\" value=\"Office\""))
        #expect(page.body.contains("name=\"value\" value=\"9.50\"") && !page.body.contains("S1"))
        #expect(page.body.contains("name=\"was-location\" value=\"\""))
        #expect(try server.browse("GET", "/add?like=\(UUID())").status == 404)
        #expect(try server.browse("GET", "/add?like=x").status == 404)
    }

    @Test("field errors are in the reader's language, for programs in English unless they ask for another")
    func faultLanguage() throws {
        let server = try TestServer()
        let german = ["Accept-Language: de"]
        let form = "csrf=\(server.proof)&name=Lamp&purchaseDate=2024-02-30"
        let page = try server.browse("POST", "/add", form, fields: german)
        #expect(page.status == 422 && page.body.contains("diesen Tag gibt es im Kalender nicht"))
        _ = try server.browse("POST", "/add", "csrf=\(server.proof)&name=One&externalReference=X", fields: german)
        let taken = try server.browse(
            "POST", "/add", "csrf=\(server.proof)&name=Two&externalReference=X", fields: german)
        #expect(taken.body.contains("läuft unter dieser Kennung"))
        let (id, _) = try server.add("Lamp")
        for (language, expected) in [([], "no such day"), (german, "diesen Tag gibt es im Kalender nicht")] {
            let refused = try server.api(
                "PATCH", "/api/items/\(id)", #"{"purchase":{"date":"2024-02-30"}}"#, fields: ["If-Match: *"] + language)
            #expect(refused.body.contains(expected))
            let filter = try server.api("GET", "/api/items?where=value:%3Ex", fields: language)
            #expect(filter.body.contains("expected an amount") == language.isEmpty)
            let edits = """
                {"version":1,"store":"\(server.store.identifier.text)","edits":[{"key":"a-\(expected.count)",\
                "action":"edit","id":"\(id)","base":1,"patch":{"purchase":{"date":"2024-02-30"}}}]}
                """
            let sent = try server.api("POST", "/api/edits", edits, fields: language)
            #expect(sent.body.contains(expected))
        }
    }

    @Test("an undo that later changes prevent shows those, each with its own undo")
    func laterChanges() throws {
        let server = try TestServer()
        let (id, _) = try server.add("Lamp")
        for patch in [#"{"notes":"old"}"#, #"{"colour":"red"}"#, #"{"notes":"new"}"#] {
            _ = try server.api("PATCH", "/api/items/\(id)", patch, fields: ["If-Match: *"])
        }
        let refused = try server.browse("POST", "/undo", "csrf=\(server.proof)&revision=2&return=/")
        #expect(refused.status == 409 && refused.body.contains("Undo the later changes first."))
        let offered = refused.body.matches(of: /name="revision" value="(\d+)"/)
        #expect(offered.map(\.output.1) == ["4"] && refused.body.contains("Notes: old → new"))
    }

    @Test("every field of the form has a name in the catalogue")
    func words() throws {
        let words = try FormLocalization(language: "en")
        for field in ItemForm.fields { #expect(words["field.\(field.name)"] != "field.\(field.name)") }
        for group in ItemForm.groups { #expect(words["group.\(group.name)"] != "group.\(group.name)") }
    }

    @Test("every field is in one group of the form")
    func groups() {
        let fields = ItemForm.groups.flatMap { $0.fields }
        #expect(fields.count == ItemForm.fields.count && Set(fields) == Set(ItemForm.fields))
    }

    @Test("a refusal to a browser is a page with words")
    func problemPage() throws {
        let server = try TestServer()
        let page = try server.browse("GET", "/nothing.html")
        #expect(page.status == 404)
        #expect(page.field("Content-Type") == "text/html; charset=utf-8")
        #expect(page.body.contains("There is no such page"))
    }
}
