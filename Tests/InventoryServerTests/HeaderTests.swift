import Testing

@testable import InventoryServer

@Suite("Headers up to the limit")
struct HeaderTests {
    @Test(
        "a header of eight kilobytes is read, whatever its parts",
        arguments: [
            ("cookies", (0..<150).map { "c\($0)=\($0)" }), ("short-cookies", Array(repeating: "a=", count: 1700)),
            ("bare-cookies", Array(repeating: "a", count: 2400)),
            ("quoted-cookies", Array(repeating: "a=\"b c\"", count: 700)),
            ("fields", (0..<700).map { "x\($0):1" }),
            ("long-cookie", ["a=" + String(repeating: "b", count: 7500)]), ("nothing", []),
        ])
    func fullHeader(kind: String, parts: [String]) throws {
        let server = try TestServer()
        let own = "\(server.cookieName)=\(server.secret)"
        let isCookies = kind.hasSuffix("cookies") || kind == "long-cookie"
        let fields = isCookies ? ["Cookie: " + (parts + [own]).joined(separator: "; ")] : ["Cookie: \(own)"] + parts
        let head = ["GET /api/session HTTP/1.1", "Host: 127.0.0.1:\(server.port)", "Sec-Fetch-Site: same-origin"]
        let request = (head + fields + ["", ""]).joined(separator: "\r\n")
        #expect(request.utf8.count <= 8 << 10)
        #expect(try server.perform(request).status == 200)
    }
}
