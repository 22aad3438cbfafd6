import Files
import Foundation
import Glibc
import Inventory
import InventoryStore
import Synchronization
import TestSupport
import Testing

@testable import HTTPServer
@testable import InventoryServer

/// The server as other machines reach it: over TLS, and behind a proxy.
@Suite("What the network sees")
struct NetworkTests {
    private static func makeCertificate(_ folder: String, _ name: String) throws {
        try run([
            "req", "-x509", "-newkey", "rsa:2048", "-nodes", "-keyout", "\(folder)/\(name).key", "-out",
            "\(folder)/\(name).pem", "-days", "1", "-subj", "/CN=localhost",
        ])
    }

    /// Runs OpenSSL and returns its output.
    @discardableResult
    private static func run(_ arguments: [String]) throws -> String {
        try runProgram("/usr/bin/openssl", arguments: arguments).output
    }

    private func folder() throws -> String {
        let folder = NSTemporaryDirectory() + "tls-\(UUID().uuidString)"
        try FileManager.default.createDirectory(atPath: folder, withIntermediateDirectories: true)
        return folder
    }

    @Test("TLS is 1.2 or 1.3, with forward secrecy and authenticated encryption")
    func versions() throws {
        let folder = try folder()
        defer { try? FileManager.default.removeItem(atPath: folder) }
        try Self.makeCertificate(folder, "a")
        let server = try TestServer { $0.certificate = ("\(folder)/a.pem", "\(folder)/a.key") }
        func handshake(_ words: String...) throws -> Bool {
            let said = try Self.run(["s_client", "-connect", "127.0.0.1:\(server.port)"] + words)
            return said.contains("Cipher is") && !said.contains("Cipher is (NONE)")
        }
        #expect(try handshake("-tls1_3"))
        #expect(try handshake("-tls1_2"))
        for cipher in ["ECDHE-RSA-AES256-GCM-SHA384", "ECDHE-RSA-AES128-GCM-SHA256", "ECDHE-RSA-CHACHA20-POLY1305"] {
            #expect(try handshake("-tls1_2", "-cipher", cipher), "\(cipher)")
        }
        for version in ["-tls1", "-tls1_1"] {
            #expect(try !handshake(version, "-cipher", "ALL:@SECLEVEL=0"), "\(version)")
        }
        // Without forward secrecy, or with encryption and its checksum apart.
        for cipher in ["AES128-GCM-SHA256", "AES128-SHA", "ECDHE-RSA-AES256-SHA", "ECDHE-RSA-AES128-SHA256"] {
            #expect(try !handshake("-tls1_2", "-cipher", "\(cipher):@SECLEVEL=0"), "\(cipher)")
        }
    }

    @Test("a client that never finishes its handshake is cut off")
    func slowHandshake() throws {
        let folder = try folder()
        defer { try? FileManager.default.removeItem(atPath: folder) }
        try Self.makeCertificate(folder, "a")
        let server = try TestServer {
            $0.certificate = ("\(folder)/a.pem", "\(folder)/a.key")
            $0.limits.headerSeconds = 1
        }
        let client = try server.client()
        client.limit(seconds: 10)
        let begun = MonotonicClock.now()
        client.send([0x16, 3, 1, 2, 0])
        #expect(client.receive() == nil)
        #expect(MonotonicClock.now() - begun < 6)
    }

    @Test("a key that does not belong to the certificate is refused")
    func mismatchedKey() throws {
        let folder = try folder()
        defer { try? FileManager.default.removeItem(atPath: folder) }
        for name in ["a", "b"] { try Self.makeCertificate(folder, name) }
        #expect(throws: ServerError.mismatchedCertificate) {
            _ = try TestServer { $0.certificate = ("\(folder)/a.pem", "\(folder)/b.key") }
        }
    }

    @Test("the documented limits for one peer hold for other machines and behind a proxy")
    func bounds() throws {
        var options = ServerOptions(folder: "/")
        options.address = "127.0.0.1:0"
        #expect(try ListenerConfiguration(options).limits.requestsPerSecond == nil)
        options.isBehindProxy = true
        #expect(try ListenerConfiguration(options).limits.requestsPerSecond == 200)
        #expect(try ListenerConfiguration(options).limits.connectionsPerAddress == 0)
        let folder = try folder()
        defer { try? FileManager.default.removeItem(atPath: folder) }
        try Self.makeCertificate(folder, "a")
        options.isBehindProxy = false
        options.address = "192.0.2.1:0"
        options.certificate = ("\(folder)/a.pem", "\(folder)/a.key")
        #expect(try ListenerConfiguration(options).limits.requestsPerSecond == 200)
        #expect(try ListenerConfiguration(options).limits.connectionsPerAddress == 64)
    }

    @Test("forwarded addresses are believed from this machine and from named proxies only")
    func trust() throws {
        func isTrusted(_ address: String, _ proxies: TrustedProxies) -> Bool {
            IPAddress(address).map(proxies.contains) ?? false
        }
        let named = try #require(TrustedProxies(naming: ["192.0.2.7", "[2001:DB8:0::7]"]))
        for address in ["127.0.0.1", "127.9.9.9", "::1", "192.0.2.7", "2001:db8::7"] {
            #expect(isTrusted(address, named), "\(address)")
            #expect(!isTrusted(address, .none), "\(address)")
        }
        for address in ["192.0.2.8", "10.0.0.1", "2001:db8::8", "2001:db8:0:0:1::7", "::2", "::ffff:192.0.2.9"] {
            #expect(!isTrusted(address, named), "\(address)")
        }
        #expect(TrustedProxies(naming: ["gate.example"]) == nil)
        var options = ServerOptions(folder: "/")
        options.isBehindProxy = true
        options.proxies = ["gate.example"]
        #expect(throws: ServerError.badProxy("gate.example")) { try ListenerConfiguration(options) }
    }

    @Test("behind a proxy the client and the host name are those that the proxy names, over either scheme")
    func proxy() throws {
        let server = try TestServer {
            $0.isBehindProxy = true
            $0.hosts = ["inventory.example"]
        }
        let token = server.web.signInLink().token
        func signIn(_ fields: [String], token: String) throws -> RawClient.Response {
            let body = #"{"token":"\#(token)"}"#
            let lines =
                ["POST /api/session HTTP/1.1", "Host: inventory.example", "Content-Type: application/json"] + fields
            return try server.perform(
                lines.joined(separator: "\r\n") + "\r\nContent-Length: \(body.utf8.count)\r\n\r\n\(body)")
        }
        // One client is locked; another, whom the proxy names too, is not.
        for _ in 0..<5 { _ = try signIn(["X-Forwarded-For: 192.0.2.1"], token: "WRONG") }
        #expect(try signIn(["X-Forwarded-For: 192.0.2.1"], token: "WRONG").problem == "locked-out")
        #expect(try signIn(["X-Forwarded-For: 192.0.2.1, 192.0.2.2"], token: "WRONG").problem == "wrong-token")
        #expect(try signIn(["Origin: https://evil.example"], token: token).status == 403)
        let answer = try signIn(["Origin: https://inventory.example"], token: token)
        #expect(answer.status == 200 && answer.field("Set-Cookie")?.contains("; Secure") == true)
        let plain = try signIn(["Origin: http://inventory.example"], token: server.web.signInLink().token)
        #expect(plain.status == 200)
    }

    @Test("the user whom a named proxy has signed in is a person of that name, and nobody else is")
    func user() throws {
        let reported = Mutex<[String]>([])
        func server(from sources: [String]) throws -> TestServer {
            let server = try TestServer {
                ($0.userHeader, $0.userSources) = ("Remote-User", sources)
                $0.reportIgnoredUser = { address in reported.withLock { $0.append(address) } }
            }
            try server.store.set("ana@example.org", role: .reader, endsSessions: true)
            try server.store.set("Ben", role: .editor, endsSessions: true)
            return server
        }
        func ask(_ server: TestServer, _ target: String, _ fields: String...) throws -> RawClient.Response {
            let lines = ["GET \(target) HTTP/1.1", "Host: 127.0.0.1:\(server.port)"] + fields
            return try server.perform(lines.joined(separator: "\r\n") + "\r\n\r\n")
        }
        func cookie(_ response: RawClient.Response) -> String? {
            response.field("Set-Cookie")?.split(separator: ";").first.map { "Cookie: \($0)" }
        }
        let believed = try server(from: ["192.0.2.1", "127.0.0.0/8"])
        let signedIn = try ask(believed, "/sign-in?return=/style.css", "REMOTE-user: Ana@Example.org")
        let begun = "/sign-in?step=begun&return=/style.css"
        #expect(signedIn.status == 200 && signedIn.field("Refresh") == "0; url=\(begun)")
        let ana = try #require(cookie(signedIn))
        #expect(try ask(believed, "/api/session", ana).json?["person"] as? String == "ana@example.org")
        #expect(try ask(believed, "/api/items", ana, "Remote-User: ana@example.org").status == 200)
        // Another user of the same browser is not Ana.
        #expect(try ask(believed, "/api/items", ana, "Remote-User: Ben").status == 401)
        #expect(try ask(believed, "/api/items", "Remote-User: Ben").status == 401)
        let ben = try #require(cookie(ask(believed, "/sign-in", ana, "Remote-User: Ben")))
        #expect(try ask(believed, "/api/session", ben).json?["role"] as? String == "editor")
        // The cookie was kept, or the page leads nowhere.
        let kept = try ask(believed, begun, ana, "Remote-User: ana@example.org")
        #expect(kept.status == 303 && kept.field("Location") == "/style.css")
        let lost = try ask(believed, begun, "Remote-User: Ben")
        #expect(lost.status == 200 && lost.field("Refresh") == nil && cookie(lost) == nil)
        // A browser that came from another site may have a session of which it sent no cookie.
        let foreign = ["Sec-Fetch-Site: cross-site", "Sec-Fetch-Mode: navigate", "Sec-Fetch-Dest: document"]
            .joined(separator: "\r\n")
        let unknown = try ask(believed, "/sign-in?return=/", "Remote-User: Ben", foreign)
        let begin = "/sign-in?step=begin&return=/"
        #expect(cookie(unknown) == nil && unknown.field("Refresh") == "0; url=\(begin)")
        #expect(try cookie(ask(believed, begin, "Remote-User: Ben")) != nil)
        // Somebody who once opened a share link is whom the proxy names.
        let (_, shared) = try ShareToken.make(
            for: "", hasDocuments: false, until: Timestamp(clampedMilliseconds: Int64.max), in: believed.store)
        let opened = try believed.post("/api/session", #"{"token":"\#(shared)"}"#)
        let visitor = try #require(cookie(opened))
        #expect(try ask(believed, "/", visitor).status != 303)
        let page = ["Remote-User: Ben", "Accept: text/html", "Sec-Fetch-Mode: navigate", "Sec-Fetch-Site: none"]
            .joined(separator: "\r\n")
        #expect(try ask(believed, "/", visitor, page).field("Location")?.hasPrefix("/sign-in") == true)
        #expect(try cookie(ask(believed, "/sign-in", visitor, "Remote-User: Ben")) != nil)
        // The owner's link is nobody's name.
        let owner = "Cookie: \(believed.cookieName)=\(believed.secret)"
        #expect(try ask(believed, "/api/items", owner, "Remote-User: Ben").status == 200)
        #expect(try ask(believed, begin, owner, "Remote-User: Ben").field("Location") == "/")
        for wrong in [
            ["Remote-User: Carl"], ["Remote-User:"], ["Remote-User: Ben", "Remote-User: Ben"],
            ["Remote-User: Ben, ana@example.org"], ["X-Remote-User: Ben"], ["Remote_User: Ben"],
        ] {
            let lines = ["GET /sign-in HTTP/1.1", "Host: 127.0.0.1:\(believed.port)"] + wrong
            let response = try believed.perform(lines.joined(separator: "\r\n") + "\r\n\r\n")
            #expect(response.status == 200 && cookie(response) == nil, "\(wrong)")
        }
        #expect(reported.withLock { $0 }.isEmpty)
        // The machine itself is not believed unless it is named.
        for sources in [["192.0.2.1"], ["126.0.0.0/8", "::1", "fd00::/8"], ["128.0.0.0/1"]] {
            let other = try server(from: sources)
            for _ in 0..<3 {
                #expect(try cookie(ask(other, "/sign-in", "Remote-User: Ben")) == nil, "\(sources)")
            }
            #expect(reported.withLock { $0 } == ["127.0.0.1"], "\(sources)")
            reported.withLock { $0 = [] }
        }
        var options = ServerOptions(folder: "/")
        options.userHeader = "Remote-User"
        #expect(throws: ServerError.badUserHeader("Remote-User")) { try ListenerConfiguration(options) }
        for wrong in ["gate.example", "10.0.0.0/33", "10.0.0.0/0", "::/129", "10.0.0.1/", "/8", "10.0.0.0/8/8"] {
            options.userSources = [wrong]
            #expect(throws: ServerError.badProxy(wrong)) { try ListenerConfiguration(options) }
        }
        (options.userHeader, options.userSources) = ("Remote User", ["10.0.0.0/8"])
        #expect(throws: ServerError.badUserHeader("Remote User")) { try ListenerConfiguration(options) }
    }

    @Test("without --behind-proxy forwarded addresses are ignored")
    func noProxy() throws {
        let server = try TestServer()
        for number in 0..<5 {
            let body = #"{"token":"WRONG"}"#
            let response = try server.perform(
                "POST /api/session HTTP/1.1\r\nHost: 127.0.0.1:\(server.port)\r\nX-Forwarded-For: 192.0.2.\(number)\r\nContent-Type: application/json\r\nContent-Length: \(body.utf8.count)\r\n\r\n\(body)"
            )
            #expect(number < 4 || response.problem == "locked-out")
        }
    }
}
