import Attachments
import Files
import Foundation
import Inventory
import InventoryStore
import Synchronization
import Testing

@testable import HTTPServer
@testable import InventoryServer

@Suite("Photos of items")
struct PhotoTests {
    private let photo1 = TestFiles.photo(1)
    private let photo2 = TestFiles.photo(2)
    private let photo3 = TestFiles.photo(3)
    private let photo5 = TestFiles.photo(5)

    private func form(_ fields: [(String, String)], _ files: [(name: String, content: String)]) -> String {
        MultipartForm.body(fields, files: files, input: "photo", mediaType: "image/jpeg")
    }

    @Test("photos are added, captioned, made primary and taken off as JSON, each once by its key")
    func json() throws {
        let server = try TestServer()
        let id = try server.add("Lamp").id
        let sent = form(
            [("caption", "left")], [("C:\\\\pictures\\\\one.jpg", photo1), ("", ""), ("two.jpg", photo2)])
        let key = ["Idempotency-Key: k1"]
        let added = try server.api("POST", "/api/items/\(id)/photos", sent, fields: key, type: MultipartForm.type)
        #expect(added.status == 201)
        let again = try server.api("POST", "/api/items/\(id)/photos", sent, fields: key, type: MultipartForm.type)
        #expect(again.status == 200 && again.json?["repeated"] as? Bool == true)
        let (one, two) = (TestFiles.hash(photo1).description, TestFiles.hash(photo2).description)
        #expect(try server.api("PATCH", "/api/items/\(id)/photos/\(two)", #"{"primary":true}"#).status == 200)
        #expect(try server.api("PATCH", "/api/items/\(id)/photos/\(two)", #"{"caption":"right"}"#).status == 200)
        let list = try server.api("GET", "/api/items/\(id)/photos").body
        let photos = try #require(try JSONSerialization.jsonObject(with: Data(list.utf8)) as? [[String: Any]])
        #expect(photos.map { $0["hash"] as? String } == [one, two])
        #expect(photos.map { $0["fileName"] as? String } == ["one.jpg", "two.jpg"])
        #expect(photos.map { $0["caption"] as? String } == ["left", "right"])
        #expect(photos.map { $0["primary"] as? Bool } == [nil, true])
        // Photo two is shown first, so that one moves before it.
        let moved = try server.api("PATCH", "/api/items/\(id)/photos/\(one)", #"{"place":1}"#)
        let order = (moved.json?["item"] as? [String: Any])?["photos"] as? [[String: Any]]
        #expect(order?.map { $0["hash"] as? String } == [one, two])
        #expect(order?.map { $0["primary"] as? Bool } == [true, nil])
        for place in ["0", "1.5", "\"first\""] {
            let wrong = try server.api("PATCH", "/api/items/\(id)/photos/\(one)", #"{"place":\#(place)}"#)
            #expect(wrong.problem == "invalid-field", "\(place)")
        }
        #expect(try server.api("DELETE", "/api/items/\(id)/photos/\(one)").status == 200)
        #expect(try server.api("DELETE", "/api/items/\(id)/photos/\(one)").problem == "no-such-photo")
        // Uploaded files are removed when their request has been answered, which the client does not wait for.
        #expect(try server.isLeft(0))
    }

    @Test("the page with photos works with plain forms")
    func forms() throws {
        let server = try TestServer()
        let id = try server.add("Lamp").id
        let page = try server.browse("GET", "/photos/\(id)?return=/items/lamp.html")
        #expect(page.status == 200 && page.body.contains("capture=\"environment\"") && page.body.contains("multiple"))
        let body = form(
            [("csrf", server.proof), ("key", "f1"), ("return", "/items/lamp.html"), ("caption", "")],
            [("", ""), ("IMG_1.jpg", photo1)])
        func send(_ body: String) throws -> RawClient.Response { try server.submit("/photos/\(id)", body) }
        let sent = try send(body)
        #expect(sent.status == 303 && sent.field("Location") == "/items/lamp.html")
        // The pages were rebuilt before the browser was sent back to them.
        #expect(server.log.rebuilds.withLock { $0.last?.revision } == (try server.store.revision))
        let hash = TestFiles.hash(photo1)
        let shown = try server.browse("GET", "/photos/\(id)")
        // Its picture does not wait for the pages.
        let picture = "/document/\(id)/\(hash)-320.jpg"
        #expect(shown.body.contains("<img src=\"\(picture)\" alt=\"Lamp\""))
        let sentPicture = try server.browse("GET", picture)
        #expect(sentPicture.status == 200 && sentPicture.field("Content-Type") == "image/jpeg")
        let other = try server.add("Chair").id
        #expect(try server.browse("GET", "/document/\(other)/\(hash)-320.jpg").status == 404)
        #expect(try server.browse("GET", "/document/\(id)/\(hash)").status == 404)
        let proof = "csrf=\(server.proof)&action="
        #expect(try server.browse("POST", "/photos/\(id)/\(hash)", proof + "caption&caption=left").status == 303)
        #expect(try server.browse("GET", "/photos/\(id)").body.contains("value=\"left\""))
        let question = try server.browse("GET", "/photos/\(id)/\(hash)?return=/items/lamp.html")
        #expect(shown.body.contains("href=\"/photos/\(id)/\(hash)?return=/item/\(id).html\""))
        #expect(question.status == 200 && question.body.contains("Remove the photo?"))
        #expect(question.body.contains("href=\"/photos/\(id)?return=/items/lamp.html\""))
        #expect(try server.browse("GET", "/photos/\(id)/\(String(repeating: "0", count: 64))").status == 404)
        #expect(try server.browse("POST", "/photos/\(id)/\(hash)", proof + "remove").status == 303)
        #expect(try server.api("GET", "/api/items/\(id)/photos").body == "[]")
        // No file chosen, and a file that is not a picture.
        let nothing = try send(form([("csrf", server.proof)], [("", "")]))
        #expect(nothing.status == 400 && nothing.body.contains("No photo was sent."))
        let wrong = try send(form([("csrf", server.proof)], [("a<b>.txt", "text")]))
        #expect(wrong.status == 422 && wrong.body.contains("a&lt;b&gt;.txt: "))
        // Those that can be taken are, and the others are named; so is one that is there already.
        let mixed = try send(
            form([("csrf", server.proof)], [("one.jpg", photo1), ("two.txt", "text"), ("three.jpg", photo3)]))
        #expect(mixed.status == 422 && mixed.body.contains("Photos added: 2.\ntwo.txt: "))
        #expect(mixed.body.contains("\(TestFiles.hash(photo3))-320.jpg"))
        // Sent again by its key, such a form names those that were refused and not what it brought itself.
        let partly = form([("csrf", server.proof), ("key", "f2")], [("five.jpg", photo5), ("six.txt", "text")])
        #expect(try send(partly).status == 422)
        let repeated = try send(partly)
        #expect(repeated.status == 422 && repeated.body.contains("six.txt: "))
        #expect(!repeated.body.contains("five.jpg: the item"))
        let empty = try send(form([("csrf", server.proof)], [("empty.jpg", "")]))
        #expect(empty.status == 422 && empty.body.contains("empty.jpg: the file is empty"))
        let known = try send(form([("csrf", server.proof)], [("one.jpg", photo1)]))
        #expect(known.status == 422 && known.body.contains("one.jpg: the item has this photo already."))
        #expect(known.body.contains("name=\"return\" value=\"/\""))
    }

    @Test(
        "an error of photos and documents is told by its kind",
        arguments: [
            (AttachmentError.files([.file(name: "lamp.svg", .empty)]), 422, "photo-refused"),
            (AttachmentError.files([.store(FileError(.write, "photos", code: ENOSPC))]), 507, "disk-full"),
            (AttachmentError.files([.helper(.missing(path: "homepwner-images"))]), 503, "photos-unavailable"),
            (AttachmentError.files([.file(name: "lamp.jpg", .unreadable(code: EIO))]), 503, "photos-unavailable"),
            (PhotoError.file(name: "lamp.svg", .empty), 422, "photo-refused"),
            (FileError(.read, "upload", code: EMFILE), 503, "photos-unavailable"),
            (StoreError.noSuchItem(UUID()), 404, "no-such-item"),
        ] as [(any Error, Int, String)])
    func refusals(error: any Error, status: Int, problem: String) throws {
        let type = RequestError(error, refusal: .photoRefused).type
        #expect(type.status == status && type.name == problem)
    }

    @Test("a file that is not a photo is refused, and an item that does not exist too")
    func nothingStored() throws {
        let server = try TestServer()
        let id = try server.add("Lamp").id
        let refused = try server.api("POST", "/api/items/\(id)/photos", "text", type: "image/jpeg")
        #expect(refused.status == 422 && refused.problem == "photo-refused")
        let missing = try server.api("POST", "/api/items/\(UUID().text)/photos", photo1, type: "image/jpeg")
        #expect(missing.status == 404 && missing.problem == "no-such-item")
        #expect(try server.api("GET", "/api/items/\(id)").status == 200)
    }

    @Test(
        "the name of a file that was sent is kept without folders and controls",
        arguments: [
            ("IMG 1.jpg", "IMG 1.jpg"), ("../../etc/passwd", "passwd"), ("a\u{7}\u{0}b.jpg", "ab.jpg"), ("", nil),
            ("/", nil),
            ("照片.heic", "照片.heic"),
        ] as [(String, String?)])
    func names(sent: String, kept: String?) throws {
        let part = try PartHeader("Content-Disposition: form-data; name=\"photo\"; filename=\"\(sent)\"")
        #expect(part.isFile && part.fileName == kept)
        let long = try PartHeader(
            "Content-Disposition: form-data; name=\"photo\"; filename=\"\(String(repeating: "片", count: 200))\"")
        #expect(long.fileName == String(repeating: "片", count: 85))
    }
}
