import Foundation
import Inventory
import InventoryStore
import Testing

@testable import HTTPServer
@testable import InventoryServer

@Suite("The item that another is part of, in forms")
struct ParentFormTests {
    /// The choices that a page offers.
    private func offered(_ page: RawClient.Response) -> [String] {
        page.body.matches(of: #/<option value="([^"]*)">/#).map { String($0.1) }
    }

    @Test("only names that the field takes are offered and shown")
    func names() throws {
        let server = try TestServer()
        let key = "0190a0b0-0000-7000-8000-000000000001"
        let odd = try [" Lamp", "Lamp ", "La\\nmp", key].map { try server.add($0).id }
        _ = try server.add("Desk")
        let (id, _) = try server.add("Chair")
        let page = try server.browse("GET", "/edit/\(id)")
        #expect(page.status == 200 && offered(page) == ["Desk"])
        for parent in odd {
            let set = try server.api(
                "PATCH", "/api/items/\(id)", #"{"parent":"\#(parent)"}"#, fields: ["If-Match: *"])
            #expect(set.status == 200)
            let shown = try server.browse("GET", "/edit/\(id)").body
            #expect(shown.contains("name=\"parent\" value=\"\(parent)\""))
        }
    }

    @Test("a parent that the store refuses brings the form back as it was sent")
    func refused() throws {
        let server = try TestServer()
        let (lamp, first) = try server.add("Lamp")
        let (bulb, revision) = try server.add("Bulb", #","parent":"\#(lamp)""#)
        let form = "csrf=\(server.proof)&was-parent=&notes=kept&was-notes=&base="
        for (parent, base) in [("Bulb", revision), (lamp, first)] {
            let page = try server.browse("POST", "/edit/\(lamp)", form + "\(base)&parent=\(parent)")
            #expect(page.status == 422 && page.body.contains("kept</textarea>"))
            #expect(page.body.contains("name=\"parent\" value=\"\(parent)\"") && page.body.contains("id=\"e-parent\""))
            #expect(page.body.contains("name=\"base\" value=\"\(base)\""))
            // No item is offered itself.
            #expect(offered(page) == ["Bulb"])
        }
        #expect(try server.api("GET", "/api/items/\(bulb)").json?["parent"] as? String == lamp)
    }

    @Test("a conflict about it names the items and sends the key")
    func conflict() throws {
        let server = try TestServer()
        let parents = try ["Desk", "Shelf"].map { try server.add($0).id }
        let (id, revision) = try server.add("Lamp")
        _ = try server.api("PATCH", "/api/items/\(id)", #"{"parent":"\#(parents[0])"}"#, fields: ["If-Match: *"])
        let page = try server.browse(
            "POST", "/edit/\(id)", "csrf=\(server.proof)&base=\(revision)&parent=Shelf&was-parent=")
        #expect(page.status == 412 && page.body.contains(": Desk</label>") && page.body.contains(": Shelf</label>"))
        #expect(!page.body.contains(parents[0]))
        #expect(page.body.contains("name=\"parent\" value=\"\(parents[1])\""))
    }
}
