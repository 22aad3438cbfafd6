import Foundation
import Inventory
import InventoryStore
import Synchronization
import Testing

@testable import HTTPServer
@testable import InventoryServer

@Suite("Documents of items")
struct DocumentTests {
    private func form(_ fields: [(String, String)], _ files: [(name: String, content: String)]) -> String {
        MultipartForm.body(fields, files: files, input: "document", mediaType: "text/html")
    }

    private func documents(_ server: TestServer, _ id: String) throws -> [[String: Any]] {
        let list = try server.api("GET", "/api/items/\(id)/documents").body
        return try #require(try JSONSerialization.jsonObject(with: Data(list.utf8)) as? [[String: Any]])
    }

    @Test("documents are added with their details and removed as JSON, each once by its key")
    func json() throws {
        let server = try TestServer()
        let id = try server.add("Lamp").id
        let path = "/api/items/\(id)/documents"
        let sent = form(
            [("kind", "manual"), ("title", "How to"), ("number", "47"), ("date", "2024-05-01")],
            [("C:\\\\papers\\\\a.pdf", TestFiles.document("1"))])
        let key = ["Idempotency-Key: d1"]
        #expect(try server.api("POST", path, sent, fields: key, type: MultipartForm.type).status == 201)
        let again = try server.api("POST", path, sent, fields: key, type: MultipartForm.type)
        #expect(again.status == 200 && again.json?["repeated"] as? Bool == true)
        let known = try documents(server, id)
        #expect(known.count == 1)
        for (name, value) in ["kind": "manual", "title": "How to", "number": "47", "date": "2024-05-01"] {
            #expect(known.first?[name] as? String == value)
        }
        let hash = TestFiles.hash(TestFiles.document("1"))
        #expect(try server.api("DELETE", "\(path)/\(hash)").status == 200)
        #expect(try server.api("DELETE", "\(path)/\(hash)").problem == "no-such-document")
        #expect(try server.api("DELETE", "\(path)/xyz").problem == "no-such-page")
        let refused = try server.api("POST", path, form([], [("a.html", "<script>")]), type: MultipartForm.type)
        #expect(refused.status == 422 && refused.problem == "document-refused")
        for wrong in [("kind", "letter"), ("date", "2024-02-31")] {
            let answer = try server.api(
                "POST", path, form([wrong], [("a.pdf", TestFiles.document("0"))]), type: MultipartForm.type)
            #expect(answer.status == 422 && answer.problem == "invalid-field")
        }
        #expect(try server.api("POST", path, form([("kind", "manual")], []), type: MultipartForm.type).status == 400)
        #expect(try documents(server, id).isEmpty)
    }

    @Test("the page with documents works with plain forms, and a removal can be undone there")
    func forms() throws {
        let server = try TestServer()
        let id = try server.add("Lamp").id
        let other = try server.add("Chair")
        #expect(try server.browse("GET", "/documents/\(id)").body.contains("name=\"document\" type=\"file\""))
        let proof = [("csrf", server.proof), ("return", "/items/lamp.html")]
        let sent = try server.submit(
            "/documents/\(id)",
            form(proof + [("kind", "warranty"), ("title", "Ten & more")], [("w.pdf", TestFiles.document("2"))]))
        #expect(sent.status == 303 && sent.field("Location") == "/items/lamp.html")
        #expect(server.log.rebuilds.withLock { $0.last?.revision } == (try server.store.revision))
        let hash = TestFiles.hash(TestFiles.document("2"))
        let shown = try server.browse("GET", "/documents/\(id)").body
        #expect(shown.contains("href=\"/document/\(id)/\(hash)\"") && shown.contains("value=\"Ten &amp; more\""))
        #expect(shown.contains("<option value=\"warranty\" selected=\"\">"))
        // The form shows what is wrong, and can be sent again.
        let wrong = try server.submit("/documents/\(id)", form(proof, [("a<b>.html", "<script>")]))
        #expect(wrong.status == 422 && wrong.body.contains("a&lt;b&gt;.html: "))
        #expect(wrong.body.contains("id=\"upload\"") && wrong.body.contains("value=\"/items/lamp.html\""))
        let nothing = try server.submit("/documents/\(id)", form(proof, [("", "")]))
        #expect(nothing.status == 400 && nothing.body.contains("No file was sent."))
        #expect(
            try server.submit("/documents/\(id)", form([("csrf", "x")], [("a.pdf", TestFiles.document("3"))])).status
                == 403)
        let one = "/documents/\(id)/\(hash)"
        let described = try server.browse(
            "POST", one, "csrf=\(server.proof)&action=describe&kind=manual&title=&return=/items/lamp.html")
        #expect(described.status == 303)
        #expect(try documents(server, id).first?["kind"] as? String == "manual")
        #expect(try documents(server, id).first?["title"] == nil)
        #expect(try server.browse("POST", one, "csrf=\(server.proof)&action=burn").status == 422)
        #expect(try server.browse("POST", one, "action=remove").status == 403)
        let removed = try server.browse(
            "POST", one, "csrf=\(server.proof)&action=remove&return=/items/lamp.html")
        let target = try #require(removed.field("Location"))
        #expect(removed.status == 303 && target.hasPrefix("/documents/\(id)?removed="))
        #expect(try documents(server, id).isEmpty)
        let page = try server.browse("GET", target).body
        let revision = try server.store.revision
        #expect(page.contains("action=\"/undo\"") && page.contains("name=\"revision\" value=\"\(revision)\""))
        // A link cannot offer to undo another item's change.
        let forged = try server.browse("GET", "/documents/\(id)?removed=\(other.revision)").body
        #expect(!forged.contains("action=\"/undo\""))
        #expect(try server.browse("POST", "/undo", "csrf=\(server.proof)&revision=\(revision)").status == 303)
        #expect(try documents(server, id).count == 1)
        #expect(try !server.browse("GET", target).body.contains("action=\"/undo\""))
    }

    @Test("the file of a document is sent to its owner, by its content, in a sandbox, under a harmless name")
    func files() throws {
        let server = try TestServer()
        let id = try server.add("Lamp").id
        let other = try server.add("Chair").id
        let path = "/api/items/\(id)/documents"
        #expect(
            try server.api("POST", path, form([], [("evil é.html", TestFiles.document("4"))]), type: MultipartForm.type)
                .status == 201)
        let file = "/document/\(id)/\(TestFiles.hash(TestFiles.document("4")))"
        let sent = try server.browse("GET", file)
        #expect(sent.status == 200 && sent.body == TestFiles.document("4"))
        #expect(sent.field("Content-Type") == "application/pdf")
        #expect(sent.field("Content-Disposition") == "attachment; filename*=UTF-8''evil%20%C3%A9.html.pdf")
        #expect(sent.field("X-Content-Type-Options") == "nosniff")
        let policy = try #require(sent.field("Content-Security-Policy"))
        #expect(policy.hasPrefix("default-src 'none'") && policy.hasSuffix("; sandbox"))
        let tag = try #require(sent.field("ETag"))
        #expect(try server.browse("GET", file, fields: ["If-None-Match: \(tag)"]).status == 304)
        let picture = try server.browse("GET", file + "-320.jpg")
        #expect(picture.status == 200 && picture.field("Content-Type") == "image/jpeg")
        #expect(picture.field("Content-Disposition")?.hasPrefix("inline") == true)
        // Neither a client without a session nor another item's address gets it.
        let stranger = try server.perform("GET \(file) HTTP/1.1\r\nHost: 127.0.0.1:\(server.port)\r\n\r\n")
        #expect(stranger.status == 401)
        #expect(try server.browse("GET", file.replacing(id, with: other)).status == 404)
        for wrong in ["/document/\(id)/..", "/document/\(id)/x-320.jpg", "/document/x/\(TestFiles.hash("x"))"] {
            #expect(try server.browse("GET", wrong).status == 404, "\(wrong)")
        }
    }
}
