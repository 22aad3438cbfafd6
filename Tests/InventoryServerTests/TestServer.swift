import Attachments
import Foundation
import Inventory
import InventoryStore
import Reports
import SiteGenerator
import Synchronization

@testable import HTTPServer
@testable import InventoryServer

/// A store, a published folder and a server for them, all removed afterwards.
final class TestServer {
    let path: String
    let store: InventoryStore
    /// Has the people of a database server on which the inventory is called `home`; nil for none.
    let register: InventoryStore?
    let web: InventoryWebServer
    let log = Log()
    private(set) var secret = ""
    private(set) var proof = ""
    private(set) var bearer = ""

    final class Log: Sendable {
        let lines = Mutex<[String]>([])
        let rebuilds = Mutex<[StoreChanges]>([])
    }

    var port: UInt16 { web.port }
    var site: String { path + "/site" }
    var cookieName: String { "homepwner-\(store.identifier.uuidString.lowercased().prefix(8))-\(port)" }

    /// - Parameters:
    ///   - publishes: whether the folder is one that the program published, and not only some files.
    ///   - hasRegister: whether people of a server may sign in, too.
    init(publishes: Bool = false, hasRegister: Bool = false, _ change: (inout ServerOptions) -> Void = { _ in }) throws
    {
        path = NSTemporaryDirectory() + "server-\(UUID().uuidString)"
        try FileManager.default.createDirectory(atPath: path + "/site/items", withIntermediateDirectories: true)
        try FileManager.default.createDirectory(atPath: path + "/site/.secret", withIntermediateDirectories: true)
        for (name, text) in [
            "index.html": "<!DOCTYPE html><title>Inventory</title>",
            "items/lamp.html": "<!DOCTYPE html><title>Lamp</title>",
            "style.css": "body {}", "drawing.svg": "<svg xmlns='http://www.w3.org/2000/svg'/>", "data.bin": "?",
            ".secret/key": "secret", ".manifest.json": "{}",
        ] { try Data(text.utf8).write(to: URL(fileURLWithPath: path + "/site/" + name)) }
        try Data("outside".utf8).write(to: URL(fileURLWithPath: path + "/outside.html"))
        try FileManager.default.createSymbolicLink(
            atPath: path + "/site/link.html", withDestinationPath: path + "/outside.html")
        store = try InventoryStore.create(
            at: path + "/inventory.homepwner", settings: InventorySettings(currency: try Currency(code: "USD")))
        var options = ServerOptions(folder: path + "/site")
        options.address = "127.0.0.1:0"
        let log = log
        options.log = { line in log.lines.withLock { $0.append(line) } }
        options.rebuild = { changes in log.rebuilds.withLock { $0.append(changes) } }
        if publishes {
            options.folder = path + "/pages"
            options.stateFolder = path + "/state"
            let folder = PublishedFolder(at: options.folder, of: store) { [store] site in
                var again = try site.options(generator: "test", store: store)
                again.photos = AttachmentStore(of: store, limits: .whileServing).files
                return again
            }
            try folder.publish(
                PublishOptions(locale: try ReportLocale(language: "en", timeZone: "UTC"), generator: "test"))
            (options.site, options.rebuild) = (folder, nil)
        }
        change(&options)
        register =
            hasRegister
            ? try InventoryStore.create(
                at: path + "/register", settings: InventorySettings(currency: try Currency(code: "USD"))) : nil
        web = try InventoryWebServer(
            store: store, options: options, people: register.map { SessionStore(of: $0) }, name: "home")
        (secret, proof) = try signIn()
        bearer = try signInWithBearer()
    }

    deinit { tearDown() }

    /// Stops the server and removes everything.
    func tearDown() {
        web.stop()
        store.close()
        try? FileManager.default.removeItem(atPath: path)
    }

    func client() throws -> RawClient { try RawClient(port: port) }

    /// Sends one request on a connection of its own.
    func perform(_ text: String, hasBody: Bool = true) throws -> RawClient.Response {
        let client = try client()
        client.send(text)
        return client.response(hasBody: hasBody)
    }

    /// A request with a right host and bearer token.
    func api(
        _ method: String, _ target: String, _ json: String? = nil, fields: [String] = [],
        type: String = "application/json"
    ) throws -> RawClient.Response {
        var lines = ["\(method) \(target) HTTP/1.1", "Host: 127.0.0.1:\(port)", "Authorization: Bearer \(bearer)"]
        lines += fields
        if let json { lines += ["Content-Type: \(type)", "Content-Length: \(json.utf8.count)"] }
        return try perform(lines.joined(separator: "\r\n") + "\r\n\r\n" + (json ?? ""), hasBody: method != "HEAD")
    }

    /// The header fields that a browser sends with a plain form, or to open a page.
    func browse(_ method: String, _ target: String, _ form: String? = nil, fields: [String] = []) throws
        -> RawClient.Response
    {
        try perform(browsing(method, target, form, fields: fields))
    }

    /// A plain form as a browser sends it.
    func form(_ target: String, _ form: String) -> String { browsing("POST", target, form) }

    private func browsing(_ method: String, _ target: String, _ form: String?, fields: [String] = []) -> String {
        var lines = [
            "\(method) \(target) HTTP/1.1", "Host: 127.0.0.1:\(port)", "Cookie: \(cookieName)=\(secret)",
            "Accept: text/html,application/xhtml+xml,*/*;q=0.8", "Sec-Fetch-Site: same-origin",
            "Sec-Fetch-Mode: navigate", "Sec-Fetch-Dest: document",
        ]
        lines += fields
        if let form {
            lines += ["Origin: http://127.0.0.1:\(port)", "Content-Type: application/x-www-form-urlencoded"]
            lines.append("Content-Length: \(form.utf8.count)")
        }
        return lines.joined(separator: "\r\n") + "\r\n\r\n" + (form ?? "")
    }

    func add(_ name: String, _ more: String = "") throws -> (id: String, revision: Int) {
        let response = try api("POST", "/api/items", #"{"name":"\#(name)"\#(more)}"#)
        guard response.status == 201, let json = response.json, let id = json["id"] as? String,
            let revision = json["revision"] as? Int
        else { throw POSIXError(.EINVAL) }
        return (id, revision)
    }

    func items() throws -> [[String: Any]] {
        try api("GET", "/api/items").json?["items"] as? [[String: Any]] ?? []
    }

    private func signIn() throws -> (String, String) {
        let body = #"{"token":"\#(web.signInLink().token)"}"#
        let response = try post("/api/session", body)
        let cookie = response.field("Set-Cookie") ?? ""
        let value = cookie.split(separator: ";").first?.split(separator: "=", maxSplits: 1).last ?? ""
        return (String(value), response.json?["csrf"] as? String ?? "")
    }

    private func signInWithBearer() throws -> String {
        let response = try post("/api/session", #"{"token":"\#(web.signInLink().token)","bearer":true}"#)
        return response.json?["bearer"] as? String ?? ""
    }

    func post(_ target: String, _ body: String) throws -> RawClient.Response {
        try perform(
            "POST \(target) HTTP/1.1\r\nHost: 127.0.0.1:\(port)\r\nContent-Type: application/json\r\n"
                + "Content-Length: \(body.utf8.count)\r\n\r\n\(body)")
    }
}

extension TestServer {
    /// The files that were sent and are still there.
    func uploads() throws -> [String] {
        let folders = try FileManager.default.contentsOfDirectory(atPath: store.path)
            .filter { $0.hasPrefix(".uploads-") }
        return try folders.flatMap { try FileManager.default.contentsOfDirectory(atPath: "\(store.path)/\($0)") }
            .filter { $0.hasPrefix("upload-") }
    }

    /// Waits until that many files are left. Files are removed after the response is sent.
    func isLeft(_ count: Int) throws -> Bool {
        for _ in 0..<200 {
            if try uploads().count == count { return true }
            usleep(20_000)
        }
        return false
    }
}
