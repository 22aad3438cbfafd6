import Files
import Foundation
import Glibc
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
