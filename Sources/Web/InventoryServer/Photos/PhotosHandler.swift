import FoundationEssentials
import HTTPServer
import Inventory
import InventoryFormats
import InventoryStore
import JSON
import Localization
import Message

/// Photos and documents of items, as JSON.
struct PhotosHandler: ResourceHandler {
    let store: InventoryStore
    let changes: PhotoChanges

    /// The maximum number of bytes of a caption.
    private static let captionLimit = 10_000

    func respond(to request: InventoryRequest) throws -> DeferredResponse {
        let key = try request.idempotencyKey()
        switch (request.route, request.method) {
        case (.photos(let id), .post): return try add(to: id, key: key, request: request)
        case (.photos(let id), _):
            return list(\.photos, of: id, request) { photo, json in ItemJSON.write(photo, to: &json) }
        case (.photo(let id, let hash), .patch): return try patch(hash, of: id, key: key, request: request)
        case (.photo(let id, let hash), _):
            return try commit(to: id, key: key, request: request) { [changes] context in
                try changes.write(photo: hash) { photo, writer in
                    try writer.remove(photo: photo, of: id, context)
                }
            }
        case (.documents(let id), .post): return try addDocuments(to: id, key: key, request: request)
        case (.documents(let id), _):
            return list(\.documents, of: id, request) { document, json in ItemJSON.write(document, to: &json) }
        case (.document(let id, let hash), _):
            return try commit(to: id, key: key, request: request) { [changes] context in
                try changes.remove(document: hash, of: id, context)
            }
        default: throw RequestError(.noSuchPage)
        }
    }

    private func list<Reference: Sendable>(
        _ files: any KeyPath<Item, [Reference]> & Sendable, of id: UUID, _ request: InventoryRequest,
        write: @escaping @Sendable (Reference, inout JSONWriter) -> Void
    ) -> DeferredResponse {
        changes.workers.reading(for: request.head) { [store] in
            let found = try store.snapshot(without: request.caller.hidden).item(id)
            guard let item = found?.item else { throw RequestError(.noSuchItem) }
            var json = JSONWriter()
            json.array { json in
                for file in item[keyPath: files] { write(file, &json) }
            }
            return .json(json.bytes)
        }
    }

    /// Adds the documents of a request, all or none.
    private func addDocuments(to id: UUID, key: IdempotencyKey?, request: InventoryRequest) throws -> DeferredResponse {
        let (upload, details) = try request.documents()
        return try commit(to: id, key: key, request: request, created: true) {
            [changes] context in
            try changes.add(documents: upload.files, details, to: id, context)
        }
    }

    /// Adds the files of a request, all or none.
    private func add(to id: UUID, key: IdempotencyKey?, request: InventoryRequest) throws -> DeferredResponse {
        guard case .upload(let upload) = request.body else { throw RequestError.noPhoto }
        let caption = try upload.caption()
        return try commit(to: id, key: key, request: request, created: true) {
            [changes] context in
            try changes.add(upload.files, caption: caption, to: id, context)
        }
    }

    private func patch(
        _ hash: String, of id: UUID, key: IdempotencyKey?, request: InventoryRequest
    ) throws -> DeferredResponse {
        let body = try JSONBody(request.body, members: ["caption", "primary", "place"])
        guard body.count == 1 else { throw RequestError.field(nil, Message("request.captionOrPrimary")) }
        var caption: String?
        switch (body["caption"], body["primary"], body["place"]) {
        case (.string(let text)?, nil, nil):
            guard text.utf8.count <= PhotosHandler.captionLimit else {
                throw RequestError.field(
                    "caption", Message("request.tooManyBytes", ["count": .count(PhotosHandler.captionLimit)]))
            }
            caption = text
        case (.null?, nil, nil): break
        case (nil, .bool(true)?, nil):
            return try commit(to: id, key: key, request: request) { [changes] context in
                try changes.write(photo: hash) { photo, writer in
                    try writer.makePrimary(photo: photo, of: id, context)
                }
            }
        case (nil, nil, .number(let text)?):
            guard let place = Int(text), place >= 1 else {
                throw RequestError.field("place", Message("request.expectedPhotoPlace"))
            }
            return try commit(to: id, key: key, request: request) { [changes] context in
                try changes.write(photo: hash) { photo, writer in
                    try writer.move(photo: photo, of: id, to: place, context)
                }
            }
        default: throw RequestError.field(nil, Message("request.captionOrPrimaryValue"))
        }
        return try commit(to: id, key: key, request: request) { [changes, caption] context in
            try changes.write(photo: hash) { photo, writer in
                try writer.caption(photo: photo, of: id, as: caption, context)
            }
        }
    }

    private func commit(
        to id: UUID, key: IdempotencyKey?, request: InventoryRequest, created: Bool = false,
        _ change: @escaping @Sendable (ChangeContext) throws -> ChangeOutcome
    ) throws -> DeferredResponse {
        try changes.commit(for: request, key: key, change) { outcome, promise in
            let response = self.response(
                outcome, of: id, for: request, status: created && !outcome.isRepeat ? 201 : 200)
            promise.fulfill { response }
        }
    }

    private func response(
        _ outcome: ChangeOutcome, of id: UUID, for request: InventoryRequest, status: Int
    ) -> Response {
        var item: StoredItem?
        do { item = try store.snapshot(without: request.caller.hidden).item(id) } catch { item = nil }
        let response = Response.json(status: status) { json in
            json.add("revision", outcome.revision.rawValue)
            json.add("repeated", outcome.isRepeat)
            json.add("id", id.text)
            if let item { json.write(item, as: "item") }
        }
        return item.map { response.with("ETag", "\"\($0.revision)\"") } ?? response
    }
}

extension Upload {
    /// The caption for all files; nil for none.
    /// - Throws: an error if the request contains no file.
    func caption() throws -> String? {
        guard !files.isEmpty else { throw RequestError.noPhoto }
        return fields["caption"].flatMap { $0.isEmpty ? nil : $0 }
    }
}

extension RequestError {
    /// An upload without a file.
    static var noPhoto: RequestError { RequestError(.malformedForm, Message("request.noPhoto")) }
}
