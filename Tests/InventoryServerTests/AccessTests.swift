import Foundation
import Inventory
import InventoryStore
import Testing

@testable import HTTPServer
@testable import InventoryServer

@Suite("Roles over HTTP")
struct AccessTests {
    /// The sender of a request.
    enum Sender: Equatable, Sendable {
        case stranger
        /// Somebody whose session ended, and one who is signed in to another inventory.
        case expired, ofOtherInventory
        case visitor
        case person(Role)
        /// Somebody of the database server who has a role in this inventory, and one who has a role in others alone.
        case ofServer(Role), ofServerElsewhere

        static let all: [Sender] =
            [.stranger, .expired, .ofOtherInventory, .visitor, .ofServerElsewhere]
            + Role.allCases.flatMap { [.person($0), .ofServer($0)] }

        /// The role in the inventory.
        var role: Role? {
            switch self {
            case .person(let role), .ofServer(let role): role
            default: nil
            }
        }
    }

    /// A path of an address, with the id of an item and the hash of a file.
    private static func path(of address: Address, _ id: String, _ hash: String) -> String {
        address.path.replacing("{id}", with: id).replacing("{hash}", with: hash)
            .replacing("{name}", with: "inventory")
    }

    /// A request with a body of a type that the address takes.
    private static func request(
        _ address: Address, _ method: RequestHead.Method, _ path: String, port: UInt16, proof: String?
    ) -> String {
        var lines = ["\(method.rawValue) \(path) HTTP/1.1", "Host: 127.0.0.1:\(port)", "If-Match: *"]
        if let proof { lines.append(proof) }
        let types = ["application/json", "application/x-www-form-urlencoded", "multipart/form-data; boundary=b"]
        if let type = types.first(where: { address.takes(MediaType($0), method) == true }) {
            lines += ["Content-Type: \(type)", "Content-Length: 2"]
        }
        return lines.joined(separator: "\r\n") + "\r\n\r\n" + (lines.last == "Content-Length: 2" ? "{}" : "")
    }

    private static func bearer(
        of name: String, _ server: TestServer, in register: InventoryStore? = nil
    ) throws -> String {
        let token = try SignInCode.make(for: name, in: register ?? server.store)
        let response = try server.post("/api/session", #"{"token":"\#(token)","bearer":true}"#)
        return try #require(response.json?["bearer"] as? String)
    }

    /// The fields of a browser that has opened a link.
    private static func visit(_ inventory: SharedInventory) throws -> String {
        "Cookie: \(try inventory.open(inventory.link(documents: true).token))\r\nSec-Fetch-Site: same-origin"
    }

    /// What each row of the table needs, written by hand: a new address has to be added here.
    private static func least(_ address: Address, _ method: RequestHead.Method) -> Role {
        switch address.path {
        case "/people": .owner
        case "/api/items/{id}/move", "/move/{id}", "/select", "/archive", "/relocate", "/share", "/import",
            "/import/{id}":
            .editor
        case "/add", "/edit/{id}", "/delete/{id}", "/photos/{id}", "/photos/{id}/{hash}", "/documents/{id}",
            "/documents/{id}/{hash}", "/undo", "/scan":
            .recorder
        case "/api/session/links", "/api/reports/{name}", "/api/report-jobs/{id}", "/report", "/sign-out", "/phone",
            "/sessions":
            .reader
        default: method.isSafe ? .reader : .recorder
        }
    }

    /// The addresses that readers read and recorders change, and those that are open. Others are named in ``least(_:_:)``.
    private static let plain: Set<String> = [
        "/api/openapi.json", "/api/session", "/api/items", "/api/items/{id}", "/api/items/{id}/photos",
        "/api/items/{id}/photos/{hash}", "/api/items/{id}/documents", "/api/items/{id}/documents/{hash}", "/api/undo",
        "/api/changes", "/api/journal", "/api/edits", "/api/events", "/api/totals", "/api/scan", "/api/reports",
        "/api/report-jobs/{id}/document", "/sign-in", "/sign-in/provider", "/companion.css", "/companion.js",
        "/companion-sign-out.js", "/inventories.csv", "/",
        "/companion-import.css", "/companion-import.js", "/local-ca", "/local-ca.cer", "/document/{id}/{hash}",
        "/document/{id}/{hash}-320.jpg",
    ]

    @Test("who may use an address is written down for each of the table")
    func everyRow() {
        for address in Address.table where !Self.plain.contains(address.path) {
            let least = address.methods.map { Self.least(address, $0) }
            let usual = address.methods.map { $0.isSafe ? Role.reader : .recorder }
            #expect(least != usual, "\(address.path) is new: name it here")
        }
        #expect(Self.plain.subtracting(Address.table.map(\.path)).isEmpty)
    }

    /// The header field by which a sender is known.
    private static func proof(of sender: Sender, _ server: TestServer) throws -> String? {
        switch sender {
        case .stranger, .visitor: return nil
        case .ofOtherInventory: return "Authorization: Bearer \(try TestServer().bearer)"
        case .expired:
            try server.store.set("Ben", role: .owner, endsSessions: true)
            let bearer = try bearer(of: "Ben", server)
            _ = try server.perform(
                "DELETE /api/session HTTP/1.1\r\nHost: 127.0.0.1:\(server.port)\r\nAuthorization: Bearer \(bearer)\r\n\r\n"
            )
            return "Authorization: Bearer \(bearer)"
        case .person(let role):
            try server.store.set("Ana", role: role, endsSessions: true)
            return "Authorization: Bearer \(try bearer(of: "Ana", server))"
        case .ofServer(let role):
            let register = try #require(server.register)
            try register.set("Eva", role: role, in: "h*e", endsSessions: true)
            return "Authorization: Bearer \(try bearer(of: "Eva", server, in: register))"
        case .ofServerElsewhere:
            let register = try #require(server.register)
            try register.set("Kim", role: .owner, in: "home", endsSessions: true)
            let bearer = try bearer(of: "Kim", server, in: register)
            try register.set("Kim", role: nil, in: "home", endsSessions: false)
            try register.set("Kim", role: .owner, in: "[!h]*", endsSessions: false)
            // The server reads people five times a second.
            usleep(600_000)
            return "Authorization: Bearer \(bearer)"
        }
    }

    @Test("every address answers every sender as the table says", arguments: Sender.all)
    func everyAddress(sender: Sender) throws {
        let inventory = sender == .visitor ? try SharedInventory() : nil
        let server = try inventory?.server ?? TestServer(hasRegister: true)
        var proof = try Self.proof(of: sender, server)
        var targets = [("00000000-0000-0000-0000-000000000000", String(repeating: "0", count: 64))]
        var files = ["/", "/index.html", "/items/lamp.html", "/data.bin"]
        if let inventory {
            proof = try Self.visit(inventory)
            files = ["/", "/index.html", "/search/index.json", "/item/\(inventory.inside).html"]
            // Of the item that the link shows, and of one that it does not.
            targets = [
                (inventory.inside, TestFiles.hash(inventory.invoice).description),
                (inventory.outside, TestFiles.hash(inventory.deed).description),
            ]
        }
        let before = try server.store.revision
        var count = 0
        for (address, (id, hash)) in Address.table.filter({ $0.places.contains(.inventory) }).flatMap({ address in
            targets.map { (address, $0) }
        }) {
            for method in address.methods {
                let path = Self.path(of: address, id, hash)
                let text = Self.request(address, method, path, port: server.port, proof: proof)
                let status = try server.perform(text, hasBody: false).status
                let place = "\(method.rawValue) \(path) by \(sender): \(status)"
                count += 1
                switch sender {
                case _ where address.isOpen: #expect(status != 403, "\(place)")
                case .stranger, .expired, .ofOtherInventory, .ofServerElsewhere:
                    #expect(status == 401 || status == 303, "\(place)")
                case .visitor where path.hasPrefix("/document/"):
                    #expect(status == (id == inventory?.inside ? 200 : 404), "\(place)")
                case .visitor where path == "/sign-out" && method.isSafe: #expect(status == 200, "\(place)")
                case .visitor: #expect(status == 403, "\(place)")
                case .person(let role) where role < Self.least(address, method),
                    .ofServer(let role) where role < Self.least(address, method):
                    #expect(status == 403, "\(place)")
                case .person, .ofServer: #expect(![401, 403].contains(status), "\(place)")
                }
                guard ["/api/session", "/sign-out"].contains(address.path), !method.isSafe else { continue }
                if sender.role != nil { proof = try Self.proof(of: sender, server) }
                if let inventory { proof = try Self.visit(inventory) }
            }
        }
        #expect(count * Sender.all.count >= 400)
        for file in files {
            let fields = ["Host: 127.0.0.1:\(server.port)", proof].compactMap(\.self).joined(separator: "\r\n")
            let status = try server.perform("GET \(file) HTTP/1.1\r\n\(fields)\r\n\r\n").status
            switch sender {
            case .stranger, .expired, .ofOtherInventory, .ofServerElsewhere:
                #expect(status == 401, "\(file) by \(sender): \(status)")
            case .visitor, .person, .ofServer: #expect(status == 200, "\(file) by \(sender): \(status)")
            }
        }
        if sender.role == nil { #expect(try server.store.revision == before) }
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
        #expect(try send("GET", "/api/session", "").json?["added"] as? [String] == [own])
        #expect(try server.api("GET", "/api/session").json?["added"] == nil)
        #expect(try send("PATCH", "/api/items/\(own)", #"{"notes":"new"}"#).status == 200)
        #expect(try send("PATCH", "/api/items/\(others)", #"{"notes":"new"}"#).problem == "not-allowed")
        #expect(try send("DELETE", "/api/items/\(others)", "").problem == "not-allowed")
        // The first change is the owner's.
        #expect(try send("POST", "/api/undo", #"{"revision":1}"#).problem == "not-allowed")
        // Neither form nor button is shown that would be refused.
        for page in ["edit", "photos", "documents", "delete"] {
            #expect(try send("GET", "/\(page)/\(own)", "").status == 200, "\(page)")
            #expect(try send("GET", "/\(page)/\(others)", "").status == 403, "\(page)")
        }
        for target in ["/undo", "/undo?item=\(own)", "/undo?item=\(others)", "/undo?revision=1"] {
            let offered = try send("GET", target, "").body.matches(of: /name="revision" value="(\d+)"/)
            #expect(offered.map(\.output.1) == (target.contains(others) ? [] : ["3", "2"]), "\(target)")
        }
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

    @Test("the style that published pages link to hides the controls of higher roles", arguments: Role.allCases)
    func style(role: Role) throws {
        let server = try TestServer()
        try server.store.set("Ana", role: role, endsSessions: true)
        let bearer = try Self.bearer(of: "Ana", server)
        func style(_ fields: String) throws -> RawClient.Response {
            try server.perform("GET /companion.css HTTP/1.1\r\nHost: 127.0.0.1:\(server.port)\r\n\(fields)\r\n")
        }
        let everybody = try style("")
        let own = try style("Authorization: Bearer \(bearer)\r\n")
        #expect(own.body.hasPrefix(everybody.body))
        #expect(own.body.dropFirst(everybody.body.count).contains("[data-by") == (role < .owner))
        #expect(own.body.contains("[data-by], ") == (role == .reader))
        // What a cache keeps for one role is not what it shows to another.
        #expect((own.field("etag") == everybody.field("etag")) == (role == .owner))
    }

    @Test("a person who is removed, signed out or given a lower role soon loses access, in open event streams, too")
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
        let stream = try server.client()
        stream.send(
            "GET /api/events HTTP/1.1\r\nHost: 127.0.0.1:\(server.port)\r\nAuthorization: Bearer \(again)\r\n\r\n")
        #expect(stream.read(until: "retry").contains("200 OK"))
        try server.store.remove(person: "Ana")
        // The end of a chunked body (RFC 9112, 7.1), long before a heartbeat would find the stream.
        stream.limit(seconds: 10)
        #expect(stream.read(until: "\r\n0\r\n\r\n").hasSuffix("\r\n0\r\n\r\n"))
        #expect(try becomes(401, again))
        // Somebody else of the same name gets none of the former sessions.
        try server.store.set("Ana", role: .owner, endsSessions: true)
        usleep(1_500_000)
        #expect(try status(again) == 401)
        #expect(try status(ben) == 200)
    }
}
