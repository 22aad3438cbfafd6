import Foundation
import Inventory
import InventoryStore
import Testing

@testable import HTTPServer
@testable import InventoryServer

@Suite("Barcodes in photos")
struct ScanTests {
    /// The page that answers a form with a photo.
    private func scan(_ server: TestServer, _ photo: String, proof: String? = nil) throws -> RawClient.Response {
        let fields = [("csrf", proof ?? server.proof), ("return", "/items/lamp.html")]
        return try server.submit(
            "/scan",
            MultipartForm.body(fields, files: [("a.jpg", photo)], input: "photo", mediaType: "image/jpeg"))
    }

    @Test("programs get the codes, and nothing of the photo is kept")
    func programs() throws {
        let server = try TestServer()
        let photo = TestFiles.photo(of: ["4006381333931", "Home / Attic"])
        let response = try server.api("POST", "/api/scan", photo, type: "image/jpeg")
        let codes = try #require(response.json?["codes"] as? [[String: String]])
        #expect(Set(codes.map { $0["text"] }) == ["4006381333931", "Home / Attic"] && codes[0]["format"] == "qr_code")
        let none = try server.api("POST", "/api/scan", TestFiles.photo(9), type: "image/jpeg")
        #expect((none.json?["codes"] as? [Any])?.count == 0)
        let wrong = try server.api("POST", "/api/scan", "text", type: "image/jpeg")
        #expect(wrong.status == 422 && wrong.problem == "photo-refused")
        #expect(try server.api("POST", "/api/scan", "{}").status == 415)
        #expect(try server.api("POST", "/api/scan?a=b", TestFiles.photo(9), type: "image/jpeg").status == 400)
        #expect(try server.api("GET", "/api/scan").status == 405)
        #expect(try server.isLeft(0))
    }

    @Test("scanning requires a session and a form of that session")
    func access() throws {
        let server = try TestServer()
        let stranger = "POST /api/scan HTTP/1.1\r\nHost: 127.0.0.1:\(server.port)\r\nContent-Type: image/jpeg\r\n"
        #expect(try server.perform(stranger + "Content-Length: 4\r\n\r\nJFIF").status == 401)
        #expect(try scan(server, TestFiles.photo(9), proof: "x").status == 403)
    }

    @Test("the page names the items of a code, a label or a location, and offers to add an unknown one")
    func pages() throws {
        let server = try TestServer()
        let page = try server.browse("GET", "/scan?return=/items/lamp.html")
        #expect(page.status == 200 && page.body.contains("capture=\"environment\""))
        let lamp = try server.add("<Lamp>", #","code":"978-0-306-40615-7","location":"Home/Attic/Box 1""#).id
        let radio = try server.add("Radio", #","code":"036000291452""#).id
        for text in [
            "9780306406157", "0306406152", lamp, "https://old.example/x/item/\(lamp).html", "Home / Attic",
            "http://10.0.0.1:8421/?place=Home%20%2F%20Attic",
        ] {
            let found = try scan(server, TestFiles.photo(of: [text]))
            #expect(found.status == 200 && found.body.contains("href=\"/item/\(lamp).html\""), "\(text)")
            #expect(found.body.contains("&lt;Lamp&gt;") && !found.body.contains("Radio"), "\(text)")
        }
        #expect(try scan(server, TestFiles.photo(of: ["0036000291452"])).body.contains("/item/\(radio).html"))
        #expect(
            try server.api("PATCH", "/api/items/\(radio)", #"{"archived":true}"#, fields: ["If-Match: *"]).status == 200
        )
        #expect(try scan(server, TestFiles.photo(of: ["36000291452"])).body.contains("href=\"/edit/\(radio)\""))
        let unknown = try scan(server, TestFiles.photo(of: ["4006381333931", "<b>&\u{e9}"]))
        #expect(unknown.body.contains("href=\"/add?code=4006381333931&amp;return=%2Fitems%2Flamp.html\""))
        #expect(unknown.body.contains("&lt;b&gt;&amp;é") && !unknown.body.contains("<b>"))
        let form = try server.browse("GET", "/add?code=4006381333931&return=/")
        #expect(form.body.contains("name=\"code\" value=\"4006381333931\""))
        #expect(form.body.contains("name=\"was-code\" value=\"\""))
        #expect(try scan(server, TestFiles.photo(9)).body.contains("no readable barcode"))
        let refused = try scan(server, "text")
        #expect(refused.status == 422 && refused.body.contains("a.jpg: "))
    }
}
