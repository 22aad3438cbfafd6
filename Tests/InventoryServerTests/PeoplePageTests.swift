import Foundation
import Inventory
import InventoryStore
import Testing

@testable import HTTPServer
@testable import InventoryServer

@Suite("The pages of people and sessions")
struct PeoplePageTests {
    private func submit(_ fields: String, _ server: TestServer) throws -> RawClient.Response {
        try server.browse("POST", "/people", "csrf=\(server.proof)&return=/&" + fields)
    }

    /// Signs somebody in with the code of a link, as a browser.
    /// - Returns: the cookie, and the proof for forms.
    private func open(_ page: String, _ server: TestServer) throws -> (cookie: String, proof: String) {
        let token = try #require(page.firstMatch(of: /#token=([0-9A-Z-]+)/)?.output.1)
        let response = try server.post("/api/session", #"{"token":"\#(token)"}"#)
        let cookie = String(response.field("Set-Cookie")?.split(separator: ";").first ?? "")
        return (cookie, response.json?["csrf"] as? String ?? "")
    }

    private func send(
        _ method: String, _ target: String, _ form: String = "", by cookie: String, _ server: TestServer
    ) throws -> RawClient.Response {
        try server.perform(
            "\(method) \(target) HTTP/1.1\r\nHost: 127.0.0.1:\(server.port)\r\nCookie: \(cookie)\r\n"
                + "Sec-Fetch-Site: same-origin\r\nAccept: text/html\r\n"
                + "Content-Type: application/x-www-form-urlencoded\r\nContent-Length: \(form.utf8.count)\r\n\r\n\(form)"
        )
    }

    /// The ids of the sessions that a page offers to end.
    private func sessions(on page: String) -> [String] {
        page.matches(of: /name="end" value="([^"]+)"/).map { String($0.output.1) }
    }

    @Test("an owner adds somebody, sends a link, changes the role, ends sessions and removes them")
    func people() throws {
        let server = try TestServer()
        #expect(try submit("act=add&name=Ana+%3CSilva%3E&role=recorder", server).status == 200)
        let page = try server.browse("GET", "/people?return=/")
        #expect(page.body.contains("Ana &lt;Silva&gt;") && !page.body.contains("#token="))
        #expect(try server.store.people().map { $0.role() } == [.recorder])
        let who = "name=Ana+%3CSilva%3E"
        #expect(!page.body.contains("Does not see") && !page.body.contains("Signs in as"))
        try server.store.hide([.values, .documents], from: .recorder)
        try server.store.set("Ana <Silva>", role: .recorder, account: "ana@example.org", endsSessions: false)
        let told = try server.browse("GET", "/people").body
        #expect(told.contains("Does not see: values, documents") && told.contains("Signs in as ana@example.org"))
        let made = try submit("act=sign-in&" + who, server)
        #expect(made.body.contains("http://127.0.0.1:\(server.port)/sign-in#token="))
        let (cookie, _) = try open(made.body, server)
        #expect(try send("GET", "/api/items", by: cookie, server).status == 200)
        let session = try #require(sessions(on: try server.browse("GET", "/people").body).first)
        #expect(try submit("act=role&role=editor&" + who, server).body.contains("Editor"))
        #expect(try send("GET", "/select", by: cookie, server).status == 200)
        // Each of these is in effect with the next request.
        #expect(try submit("end=" + session, server).status == 200)
        #expect(try send("GET", "/api/items", by: cookie, server).status == 401)
        let second = try open(submit("act=sign-in&" + who, server).body, server).cookie
        #expect(try submit("act=sign-out&" + who, server).status == 200)
        #expect(try send("GET", "/api/items", by: second, server).status == 401)
        let third = try open(submit("act=sign-in&" + who, server).body, server).cookie
        #expect(try submit("act=remove&" + who, server).status == 200)
        #expect(try send("GET", "/api/items", by: third, server).status == 401)
        #expect(try server.store.people().isEmpty)
    }

    @Test("what cannot be is said on the page, and changes nothing")
    func refusals() throws {
        let server = try TestServer()
        try server.store.set("Ana", role: .owner, endsSessions: true)
        for fields in [
            "act=add&name=ana&role=reader", "act=add&name=&role=reader", "act=add&name=Ben&role=king",
            "act=role&name=Ana&role=king", "act=add&name=%20Ben&role=reader", "act=sing&name=Ana",
        ] {
            let response = try submit(fields, server)
            #expect(response.status == 422 && response.body.contains("role=\"alert\""), "\(fields)")
        }
        #expect(try submit("act=sign-in&name=Nobody", server).status == 200)
        #expect(try server.browse("POST", "/people", "act=remove&name=Ana").status == 403)
        #expect(try server.store.people().map(\.name) == ["Ana"])
    }

    @Test("a person sees and ends their own sessions, and no others")
    func ownSessions() throws {
        let server = try TestServer()
        for name in ["Ana", "Ben"] { try server.store.set(name, role: .reader, endsSessions: true) }
        func signIn(_ name: String) throws -> (cookie: String, proof: String) {
            try open("#token=" + SignInCode.make(for: name, in: server.store), server)
        }
        let (phone, desk, other) = (try signIn("Ana"), try signIn("Ana"), try signIn("Ben"))
        let page = try send("GET", "/sessions", by: desk.cookie, server)
        // The session that shows the page ends by signing out.
        let own = sessions(on: page.body)
        #expect(page.status == 200 && own.count == 1)
        #expect(sessions(on: try send("GET", "/sessions", by: other.cookie, server).body).isEmpty)
        func end(_ id: String, proof: String = desk.proof) throws -> Int {
            try send("POST", "/sessions", "csrf=\(proof)&end=\(id)", by: desk.cookie, server).status
        }
        // Neither Ben's nor the owner's.
        for (_, id) in try Self.selectors(server).filter({ $0.holder != "Ana" }) {
            #expect(try end(id) == 200)
        }
        #expect(try send("GET", "/", by: other.cookie, server).status == 200)
        #expect(try server.api("GET", "/api/items").status == 200)
        #expect(try end(own[0], proof: "wrong") == 403)
        #expect(try send("GET", "/", by: phone.cookie, server).status == 200)
        #expect(try end(own[0]) == 200)
        #expect([303, 401].contains(try send("GET", "/", by: phone.cookie, server).status))
        #expect(try send("GET", "/", by: desk.cookie, server).status == 200)
        let everywhere = "csrf=\(desk.proof)&everywhere=yes"
        let again = try signIn("Ana")
        #expect(try send("POST", "/sign-out", everywhere, by: desk.cookie, server).status == 303)
        #expect([303, 401].contains(try send("GET", "/", by: again.cookie, server).status))
        #expect(try send("GET", "/", by: other.cookie, server).status == 200)
    }

    /// The sessions that the owner's page offers to end, with the names of those whose they are.
    private static func selectors(_ server: TestServer) throws -> [(holder: String, id: String)] {
        let page = try server.browse("GET", "/people").body
        var holder = ""
        return page.matches(of: /<summary><span>([^<]+)<|name="end" value="([^"]+)"|<h2>/).compactMap { match in
            if let id = match.output.2 { return (holder, String(id)) }
            holder = match.output.1.map(String.init) ?? ""
            return nil
        }
    }
}
