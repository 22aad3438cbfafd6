import Foundation
import TestSupport
import Testing

@testable import HTTPServer

@Suite("A certificate authority of this machine's own")
struct LocalAuthorityTests {
    private static let now = 1_800_000_000
    private static let names = ["192.168.7.8", "203.0.113.9", "fd00::7", "localhost", "laptop", "laptop.local"]

    /// A folder that is removed afterwards.
    private final class Place {
        let path = NSTemporaryDirectory() + "authority-\(UUID().uuidString)"
        var file: String { path + "/authority.pem" }

        init() throws { try FileManager.default.createDirectory(atPath: path, withIntermediateDirectories: true) }
        deinit { try? FileManager.default.removeItem(atPath: path) }

        func write(_ name: String, _ bytes: [UInt8]) throws {
            try Data(bytes).write(to: URL(filePath: "\(path)/\(name)"))
        }

        /// Runs OpenSSL in the folder.
        func openssl(_ arguments: String...) throws -> (succeeded: Bool, output: String) {
            try runProgram("/usr/bin/openssl", arguments: arguments, folder: path)
        }

        func open(_ names: [String] = LocalAuthorityTests.names, days: Int = 0) throws -> LocalAuthority {
            try LocalAuthority.open(file, names: names, now: now + days * LocalAuthority.day)
        }

        /// The files of an authority as devices get them.
        func export(_ authority: LocalAuthority) throws {
            try write("root.der", authority.certificate)
            _ = try openssl("x509", "-inform", "DER", "-in", "root.der", "-out", "root.pem")
            try write("server.pem", authority.server.chain.dropLast().map(UInt8.init(bitPattern:)))
        }
    }

    @Test("an authority certifies this machine's names and no others")
    func certifies() throws {
        let place = try Place()
        try place.export(try place.open())
        let time = "\(Self.now)"
        func verify(_ words: String...) throws -> (succeeded: Bool, output: String) {
            try place.openssl(
                "verify", "-x509_strict", "-purpose", "sslserver", "-attime", time, "-CAfile", "root.pem", words[0],
                words[1],
                words.count > 2 ? words[2] : "server.pem")
        }
        for name in ["localhost", "laptop", "laptop.local"] { #expect(try verify("-verify_hostname", name).succeeded) }
        for name in ["192.168.7.8", "203.0.113.9", "fd00::7"] { #expect(try verify("-verify_ip", name).succeeded) }
        #expect(try !verify("-verify_hostname", "example.org").succeeded)
        let printed = try place.openssl("x509", "-in", "server.pem", "-noout", "-text", "-checkend", "0").output
        #expect(printed.contains("TLS Web Server Authentication") && printed.contains("CA:FALSE"))
        // Whoever stole the key makes certificates that no device accepts.
        try place.write("more.cnf", Array("subjectAltName=DNS:bank.example,IP:198.51.100.1\n".utf8))
        _ = try place.openssl("req", "-newkey", "rsa:2048", "-nodes", "-keyout", "k", "-out", "r", "-subj", "/CN=x")
        #expect(
            try place.openssl(
                "x509", "-req", "-in", "r", "-CA", "authority.pem", "-CAkey", "authority.pem", "-days", "9000",
                "-extfile", "more.cnf", "-out", "stolen.pem"
            ).succeeded)
        let stolen = try verify("-verify_hostname", "bank.example", "stolen.pem")
        #expect(!stolen.succeeded && stolen.output.contains("permitted subtree violation"), "\(stolen.output)")
    }

    @Test("the key is for its owner alone")
    func privacy() throws {
        let place = try Place()
        let authority = try place.open()
        let mode = try FileManager.default.attributesOfItem(atPath: place.file)[.posixPermissions] as? Int
        #expect(mode == 0o600)
        #expect(try !place.openssl("pkey", "-inform", "DER", "-in", "root.der").succeeded)
        #expect(authority.fingerprint.split(separator: ":").count == 32)
        chmod(place.file, 0o640)
        #expect(throws: LocalAuthority.OpenError.exposed(path: place.file)) { try place.open() }
        try FileManager.default.moveItem(atPath: place.file, toPath: place.file + "2")
        try FileManager.default.createSymbolicLink(atPath: place.file, withDestinationPath: place.file + "2")
        #expect(throws: LocalAuthority.OpenError.self) { try place.open() }
    }

    @Test("an authority is reused, and replaced if it cannot certify")
    func renewal() throws {
        let place = try Place()
        let first = try place.open()
        #expect(first.isNew)
        let second = try place.open(Array(Self.names.dropFirst(2)) + ["10.1.2.3"], days: 3_000)
        #expect(!second.isNew && second.certificate == first.certificate && second.server.chain != first.server.chain)
        #expect(second.end > first.end)
        let other = try place.open(Self.names + ["other.example"])
        #expect(other.isNew && other.certificate != first.certificate)
        #expect(try !place.open().isNew)
        let late = try place.open(days: 3_652 - 300)
        #expect(late.isNew && late.certificate != other.certificate)
        // A clock that was set back.
        #expect(try place.open(days: -100).isNew)
        try place.write("authority.pem", [])
        #expect(try place.open().isNew)
        try place.write("authority.pem", Array("-----BEGIN PRIVATE KEY-----\nxx\n".utf8))
        chmod(place.file, 0o600)
        #expect(throws: LocalAuthority.OpenError.unusable(path: place.file)) { try place.open() }
    }

    @Test("the names under which others reach an address")
    func names() throws {
        let one = try #require(ListenAddress("192.168.7.8:1")).reachableNames.map(\.name)
        #expect(one.first == "192.168.7.8" && !one.contains("localhost"))
        let own = try #require(ListenAddress("127.0.0.1:1")).reachableNames.map(\.name)
        #expect(own == ["127.0.0.1", "localhost"])
        let all = try #require(ListenAddress("0.0.0.0:1")).reachableNames.map(\.name)
        #expect(all.contains("127.0.0.1") && all.contains("localhost") && !all.contains("0.0.0.0"))
    }
}
