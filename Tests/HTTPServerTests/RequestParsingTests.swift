import Foundation
import Testing

@testable import HTTPServer

@Suite("Parsing requests")
struct RequestParsingTests {
    @Test(
        "host names are read in one spelling or not at all",
        arguments: [
            ("LocalHost:80", "localhost", UInt16(80)), ("127.0.0.1:8421", "127.0.0.1", 8421), ("[::1]:1", "[::1]", 1),
            ("[FE80::1]:65535", "[fe80::1]", 65535),
        ])
    func hosts(text: String, name: String, port: UInt16) throws {
        let host = try #require(HostName(text))
        #expect(host.name == name)
        #expect(host.port == port)
    }

    @Test(
        "text that is not a host name is refused",
        arguments: [
            "", ":80", "a:", "a:0", "a:080", "a:65536", "a:-1", "a:+1", "a b", "a/b", "a@b", "a:80:80", "[::1", "[]:1",
            "[g::]:1",
            "a.:80", "a\u{0}", "ä:80", "a:８０", "[::1]x:1", "%61:80", "a,b", "a\r\nb",
            String(repeating: "a", count: 256),
        ])
    func noHosts(text: String) { #expect(HostName(text) == nil) }

    @Test("only names that no other machine can reach are loopback names")
    func loopback() {
        for text in ["localhost", "LOCALHOST:80", "home.localhost:1", "127.0.0.1:8421", "127.1.2.3", "[::1]:8421"] {
            #expect(HostName(text)?.isLoopback == true, "\(text)")
        }
        for text in ["localhost.example.com", "127.example.com", "[fe80::1]", "192.168.0.1", "mylocalhost"] {
            #expect(HostName(text)?.isLoopback == false, "\(text)")
        }
    }

    @Test("the host check accepts only its own names, and no variation of them")
    func hostProperty() throws {
        let address = try #require(ListenAddress("127.0.0.1:8421"))
        let check = HostPolicy(listening: address, port: 8421, extra: [], isTLS: false, isBehindProxy: false)
        let right = ["127.0.0.1:8421", "localhost:8421", "[::1]:8421"]
        for name in right { #expect(check.allows(name)) }
        var generator = SystemRandomNumberGenerator()
        for _ in 0..<20_000 {
            var bytes = Array(right[Int.random(in: 0..<3, using: &generator)].utf8)
            for _ in 0..<Int.random(in: 1...3, using: &generator) {
                let place = Int.random(in: 0..<bytes.count, using: &generator)
                switch Int.random(in: 0..<3, using: &generator) {
                case 0: bytes[place] = UInt8.random(in: 0...255, using: &generator)
                case 1: bytes.insert(UInt8.random(in: 0...127, using: &generator), at: place)
                default: if bytes.count > 1 { bytes.remove(at: place) }
                }
            }
            let text = String(decoding: bytes, as: UTF8.self)
            #expect(check.allows(text) == right.contains(text.lowercased()), "\(text)")
        }
    }

    @Test("origins are read in one spelling or not at all")
    func origins() {
        #expect(Origin("https://a.example:443")?.text == "https://a.example")
        #expect(Origin("http://A.example:80") == Origin("http://a.example"))
        #expect(Origin("null") == .null)
        for text in [
            "", "a.example", "https://", "https://a/", "https://a?b", "ftp://a", "HTTPS://a", "https://a b", "null ",
            "*",
        ] {
            #expect(Origin(text) == nil)
        }
    }

    @Test("no path that is read leads out of a folder")
    func pathProperty() {
        let pieces = ["..", ".", "%2e", "%2E", "/", "%2f", "\\", "%5c", "a", "%00", "%", "é", "//", "?", "%c0%ae", " "]
        var generator = SystemRandomNumberGenerator()
        for _ in 0..<20_000 {
            let text =
                "/"
                + (0..<Int.random(in: 0...6, using: &generator)).map { _ in
                    pieces[Int.random(in: 0..<pieces.count, using: &generator)]
                }.joined()
            guard let target = try? RequestTarget(Array(text.utf8)) else { continue }
            for name in target.path {
                #expect(
                    name != ".." && name != "." && !name.contains("/") && !name.contains("\\") && !name.contains("\0"))
            }
            #expect(!target.path.dropLast().contains(""))
        }
    }

    @Test("forms are read field by field, the last of a name counting")
    func forms() {
        let fields = FormFields(Array("a=1&b=%C3%A4+x&a=2&c".utf8))
        #expect(fields?["a"] == "2")
        #expect(fields?["b"] == "ä x")
        #expect(fields?["c"] == "")
        for text in ["a=%", "a=%f", "%zz=1", "a=%ff"] { #expect(FormFields(Array(text.utf8)) == nil) }
        #expect(FormFields(Array(String(repeating: "a=1&", count: 300).utf8)) == nil)
    }

    @Test("a form with files is the same however it is cut into pieces")
    func multipartProperty() throws {
        let content = "\r\n--b\r\n--bound\r--boundary-\r\n\r\n--boundar"
        let body = Array(
            ("--boundary\r\nContent-Disposition: form-data; name=\"caption\"\r\n\r\nTwo; \"words\"\r\n--boundary\r\n"
                + "Content-Disposition: form-data; name=\"photo\"; filename=\"a;b\\\"c.jpg\"\r\nContent-Type: image/jpeg\r\n\r\n\(content)\r\n"
                + "--boundary\r\nContent-Disposition: form-data; name=\"empty\"\r\n\r\n\r\n--boundary--\r\nrest").utf8)
        var generator = SystemRandomNumberGenerator()
        for _ in 0..<200 {
            let collector = MultipartCollector(
                boundary: "boundary", fileField: "photo", limits: ServerLimits(), limit: 1 << 20,
                budget: BodyBudget(1 << 20),
                folder: UploadFolder(path: "/tmp", budget: BodyBudget(1 << 20))
            ) { _ in }
            var start = 0
            while start < body.count {
                let end = min(body.count, start + Int.random(in: 1...40, using: &generator))
                try collector.take(body[start..<end].span)
                start = end
            }
            guard case .upload(let upload) = try collector.finish() else { throw POSIXError(.EINVAL) }
            #expect(upload.fields["caption"] == "Two; \"words\"")
            #expect(upload.fields["empty"] == "")
            #expect(upload.files.count == 1)
            let written = try Data(contentsOf: URL(fileURLWithPath: try #require(upload.files.first).path))
            #expect(upload.files.first?.fileName == "a;b\"c.jpg")
            #expect(String(decoding: written, as: UTF8.self) == content)
        }
    }

    @Test("parts, fields and files of all forms with photos are limited, and their memory is released")
    func multipartBounds() throws {
        let (memory, disk) = (BodyBudget(1000), BodyBudget(1000))
        func outcome(_ parts: [(header: String, content: String)]) -> HTTPErrorKind? {
            let collector = MultipartCollector(
                boundary: "b", fileField: "photo", limits: ServerLimits(), limit: 1 << 20, budget: memory,
                folder: UploadFolder(path: "/tmp", budget: disk)
            ) { _ in }
            let body = parts.map { "--b\r\nContent-Disposition: form-data; \($0.header)\r\n\r\n\($0.content)\r\n" }
            do {
                let form = body.joined() + "--b--\r\n"
                try collector.take(form.utf8.span)
                _ = try collector.finish()
                return nil
            } catch {
                return (error as? HTTPError)?.kind ?? .internalError
            }
        }
        let (photo, field) = ("name=\"photo\"; filename=\"a.jpg\"", "name=\"caption\"")
        for _ in 0..<3 {
            #expect(outcome([(field, String(repeating: "a", count: 900)), (photo, "x")]) == nil)
            #expect(outcome([(field, String(repeating: "a", count: 1100)), (photo, "x")]) == .serverBusy)
            #expect(outcome([(photo, String(repeating: "a", count: 900))]) == nil)
            #expect(outcome([(photo, String(repeating: "a", count: 1100))]) == .serverBusy)
        }
        let nothing = "name=\"photo\"; filename=\"\""
        #expect(outcome(Array(repeating: (nothing, ""), count: 80)) == nil)
        #expect(outcome(Array(repeating: (nothing, ""), count: 90)) == .malformedForm)
        #expect(outcome(Array(repeating: (photo, "x"), count: ServerLimits().files)) == nil)
        #expect(outcome(Array(repeating: (photo, "x"), count: ServerLimits().files + 1)) == .bodyTooLarge)
    }

    @Test("a field of a form with files has 64 KiB at most")
    func longField() throws {
        func isTaken(_ count: Int) -> Bool {
            let collector = MultipartCollector(
                boundary: "b", fileField: "photo", limits: ServerLimits(), limit: 1 << 20, budget: BodyBudget(1 << 20),
                folder: UploadFolder(path: "/tmp", budget: BodyBudget(1000))
            ) { _ in }
            let field = "--b\r\nContent-Disposition: form-data; name=\"notes\"\r\n\r\n"
            let form = field + String(repeating: "a", count: count) + "\r\n--b--\r\n"
            do {
                try collector.take(form.utf8.span)
                _ = try collector.finish()
                return true
            } catch {
                return false
            }
        }
        #expect(isTaken(64 << 10))
        #expect(!isTaken(64 << 10 + 1))
    }

    @Test(
        "a peer that a proxy names is one address of IPv4, or the first 64 bits of one of IPv6",
        arguments: [
            ("203.0.113.9", "203.0.113.9"), (" 203.0.113.9 ", "203.0.113.9"),
            ("2001:db8:1:2:3:4:5:6", "2001:db8:1:2::"),
            ("[2001:DB8:1:2::7]", "2001:db8:1:2::"), ("::ffff:203.0.113.9", "203.0.113.9"), ("::1", "::1"),
            ("unknown", nil), ("", nil), ("\u{1B}[2J", nil), ("203.0.113.9 200 OK", nil),
        ])
    func forwardedPeers(text: String, name: String?) { #expect(Peer(forwarded: text)?.name == name) }

    @Test("the field that the proxy adds is used, even if the client sent one before it")
    func forwardedTwice() {
        let fields = HeaderFields(["X-Forwarded-For": "1.1.1.1", "x-forwarded-for": "2.2.2.2"])
        #expect(fields.repeated == nil && fields[.forwardedFor] == "2.2.2.2")
        #expect(HeaderFields(["Host": "a", "host": "b"]).repeated == .host)
    }

    @Test("the files of an upload are removed together with it")
    func uploadsGo() throws {
        var path = ""
        do {
            let collector = try FileCollector(
                limit: 1 << 20, folder: UploadFolder(path: "/tmp", budget: BodyBudget(1)))
            try collector.take("x".utf8.span)
            guard case .upload(let upload) = try collector.finish() else { throw POSIXError(.EINVAL) }
            path = try #require(upload.files.first).path
            #expect(FileManager.default.fileExists(atPath: path))
        }
        #expect(!FileManager.default.fileExists(atPath: path))
    }

    @Test("secrets are compared whole")
    func constantTime() {
        #expect(ConstantTime.areEqual("abc", "abc"))
        for other in ["", "ab", "abcd", "abd", "bbc"] { #expect(!ConstantTime.areEqual("abc", other)) }
    }
}
