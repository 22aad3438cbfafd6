import Files
import Foundation
import Inventory
import InventoryStore
import Localization
import Synchronization
import Testing

@testable import HTTPServer
@testable import InventoryServer

@Suite("Importing a list by forms, without script")
struct ListImportTests {
    /// A server with the steps of an import.
    private final class Home {
        let server: TestServer
        init(_ change: (inout ServerOptions) -> Void = { _ in }) throws { server = try TestServer(change) }

        /// Sends a list as a browser does.
        func send(
            _ content: [UInt8], name: String = "list.csv", csrf: String? = nil, field: String = "list",
            secret: String? = nil
        ) throws -> RawClient.Response {
            let fields = [("csrf", csrf ?? server.proof), ("key", "k"), ("return", "/items/lamp.html")]
            var body: [UInt8] = []
            for (name, value) in fields {
                body += "--b\r\nContent-Disposition: form-data; name=\"\(name)\"\r\n\r\n\(value)\r\n".utf8
            }
            body += "--b\r\nContent-Disposition: form-data; name=\"\(field)\"; filename=\"\(name)\"\r\n\r\n".utf8
            body += content
            body += "\r\n--b--\r\n".utf8
            let client = try server.client()
            client.send(
                [
                    "POST /import HTTP/1.1", "Host: 127.0.0.1:\(server.port)",
                    "Cookie: \(server.cookieName)=\(secret ?? server.secret)", "Accept: text/html",
                    "Sec-Fetch-Site: same-origin", "Origin: http://127.0.0.1:\(server.port)",
                    "Content-Type: multipart/form-data; boundary=b", "Content-Length: \(body.count)",
                ].joined(separator: "\r\n") + "\r\n\r\n")
            client.send(body)
            return client.response()
        }

        func send(_ text: String, name: String = "list.csv") throws -> RawClient.Response {
            try send(Array(text.utf8), name: name)
        }

        /// Sends a list and returns the path of its page.
        func page(_ text: String, name: String = "list.csv") throws -> String {
            let sent = try send(text, name: name)
            #expect(sent.status == 303, "\(sent.body)")
            let location = try #require(sent.field("Location"))
            return String(location.prefix { $0 != "?" })
        }

        func look(_ page: String, _ fields: [String] = []) throws -> String {
            let response = try server.browse("GET", page, fields: fields)
            #expect(response.status == 200)
            return response.body
        }

        /// Sends the form of a list.
        func post(_ page: String, _ action: String, _ fields: [(String, String)] = []) throws -> RawClient.Response {
            let pairs = [("csrf", server.proof), ("action", action)] + fields
            return try server.browse(
                "POST", page,
                pairs.map { "\($0)=\(PercentCoding.encode($1))" }.joined(separator: "&"))
        }

        func names() throws -> [String] { try server.items().compactMap { $0["name"] as? String } }
    }

    private static let plain = "Item,Qty,Value,Colour of box\nLamp,2,\"12.50\",red\nChair,1,30.00,blue\n"

    @Test("a list is sent, shown, imported as one change and undone, by forms alone")
    func whole() throws {
        let home = try Home()
        let start = try home.look("/import?return=/items/lamp.html")
        #expect(start.contains(#"enctype="multipart/form-data""#) && start.contains(#"name="list""#))
        let page = try home.page(Self.plain)
        let shown = try home.look(page)
        #expect(shown.contains("<dd>$55.00</dd>") && shown.contains("<b>Lamp</b>") && shown.contains("<dd>2</dd>"))
        #expect(shown.contains("<th scope=\"row\">Colour of box</th>"))
        #expect(try home.server.uploads().count == 1 && home.names().isEmpty)
        let before = try home.server.store.revision
        let imported = try home.post(page, "import", [("key", "one")])
        #expect(imported.status == 303 && imported.field("Location") == "/#imported")
        #expect(try home.names() == ["Lamp", "Chair"])
        let boxes = try home.server.items().first?["customFields"] as? [[String: String]]
        #expect(boxes == [["name": "Colour of box", "value": "red"]])
        // The pages were rebuilt before the browser was sent to them.
        #expect(home.server.log.rebuilds.withLock { $0.last?.revision } == (try home.server.store.revision))
        let after = try home.server.store.revision
        #expect(after.rawValue == before.rawValue + 1)
        #expect(try home.server.isLeft(0))
        let undo = try home.look("/undo")
        #expect(undo.contains("<b>list.csv</b> <small>2 added, 0 changed</small>"))
        #expect(try home.server.browse("POST", "/undo", "csrf=\(home.server.proof)&revision=\(after)").status == 303)
        #expect(try home.names().isEmpty)
    }

    @Test("a form that is sent again imports once, and with other fields its key is refused")
    func again() throws {
        let home = try Home()
        let page = try home.page(Self.plain)
        for _ in 0..<3 {
            let sent = try home.post(page, "import", [("key", "one")])
            #expect(sent.status == 303 && sent.field("Location") == "/#imported")
        }
        #expect(try home.names().count == 2)
        let second = try home.page(Self.plain)
        #expect(try home.post(second, "import", [("key", "one")]).status == 422)
        #expect(try home.names().count == 2)
    }

    @Test("a correction changes the totals, and only what was shown is imported")
    func corrections() throws {
        let home = try Home()
        let page = try home.page("Item,A,B\nLamp,1.50,7.00\nChair,2.00,8.00\n")
        #expect(try home.look(page).contains("<i>not stated</i>"))
        let set = [("column-3", "value")]
        // The form differs from the reading that was shown.
        let hasty = try home.post(page, "import", set)
        #expect(hasty.status == 422 && hasty.body.contains("the reading has changed") && hasty.body.contains("$15.00"))
        #expect(try home.names().isEmpty)
        let corrected = try home.post(page, "correct", set + [("return", "/items/lamp.html")])
        #expect(corrected.field("Location") == "\(page)?return=/items/lamp.html")
        let shown = try home.look(page)
        #expect(shown.contains("<dd>$15.00</dd>") && shown.contains("chosen by you"))
        // The field goes to the column that was changed last.
        _ = try home.post(page, "correct", set + [("column-2", "value")])
        let moved = try home.look(page)
        #expect(moved.contains("<dd>$3.50</dd>") && !moved.contains("$15.00"))
        #expect(try home.post(page, "reset").status == 303)
        #expect(try home.look(page).contains("<i>not stated</i>"))
        _ = try home.post(page, "correct", set)
        #expect(try home.post(page, "import", set).status == 303)
        let amounts = try home.server.items().compactMap { ($0["value"] as? [String: String])?["amount"] }
        #expect(amounts == ["7.00", "8.00"])
    }

    @Test("nothing is imported while a question is open")
    func questions() throws {
        let home = try Home()
        let page = try home.page("Item,Bought\nLamp,3/5/2021\n")
        let shown = try home.look(page)
        #expect(shown.contains("Open questions") && shown.contains(#"name="dates" required="""#))
        let refused = try home.post(page, "import")
        #expect(refused.status == 422 && refused.body.contains("answer the open questions first"))
        let answer = [("dates", "dmy")]
        _ = try home.post(page, "correct", answer)
        #expect(try !home.look(page).contains("Open questions"))
        #expect(try home.post(page, "import", answer).status == 303)
        let bought = try home.server.items().first?["purchase"] as? [String: Any]
        #expect(bought?["date"] as? String == "2021-05-03")
    }

    @Test("amounts that cannot be read are asked about once")
    func unreadableAmounts() throws {
        let home = try Home()
        let page = try home.page("Item,Value\nLamp,high\n")
        #expect(try home.look(page).components(separatedBy: #"name="column-2""#).count == 2)
        #expect(try home.post(page, "import").status == 422)
        let answer = [("column-2", "customFields.Value")]
        _ = try home.post(page, "correct", answer)
        #expect(try !home.look(page).contains("Open questions"))
        #expect(try home.post(page, "import", answer).status == 303)
        #expect(
            try home.server.items().first?["customFields"] as? [[String: String]] == [
                ["name": "Value", "value": "high"]
            ])
    }

    @Test("two signs of currencies that are open can both be settled")
    func signs() throws {
        let home = try Home { _ in }
        let page = try home.page("Item,Value\nLamp,kr 10\nChair,¥ 20\n")
        #expect(try home.look(page).components(separatedBy: "<p id=\"q-").count == 3)
        let answers = [("sign-kr", "SEK"), ("sign-¥", "JPY")]
        _ = try home.post(page, "correct", answers)
        #expect(try home.post(page, "import", answers).status == 303)
        #expect(
            try home.server.items().compactMap { ($0["value"] as? [String: String])?["currency"] } == ["SEK", "JPY"])
    }

    @Test("cells that are not values of their field are kept as text if the owner chooses that")
    func otherCells() throws {
        let home = try Home()
        let page = try home.page("Item,Bought\nLamp,2021-03-05\nVase,gift\nChair,2020-01-02\n")
        #expect(try home.look(page).contains(#"name="otherCells" required="""#))
        #expect(try home.post(page, "import").status == 422)
        #expect(try home.post(page, "correct", [("otherCells", "faults")]).status == 303)
        #expect(try home.look(page).contains("1 of 3 rows cannot be read"))
        let kept = [("otherCells", "text")]
        #expect(try home.post(page, "correct", kept).status == 303)
        #expect(try !home.look(page).contains("Open questions"))
        #expect(try home.post(page, "import", kept).status == 303)
        #expect(try home.names().count == 3)
    }

    @Test("rows that cannot be read are listed and left out only if the owner chooses that")
    func faults() throws {
        let home = try Home()
        let rows = (1...30).map { "Thing \($0),1,\($0).00\n" }.joined()
        let page = try home.page("Item,Qty,Value\n\(rows)Lamp,-2,5.00\n")
        let shown = try home.look(page)
        #expect(shown.contains("1 of 31 rows cannot be read") && shown.contains("row 32"))
        let refused = try home.post(page, "import")
        #expect(refused.status == 422 && refused.body.contains("some rows cannot be read"))
        #expect(try home.names().isEmpty)
        #expect(try home.post(page, "import", [("skip", "yes")]).status == 303)
        #expect(try home.names().count == 30)
    }

    @Test("rows that do not fit the inventory are named, and nothing is imported")
    func misfits() throws {
        let home = try Home()
        let id = "00000000-0000-4000-8000-000000000001"
        let page = try home.page("id,name\n\(id),Lamp\n\(id),Chair\n")
        let refused = try home.post(page, "import")
        #expect(refused.status == 422 && refused.body.contains("do not fit the inventory"))
        #expect(refused.body.contains("row 3") && refused.body.contains("row 2"))
        #expect(try home.names().isEmpty && home.server.uploads().count == 1)
        // Items whose parents are unknown may come in without them.
        let orphan = try home.page("id,name,parent\n\(id),Lens,00000000-0000-4000-8000-000000000002\n")
        let asked = try home.post(orphan, "import")
        #expect(asked.status == 422 && asked.body.contains("without the parent that they name"))
        #expect(try home.post(orphan, "import", [("skip", "yes")]).status == 303)
        #expect(try home.names() == ["Lens"])
    }

    @Test(
        "a list that was imported before is a question, and updates items",
        arguments: ["Item,Serial Number,Value\n", "name,serialNumber,value\n"])
    func knownItems(header: String) throws {
        let home = try Home()
        let serial = String(header.split(separator: ",")[1])
        #expect(try home.post(home.page(header + "Lamp,S1,5.00\n"), "import").status == 303)
        let page = try home.page(header + "Lamp,s1,7.00\nVase,S2,\n")
        let asked = try home.look(page)
        #expect(asked.contains("already has the item of 1 row") && asked.contains(#"name="updateBy" required="""#))
        #expect(asked.contains("<li>row 2: Lamp · s1 · 7.00</li>"))
        #expect(asked.contains("<option value=\"\(serial)\">") && asked.contains(#"<option value="-">"#))
        #expect(try home.post(page, "import").body.contains("answer the open questions first"))
        #expect(try home.names() == ["Lamp"])
        let answer = [("updateBy", serial)]
        #expect(try home.post(page, "correct", answer).status == 303)
        #expect(try home.look(page).contains("<option value=\"\(serial)\" selected"))
        #expect(try home.post(page, "import", answer).status == 303)
        #expect(try home.names() == ["Lamp", "Vase"])
        #expect(try (home.server.items().first?["value"] as? [String: String])?["amount"] == "7.00")
        let undo = try home.look("/undo")
        #expect(undo.contains("1 added, 1 changed"))
    }

    @Test("the columns of any table can be chosen, and a file of items is read as it is")
    func tablesAndFilesOfItems() throws {
        let home = try Home()
        let page = try home.page("name,value\nLamp,5.00\n")
        #expect(try home.look(page).contains("<dd>$5.00</dd>"))
        let fields = [("column-2", "purchasePrice")]
        _ = try home.post(page, "correct", fields)
        #expect(try home.post(page, "import", fields).status == 303)
        #expect(try home.server.items().first?["value"] == nil)
        // Importing the same items again changes nothing, and the page says so.
        let json = #"[{"id":"00000000-0000-4000-8000-000000000009","name":"Vase"}]"#
        #expect(try home.look(home.page(json, name: "a.json")).contains("is read as it is"))
        #expect(try home.post(home.page(json, name: "a.json"), "import").field("Location") == "/#imported")
        let same = try home.post(home.page(json, name: "a.json"), "import")
        #expect(same.status == 200 && same.body.contains("already holds everything"))
    }

    @Test(
        "other files are refused with a remedy that needs no command line, and no part of them is kept",
        arguments: [
            ("1;2;3\n4;5;6\n", "list.csv: no column has the names of the items; give one the heading Name"),
            ("\n\n;;\n", "list.csv: no row looks like the headings of a table"),
            ("", "list.csv: the file is empty"), ("%PDF-1.7\n%âãÏÓ\n", "PDF"), ("{\\rtf1 text}", "RTF"),
            ("PK\u{3}\u{4}no archive", "archive"), ("[{\"name\":}]", "list.csv:1:10:"), ("<svg/>", "svg"),
        ])
    func refusals(content: String, expected: String) throws {
        let home = try Home()
        let sent = try home.send(content)
        #expect([400, 422].contains(sent.status) && sent.body.contains("role=\"alert\""), "\(sent.status)")
        #expect(sent.body.lowercased().contains(expected.lowercased()), "\(sent.body)")
        #expect(sent.body.contains(#"name="list""#) && !sent.body.contains(" --"))
        #expect(try home.server.isLeft(0))
    }

    @Test("values of a file never become markup")
    func markup() throws {
        let home = try Home()
        let evil = "<script>alert(1)</script>"
        let page = try home.page("Item,\(evil)\n\(evil),\(evil)\n", name: "\(evil).csv")
        let shown = try home.look(page)
        #expect(!shown.contains("<script>alert") && shown.contains("&lt;script&gt;"))
    }

    @Test("a list belongs to its session, and unknown, forged and malformed forms are refused")
    func access() throws {
        let home = try Home()
        let (server, page) = (home.server, try home.page(Self.plain))
        // The bearer's session is another one.
        #expect(try server.api("GET", page).problem == "no-such-list")
        #expect(try server.browse("GET", "/import/00000000-0000-4000-8000-000000000001").status == 404)
        #expect(try server.browse("GET", "/import/x").status == 404)
        #expect(try home.send(Array(Self.plain.utf8), csrf: "wrong").status == 403)
        #expect(try home.send(Array(Self.plain.utf8), field: "photo").status == 400)
        #expect(try home.send(Array(Self.plain.utf8), secret: "none").status == 401)
        #expect(try server.browse("POST", page, "action=import").status == 403)
        #expect(try server.perform("GET \(page) HTTP/1.1\r\nHost: 127.0.0.1:\(server.port)\r\n\r\n").status == 401)
        for (name, value) in [
            ("dates", "x"), ("column-1", "nothing"), ("column-x", "name"), ("headerRow", "-1"), ("currency", "XXY"),
            ("encoding", "UTF-7"), ("separator", "a"), ("sign-$", "EUR"), ("nameColumn", "x"), ("groupRows", "?"),
        ] {
            #expect(try home.post(page, "correct", [(name, value)]).status == 422, "\(name)")
        }
        #expect(try home.post(page, "explode").status == 422)
        #expect(try home.names().isEmpty)
        #expect(try home.post(page, "discard").status == 303)
        #expect(try server.browse("GET", page).status == 404)
        #expect(try home.server.isLeft(0))
    }

    @Test("a session keeps four lists, and their time and their session end them")
    func limits() throws {
        let home = try Home()
        let pages = try (0..<6).map { try home.page("Item,Note\nThing \($0),x\n") }
        #expect(try pages.map { try home.server.browse("GET", $0).status } == [404, 404, 200, 200, 200, 200])
        #expect(try home.server.isLeft(4))

        let now = Mutex(0.0)
        let sessions = SessionStore { now.withLock { $0 } }
        let session = try sessions.signIn(sessions.makeToken(), kind: .cookie, peer: Peer(name: "a")).session
        let lists = SpooledLists(sessions: sessions, bytes: 100) { now.withLock { $0 } }
        func list(_ bytes: Int, of selector: String) throws -> SpooledList {
            let path = NSTemporaryDirectory() + "list-\(UUID().uuidString)"
            try Data(count: bytes).write(to: URL(fileURLWithPath: path))
            let upload = Upload(fields: FormFields(), files: [UploadedFile(path: path, fileName: nil)])
            return try #require(SpooledList(upload, session: selector))
        }
        let first = try list(60, of: session.selector)
        try lists.add(first)
        #expect(throws: RequestError.self) { try lists.add(list(60, of: session.selector)) }
        now.withLock { $0 = SpooledLists.seconds - 1 }
        #expect(try lists.list(first.id, of: session.selector).id == first.id)
        #expect(throws: RequestError.self) { try lists.list(first.id, of: "another") }
        now.withLock { $0 = SpooledLists.seconds * 2 }
        #expect(throws: RequestError.self) { try lists.list(first.id, of: session.selector) }
        lists.removeOutdated()
        #expect(lists.count == 0)
        let second = try list(60, of: session.selector)
        try lists.add(second)
        try sessions.end(session.selector)
        lists.removeOutdated()
        #expect(lists.count == 0)
    }

    @Test("all sessions together keep 32 lists")
    func limitOfAll() throws {
        let sessions = SessionStore { 0 }
        let lists = SpooledLists(sessions: sessions, bytes: 1 << 20) { 0 }
        for number in 0...SpooledLists.limit {
            let session = try sessions.signIn(sessions.makeToken(), kind: .cookie, peer: Peer(name: "a")).session
            let path = NSTemporaryDirectory() + "list-\(UUID().uuidString)"
            try Data(count: 1).write(to: URL(fileURLWithPath: path))
            let upload = Upload(fields: FormFields(), files: [UploadedFile(path: path, fileName: nil)])
            let list = try #require(SpooledList(upload, session: session.selector))
            if number < SpooledLists.limit {
                try lists.add(list)
            } else {
                #expect(throws: RequestError.self) { try lists.add(list) }
            }
        }
        #expect(lists.count == 32)
    }

    @Test("the pages are in the reader's language", arguments: Languages.all)
    func languages(language: String) throws {
        let home = try Home()
        let page = try home.page("Item,Bought,Worth\nLamp,3/5/2021,1.50\n")
        let words = try FormLocalization(language: language)
        let shown = try home.look(page, ["Accept-Language: \(language)"])
        #expect(shown.contains("<h1>\(words["importTitle"])</h1>") && shown.contains(words["importQuestions"]))
        #expect(!shown.contains("say.") && !shown.contains(">import") && !shown.contains("field."))
    }
}
