import Foundation
import Testing

@testable import HTTPServer
@testable import InventoryServer

/// A request as raw text, and the refusal it must get. `{port}`, `{cookie}`, `{bearer}`, `{proof}` and `{id}` are put in.
struct RejectedRequest: CustomTestStringConvertible, Sendable {
    let name: String
    let request: String
    let status: Int
    /// The problem's name; nil where the HTTP library itself answers, or the answer has no body.
    let problem: String?

    var testDescription: String { name }

    init(_ name: String, _ lines: [String], body: String? = nil, _ status: Int, _ problem: String?) {
        self.name = name
        var lines = lines
        if let body, !lines.contains(where: { $0.lowercased().hasPrefix("content-length") || $0.hasPrefix("Transfer") })
        {
            lines.append("Content-Length: \(body.utf8.count)")
        }
        request = lines.joined(separator: "\r\n") + "\r\n\r\n" + (body ?? "")
        self.status = status
        self.problem = problem
    }
}

private let host = "Host: 127.0.0.1:{port}"
private let cookie = "Cookie: {cookie}"
private let bearer = "Authorization: Bearer {bearer}"
private let json = "Content-Type: application/json"
private let form = "Content-Type: application/x-www-form-urlencoded"
private let own = ["Sec-Fetch-Site: same-origin", "Origin: http://127.0.0.1:{port}"]

private let list = "GET /api/items HTTP/1.1"
private let add = "POST /api/items HTTP/1.1"
private let patch = "PATCH /api/items/{id} HTTP/1.1"

enum RejectedRequests {
    static let hosts: [RejectedRequest] = [
        RejectedRequest("a foreign name", [list, "Host: evil.example:{port}", bearer], 421, "wrong-host"),
        RejectedRequest(
            "a name that is made to point here", [list, "Host: 127.0.0.1.nip.io:{port}", bearer], 421, "wrong-host"),
        RejectedRequest("our address with another port", [list, "Host: 127.0.0.1:1", bearer], 421, "wrong-host"),
        RejectedRequest("our address without its port", [list, "Host: 127.0.0.1", bearer], 421, "wrong-host"),
        RejectedRequest("the address as one number", [list, "Host: 2130706433:{port}", bearer], 421, "wrong-host"),
        RejectedRequest("the address in hexadecimal", [list, "Host: 0x7f000001:{port}", bearer], 421, "wrong-host"),
        RejectedRequest("the address cut short", [list, "Host: 127.1:{port}", bearer], 421, "wrong-host"),
        RejectedRequest("another loopback address", [list, "Host: 127.0.0.2:{port}", bearer], 421, "wrong-host"),
        RejectedRequest("the wildcard address", [list, "Host: 0.0.0.0:{port}", bearer], 421, "wrong-host"),
        RejectedRequest(
            "the address mapped to IPv6", [list, "Host: [::ffff:127.0.0.1]:{port}", bearer], 421, "wrong-host"),
        RejectedRequest("IPv6 without brackets", [list, "Host: ::1:{port}", bearer], 421, "wrong-host"),
        RejectedRequest("localhost with a dot behind", [list, "Host: localhost.:{port}", bearer], 421, "wrong-host"),
        RejectedRequest(
            "a name that begins like ours", [list, "Host: localhost.evil.example:{port}", bearer], 421, "wrong-host"),
        RejectedRequest("a user before the name", [list, "Host: user@127.0.0.1:{port}", bearer], 421, "wrong-host"),
        RejectedRequest("a path behind the name", [list, "Host: 127.0.0.1:{port}/x", bearer], 421, "wrong-host"),
        RejectedRequest("an empty name", [list, "Host: ", bearer], 421, "wrong-host"),
        RejectedRequest("two names", [list, host, "Host: evil.example", bearer], 400, "malformed-request"),
        RejectedRequest("no name in HTTP/1.0", ["GET /api/items HTTP/1.0", bearer], 421, "wrong-host"),
        RejectedRequest(
            "a forwarded name", [list, "Host: evil.example", "X-Forwarded-Host: 127.0.0.1:{port}", bearer], 421,
            "wrong-host"),
        RejectedRequest(
            "a foreign name even for the open sign-in page", ["GET /sign-in HTTP/1.1", "Host: evil.example"], 421,
            "wrong-host"),
    ]

    static let origins: [RejectedRequest] = [
        RejectedRequest(
            "a foreign origin", [add, host, cookie, "Origin: https://evil.example", json], body: "{}", 403,
            "foreign-origin"),
        RejectedRequest(
            "the null origin", [add, host, cookie, "Origin: null", json], body: "{}", 403, "foreign-origin"),
        RejectedRequest(
            "the null origin with a bearer token that was not allowed for it",
            [add, host, bearer, "Origin: null", json], body: "{}", 403, "foreign-origin"),
        RejectedRequest(
            "our name over another scheme", [add, host, cookie, "Origin: https://127.0.0.1:{port}", json], body: "{}",
            403, "foreign-origin"),
        RejectedRequest(
            "our name with another port", [add, host, cookie, "Origin: http://127.0.0.1:1", json], body: "{}", 403,
            "foreign-origin"),
        RejectedRequest(
            "an origin that begins like ours",
            [add, host, cookie, "Origin: http://127.0.0.1:{port}.evil.example", json], body: "{}", 403, "foreign-origin"
        ),
        RejectedRequest(
            "an origin with a path", [add, host, cookie, "Origin: http://127.0.0.1:{port}/", json], body: "{}", 403,
            "foreign-origin"),
        RejectedRequest(
            "two origins in one field",
            [add, host, cookie, "Origin: http://127.0.0.1:{port} https://evil.example", json], body: "{}", 403,
            "foreign-origin"),
        RejectedRequest(
            "a foreign origin that claims to be the same",
            [add, host, cookie, "Sec-Fetch-Site: same-origin", "Origin: https://evil.example", json], body: "{}", 403,
            "foreign-origin"),
        RejectedRequest(
            "a cross-site request with our origin",
            [add, host, cookie, "Sec-Fetch-Site: cross-site", "Origin: http://127.0.0.1:{port}", json], body: "{}", 403,
            "cross-site"),
        RejectedRequest(
            "a request of another port, which is the same site",
            [add, host, cookie, "Sec-Fetch-Site: same-site", json], body: "{}", 403, "cross-site"),
        RejectedRequest("a cross-site read", [list, host, cookie, "Sec-Fetch-Site: cross-site"], 403, "cross-site"),
        RejectedRequest(
            "a cross-site read that calls itself a navigation",
            [list, host, cookie, "Sec-Fetch-Site: cross-site", "Sec-Fetch-Mode: navigate", "Sec-Fetch-Dest: document"],
            403, "cross-site"),
        RejectedRequest(
            "a page in another site's frame",
            [
                "GET /index.html HTTP/1.1", host, cookie, "Sec-Fetch-Site: cross-site", "Sec-Fetch-Mode: navigate",
                "Sec-Fetch-Dest: iframe",
            ], 403, "cross-site"),
        RejectedRequest(
            "a picture on another site",
            [
                "GET /drawing.svg HTTP/1.1", host, cookie, "Sec-Fetch-Site: cross-site", "Sec-Fetch-Mode: no-cors",
                "Sec-Fetch-Dest: image",
            ], 403, "cross-site"),
        RejectedRequest(
            "a form sent from another site",
            [
                "POST /delete/{id} HTTP/1.1", host, cookie, "Sec-Fetch-Site: cross-site", "Sec-Fetch-Mode: navigate",
                "Sec-Fetch-Dest: document", "Origin: https://evil.example", form,
            ], body: "csrf={proof}&base=1", 403, "cross-site"),
        RejectedRequest(
            "fetch metadata nobody knows", [add, host, cookie, "Sec-Fetch-Site: sometimes", json], body: "{}", 403,
            "cross-site"),
        RejectedRequest("a change by cookie alone", [add, host, cookie, json], body: "{}", 403, "cross-site"),
        RejectedRequest(
            "the question before a request of a foreign origin",
            [
                "OPTIONS /api/items HTTP/1.1", host, "Origin: https://evil.example",
                "Access-Control-Request-Method: POST",
            ], 403, "foreign-origin"),
        RejectedRequest(
            "events for another site", ["GET /api/events HTTP/1.1", host, cookie, "Sec-Fetch-Site: cross-site"], 403,
            "cross-site"),
    ]

    /// Forms with files, and empty bodies, which a page may send to other origins without asking.
    static let forms: [RejectedRequest] = [
        "/api/items/{id}/photos", "/api/items/{id}/documents", "/api/scan", "/api/session/links",
    ].flatMap { path in
        let form = ["POST \(path) HTTP/1.1", host, cookie, "Content-Type: multipart/form-data; boundary=b"]
        return [
            RejectedRequest(
                "a form of another site for \(path)", form + ["Sec-Fetch-Site: cross-site"], body: "--b--\r\n", 403,
                "cross-site"),
            RejectedRequest(
                "a form of another site for \(path), from a browser without fetch metadata",
                form + ["Origin: https://evil.example"], body: "--b--\r\n", 403, "foreign-origin"),
            RejectedRequest("a form by cookie alone for \(path)", form, body: "--b--\r\n", 403, "cross-site"),
        ]
    }

    static let sessions: [RejectedRequest] = [
        RejectedRequest("nobody", [list, host], 401, "not-signed-in"),
        RejectedRequest(
            "nobody at an address that is not there", ["GET /api/nothing HTTP/1.1", host], 401, "not-signed-in"),
        RejectedRequest("nobody at a file", ["GET /style.css HTTP/1.1", host], 401, "not-signed-in"),
        RejectedRequest("an empty bearer token", [list, host, "Authorization: Bearer "], 401, "not-signed-in"),
        RejectedRequest(
            "a wrong bearer token", [list, host, "Authorization: Bearer " + String(repeating: "A", count: 55)], 401,
            "not-signed-in"),
        RejectedRequest(
            "a bearer token with its last letter changed", [list, host, "Authorization: Bearer {bearer-changed}"], 401,
            "not-signed-in"),
        RejectedRequest(
            "a bearer token cut short", [list, host, "Authorization: Bearer {bearer-short}"], 401, "not-signed-in"),
        RejectedRequest(
            "a bearer token in a cookie", [list, host, "Cookie: {cookie-name}={bearer}"], 401, "not-signed-in"),
        RejectedRequest(
            "a session's cookie as a bearer token", [list, host, "Authorization: Bearer {secret}"], 401, "not-signed-in"
        ),
        RejectedRequest(
            "a wrong bearer token beside a right cookie", [list, host, cookie, "Authorization: Bearer x"], 401,
            "not-signed-in"),
        RejectedRequest("basic credentials", [list, host, "Authorization: Basic dXNlcjpwYXNz"], 401, "not-signed-in"),
        RejectedRequest(
            "a cookie of another port", [list, host, "Cookie: homepwner-00000000-1={secret}"], 401, "not-signed-in"),
        RejectedRequest(
            "a form without its proof", ["POST /delete/{id} HTTP/1.1", host, cookie] + own + [form], body: "base=1",
            403, "forged-form"),
        RejectedRequest(
            "a form with a wrong proof", ["POST /delete/{id} HTTP/1.1", host, cookie] + own + [form],
            body: "csrf=AAAA&base=1", 403, "forged-form"),
        RejectedRequest(
            "a form with nobody's session", ["POST /delete/{id} HTTP/1.1", host] + own + [form],
            body: "csrf={proof}&base=1", 401, "not-signed-in"),
        RejectedRequest(
            "signing out by a forged form", ["POST /sign-out HTTP/1.1", host, cookie] + own + [form], body: "", 403,
            "forged-form"),
        RejectedRequest(
            "a photo form whose CSRF token comes after the photo",
            ["POST /photos/{id} HTTP/1.1", host, cookie] + own + ["Content-Type: multipart/form-data; boundary=b"],
            body:
                "--b\r\nContent-Disposition: form-data; name=\"photo\"; filename=\"x\"\r\n\r\nx\r\n--b\r\nContent-Disposition: form-data; name=\"csrf\"\r\n\r\n{proof}\r\n--b--\r\n",
            403, "forged-form"),
        RejectedRequest(
            "a wrong one-time token", ["POST /api/session HTTP/1.1", host, json], body: #"{"token":"WRONG"}"#, 401,
            "wrong-token"),
        RejectedRequest(
            "a one-time token that is not text", ["POST /api/session HTTP/1.1", host, json], body: #"{"token":1}"#, 422,
            "invalid-field"),
        RejectedRequest(
            "a one-time token from another site",
            ["POST /api/session HTTP/1.1", host, "Sec-Fetch-Site: cross-site", "Origin: https://evil.example", json],
            body: #"{"token":"WRONG"}"#, 403, "cross-site"),
    ]

    static let paths: [RejectedRequest] =
        [
            "/../outside.html", "/%2e%2e/outside.html", "/%2E%2E/outside.html", "/items/../../outside.html",
            "/items/%2e%2e/%2e%2e/outside.html", "/..%2foutside.html", "/items/..%2f..%2foutside.html",
            "/..%5coutside.html", "/..\\outside.html", "/%00index.html", "/index.html%00.css", "//outside.html",
            "/./index.html",
            "/link.html", "/.secret/key", "/.manifest.json", "/%2esecret/key", "/items", "/nothing.html",
            "/items//lamp.html",
            "/index.html%0d%0aX: y", "/%252e%252e/outside.html",
        ].map { path in
            RejectedRequest(
                "the path \(path)", ["GET \(path) HTTP/1.1", host, bearer], path.contains("X: y") ? 400 : 404,
                path.contains("X: y") ? "malformed-request" : "no-such-page")
        } + [
            RejectedRequest(
                "a path that is not UTF-8", ["GET /%ff.html HTTP/1.1", host, bearer], 400, "malformed-request"),
            RejectedRequest(
                "a path with half an escape", ["GET /%4 HTTP/1.1", host, bearer], 400, "malformed-request"),
            RejectedRequest(
                "an address instead of a path", ["GET http://evil.example/index.html HTTP/1.1", host, bearer], 400,
                "malformed-request"),
            RejectedRequest(
                "a path beyond what is taken", ["GET /\(String(repeating: "a", count: 5000)) HTTP/1.1", host, bearer],
                414, "address-too-long"),
            RejectedRequest("a key that is none", ["GET /api/items/1 HTTP/1.1", host, bearer], 404, "no-such-page"),
            RejectedRequest(
                "an item that is not there",
                ["GET /api/items/00000000-0000-0000-0000-000000000000 HTTP/1.1", host, bearer], 404, "no-such-item"),
        ]

    static let bodies: [RejectedRequest] = [
        RejectedRequest(
            "a body larger than is accepted, stated in advance", [add, host, bearer, json, "Content-Length: 99999999"],
            413,
            "body-too-large"),
        RejectedRequest(
            "a length that is not a number", [add, host, bearer, json, "Content-Length: 1x"], body: "{}", 400, nil),
        RejectedRequest(
            "two headers that state the length",
            [add, host, bearer, json, "Content-Length: 2", "Transfer-Encoding: chunked"], body: "2\r\n{}\r\n0\r\n\r\n",
            400, "malformed-request"),
        RejectedRequest(
            "an encoding nobody knows", [add, host, bearer, json, "Transfer-Encoding: gzip"], body: "", 400,
            "malformed-request"),
        RejectedRequest(
            "more header than is taken", [list, host, bearer, "X-Filler: \(String(repeating: "a", count: 9_000))"],
            431, "headers-too-large"),
        RejectedRequest("JSON that breaks off", [add, host, bearer, json], body: #"{"name":"#, 400, "malformed-json"),
        RejectedRequest("JSON that is not an object", [add, host, bearer, json], body: "[]", 400, "malformed-json"),
        RejectedRequest(
            "JSON with a name twice", [add, host, bearer, json], body: #"{"name":"A","name":"B"}"#, 400,
            "malformed-json"),
        RejectedRequest(
            "JSON with a name twice, written otherwise", [patch, host, bearer, json, "If-Match: *"],
            body: #"{"purchase":{"place":"A","pl\u0061ce":"B"}}"#, 400, "malformed-json"),
        RejectedRequest(
            "JSON nested without end", [add, host, bearer, json], body: String(repeating: "[", count: 100_000), 400,
            "malformed-json"),
        RejectedRequest("no body at all", [add, host, bearer, json], body: "", 400, "malformed-json"),
        RejectedRequest(
            "a field no item has", [add, host, bearer, json], body: #"{"nmae":"x"}"#, 422, "invalid-field"),
        RejectedRequest(
            "a field of another kind", [add, host, bearer, json], body: #"{"value":12}"#, 422, "invalid-field"),
        RejectedRequest(
            "an amount with too many decimals", [add, host, bearer, json],
            body: #"{"value":{"amount":"1.234","currency":"USD"}}"#, 422, "invalid-field"),
        RejectedRequest(
            "a text that is too long", [add, host, bearer, json],
            body: #"{"name":"\#(String(repeating: "a", count: 1_048_577))"}"#, 422, "invalid-field"),
        RejectedRequest("JSON sent as a form", [add, host, bearer, form], body: "{}", 415, "wrong-content-type"),
        RejectedRequest(
            "JSON sent as text, as a simple request may", [add, host, cookie] + own + ["Content-Type: text/plain"],
            body: "{}", 415, "wrong-content-type"),
        RejectedRequest(
            "JSON in another character set", [add, host, bearer, "Content-Type: application/json; charset=utf-16"],
            body: "{}", 415, "wrong-content-type"),
        RejectedRequest("a body of no type", [add, host, bearer], body: "{}", 415, "wrong-content-type"),
        RejectedRequest(
            "a form that is badly encoded", ["POST /move/{id} HTTP/1.1", host, bearer, form], body: "place=%zz", 400,
            "malformed-form"),
        RejectedRequest(
            "a photo that is not a picture",
            ["POST /api/items/{id}/photos HTTP/1.1", host, bearer, "Content-Type: image/jpeg"], body: "JFIF", 422,
            "photo-refused"),
        RejectedRequest(
            "a form with files without a boundary",
            ["POST /api/items/{id}/photos HTTP/1.1", host, bearer, "Content-Type: multipart/form-data"], body: "x", 415,
            "wrong-content-type"),
        RejectedRequest(
            "a form with files that does not begin with its boundary",
            ["POST /api/items/{id}/photos HTTP/1.1", host, bearer, "Content-Type: multipart/form-data; boundary=b"],
            body: "hello, this is not a form", 400, "malformed-form"),
        RejectedRequest(
            "a form with files that breaks off",
            ["POST /api/items/{id}/photos HTTP/1.1", host, bearer, "Content-Type: multipart/form-data; boundary=b"],
            body: "--b\r\nContent-Disposition: form-data; name=\"photo\"; filename=\"x\"\r\n\r\nabc", 400,
            "malformed-form"),
        RejectedRequest(
            "a part without a name",
            ["POST /api/items/{id}/photos HTTP/1.1", host, bearer, "Content-Type: multipart/form-data; boundary=b"],
            body: "--b\r\nContent-Disposition: form-data\r\n\r\nabc\r\n--b--\r\n", 400, "malformed-form"),
        RejectedRequest(
            "a part whose header has no end",
            ["POST /api/items/{id}/photos HTTP/1.1", host, bearer, "Content-Type: multipart/form-data; boundary=b"],
            body: "--b\r\nContent-Disposition: \(String(repeating: "a", count: 9000))", 400, "malformed-form"),
        RejectedRequest(
            "a file in another field",
            ["POST /api/items/{id}/photos HTTP/1.1", host, bearer, "Content-Type: multipart/form-data; boundary=b"],
            body: "--b\r\nContent-Disposition: form-data; name=\"shell\"; filename=\"x\"\r\n\r\nabc\r\n--b--\r\n", 400,
            "malformed-form"),
    ]

    static let methods: [RejectedRequest] = [
        RejectedRequest(
            "a method the address does not take", ["DELETE /api/items HTTP/1.1", host, bearer], 405,
            "method-not-allowed"),
        RejectedRequest(
            "a method nobody knows", ["BREW /api/items HTTP/1.1", host, bearer], 405, "method-not-allowed"),
        RejectedRequest(
            "a request that asks for an echo", ["TRACE / HTTP/1.1", host, bearer], 405, "method-not-allowed"),
        RejectedRequest(
            "writing to a file", ["PUT /index.html HTTP/1.1", host, bearer], body: "x", 405, "method-not-allowed"),
        RejectedRequest(
            "a form's address asked with DELETE", ["DELETE /delete/{id} HTTP/1.1", host, bearer], 405,
            "method-not-allowed"),
        RejectedRequest(
            "an edit that names no base", [patch, host, bearer, json], body: #"{"name":"x"}"#, 428,
            "precondition-required"),
        RejectedRequest(
            "a removal that names no base", ["DELETE /api/items/{id} HTTP/1.1", host, bearer], 428,
            "precondition-required"),
        RejectedRequest(
            "a base that is not a tag", [patch, host, bearer, json, "If-Match: 1"], body: #"{"name":"x"}"#, 400,
            "malformed-request"),
        RejectedRequest(
            "a weak base", [patch, host, bearer, json, "If-Match: W/\"1\""], body: #"{"name":"x"}"#, 400,
            "malformed-request"),
        RejectedRequest(
            "a base that is yet to come", [patch, host, bearer, json, "If-Match: \"999\""], body: #"{"name":"x"}"#, 412,
            "conflict"),
        RejectedRequest(
            "a stale base", [patch, host, bearer, json, "If-Match: \"1\""], body: #"{"name":"third"}"#, 412, "conflict"),
        RejectedRequest(
            "a stale removal", ["DELETE /api/items/{id} HTTP/1.1", host, bearer, "If-Match: \"1\""], 412, "conflict"),
        RejectedRequest(
            "a form that names no base", ["POST /delete/{id} HTTP/1.1", host, cookie] + own + [form],
            body: "csrf={proof}", 428, "precondition-required"),
        RejectedRequest(
            "a patch that changes nothing", [patch, host, bearer, json, "If-Match: *"], body: "{}", 422, "invalid-field"
        ),
        RejectedRequest(
            "a patch of the key", [patch, host, bearer, json, "If-Match: *"],
            body: #"{"id":"00000000-0000-0000-0000-000000000000"}"#, 422, "invalid-field"),
        RejectedRequest(
            "an idempotency key with a blank", [add, host, bearer, json, "Idempotency-Key: a b"],
            body: #"{"name":"x"}"#, 400, "malformed-request"),
        RejectedRequest(
            "an idempotency key that is too long",
            [add, host, bearer, json, "Idempotency-Key: \(String(repeating: "k", count: 129))"], body: #"{"name":"x"}"#,
            400, "malformed-request"),
        RejectedRequest(
            "a blank before the colon", [add, host, bearer, json, "Content-Length : 12"], body: #"{"name":"x"}"#, 400,
            "malformed-request"),
        RejectedRequest(
            "a NUL in a name", [add, host, bearer, json], body: #"{"name":"a\u0000b"}"#, 422, "invalid-field"),
        RejectedRequest(
            "a NUL in a tag", [add, host, bearer, json], body: #"{"name":"a","tags":["\u0000"]}"#, 422,
            "invalid-field"),
        RejectedRequest(
            "half a surrogate pair", [add, host, bearer, json], body: #"{"name":"\ud800"}"#, 400, "malformed-json"),
        RejectedRequest(
            "a parameter nobody knows", ["GET /api/items?were=x HTTP/1.1", host, bearer], 400, "malformed-parameter"),
        RejectedRequest(
            "a parameter of another address", ["GET /api/journal?where=%28%28 HTTP/1.1", host, bearer], 400,
            "malformed-parameter"),
        RejectedRequest(
            "a parameter where there are none",
            ["PATCH /api/items/{id}?force=1 HTTP/1.1", host, bearer, json, "If-Match: *"], body: #"{"name":"x"}"#, 400,
            "malformed-parameter"),
        RejectedRequest(
            "a parameter that stands twice", ["GET /api/items?limit=1&limit=2 HTTP/1.1", host, bearer], 400,
            "malformed-parameter"),
        RejectedRequest(
            "a filter that cannot be read", ["GET /api/items?where=value%3A%3E%3Dmuch HTTP/1.1", host, bearer], 400,
            "malformed-parameter"),
        RejectedRequest(
            "an order of a field that has none", ["GET /api/items?sort=tags HTTP/1.1", host, bearer], 400,
            "malformed-parameter"),
        RejectedRequest(
            "more items than are listed at once", ["GET /api/items?limit=501 HTTP/1.1", host, bearer], 400,
            "malformed-parameter"),
        RejectedRequest(
            "changes since a word", ["GET /api/changes?since=yesterday HTTP/1.1", host, bearer], 400,
            "malformed-parameter"),
        RejectedRequest(
            "a place that is none", ["POST /api/items/{id}/move HTTP/1.1", host, bearer, json],
            body: #"{"place":"elsewhere"}"#, 422, "invalid-field"),
        RejectedRequest(
            "undoing a change that never was", ["POST /api/undo HTTP/1.1", host, bearer, json],
            body: #"{"revision":999}"#, 409, "nothing-to-undo"),
        RejectedRequest(
            "adding an item twice", [add, host, bearer, json], body: #"{"id":"{id}","name":"x"}"#, 409, "item-exists"),
    ]

    static let all = hosts + origins + forms + sessions + paths + bodies + methods
}

@Suite("What is refused, and how")
struct RejectedRequestTests {
    /// One house for all: a refused request changes nothing.
    static let shared = Result { try prepared() }

    struct Prepared: @unchecked Sendable {
        let server: TestServer
        let id: String
        let before: String
    }

    static func prepared() throws -> Prepared {
        let server = try TestServer()
        let (id, revision) = try server.add("Lamp")
        _ = try server.api("PATCH", "/api/items/\(id)", #"{"name":"second"}"#, fields: ["If-Match: \"\(revision)\""])
        atexit { (try? RejectedRequestTests.shared.get())?.server.tearDown() }
        return Prepared(server: server, id: id, before: try server.api("GET", "/api/items").body)
    }

    @Test("each request of the table gets its exact refusal", arguments: RejectedRequests.all)
    func refusal(_ refused: RejectedRequest) throws {
        let prepared = try Self.shared.get()
        let server = prepared.server
        let text = refused.request.replacing("{port}", with: "\(server.port)")
            .replacing("{cookie}", with: "\(server.cookieName)=\(server.secret)")
            .replacing("{cookie-name}", with: server.cookieName).replacing("{secret}", with: server.secret)
            .replacing("{bearer}", with: server.bearer).replacing("{bearer-short}", with: server.bearer.dropLast())
            .replacing("{bearer-changed}", with: server.bearer.dropLast() + (server.bearer.hasSuffix("A") ? "B" : "A"))
            .replacing("{proof}", with: server.proof).replacing("{id}", with: prepared.id)
        // Placeholders are not as long as what is put in for them.
        var fixed = text
        if let range = text.range(of: "\r\n\r\n"),
            let length = text.range(of: #"Content-Length: \d+"#, options: .regularExpression),
            length.upperBound <= range.lowerBound, refused.request != text, refused.status != 413
        {
            fixed.replaceSubrange(length, with: "Content-Length: \(text[range.upperBound...].utf8.count)")
        }
        let response = try server.perform(fixed)
        #expect(response.status == refused.status)
        #expect(response.problem == refused.problem)
        if refused.problem != nil {
            #expect(response.field("Content-Type") == "application/problem+json")
            #expect(response.field("X-Content-Type-Options") == "nosniff")
            #expect(response.field("Content-Security-Policy")?.contains("frame-ancestors 'none'") == true)
            #expect(response.field("Access-Control-Allow-Origin") == nil)
        }
        #expect(try server.api("GET", "/api/items").body == prepared.before)
    }

    @Test("the table holds at least sixty requests, and each is another")
    func size() {
        print("\(RejectedRequests.all.count) requests are refused, each as the table says")
        #expect(RejectedRequests.all.count >= 60)
        #expect(Set(RejectedRequests.all.map(\.name)).count == RejectedRequests.all.count)
    }
}
