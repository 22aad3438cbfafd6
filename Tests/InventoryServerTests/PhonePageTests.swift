import Foundation
import Testing

@testable import HTTPServer
@testable import InventoryServer

@Suite("Signing in another device from a page")
struct PhonePageTests {
    @Test("a phone is signed in by the code that a page shows")
    func phone() throws {
        let server = try TestServer()
        let page = try server.browse("GET", "/phone?return=/index.html")
        #expect(page.status == 200 && !page.body.contains("<svg"))
        #expect(try server.browse("POST", "/phone", "return=/index.html").status == 403)
        let shown = try server.browse("POST", "/phone", "csrf=\(server.proof)&return=/index.html")
        #expect(shown.status == 200 && shown.body.contains("<svg") && shown.field("Cache-Control") == "no-store")
        // The browser came by a loopback address, which no phone can reach.
        #expect(shown.body.contains("a name that only this computer knows"))
        let token = try #require(shown.body.firstMatch(of: #/<code>([^<]+)</code>/#)?.output.1)
        let phone = try server.post("/api/session", #"{"token":"\#(token)"}"#)
        #expect(phone.status == 200 && phone.json?["signedIn"] as? Bool == true)
        #expect(try server.post("/api/session", #"{"token":"\#(token)"}"#).status == 401)
        let stranger = try server.perform(
            "GET /phone HTTP/1.1\r\nHost: 127.0.0.1:\(server.port)\r\nAccept: text/html\r\nSec-Fetch-Mode: navigate\r\n\r\n"
        )
        #expect([303, 401].contains(stranger.status))
    }
}
