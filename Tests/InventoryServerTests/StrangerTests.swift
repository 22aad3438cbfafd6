import Files
import Foundation
import Testing

@testable import HTTPServer
@testable import InventoryServer

/// Clients without a session can use up their own share of the server, and no other.
@Suite("What a stranger may cost")
struct StrangerTests {
    private func head(_ server: TestServer, _ target: String, _ fields: [String]) -> String {
        let type = target == "/sign-in" ? "application/x-www-form-urlencoded" : "application/json"
        return (["POST \(target) HTTP/1.1", "Host: 127.0.0.1:\(server.port)", "Content-Type: \(type)"] + fields)
            .joined(separator: "\r\n") + "\r\n\r\n"
    }

    @Test("a body of a few KiB is all that addresses open to strangers take", arguments: ["/api/session", "/sign-in"])
    func bodies(target: String) throws {
        let server = try TestServer()
        for length in [4097, 4 << 20] {
            let response = try server.perform(head(server, target, ["Content-Length: \(length)"]))
            #expect(response.status == 413)
        }
        let client = try server.client()
        client.send(head(server, target, ["Transfer-Encoding: chunked"]))
        for _ in 0..<5 { client.send("400\r\n\(String(repeating: " ", count: 1024))\r\n") }
        client.send("0\r\n\r\n")
        #expect(client.response().status == 413)
    }

    @Test("request bodies of strangers do not use up the memory for signed-in clients")
    func memory() throws {
        let server = try TestServer {
            $0.limits.unauthenticatedInMemory = 8 << 10
            $0.limits.bodiesInMemory = 8 << 10
        }
        let holders = try (0..<2).map { _ in try server.client() }
        for holder in holders {
            holder.send(head(server, "/api/session", ["Content-Length: 4096"]) + String(repeating: " ", count: 4095))
        }
        usleep(300_000)
        let third = try server.post("/api/session", String(repeating: " ", count: 4000))
        #expect(third.problem == "server-busy")
        let name = String(repeating: "a", count: 5000)
        #expect(try server.api("POST", "/api/items", #"{"name":"\#(name)"}"#).status == 201)
        for holder in holders { holder.send(" ") }
        for holder in holders { #expect(holder.response().status == 400) }
        #expect(try server.post("/api/session", #"{"token":"x"}"#).problem == "wrong-token")
    }

    @Test("connections without a session make room for one another, and never for those with one")
    func connections() throws {
        let server = try TestServer { $0.limits.unauthenticatedConnections = 4 }
        let request =
            "GET /api/items HTTP/1.1\r\nHost: 127.0.0.1:\(server.port)\r\nAuthorization: Bearer \(server.bearer)\r\n\r\n"
        let owner = try server.client()
        owner.send(request)
        #expect(owner.response().status == 200)
        let strangers = try (0..<12).map { _ in
            usleep(5_000)
            return try server.client()
        }
        for stranger in strangers { stranger.limit(seconds: 1) }
        usleep(300_000)
        #expect(strangers[0].receive() == nil)
        let ask = "GET /api/session HTTP/1.1\r\nHost: 127.0.0.1:\(server.port)\r\n\r\n"
        let answered = strangers.filter { $0.send(ask) && $0.response().status == 200 }.count
        #expect((1...4).contains(answered))
        owner.send(request)
        #expect(owner.response().status == 200)
        #expect(try server.api("POST", "/api/items", #"{"name":"Lamp"}"#).status == 201)
    }

    @Test("connections of one address stay within their bound")
    func oneAddress() throws {
        let server = try TestServer { $0.limits.connectionsPerAddress = 4 }
        let clients = (0..<12).compactMap { _ in try? server.client() }
        for client in clients { client.limit(seconds: 1) }
        let ask = "GET /api/session HTTP/1.1\r\nHost: 127.0.0.1:\(server.port)\r\n\r\n"
        #expect((1...4).contains(clients.filter { $0.send(ask) && $0.response().status == 200 }.count))
    }

    @Test("a body that comes more slowly than the lowest rate is cut off")
    func slowBody() throws {
        let server = try TestServer {
            $0.limits.bodySeconds = 1
            $0.limits.slowestTransfer = 1000
        }
        let client = try server.client()
        client.send(
            "POST /api/items HTTP/1.1\r\nHost: 127.0.0.1:\(server.port)\r\nAuthorization: Bearer \(server.bearer)\r\nContent-Type: application/json\r\nContent-Length: 3000\r\n\r\n"
        )
        let begun = MonotonicClock.now()
        // 50 bytes a second never keep a connection silent, but are too few.
        while client.send("     "), MonotonicClock.now() - begun < 8 { usleep(100_000) }
        #expect(MonotonicClock.now() - begun < 6)
        #expect(try server.items().isEmpty)
    }

    @Test("a client that does not read its answer is cut off")
    func unreadAnswer() throws {
        let server = try TestServer {
            $0.limits.answerSeconds = 1
            $0.limits.slowestTransfer = 1 << 30
        }
        let size = 32 << 20
        try Data(count: size).write(to: URL(filePath: server.site + "/large.bin"))
        let client = try server.client()
        client.send(
            "GET /large.bin HTTP/1.1\r\nHost: 127.0.0.1:\(server.port)\r\nAuthorization: Bearer \(server.bearer)\r\n\r\n"
        )
        sleep(3)
        var count = 0
        while let bytes = client.receive() { count += bytes.count }
        #expect(count < size)
    }

    @Test("the right token is accepted from an address that others have locked")
    func lockIsNoWeapon() throws {
        let server = try TestServer()
        for _ in 0...SignInLockout.free { _ = try server.post("/api/session", #"{"token":"WRONG"}"#) }
        let token = server.web.signInLink().token
        #expect(try server.post("/api/session", #"{"token":"WRONG"}"#).problem == "locked-out")
        #expect(try server.post("/api/session", #"{"token":"\#(token)"}"#).status == 200)
    }

    @Test("a long address under a wrong name is refused for the name")
    func order() throws {
        let server = try TestServer()
        let path = String(repeating: "a", count: 5000)
        let response = try server.perform("GET /\(path) HTTP/1.1\r\nHost: evil.example\r\n\r\n")
        #expect(response.problem == "wrong-host")
    }

    @Test(
        "limits shrink to the files that the system lets a program open", arguments: [64, 100, 256, 1024, 1279, 1280])
    func descriptors(available: Int) {
        let limits = ServerLimits().fitted(toDescriptors: available)
        let room = max(32, available - min(256, available / 2))
        #expect(limits.connections + limits.openFiles <= room || limits == ServerLimits())
        #expect(limits.connections >= 16 && limits.unauthenticatedConnections < limits.connections)
        #expect(available < 1280 || limits == ServerLimits())
    }

    @Test("signing out everywhere ends every session and the last link")
    func everywhere() throws {
        let server = try TestServer()
        let token = server.web.signInLink().token
        let body = "csrf=\(server.proof)&everywhere=yes"
        let response = try server.browse("POST", "/sign-out", body)
        #expect(response.status == 303 && response.field("Clear-Site-Data") == nil)
        #expect(try server.api("GET", "/api/items").status == 401)
        #expect(try server.browse("GET", "/add").field("Location")?.hasPrefix("/sign-in?return=") == true)
        #expect(try server.post("/api/session", #"{"token":"\#(token)"}"#).problem == "wrong-token")
    }

    @Test("a program can end all sessions too")
    func everywhereByProgram() throws {
        let server = try TestServer()
        #expect(try server.api("DELETE", "/api/session?everywhere=maybe").problem == "malformed-parameter")
        #expect(try server.api("DELETE", "/api/session?everywhere=yes").status == 204)
        #expect(try server.browse("GET", "/add").status == 303)
    }

    @Test("the browser's storage is cleared only if the page asks for it")
    func clearing() throws {
        let server = try TestServer()
        let page = try server.browse("GET", "/add")
        #expect(page.body.contains(#"id="sign-out""#) && page.body.contains("/companion-sign-out.js"))
        let script = try server.browse("GET", "/companion-sign-out.js")
        #expect(script.status == 200 && script.body.contains("indexedDB.databases"))
        let response = try server.browse("POST", "/sign-out", "csrf=\(server.proof)&clear=yes")
        #expect(response.field("Clear-Site-Data") == #""cache", "storage""#)
        // The other session of the test stays valid.
        #expect(try server.api("GET", "/api/items").status == 200)
    }

    @Test("a filter of too many terms is refused in words")
    func terms() throws {
        let server = try TestServer()
        func ask(_ count: Int) throws -> RawClient.Response {
            let filter = (0..<count).map { "-%22x\($0)%22" }.joined(separator: "+")
            return try server.api("GET", "/api/items?where=\(filter)")
        }
        #expect(try ask(100).status == 200)
        let response = try ask(101)
        #expect(response.problem == "malformed-parameter")
        #expect((response.json?["detail"] as? String)?.contains("at most 100 terms") == true)
        let sort = (0..<400).map { _ in "name" }.joined(separator: ",")
        #expect(try server.api("GET", "/api/items?sort=\(sort)").status == 200)
    }
}
