import Foundation
import Inventory
import InventoryStore
import Testing

@testable import HTTPServer
@testable import InventoryServer

@Suite("Roles over HTTP")
struct AccessTests {
    private static let id = "00000000-0000-0000-0000-000000000000"

    /// A path of an address, with values that exist nowhere.
    private static func path(of address: Address) -> String {
        address.path.replacing("{id}", with: id).replacing("{hash}", with: String(repeating: "0", count: 64))
            .replacing("{name}", with: "inventory")
    }

    /// A request with a body of a type that the address takes.
    private static func request(
        _ address: Address, _ method: RequestHead.Method, port: UInt16, bearer: String?
    ) -> String {
        var lines = ["\(method.rawValue) \(path(of: address)) HTTP/1.1", "Host: 127.0.0.1:\(port)", "If-Match: *"]
        if let bearer { lines.append("Authorization: Bearer \(bearer)") }
        let types = ["application/json", "application/x-www-form-urlencoded", "multipart/form-data; boundary=b"]
        if let type = types.first(where: { address.takes(MediaType($0), method) == true }) {
            lines += ["Content-Type: \(type)", "Content-Length: 2"]
        }
        return lines.joined(separator: "\r\n") + "\r\n\r\n" + (lines.last == "Content-Length: 2" ? "{}" : "")
    }

    private static func bearer(of name: String, _ server: TestServer) throws -> String {
        let token = try SignInCode.make(for: name, in: server.store)
        let response = try server.post("/api/session", #"{"token":"\#(token)","bearer":true}"#)
        return try #require(response.json?["bearer"] as? String)
    }

    /// What each row of the table needs, written by hand: a new address has to be added here.
    private static func least(_ address: Address, _ method: RequestHead.Method) -> Role {
        switch address.path {
        case "/api/items/{id}/move", "/move/{id}", "/select", "/archive", "/relocate", "/import", "/import/{id}":
            .editor
        case "/add", "/edit/{id}", "/delete/{id}", "/photos/{id}", "/photos/{id}/{hash}", "/documents/{id}",
            "/documents/{id}/{hash}", "/undo", "/scan":
            .recorder
        case "/api/session/links", "/api/reports/{name}", "/api/report-jobs/{id}", "/report", "/sign-out", "/phone":
            .reader
        default: method.isSafe ? .reader : .recorder
        }
    }

    @Test("every address answers every role as the table says", arguments: [nil] + Role.allCases)
    func everyAddress(role: Role?) throws {
        let server = try TestServer()
        if let role { try server.store.set("Ana", role: role, endsSessions: true) }
        var bearer = try role.map { _ in try Self.bearer(of: "Ana", server) }
        var count = 0
        for address in Address.table {
            for method in address.methods {
                let text = Self.request(address, method, port: server.port, bearer: bearer)
                let status = try server.perform(text, hasBody: false).status
                let place = "\(method.rawValue) \(address.path) by \(role?.rawValue ?? "a stranger"): \(status)"
                if address.isOpen {
                    #expect(status != 403, "\(place)")
                } else if role == nil {
                    #expect(status == 401 || status == 303, "\(place)")
                } else if role ?? .owner < Self.least(address, method) {
                    #expect(status == 403, "\(place)")
                } else {
                    #expect(![401, 403].contains(status), "\(place)")
                }
                count += 1
                if role != nil, ["/api/session", "/sign-out"].contains(address.path), !method.isSafe {
                    bearer = try Self.bearer(of: "Ana", server)
                }
            }
        }
        #expect(count >= 80)
    }

    @Test("a code signs in once, under the person's name and role")
    func code() throws {
        let server = try TestServer()
        try server.store.set("Ana Silva", role: .recorder, endsSessions: true)
        let token = try SignInCode.make(for: "Ana Silva", in: server.store)
        let first = try server.post("/api/session", #"{"token":"\#(token)","bearer":true}"#)
        #expect(first.json?["person"] as? String == "Ana Silva")
        #expect(first.json?["role"] as? String == "recorder")
        #expect(try server.post("/api/session", #"{"token":"\#(token)"}"#).problem == "wrong-token")
        // Codes of the owner sign in without a name, and several are valid at the same time.
        let (one, two) = (server.web.signInLink().token, server.web.signInLink().token)
        for owner in [one, two] {
            let session = try server.post("/api/session", #"{"token":"\#(owner)"}"#).json
            #expect(session?["role"] as? String == "owner" && session?["person"] == nil)
        }
    }

    @Test("a recorder changes what they added, and nothing of others; the journal names them")
    func recorder() throws {
        let server = try TestServer()
        let (others, _) = try server.add("Clock")
        try server.store.set("Ana", role: .recorder, endsSessions: true)
        let bearer = try Self.bearer(of: "Ana", server)
        func send(_ method: String, _ target: String, _ json: String) throws -> RawClient.Response {
            try server.perform(
                "\(method) \(target) HTTP/1.1\r\nHost: 127.0.0.1:\(server.port)\r\nAuthorization: Bearer \(bearer)\r\n"
                    + "If-Match: *\r\nContent-Type: application/json\r\nContent-Length: \(json.utf8.count)\r\n\r\n\(json)"
            )
        }
        let added = try send("POST", "/api/items", #"{"name":"Lamp"}"#)
        let own = try #require(added.json?["id"] as? String)
        #expect(try send("PATCH", "/api/items/\(own)", #"{"notes":"new"}"#).status == 200)
        #expect(try send("PATCH", "/api/items/\(others)", #"{"notes":"new"}"#).problem == "not-allowed")
        #expect(try send("DELETE", "/api/items/\(others)", "").problem == "not-allowed")
        // The first change is the owner's.
        #expect(try send("POST", "/api/undo", #"{"revision":1}"#).problem == "not-allowed")
        let edits = """
            {"version":1,"store":"\(server.store.identifier.uuidString.lowercased())","edits":[\
            {"key":"a","action":"editMany","ids":["\(own)","\(others)"],"patch":{"notes":"x"}},\
            {"key":"b","action":"edit","id":"\(own)","patch":{"notes":"last"}},\
            {"key":"c","action":"relocate","from":"Hall","to":"Attic"}]}
            """
        let results = try send("POST", "/api/edits", edits).json?["results"] as? [[String: Any]]
        #expect(results?.map { $0["status"] as? Int } == [403, 200, 403])
        #expect(try send("DELETE", "/api/items/\(own)", "").status == 200)
        #expect(try send("POST", "/api/undo", "{}").status == 200)
        let journal = try server.api("GET", "/api/journal").json?["entries"] as? [[String: Any]] ?? []
        #expect(Set(journal.map { $0["actor"] as? String }) == ["Ana", "page"])
        #expect(try server.api("GET", "/api/items/\(others)").json?["notes"] == nil)
    }

    @Test("a person who is removed, signed out or given a lower role loses access within two seconds")
    func revoked() throws {
        let server = try TestServer()
        func status(_ bearer: String, _ method: String = "GET") throws -> Int {
            try server.perform(
                "\(method) /api/items HTTP/1.1\r\nHost: 127.0.0.1:\(server.port)\r\nAuthorization: Bearer \(bearer)\r\n"
                    + "Content-Type: application/json\r\nContent-Length: 12\r\n\r\n{\"name\":\"A\"}", hasBody: false
            ).status
        }
        func becomes(_ expected: Int, _ bearer: String, _ method: String = "GET") throws -> Bool {
            for _ in 0..<100 {
                if try status(bearer, method) == expected { return true }
                usleep(50_000)
            }
            return false
        }
        try server.store.set("Ana", role: .editor, endsSessions: true)
        try server.store.set("Ben", role: .editor, endsSessions: true)
        let (ana, ben) = (try Self.bearer(of: "Ana", server), try Self.bearer(of: "Ben", server))
        try server.store.set("Ana", role: .reader, endsSessions: false)
        #expect(try becomes(403, ana, "POST"))
        #expect(try status(ana) == 200)
        try server.store.set("Ana", role: .reader, endsSessions: true)
        #expect(try becomes(401, ana))
        let again = try Self.bearer(of: "Ana", server)
        #expect(try status(again) == 200)
        try server.store.remove(person: "Ana")
        #expect(try becomes(401, again))
        // Somebody else of the same name gets none of the former sessions.
        try server.store.set("Ana", role: .owner, endsSessions: true)
        usleep(1_500_000)
        #expect(try status(again) == 401)
        #expect(try status(ben) == 200)
    }
}
