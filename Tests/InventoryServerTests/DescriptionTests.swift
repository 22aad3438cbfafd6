import Foundation
import Localization
import Testing

@testable import HTTPServer
@testable import InventoryServer

@Suite("The description is the truth")
struct DescriptionTests {
    /// The paths of the description with their operations.
    private static func paths() throws -> [String: [String: Any]] {
        let bytes = try #require(EmbeddedFiles.bytes(of: "Site/openapi.json"))
        let document = try JSONSerialization.jsonObject(with: Data(bytes)) as? [String: Any]
        #expect(document?["openapi"] as? String == "3.1.0")
        return try #require(document?["paths"] as? [String: [String: Any]])
    }

    private static let id = "00000000-0000-0000-0000-000000000000"

    private static func find(_ path: String) throws -> (address: Address, route: Route) {
        let hash = String(repeating: "0", count: 64)
        let target = path.replacing("{id}", with: id).replacing("{hash}", with: hash)
            .replacing("{path}", with: "x.html")
        let segments = try RequestTarget(Array(target.utf8)).path
        let found = Address.find(segments)
        return found.route == .file ? Address.find(segments, at: .server) : found
    }

    @Test("every described address and method is accepted, and no other method")
    func methods() throws {
        for (path, operations) in try Self.paths() {
            let (address, route) = try Self.find(path)
            #expect(route != .notFound, "\(path)")
            if path != "/{path}" { #expect(route != .file, "\(path)") }
            let described = Set(operations.keys.filter { $0 != "parameters" }.map { $0.uppercased() })
            #expect(described == Set(address.methods.map(\.rawValue)).subtracting(["HEAD"]), "\(path)")
        }
    }

    @Test("every address is described")
    func routes() throws {
        #expect(Address.table.count > 40)
        let described = Set(try Self.paths().keys.map { try Self.find($0).address.path })
        #expect(Set(Address.table.map(\.path)).subtracting(described).isEmpty)
    }

    @Test("the described bodies are the accepted ones")
    func types() throws {
        for (path, operations) in try Self.paths() {
            let address = try Self.find(path).address
            for (name, operation) in operations {
                guard let method = RequestHead.Method(rawValue: name.uppercased()), method == .post || method == .patch,
                    let body = (operation as? [String: Any])?["requestBody"] as? [String: Any],
                    let content = body["content"] as? [String: Any]
                else { continue }
                for type in content.keys {
                    let field = type.replacing("image/*", with: "image/png")
                        .replacing("form-data", with: "form-data; boundary=b")
                    #expect(address.takes(MediaType(field), method) == true, "\(method.rawValue) \(path) \(type)")
                }
                for other in ["text/plain", "application/xml", "application/json-seq"] {
                    // A link may be asked for without a body, and then of no type.
                    #expect(address.takes(MediaType(other), method) != true || path.hasSuffix("links"))
                }
            }
        }
    }

    @Test("the described parameters are the accepted ones")
    func parameters() throws {
        let bytes = try #require(EmbeddedFiles.bytes(of: "Site/openapi.json"))
        let document = try JSONSerialization.jsonObject(with: Data(bytes)) as? [String: Any]
        let shared = (document?["components"] as? [String: Any])?["parameters"] as? [String: [String: Any]]
        for (path, operations) in try Self.paths() {
            let address = try Self.find(path).address
            for (name, operation) in operations {
                guard let method = RequestHead.Method(rawValue: name.uppercased()),
                    let taken = address.parameters(method)
                else { continue }
                let stated = (operation as? [String: Any])?["parameters"] as? [[String: Any]] ?? []
                let described = stated.compactMap { parameter -> String? in
                    let reference = (parameter["$ref"] as? String)?.split(separator: "/").last.map(String.init)
                    let parameter = reference.flatMap { shared?[$0] } ?? parameter
                    return parameter["in"] as? String == "query" ? parameter["name"] as? String : nil
                }
                #expect(described.sorted() == taken.sorted(), "\(name) \(path)")
            }
        }
    }

    @Test("every operation describes the answers that every request may get")
    func answers() throws {
        for (path, operations) in try Self.paths() {
            for (name, operation) in operations where name != "parameters" {
                let responses = try #require((operation as? [String: Any])?["responses"] as? [String: Any])
                for status in ["400", "403", "405", "413", "414", "421", "429", "431", "500", "503"] {
                    #expect(responses[status] != nil, "\(name) \(path) \(status)")
                }
            }
        }
    }

    @Test("the description is served without signing in")
    func served() throws {
        let server = try TestServer()
        let response = try server.perform("GET /api/openapi.json HTTP/1.1\r\nHost: 127.0.0.1:\(server.port)\r\n\r\n")
        #expect(response.status == 200)
        #expect(response.json?["openapi"] as? String == "3.1.0")
    }
}
