import Foundation
import Inventory
import InventoryStore
import Testing

@testable import HTTPServer
@testable import InventoryServer

/// An inventory of three items, of which the usual link shows one, `Lamp`.
final class SharedInventory {
    let server: TestServer
    let inside: String
    let outside: String
    /// The files of the items.
    let invoice = TestFiles.document("invoice")
    let insidePhoto = TestFiles.photo(10)
    let outsidePhoto = TestFiles.photo(90)
    let deed = TestFiles.document("deed")

    /// Texts that only the item outside, or the whole inventory, has.
    static let secrets = [
        "Sapphire", "Vault", "tucked away", "Zanzibar", "SN-777", "998001", "998,001", "Smith Jewels", "Deed of gift",
        "Chest",
    ]

    init(_ change: (inout ServerOptions) -> Void = { _ in }) throws {
        server = try TestServer(publishes: true, change)
        let chest = try server.add("Chest").id
        inside = try server.add(
            "Lamp",
            #"""
            ,"tags":["loan"],"location":"Hall","value":{"amount":"12.50","currency":"USD"},"parent":"\#(chest)"
            """#
        ).id
        outside = try server.add(
            "Sapphire",
            #"""
            ,"tags":["tucked away"],"location":"Vault","notes":"from Zanzibar","serialNumber":"SN-777","parent":"\#(inside)",\
            "value":{"amount":"998001","currency":"USD"},"manufacturer":"Smith Jewels"
            """#.replacing("\\\n", with: "")
        ).id
        for (id, file, details) in [
            (inside, invoice, [("kind", "receipt"), ("title", "Invoice 31")]),
            (outside, deed, [("title", "Deed of gift")]),
        ] {
            let form = MultipartForm.body(details, files: [("a.pdf", file)], input: "document", mediaType: "text/html")
            _ = try server.api("POST", "/api/items/\(id)/documents", form, type: MultipartForm.type)
        }
        for (id, photo) in [(inside, insidePhoto), (outside, outsidePhoto)] {
            let form = MultipartForm.body([], files: [("a.bmp", photo)], input: "photo", mediaType: "image/bmp")
            _ = try server.api("POST", "/api/items/\(id)/photos", form, type: MultipartForm.type)
        }
    }

    /// Makes a link that shows the item inside.
    func link(documents: Bool = false, filter: String = "tag:loan", seconds: Int64 = 3600) throws -> (
        link: ShareLink, token: String
    ) {
        let end = Timestamp(clampedMilliseconds: Timestamp.now.milliseconds + seconds * 1000)
        return try ShareToken.make(for: filter, hasDocuments: documents, until: end, in: server.store)
    }

    /// Opens a link as a browser does.
    /// - Returns: the cookie.
    func open(_ token: String) throws -> String {
        let response = try server.post("/api/session", #"{"token":"\#(token)"}"#)
        guard response.status == 204 else { throw POSIXError(.EPERM) }
        return String(response.field("Set-Cookie")?.split(separator: ";").first ?? "")
    }

    func get(_ target: String, _ cookie: String) throws -> RawClient.Response {
        try server.perform("GET \(target) HTTP/1.1\r\nHost: 127.0.0.1:\(server.port)\r\nCookie: \(cookie)\r\n\r\n")
    }

    /// The names of the files that the link's folder has.
    func files(of link: ShareLink) -> [String] {
        // Files may be removed meanwhile.
        let names = FileManager.default.enumerator(atPath: server.path + "/state")?.compactMap { $0 as? String } ?? []
        return names.compactMap { name in
            let parts = name.split(separator: "/", maxSplits: 2)
            return parts.count == 3 && parts[1] == link.id ? String(parts[2]) : nil
        }
    }
}

@Suite("Share links over HTTP")
struct ShareLinkTests {
    @Test("the pages of a link have nothing of other items", arguments: [false, true])
    func selection(documents: Bool) throws {
        let inventory = try SharedInventory()
        let (link, token) = try inventory.link(documents: documents)
        let cookie = try inventory.open(token)
        #expect(try inventory.get("/", cookie).body.contains("Lamp"))
        let files = inventory.files(of: link).filter { $0.contains(".") }
        #expect(files.contains("item/\(inventory.inside).html") && files.contains { $0.hasPrefix("search/") })
        #expect(!files.contains { $0.contains(inventory.outside) })
        var whole = ""
        for file in files where !file.hasPrefix(".") && !file.hasSuffix(".jpg") && !file.hasPrefix("assets/") {
            let response = try inventory.get("/" + file, cookie)
            #expect(response.status == 200 || file.hasPrefix("homepwner-site"), "\(file)")
            whole += response.head + response.body
        }
        let hidden = [TestFiles.hash(inventory.outsidePhoto), TestFiles.hash(inventory.deed)].map(\.description)
        for text in SharedInventory.secrets + hidden + [inventory.outside] {
            #expect(!whole.contains(text), "\(text)")
            #expect(!files.contains { $0.contains(text) }, "\(text)")
        }
        #expect(whole.contains("12.5") && whole.contains("Hall"))
        #expect(whole.contains("Invoice 31") == documents)
        #expect(whole.contains(TestFiles.hash(inventory.invoice).description) == documents)
        // The pages of the inventory itself have all of it.
        #expect(try inventory.get("/item/\(inventory.outside).html", cookie).status == 404)
        #expect(try inventory.get("/photo/\(TestFiles.hash(inventory.outsidePhoto))-320.jpg", cookie).status == 404)
    }

    @Test(
        "files of documents are sent for items of the selection, if the link shows documents", arguments: [false, true])
    func documentFiles(documents: Bool) throws {
        let inventory = try SharedInventory()
        let cookie = try inventory.open(inventory.link(documents: documents).token)
        let own = "/document/\(inventory.inside)/\(TestFiles.hash(inventory.invoice))"
        #expect(try inventory.get(own, cookie).status == (documents ? 200 : 404))
        let photo = "/document/\(inventory.inside)/\(TestFiles.hash(inventory.insidePhoto))-320.jpg"
        #expect(try inventory.get(photo, cookie).status == 200)
        let deed = TestFiles.hash(inventory.deed)
        #expect(try inventory.get("/document/\(inventory.outside)/\(deed)", cookie).status == 404)
        #expect(try inventory.get("/document/\(inventory.inside)/\(deed)", cookie).status == 404)
        let other = "/document/\(inventory.outside)/\(TestFiles.hash(inventory.outsidePhoto))-320.jpg"
        #expect(try inventory.get(other, cookie).status == 404)
        #expect(try inventory.server.api("GET", "/document/\(inventory.outside)/\(deed)").status == 200)
    }

    @Test(
        "an image that is both a photo and a document is shown only if the link shows documents",
        arguments: [false, true])
    func photographedDocument(documents: Bool) throws {
        let inventory = try SharedInventory()
        let form = MultipartForm.body(
            [("title", "Slip 5")], files: [("a.bmp", inventory.insidePhoto)], input: "document",
            mediaType: "image/bmp")
        let target = "/api/items/\(inventory.inside)/documents"
        #expect(try inventory.server.api("POST", target, form, type: MultipartForm.type).status < 300)
        let (link, token) = try inventory.link(documents: documents)
        let cookie = try inventory.open(token)
        let hash = TestFiles.hash(inventory.insidePhoto).description
        for name in ["", "-320.jpg"] {
            let status = try inventory.get("/document/\(inventory.inside)/\(hash)\(name)", cookie).status
            #expect(status == (documents ? 200 : 404), "\(name)")
        }
        let page = try inventory.get("/item/\(inventory.inside).html", cookie)
        #expect(page.status == 200 && page.body.contains("Lamp"))
        #expect(page.body.contains(hash) == documents && page.body.contains("Slip 5") == documents)
        #expect(try inventory.get("/search/1.json", cookie).body.contains(hash) == documents)
        #expect(inventory.files(of: link).contains { $0.contains(hash) } == documents)
    }

    @Test("signing out ends the session of a visitor and no other", arguments: ["api", "form"])
    func signOut(way: String) throws {
        let inventory = try SharedInventory()
        let token = try inventory.link().token
        let (cookie, other) = (try inventory.open(token), try inventory.open(token))
        func send(_ method: String, _ target: String, _ body: String = "") throws -> RawClient.Response {
            let lines = [
                "\(method) \(target) HTTP/1.1", "Host: 127.0.0.1:\(inventory.server.port)", "Cookie: \(cookie)",
                "Sec-Fetch-Site: same-origin", "Content-Type: application/x-www-form-urlencoded",
                "Content-Length: \(body.utf8.count)",
            ]
            return try inventory.server.perform(lines.joined(separator: "\r\n") + "\r\n\r\n" + body)
        }
        if way == "api" {
            #expect(try send("DELETE", "/api/session?everywhere=yes").status == 204)
        } else {
            #expect(try send("POST", "/sign-out", "everywhere=yes").status == 403)
            let page = try send("GET", "/sign-out").body
            let start = try #require(page.range(of: #"name="csrf" value=""#))
            let proof = page[start.upperBound...].prefix { $0 != "\"" }
            #expect(try send("POST", "/sign-out", "everywhere=yes&csrf=\(proof)").status == 303)
        }
        #expect(try inventory.get("/", cookie).status == 401)
        #expect(try inventory.get("/", other).status == 200)
        #expect(try inventory.server.api("GET", "/api/items").status == 200)
    }

    @Test("opening a link forgives no wrong code")
    func lockout() throws {
        let inventory = try SharedInventory()
        let token = try inventory.link().token
        for _ in 0...SignInLockout.free {
            #expect(try inventory.server.post("/api/session", #"{"token":"WRONG"}"#).problem == "wrong-token")
        }
        _ = try inventory.open(token)
        #expect(try inventory.server.post("/api/session", #"{"token":"WRONG"}"#).problem == "locked-out")
    }

    @Test("the pages follow the inventory: an item that leaves the selection is gone with the next request")
    func follows() throws {
        let inventory = try SharedInventory()
        let server = inventory.server
        let cookie = try inventory.open(inventory.link(documents: true).token)
        let page = "/item/\(inventory.inside).html"
        #expect(try inventory.get(page, cookie).status == 200)
        let headers = ["If-Match: *"]
        _ = try server.api("PATCH", "/api/items/\(inventory.inside)", #"{"name":"Lantern"}"#, fields: headers)
        #expect(try inventory.get(page, cookie).body.contains("Lantern"))
        _ = try server.api("PATCH", "/api/items/\(inventory.inside)", #"{"tags":[]}"#, fields: headers)
        #expect(try inventory.get(page, cookie).status == 404)
        #expect(try !inventory.get("/", cookie).body.contains("Lantern"))
        let own = "/document/\(inventory.inside)/\(TestFiles.hash(inventory.invoice))"
        #expect(try inventory.get(own, cookie).status == 404)
    }

    @Test("a revoked link and one that is over show nothing, and their pages are removed", arguments: [true, false])
    func ends(isRevoked: Bool) throws {
        let inventory = try SharedInventory()
        let (link, token) = try inventory.link(seconds: isRevoked ? 3600 : 3)
        let cookie = try inventory.open(token)
        #expect(try inventory.get("/", cookie).status == 200)
        #expect(!inventory.files(of: link).isEmpty)
        if isRevoked { #expect(try inventory.server.store.removeShareLink(link.id)) }
        func becomes(_ isDone: () throws -> Bool) rethrows -> Bool {
            for _ in 0..<100 {
                if try isDone() { return true }
                usleep(100_000)
            }
            return false
        }
        #expect(try becomes { try inventory.get("/", cookie).status == 401 })
        #expect(becomes { inventory.files(of: link).isEmpty })
        #expect(try inventory.server.post("/api/session", #"{"token":"\#(token)"}"#).problem == "wrong-token")
        #expect(try inventory.server.store.removeShareLink(link.id) == !isRevoked)
    }

    @Test("visits are counted, more visitors than there is room for end no session of a person")
    func visits() throws {
        let inventory = try SharedInventory()
        let (link, token) = try inventory.link()
        #expect(try inventory.server.store.shareLinks().first?.visits == nil)
        let first = try inventory.open(token)
        let once = try #require(try inventory.server.store.shareLinks().first?.visits)
        #expect(once.count == 1 && once.first == once.last && once.first >= link.made)
        for _ in 0..<Session.Kind.visitor.limit { _ = try inventory.open(token) }
        let all = try #require(try inventory.server.store.shareLinks().first?.visits)
        #expect(all.count == Int64(Session.Kind.visitor.limit) + 1 && all.first == once.first)
        #expect(try inventory.get("/", first).status == 401)
        #expect(try inventory.server.api("GET", "/api/items").status == 200)
        // A program gets no token for it, and the cookie is that of no person.
        let bearer = try inventory.server.post("/api/session", #"{"token":"\#(token)","bearer":true}"#)
        #expect(bearer.problem == "wrong-token")
        #expect(try inventory.server.store.shareLinks().first?.visits == all)
        let visitor = try inventory.open(token)
        #expect(try inventory.get("/api/session", visitor).json?["signedIn"] as? Bool == false)
    }

    @Test("the form makes a link that is shown once, lists the links and ends them")
    func form() throws {
        let inventory = try SharedInventory()
        let server = inventory.server
        let day = Timestamp(clampedMilliseconds: Timestamp.now.milliseconds + Timestamp.millisecondsPerDay).dayAndTime
            .day
        func submit(_ fields: String) throws -> RawClient.Response {
            try server.browse("POST", "/share", "csrf=\(server.proof)&return=/&" + fields)
        }
        let asked = try server.browse("GET", "/share?where=tag:loan&return=/")
        #expect(asked.status == 200 && asked.body.contains(#"value="tag:loan""#) && asked.body.contains("1 item."))
        #expect(try server.browse("GET", "/share?where=tag:\"&return=/").status == 200)
        let made = try submit("where=tag:loan&until=\(day)&documents=yes")
        let start = try #require(made.body.range(of: "/sign-in#token="))
        let token = String(made.body[start.upperBound...].prefix { $0 != "\"" })
        #expect(try inventory.get("/", inventory.open(token)).body.contains("Lamp"))
        let link = try #require(try server.store.shareLinks().first)
        #expect(link.filter == "tag:loan" && link.hasDocuments)
        let listed = try server.browse("GET", "/share").body
        #expect(listed.contains("visits: 1") && listed.contains(link.id) && !listed.contains(token))
        for wrong in ["where=tag:loan&until=2001-01-01", "where=tag:loan", "where=value:x&until=\(day)"] {
            let refused = try submit(wrong)
            #expect((400...422).contains(refused.status) && refused.body.contains("role=\"alert\""), "\(wrong)")
        }
        #expect(try server.browse("POST", "/share", "where=&until=\(day)").status == 403)
        #expect(try server.store.shareLinks().count == 1)
        // A second press of the button makes no second link; another day is another link.
        let twice = try (0..<2).map { _ in try submit("key=form-1&where=tag:loan&until=\(day)").body }
        #expect(try server.store.shareLinks().count == 2)
        let links = twice.map { $0.firstMatch(of: /#token=[0-9A-Z-]+/).map { String($0.output) } }
        #expect(try submit("key=form-1&where=&until=\(day)").status == 200)
        let added = try server.store.shareLinks().filter { $0.id != link.id }
        #expect(links[0] != nil && links[0] == links[1] && added.count == 2)
        for other in added { #expect(try server.store.removeShareLink(other.id)) }
        #expect(try submit("end=\(link.id)").status == 200)
        #expect(try server.store.shareLinks().isEmpty)
    }

    @Test("a folder that a killed server left is removed, and the sessions of a link outlast a restart")
    func restart() throws {
        let inventory = try SharedInventory()
        let (link, token) = try inventory.link()
        let cookie = try inventory.open(token)
        #expect(try inventory.get("/", cookie).status == 200)
        let server = inventory.server
        let state = try #require(
            try FileManager.default.contentsOfDirectory(atPath: server.path + "/state").first {
                $0.hasSuffix(".shared")
            })
        server.web.stop()
        #expect(inventory.files(of: link).isEmpty)
        let left = "\(server.path)/state/\(state)/0123456789ab"
        try FileManager.default.createDirectory(atPath: left, withIntermediateDirectories: true)
        var options = ServerOptions(folder: server.path + "/pages")
        (options.address, options.stateFolder) = ("127.0.0.1:\(server.port)", server.path + "/state")
        let next = try InventoryWebServer(store: server.store, options: options)
        defer { next.stop() }
        // Without a published folder behind it there are no pages to show.
        #expect(try inventory.get("/", cookie).status == 404)
        for _ in 0..<50 where FileManager.default.fileExists(atPath: left) { usleep(100_000) }
        #expect(!FileManager.default.fileExists(atPath: left))
    }

    @Test(
        "a link ends after a day from today to a year ahead, in the time zone of the inventory",
        arguments: [("UTC", 0), ("Pacific/Kiritimati", 14), ("Etc/GMT+12", -12)])
    func end(zone: String, hours: Int64) throws {
        var settings = InventorySettings(currency: try Currency(code: "EUR"))
        settings.timeZone = zone
        let today = Int32((Timestamp.now.milliseconds + hours * 3_600_000) / Timestamp.millisecondsPerDay)
        let end = try #require(ShareToken.end(after: CalendarDate(daysSinceEpoch: today), settings))
        let start = Int64(today + 1) * Timestamp.millisecondsPerDay - hours * 3_600_000
        #expect(end.milliseconds == start)
        #expect(ShareToken.end(after: CalendarDate(daysSinceEpoch: today - 1), settings) == nil)
        let days = Int32(ShareToken.longestDays)
        #expect(ShareToken.end(after: CalendarDate(daysSinceEpoch: today + days), settings) != nil)
        #expect(ShareToken.end(after: CalendarDate(daysSinceEpoch: today + days + 1), settings) == nil)
    }
}
