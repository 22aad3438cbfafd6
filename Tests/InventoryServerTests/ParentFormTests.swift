import Foundation
import Inventory
import InventoryStore
import Testing

@testable import InventoryServer

@Suite("The item that another is part of, in forms")
struct ParentFormTests {
    /// What a page offers to choose from.
    private func offered(_ page: RawClient.Answer) -> [String] {
        page.body.matches(of: #/<option value="([^"]*)">/#).map { String($0.1) }
    }

    @Test("only names that the field takes are offered and shown")
    func names() throws {
        let house = try House()
        let key = "0190a0b0-0000-7000-8000-000000000001"
        let odd = try [" Lamp", "Lamp ", "La\\nmp", key].map { try house.add($0).id }
        _ = try house.add("Desk")
        let (id, _) = try house.add("Chair")
        let page = try house.browse("GET", "/edit/\(id)")
        #expect(page.status == 200 && offered(page) == ["Desk"])
        for parent in odd {
            let set = try house.api(
                "PATCH", "/api/items/\(id)", #"{"parent":"\#(parent)"}"#, fields: ["If-Match: *"])
            #expect(set.status == 200)
            let shown = try house.browse("GET", "/edit/\(id)").body
            #expect(shown.contains("name=\"parent\" value=\"\(parent)\""))
        }
    }

    @Test("a parent that the store refuses brings the form back as it was sent")
    func refused() throws {
        let house = try House()
        let (lamp, first) = try house.add("Lamp")
        let (bulb, revision) = try house.add("Bulb", #","parent":"\#(lamp)""#)
        let form = "csrf=\(house.proof)&was-parent=&notes=kept&was-notes=&base="
        for (parent, base) in [("Bulb", revision), (lamp, first)] {
            let page = try house.browse("POST", "/edit/\(lamp)", form + "\(base)&parent=\(parent)")
            #expect(page.status == 422 && page.body.contains("kept</textarea>"))
            #expect(page.body.contains("name=\"parent\" value=\"\(parent)\"") && page.body.contains("id=\"e-parent\""))
            #expect(page.body.contains("name=\"base\" value=\"\(base)\""))
            // No item is offered itself.
            #expect(offered(page) == ["Bulb"])
        }
        #expect(try house.api("GET", "/api/items/\(bulb)").json?["parent"] as? String == lamp)
    }

    @Test("a conflict about it names the items and sends the key")
    func conflict() throws {
        let house = try House()
        let parents = try ["Desk", "Shelf"].map { try house.add($0).id }
        let (id, revision) = try house.add("Lamp")
        _ = try house.api("PATCH", "/api/items/\(id)", #"{"parent":"\#(parents[0])"}"#, fields: ["If-Match: *"])
        let page = try house.browse(
            "POST", "/edit/\(id)", "csrf=\(house.proof)&base=\(revision)&parent=Shelf&was-parent=")
        #expect(page.status == 412 && page.body.contains(": Desk</label>") && page.body.contains(": Shelf</label>"))
        #expect(!page.body.contains(parents[0]))
        #expect(page.body.contains("name=\"parent\" value=\"\(parents[1])\""))
    }
}
