import Files
import FoundationEssentials
import HTTPServer
import Inventory
import InventoryStore
import Localization
import Message
import Templating

/// The forms that add, caption, choose and remove photos of an item.
struct PhotoFormsHandler: ResourceHandler {
    let services: FormServices
    let changes: PhotoChanges

    func respond(to request: InventoryRequest) throws -> DeferredResponse {
        switch (request.route, request.method) {
        case (.photosPage(let id), .post): return try upload(to: id, request)
        case (.photoForm(let id, let hash), .post): return try change(hash, of: id, request)
        case (.photosPage(let id), _), (.photoForm(let id, _), _):
            let named = request.head.query?["return"].map { ReturnPath($0).text }
            return services.workers.reading(for: request.head) { try page(id, request, back: named) }
        default: throw RequestError(.noSuchPage)
        }
    }

    /// Adds the valid files of a form, and names the others.
    private func upload(to id: UUID, _ request: InventoryRequest) throws -> DeferredResponse {
        guard case .upload(let upload) = request.body else { throw RequestError(.wrongContentType) }
        try request.checkCSRF(upload.fields)
        let back = ReturnPath(upload.fields["return"])
        let key = try upload.fields.idempotencyKey()
        let caption = try upload.caption()
        let words = services.forms.words(
            for: request.head, otherwise: (try? services.store.settings.locale) ?? Languages.fallback)
        return try changes.commit(
            for: request, key: key,
            { [changes] context in
                try changes.addValid(upload.files, caption: caption, to: id, context)
            }
        ) { outcome, promise in
            var lines = outcome.refusals.map { words.catalogue.text($0) }
            // A repeated form finds the photos that it added itself; these are not worth a line.
            if outcome.change?.isRepeat != true {
                lines = outcome.known.map { words.catalogue.text("form.photoKnown", [$0]) } + lines
            }
            if let change = outcome.change, lines.isEmpty {
                return services.pages.whenShowing(change.revision) {
                    promise.fulfill { services.pages.redirect(to: back) }
                }
            }
            if outcome.added > 0 { lines.insert(words.catalogue.text("form.photosTaken", [outcome.added]), at: 0) }
            let error = RequestError(.photoRefused, .verbatim(lines.joined(separator: "\n")))
            guard request.head.wantsPage else { throw error }
            let page = try page(id, request, back: back.text, error: error).with(fieldsOf: error)
            // The page shows the added photos, whose pictures are published with the pages.
            services.pages.whenShowing(outcome.change?.revision ?? .zero) { promise.fulfill { page } }
        }
    }

    private func change(_ hash: String, of id: UUID, _ request: InventoryRequest) throws -> DeferredResponse {
        let (fields, key) = try services.submitted(request)
        let caption = fields["caption"].flatMap { $0.isEmpty ? nil : $0 }
        // The buttons that move a photo state its place, and no action.
        let action = fields["action"] ?? fields["place"].map { _ in "move" }
        guard let action, ["caption", "primary", "move", "remove"].contains(action) else {
            throw RequestError.field("action", Message("request.expectedPhotoAction"))
        }
        let place = Int(fields["place"] ?? "1") ?? 0
        guard place >= 1 else { throw RequestError.field("place", Message("request.expectedPhotoPlace")) }
        let origin = ReturnPath(fields["return"])
        // Several photos are put into order one after the other.
        let back =
            action == "move"
            ? ReturnPath("/photos/\(id.text)?return=\(PercentCoding.encode(origin.text))") : origin
        return try changes.commit(
            for: request, key: key,
            { [changes] context in
                try changes.write(photo: hash) { photo, writer in
                    switch action {
                    case "caption": try writer.caption(photo: photo, of: id, as: caption, context)
                    case "primary": try writer.makePrimary(photo: photo, of: id, context)
                    case "move": try writer.move(photo: photo, of: id, to: place, context)
                    default: try writer.remove(photo: photo, of: id, context)
                    }
                }
            }
        ) { outcome, promise in
            services.pages.whenShowing(outcome.revision) { promise.fulfill { services.pages.redirect(to: back) } }
        }
    }

    /// The photos of an item, or the question whether to remove one.
    private func page(
        _ id: UUID, _ request: InventoryRequest, back named: String?, error: RequestError? = nil
    ) throws -> Response {
        let snapshot = try services.snapshot(for: request)
        let item = try services.item(id, in: snapshot, for: request).item
        let words = services.forms.words(for: request.head, otherwise: snapshot.settings.locale)
        let back = named ?? services.defaultReturn(from: item)
        let photos = item.photos.primaryFirst
        // As on the item's page, where each photo has a name of its own.
        func alternative(_ index: Int) -> TemplateValue {
            let name = item.name.isEmpty ? words["unnamed"] : item.name
            return .text(photos[index].caption ?? (index == 0 ? name : "\(name) (\(index + 1))"))
        }
        var data = FormPages.hiddenFields(request.caller, returning: back)
        data["name"] = .text(item.name)
        if case .photoForm(_, let hash) = request.route, error == nil {
            guard let index = photos.firstIndex(where: { $0.hash.description == hash }) else {
                throw RequestError(.noSuchPhoto)
            }
            data["action"] = .text("/photos/\(id.text)/\(hash)")
            data["cancel"] = .text("/photos/\(id.text)?return=\(PercentCoding.encodePath(back))")
            data["picture"] = .text("/document/\(id.text)/\(hash)\(Address.pictureSuffix)")
            data["alternative"] = alternative(index)
            return try services.forms.page(.removePhoto, title: words["removePhotoTitle"], words: words, data: data)
        }
        data["problem"] = error.map { .text(words.catalogue.text($0.explanation)) } ?? .null
        data["action"] = .text("/photos/\(id.text)")
        data["photos"] = .list(
            photos.enumerated().map { index, photo in
                var data = FormPages.hiddenFields(request.caller, returning: back)
                data["earlier"] = index > 0 ? .number(String(index)) : .null
                data["later"] = index + 1 < photos.count ? .number(String(index + 2)) : .null
                data["action"] = .text("/photos/\(id.text)/\(photo.hash)")
                data["question"] = .text("/photos/\(id.text)/\(photo.hash)?return=\(PercentCoding.encodePath(back))")
                data["picture"] = .text("/document/\(id.text)/\(photo.hash)\(Address.pictureSuffix)")
                data["caption"] = .text(photo.caption ?? "")
                data["alternative"] = alternative(index)
                data["isPrimary"] = .bool(photo.isPrimary)
                data["width"] = .number(String(photo.width))
                data["height"] = .number(String(photo.height))
                return .object(data)
            })
        return try services.forms.page(
            .photos, title: words["photosTitle"], words: words, status: error?.type.status ?? 200, data: data)
    }
}
