import Foundation
import ImageExchange
import Inventory
import InventoryStore
import Synchronization
import Testing

@testable import HTTPServer
@testable import InventoryServer

/// Takes any file whose content begins with `JFIF` for a photo, and with `%PDF` for a document. What follows `JFIF` are
/// the texts of its QR codes, one a line.
final class FakePhotoService: PhotoService {
    let store = Mutex<InventoryStore?>(nil)
    let taken = Mutex<[(path: String, name: String?)]>([])
    let error: PhotoServiceError?

    init(_ error: PhotoServiceError? = nil) { self.error = error }

    static func hash(_ name: String) -> ContentHash {
        ContentHash(bytes: Array((name.utf8 + Array(repeating: 0, count: 32)).prefix(32)))!
    }

    private func write(_ body: (StoreWriter) throws(StoreError) -> ChangeOutcome) throws(PhotoServiceError)
        -> ChangeOutcome
    {
        guard let store = store.withLock({ $0 }) else { throw .unavailable("no store") }
        do throws(StoreError) { return try store.write { writer throws(StoreError) in try body(writer) } } catch {
            throw .store(error)
        }
    }

    func photos(of item: UUID) throws(PhotoServiceError) -> [PhotoReference] {
        do { return try store.withLock { $0 }?.snapshot().item(item)?.item.photos ?? [] } catch {
            throw .unavailable("\(error)")
        }
    }

    func add(
        files: [UploadedFile], caption: String?, to item: UUID, _ context: ChangeContext
    ) throws(PhotoServiceError) -> ChangeOutcome {
        if let error { throw error }
        taken.withLock { $0 += files.map { ($0.path, $0.fileName) } }
        var photos: [PhotoReference] = []
        for file in files {
            let bytes = (try? Data(contentsOf: URL(fileURLWithPath: file.path))) ?? Data()
            guard bytes.starts(with: Data("JFIF".utf8)) else { throw .refused("\(file.fileName ?? "?"): no picture") }
            photos.append(
                PhotoReference(
                    hash: FakePhotoService.hash(String(decoding: bytes, as: UTF8.self)), mediaType: "image/jpeg",
                    fileName: file.fileName, bytes: bytes.count, width: 40, height: 30, caption: caption))
        }
        return try write { [photos] writer throws(StoreError) in try writer.add(photos: photos, to: item, context) }
    }

    func addValid(
        files: [UploadedFile], caption: String?, to item: UUID, _ context: ChangeContext
    ) throws(PhotoServiceError) -> PhotoUploadOutcome {
        if let error { throw error }
        var intake = PhotoUploadOutcome()
        let held = try photos(of: item).map(\.hash.description)
        var good: [UploadedFile] = []
        for file in files {
            let bytes = (try? Data(contentsOf: URL(fileURLWithPath: file.path))) ?? Data()
            if !bytes.starts(with: Data("JFIF".utf8)) {
                intake.refusals.append("\(file.fileName ?? "?"): no picture")
                continue
            }
            good.append(file)
            let isKnown = held.contains(FakePhotoService.hash(String(decoding: bytes, as: UTF8.self)).description)
            if isKnown { intake.known.append(file.fileName ?? "?") } else { intake.added += 1 }
        }
        if good.isEmpty { return intake }
        intake.outcome = try add(files: good, caption: caption, to: item, context)
        return intake
    }

    func codes(in file: UploadedFile) throws(PhotoServiceError) -> [ScannedCode] {
        if let error { throw error }
        let text = (try? String(contentsOfFile: file.path, encoding: .utf8)) ?? ""
        guard text.hasPrefix("JFIF") else { throw .refused("\(file.fileName ?? "?"): no picture") }
        return text.dropFirst(4).split(separator: "\n").compactMap { ScannedCode(.qr, String($0)) }
    }

    func caption(
        _ hash: String, of item: UUID, as caption: String?, _ context: ChangeContext
    ) throws(PhotoServiceError) -> ChangeOutcome {
        try write { writer throws(StoreError) in
            try writer.caption(photo: ContentHash(hash)!, of: item, as: caption, context)
        }
    }

    func move(
        _ hash: String, of item: UUID, to place: Int, _ context: ChangeContext
    ) throws(PhotoServiceError) -> ChangeOutcome {
        try write { writer throws(StoreError) in
            try writer.move(photo: ContentHash(hash)!, of: item, to: place, context)
        }
    }

    func makePrimary(_ hash: String, of item: UUID, _ context: ChangeContext) throws(PhotoServiceError) -> ChangeOutcome
    {
        try write { writer throws(StoreError) in
            try writer.makePrimary(photo: ContentHash(hash)!, of: item, context)
        }
    }

    func remove(_ hash: String, of item: UUID, _ context: ChangeContext) throws(PhotoServiceError) -> ChangeOutcome {
        try write { writer throws(StoreError) in try writer.remove(photo: ContentHash(hash)!, of: item, context) }
    }

    func add(
        documents: [UploadedFile], _ details: DocumentDetails, to item: UUID, _ context: ChangeContext
    ) throws(PhotoServiceError) -> ChangeOutcome {
        var references: [DocumentReference] = []
        for file in documents {
            let bytes = (try? Data(contentsOf: URL(fileURLWithPath: file.path))) ?? Data()
            guard bytes.starts(with: Data("%PDF".utf8)) else {
                throw .documentRefused("\(file.fileName ?? "?"): no PDF")
            }
            // An import may state any type; the file's own decides how it is sent.
            references.append(
                DocumentReference(
                    hash: FakePhotoService.hash(String(decoding: bytes, as: UTF8.self)),
                    kind: details.kind ?? .receipt, title: details.title, number: details.number, date: details.date,
                    mediaType: "text/html", fileName: file.fileName, bytes: bytes.count))
        }
        return try write { [references] writer throws(StoreError) in
            try writer.add(documents: references, to: item, context)
        }
    }

    func describe(
        document hash: ContentHash, of item: UUID, as details: DocumentDetails, _ context: ChangeContext
    ) throws(PhotoServiceError) -> ChangeOutcome {
        try write { writer throws(StoreError) in
            var document = try writer.item(item)!.item.documents.first { $0.hash == hash }!
            document.kind = details.kind ?? .receipt
            document.title = details.title
            return try writer.add(documents: [document], to: item, context)
        }
    }

    func remove(
        document hash: ContentHash, of item: UUID, _ context: ChangeContext
    ) throws(PhotoServiceError) -> ChangeOutcome {
        do throws(PhotoServiceError) {
            return try write { writer throws(StoreError) in try writer.remove(document: hash, of: item, context) }
        } catch {
            if case .store(.noSuchFile) = error { throw .noSuchDocument }
            throw error
        }
    }

    func file(of document: ContentHash, isPicture: Bool) throws(PhotoServiceError) -> DocumentFile {
        guard let folder = store.withLock({ $0?.path }) else { throw .noSuchDocument }
        let path = "\(folder)/opened-\(document)"
        try? Data("%PDF-1 <script>".utf8).write(to: URL(fileURLWithPath: path))
        return DocumentFile(path: path, mediaType: isPicture ? "image/jpeg" : "application/pdf")
    }
}

@Suite("Photos of items")
struct PhotoTests {
    private func server(_ photoService: FakePhotoService) throws -> TestServer {
        let server = try TestServer { $0.photos = photoService }
        photoService.store.withLock { $0 = server.store }
        return server
    }

    private func form(_ fields: [(String, String)], _ files: [(name: String, content: String)]) -> String {
        MultipartForm.body(fields, files: files, input: "photo", mediaType: "image/jpeg")
    }

    @Test("photos are added, captioned, made primary and taken off as JSON, each once by its key")
    func json() throws {
        let photoService = FakePhotoService()
        let server = try server(photoService)
        let id = try server.add("Lamp").id
        let sent = form(
            [("caption", "left")], [("C:\\\\pictures\\\\one.jpg", "JFIF1"), ("", ""), ("two.jpg", "JFIF2")])
        let key = ["Idempotency-Key: k1"]
        let added = try server.api("POST", "/api/items/\(id)/photos", sent, fields: key, type: MultipartForm.type)
        #expect(added.status == 201)
        #expect(photoService.taken.withLock { $0.map(\.name) } == ["one.jpg", "two.jpg"])
        let again = try server.api("POST", "/api/items/\(id)/photos", sent, fields: key, type: MultipartForm.type)
        #expect(again.status == 200 && again.json?["repeated"] as? Bool == true)
        let (one, two) = (FakePhotoService.hash("JFIF1").description, FakePhotoService.hash("JFIF2").description)
        #expect(try server.api("PATCH", "/api/items/\(id)/photos/\(two)", #"{"primary":true}"#).status == 200)
        #expect(try server.api("PATCH", "/api/items/\(id)/photos/\(two)", #"{"caption":"right"}"#).status == 200)
        let list = try server.api("GET", "/api/items/\(id)/photos").body
        let photos = try #require(try JSONSerialization.jsonObject(with: Data(list.utf8)) as? [[String: Any]])
        #expect(photos.map { $0["hash"] as? String } == [one, two])
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
        server.web.stop()
        #expect(photoService.taken.withLock { $0.allSatisfy { access($0.path, F_OK) != 0 } })
    }

    @Test("the page with photos works with plain forms")
    func forms() throws {
        let photoService = FakePhotoService()
        let server = try server(photoService)
        let id = try server.add("Lamp").id
        let page = try server.browse("GET", "/photos/\(id)?return=/items/lamp.html")
        #expect(page.status == 200 && page.body.contains("capture=\"environment\"") && page.body.contains("multiple"))
        let body = form(
            [("csrf", server.proof), ("key", "f1"), ("return", "/items/lamp.html"), ("caption", "")],
            [("", ""), ("IMG_1.jpg", "JFIF1")])
        func send(_ body: String) throws -> RawClient.Response { try server.submit("/photos/\(id)", body) }
        let sent = try send(body)
        #expect(sent.status == 303 && sent.field("Location") == "/items/lamp.html")
        // The pages were rebuilt before the browser was sent back to them.
        #expect(server.log.rebuilds.withLock { $0.last?.revision } == (try server.store.revision))
        let hash = FakePhotoService.hash("JFIF1")
        let shown = try server.browse("GET", "/photos/\(id)")
        #expect(shown.body.contains("<img src=\"/photo/\(hash)-320.jpg\" alt=\"Lamp\""))
        let proof = "csrf=\(server.proof)&action="
        #expect(try server.browse("POST", "/photos/\(id)/\(hash)", proof + "caption&caption=left").status == 303)
        #expect(try server.browse("GET", "/photos/\(id)").body.contains("value=\"left\""))
        let question = try server.browse("GET", "/photos/\(id)/\(hash)?return=/items/lamp.html")
        #expect(shown.body.contains("href=\"/photos/\(id)/\(hash)?return=/item/\(id).html\""))
        #expect(question.status == 200 && question.body.contains("Remove the photo?"))
        #expect(question.body.contains("href=\"/photos/\(id)?return=/items/lamp.html\""))
        #expect(try server.browse("GET", "/photos/\(id)/\(String(repeating: "0", count: 64))").status == 404)
        #expect(try server.browse("POST", "/photos/\(id)/\(hash)", proof + "remove").status == 303)
        #expect(try photoService.photos(of: #require(UUID(uuidString: id))).isEmpty)
        // No file chosen, and a file that is not a picture.
        let nothing = try send(form([("csrf", server.proof)], [("", "")]))
        #expect(nothing.status == 400 && nothing.body.contains("No photo was sent."))
        let wrong = try send(form([("csrf", server.proof)], [("a<b>.txt", "text")]))
        #expect(wrong.status == 422 && wrong.body.contains("a&lt;b&gt;.txt: no picture"))
        // Those that can be taken are, and the others are named; so is one that is there already.
        let mixed = try send(
            form([("csrf", server.proof)], [("one.jpg", "JFIF1"), ("two.txt", "text"), ("three.jpg", "JFIF3")]))
        #expect(mixed.status == 422 && mixed.body.contains("Photos added: 2.\ntwo.txt: no picture"))
        #expect(mixed.body.contains("\(FakePhotoService.hash("JFIF3"))-320.jpg"))
        // Sent again by its key, such a form names those that were refused and not what it brought itself.
        let partly = form([("csrf", server.proof), ("key", "f2")], [("five.jpg", "JFIF5"), ("six.txt", "text")])
        #expect(try send(partly).status == 422)
        let repeated = try send(partly)
        #expect(repeated.status == 422 && repeated.body.contains("six.txt: no picture"))
        #expect(!repeated.body.contains("five.jpg: the item"))
        let empty = try send(form([("csrf", server.proof)], [("empty.jpg", "")]))
        #expect(empty.status == 422 && empty.body.contains("empty.jpg: no picture"))
        let known = try send(form([("csrf", server.proof)], [("one.jpg", "JFIF1")]))
        #expect(known.status == 422 && known.body.contains("one.jpg: the item has this photo already."))
        #expect(known.body.contains("name=\"return\" value=\"/\""))
    }

    @Test(
        "a photo that cannot be stored is refused with its reason",
        arguments: [
            (PhotoServiceError.refused("lamp.svg: no picture"), 422, "photo-refused"), (.diskFull, 507, "disk-full"),
            (.unavailable("the helper is missing"), 503, "photos-unavailable"),
            (.store(.noSuchItem(UUID())), 404, "no-such-item"),
        ])
    func refusals(error: PhotoServiceError, status: Int, problem: String) throws {
        let server = try server(FakePhotoService(error))
        let id = try server.add("Lamp").id
        let response = try server.api("POST", "/api/items/\(id)/photos", "JFIF", type: "image/jpeg")
        #expect(response.status == status && response.problem == problem)
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
