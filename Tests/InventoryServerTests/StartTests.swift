import Foundation
import Localization
import Message
import Testing

@testable import HTTPServer
@testable import InventoryServer

@Suite("Starting")
struct StartTests {
    @Test(
        "an address that cannot be listened on is refused with a remedy",
        arguments: [
            ("8421x", ServerError.badAddress("8421x")), ("example.org:80", .badAddress("example.org:80")),
            ("127.0.0.1:99999", .badAddress("127.0.0.1:99999")), ("0.0.0.0:0", .needsProtection("0.0.0.0:0")),
            ("192.168.1.5:8421", .needsProtection("192.168.1.5:8421")), ("[::]:0", .needsProtection("[::]:0")),
        ])
    func addresses(text: String, error: ServerError) {
        var options = ServerOptions(folder: "/")
        options.address = text
        #expect(throws: error) { try ListenerConfiguration(options) }
    }

    @Test("a wildcard wants a name, names and origins want to be such")
    func names() {
        var options = ServerOptions(folder: "/")
        options.address = "0.0.0.0:0"
        options.isBehindProxy = true
        #expect(throws: ServerError.needsHostName("0.0.0.0:0")) { try ListenerConfiguration(options) }
        options.hosts = ["in valid"]
        #expect(throws: ServerError.badHostName("in valid")) { try ListenerConfiguration(options) }
        options.hosts = ["inventory.example"]
        options.origins = ["*"]
        #expect(throws: ServerError.badOrigin("*")) { try ListenerConfiguration(options) }
    }

    @Test(
        "every message says what to do",
        arguments: [
            (ServerError.badAddress("x"), "write ADDRESS:PORT"), (.needsProtection("x"), "--tls-cert"),
            (.needsHostName("x"), "--host NAME"), (.badHostName("x"), "write NAME"),
            (.badProxy("x"), "such as 192.168.1.2"), (.badOrigin("x"), "SCHEME://HOST"),
            (.addressInUse("x"), "--listen"), (.listenFailed("x", code: EACCES), "--listen"),
            (.unreadableCertificate(path: "x", code: EACCES), "PEM"), (.notPEM(path: "x"), "PEM"),
            (.mismatchedCertificate, "PEM"), (.noFolder(path: "x", code: ENOENT), "homepwner publish"),
            (.noTemporaryFolder(reason: Message("x")), "TMPDIR"), (.libraryFailed, "install the program again"),
            (.brokenForm(name: "x", reason: "y"), "Install it again"),
            (.missingCatalogue(language: "x"), "Install it again"),
        ])
    func messages(error: ServerError, remedy: String) {
        #expect(MessageCatalogue.english.text(error.message).contains(remedy))
    }

    @Test("every problem has a status, a title and a remedy of its own", arguments: ProblemType.all)
    func problems(type: ProblemType) throws {
        #expect((400...599).contains(type.status))
        let title = MessageCatalogue.english.text(type.title)
        #expect(!title.isEmpty && !title.hasPrefix("say."))
        #expect(MessageCatalogue.english.text(type.remedy).hasSuffix("."))
        #expect(ProblemType.all.filter { MessageCatalogue.english.text($0.title) == title }.count == 1)
        let described = String(decoding: try #require(EmbeddedFiles.bytes(of: "Site/openapi.json")), as: UTF8.self)
        #expect(described.contains("`\(type.name)`"))
    }

    @Test("the remedy for a long address concerns the address, not the header")
    func longAddress() {
        let remedy = MessageCatalogue.english.text(ProblemType.http(.addressTooLong).remedy)
        #expect(remedy == "Shorten the address: use fewer or shorter parameters.")
    }

    @Test("a port that is in use is named")
    func taken() throws {
        let server = try TestServer()
        var options = ServerOptions(folder: server.site)
        options.address = "127.0.0.1:\(server.port)"
        #expect(throws: ServerError.addressInUse("127.0.0.1:\(server.port)")) {
            try InventoryWebServer(store: server.store, options: options)
        }
        options.address = "127.0.0.1:0"
        options.folder = server.path + "/nothing"
        #expect(throws: ServerError.self) { try InventoryWebServer(store: server.store, options: options) }
    }
}
