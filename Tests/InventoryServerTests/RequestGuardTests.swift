import Foundation
import InventoryStore
import SiteGenerator
import Synchronization
import Testing

@testable import HTTPServer
@testable import InventoryServer

@Suite("Who is admitted")
struct RequestGuardTests {
    @Test(
        "the server goes by the three names of its loopback address",
        arguments: ["127.0.0.1", "localhost", "[::1]", "LOCALHOST"])
    func names(name: String) throws {
        let server = try TestServer()
        let response = try server.perform("GET /api/session HTTP/1.1\r\nHost: \(name):\(server.port)\r\n\r\n")
        #expect(response.status == 200)
        #expect(response.json?["signedIn"] as? Bool == false)
        #expect(response.json?.count == 1)
    }

    @Test("a browser without a session is led to the sign-in page and back")
    func signIn() throws {
        let server = try TestServer()
        let page = try server.perform(
            "GET /items/lamp.html?x=1 HTTP/1.1\r\nHost: 127.0.0.1:\(server.port)\r\nAccept: text/html\r\n\r\n")
        #expect(page.status == 303)
        #expect(page.field("Location") == "/sign-in?return=/items/lamp.html%3Fx%3D1")
        let token = server.web.signInLink().token.lowercased().replacing("-", with: " ")
        let form = "token=\(token.replacing(" ", with: "+"))&return=%2Fitems%2Flamp.html%3Fx%3D1"
        let sent = try server.perform(
            "POST /sign-in HTTP/1.1\r\nHost: 127.0.0.1:\(server.port)\r\nContent-Type: application/x-www-form-urlencoded\r\nContent-Length: \(form.utf8.count)\r\n\r\n\(form)"
        )
        #expect(sent.status == 303)
        #expect(sent.field("Location") == "/items/lamp.html?x=1")
        let cookie = try #require(sent.field("Set-Cookie"))
        #expect(cookie.hasPrefix("\(server.cookieName)="))
        #expect(cookie.hasSuffix("; Path=/; HttpOnly; SameSite=Strict"))
        let again = try server.perform(
            "POST /sign-in HTTP/1.1\r\nHost: 127.0.0.1:\(server.port)\r\nContent-Type: application/x-www-form-urlencoded\r\nContent-Length: \(form.utf8.count)\r\n\r\n\(form)"
        )
        #expect(again.problem == "wrong-token")
    }

    @Test("the sign-in link carries its token in the fragment alone")
    func link() throws {
        let server = try TestServer()
        let (link, token) = server.web.signInLink()
        #expect(link == "http://127.0.0.1:\(server.port)/sign-in#token=\(token)")
        #expect(token.split(separator: "-").count == 4)
    }

    @Test(
        "a forged return path leads to the front page",
        arguments: [
            "//evil.example", "https://evil.example", "/\\evil.example", "/\tx", "javascript:alert(1)", "/a\u{e9}", "",
        ])
    func returnPaths(path: String) { #expect(ReturnPath(path).text == "/") }

    @Test("signing out ends the session")
    func signOut() throws {
        let server = try TestServer()
        #expect(try server.api("DELETE", "/api/session").status == 204)
        #expect(try server.api("GET", "/api/items").status == 401)
        #expect(try server.browse("POST", "/sign-out", "csrf=\(server.proof)").field("Location") == "/sign-in")
        #expect(try server.browse("GET", "/index.html").status == 303)
    }

    @Test("a signed-in client makes a link for another device")
    func links() throws {
        let server = try TestServer()
        let response = try server.api("POST", "/api/session/links", "{}")
        #expect(response.status == 201)
        let token = try #require(response.json?["token"] as? String)
        #expect(try server.post("/api/session", #"{"token":"\#(token)"}"#).status == 200)
    }

    @Test("an origin the owner named may ask with a bearer token, and no other may")
    func origins() throws {
        let server = try TestServer { $0.origins = ["https://pages.example"] }
        let asked = try server.perform(
            "OPTIONS /api/items HTTP/1.1\r\nHost: 127.0.0.1:\(server.port)\r\nOrigin: https://pages.example\r\nAccess-Control-Request-Method: PATCH\r\nAccess-Control-Request-Private-Network: true\r\n\r\n"
        )
        #expect(asked.status == 204)
        #expect(asked.field("Access-Control-Allow-Origin") == "https://pages.example")
        #expect(asked.field("Access-Control-Allow-Private-Network") == "true")
        #expect(asked.field("Access-Control-Allow-Credentials") == nil)
        let foreign = ["Origin: https://pages.example", "Sec-Fetch-Site: cross-site"]
        let listed = try server.api("GET", "/api/items", fields: foreign)
        #expect(listed.status == 200)
        #expect(listed.field("Access-Control-Allow-Origin") == "https://pages.example")
        #expect(listed.field("Vary") == "Origin")
        #expect(try server.api("GET", "/api/items", fields: ["Origin: https://other.example"]).status == 403)
        let byCookie = try server.perform(
            "GET /api/items HTTP/1.1\r\nHost: 127.0.0.1:\(server.port)\r\nCookie: \(server.cookieName)=\(server.secret)\r\n\(foreign.joined(separator: "\r\n"))\r\n\r\n"
        )
        #expect(byCookie.status == 401)
        let token = server.web.signInLink().token
        let body = #"{"token":"\#(token)"}"#
        let signedIn = try server.perform(
            "POST /api/session HTTP/1.1\r\nHost: 127.0.0.1:\(server.port)\r\n\(foreign.joined(separator: "\r\n"))\r\nContent-Type: application/json\r\nContent-Length: \(body.utf8.count)\r\n\r\n\(body)"
        )
        #expect(signedIn.json?["bearer"] != nil)
        #expect(signedIn.field("Set-Cookie") == nil)
    }

    @Test("pages carry their security fields and the policy with the hashes of the published scripts")
    func fields() throws {
        let hash = "sha256-" + String(repeating: "A", count: 43) + "="
        let server = try TestServer()
        let file =
            #"{"format":"homepwner-site","version":3,"store":"","revision":1,"profile":"private","editable":true,"#
            + #""language":"en","scripts":{"main.js":"\#(hash)","other.js":"unsafe-inline"}}"#
        try Data(file.utf8).write(to: URL(fileURLWithPath: "\(server.site)/\(PublishedSite.siteFileName)"))
        let page = try server.browse("GET", "/")
        #expect(page.status == 200)
        #expect(page.body.contains("Inventory"))
        let policy = try #require(page.field("Content-Security-Policy"))
        #expect(policy.contains("script-src 'self' '\(hash)';"))
        #expect(!policy.contains("unsafe"))
        #expect(policy.contains("frame-ancestors 'none'"))
        for (name, value) in SecurityHeaders.always { #expect(page.field(name) == value) }
        #expect(page.field("Cache-Control") == "private, no-cache")
        let tag = try #require(page.field("ETag"))
        #expect(try server.browse("GET", "/", fields: ["If-None-Match: \(tag)"]).status == 304)
        #expect(try server.browse("GET", "/data.bin").field("Content-Disposition") == "attachment")
    }

    @Test("texts are compressed for clients that accept it, and each encoding has its own ETag")
    func compressed() throws {
        let server = try TestServer()
        let text = "<!DOCTYPE html><title>Long</title>" + String(repeating: "<p>Lamp</p>", count: 20_000)
        try Data(text.utf8).write(to: URL(fileURLWithPath: server.site + "/items/lamp.html"), options: .atomic)
        let plain = try server.browse("GET", "/items/lamp.html")
        #expect(plain.field("Content-Encoding") == nil && plain.field("Content-Length") == "\(text.utf8.count)")
        for (accepted, isGzipped) in [
            ("gzip, deflate, br", true), ("GZIP", true), ("br, gzip;q=0.5", true), ("identity", false),
            ("gzip;q=0", false), ("br, gzip; q=0.000", false), ("xgzip", false), ("", false),
        ] {
            let page = try server.browse("GET", "/items/lamp.html", fields: ["Accept-Encoding: \(accepted)"])
            #expect((page.field("Content-Encoding") == "gzip") == isGzipped, "\(accepted)")
            #expect((page.field("ETag") == plain.field("ETag")) != isGzipped)
            #expect(page.field("Vary") == "Accept-Encoding")
            let size = try #require(page.field("Content-Length").flatMap { Int($0) })
            #expect(isGzipped ? size < 2000 : size == text.utf8.count)
            let tag = try #require(page.field("ETag"))
            let fields = ["Accept-Encoding: \(accepted)", "If-None-Match: \(tag)"]
            #expect(try server.browse("GET", "/items/lamp.html", fields: fields).status == 304)
        }
        // So are the server's own files.
        for path in ["/companion.css", "/companion.js", "/companion-sign-out.js", "/api/openapi.json"] {
            let plain = try server.browse("GET", path)
            let packed = try server.browse("GET", path, fields: ["Accept-Encoding: gzip"])
            #expect(plain.field("Content-Encoding") == nil && packed.field("Content-Encoding") == "gzip", "\(path)")
            #expect(plain.field("Vary") == "Accept-Encoding" && packed.field("Vary") == "Accept-Encoding")
            let sizes = try [plain, packed].map { try #require($0.field("Content-Length").flatMap { Int($0) }) }
            #expect(sizes[1] < sizes[0] / 2, "\(path): \(sizes)")
            guard let tag = packed.field("ETag") else { continue }
            #expect(tag != plain.field("ETag"))
            let fields = ["Accept-Encoding: gzip", "If-None-Match: \(tag)"]
            #expect(try server.browse("GET", path, fields: fields).status == 304)
        }
        // Short files and pictures stay as they are.
        let fields = ["Accept-Encoding: gzip"]
        #expect(try server.browse("GET", "/", fields: fields).field("Content-Encoding") == nil)
        #expect(try server.browse("GET", "/data.bin", fields: fields).field("Content-Encoding") == nil)
    }

    @Test("a replaced file is served with its new content")
    func replaced() throws {
        let server = try TestServer()
        let first = try server.browse("GET", "/items/lamp.html")
        try Data("<!DOCTYPE html><title>New</title>".utf8).write(
            to: URL(fileURLWithPath: server.site + "/items/lamp.html"), options: .atomic)
        let second = try server.browse("GET", "/items/lamp.html")
        #expect(second.body.contains("New"))
        #expect(first.field("ETag") != second.field("ETag"))
    }

    @Test("the access log holds addresses and never a value or a query")
    func log() throws {
        let server = try TestServer()
        _ = try server.add("Secret lamp")
        _ = try server.api("GET", "/api/items?where=Secret")
        // The lines are written once the answers are sent, each by the thread of its connection.
        var lines: [String] = []
        for _ in 0..<100 {
            lines = server.log.lines.withLock { $0 }
            if lines.contains(where: { $0.contains("GET /api/items 200") }),
                lines.contains(where: { $0.contains("POST /api/items 201") })
            {
                break
            }
            usleep(10_000)
        }
        #expect(lines.contains { $0.contains(" 127.0.0.1 127.0.0.1 owner POST /api/items 201 ") })
        #expect(!lines.contains { $0.contains("Secret") })
    }

    @Test("the access log does not show unknown methods, and long addresses are cut")
    func logOfStrangers() throws {
        let server = try TestServer()
        let long = "/" + String(repeating: "a", count: 3000)
        _ = try server.perform("\u{1B}[2JFORGED \(long) HTTP/1.1\r\nHost: 127.0.0.1:\(server.port)\r\n\r\n")
        _ = try server.api("GET", long)
        _ = try server.perform("GET /a HTTP/1.1\r\nHost: x y\u{7}z\r\n\r\n")
        var lines: [String] = []
        for _ in 0..<100 {
            lines = server.log.lines.withLock { $0 }
            if lines.contains(where: { $0.contains("GET /aaa") }) { break }
            usleep(10_000)
        }
        #expect(lines.contains { $0.contains(" GET /aaa") && $0.contains(" 404 ") })
        #expect(lines.allSatisfy { $0.split(separator: " ").count == 8 })
        #expect(!lines.contains { $0.contains("FORGED") || $0.contains("\u{1B}") || $0.utf8.count > 400 })
    }

    @Test("a cookie of a server on another port of this host does not end the session")
    func tossedCookie() throws {
        let server = try TestServer()
        for cookies in ["a=1; \(server.cookieName)=x; \(server.cookieName)=\(server.secret)", "\(server.cookieName)=x"]
        {
            let response = try server.perform(
                "GET /api/session HTTP/1.1\r\nHost: 127.0.0.1:\(server.port)\r\nCookie: \(cookies)\r\n\r\n")
            #expect(response.json?["signedIn"] as? Bool == cookies.contains(server.secret))
        }
    }

    @Test("a page of another origin that may ask gets no cookie by a form either")
    func foreignSignIn() throws {
        let server = try TestServer { $0.origins = ["https://example.org"] }
        func signIn(_ origin: String) throws -> RawClient.Response {
            let form = "token=\(server.web.signInLink().token)"
            return try server.perform(
                "POST /sign-in HTTP/1.1\r\nHost: 127.0.0.1:\(server.port)\r\nOrigin: \(origin)\r\nContent-Type: application/x-www-form-urlencoded\r\nContent-Length: \(form.utf8.count)\r\n\r\n\(form)"
            )
        }
        let refused = try signIn("https://example.org")
        #expect(refused.problem == "foreign-origin" && refused.field("Set-Cookie") == nil)
        #expect(try signIn("http://127.0.0.1:\(server.port)").field("Set-Cookie") != nil)
    }
}
