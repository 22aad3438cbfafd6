import Files
import FoundationEssentials
import HTTPServer
import Inventory
import InventoryStore
import Localization
import Message
import Templating

/// The forms that add, describe and remove the documents of an item.
struct DocumentFormsHandler: ResourceHandler {
    let services: FormServices
    let changes: PhotoChanges

    func respond(to request: InventoryRequest) throws -> DeferredResponse {
        switch (request.route, request.method) {
        case (.documentsPage(let id), .post): return try upload(to: id, request)
        case (.documentForm(let id, let hash), .post): return try change(hash, of: id, request)
        case (.documentsPage(let id), _), (.documentForm(let id, _), _):
            return services.workers.reading(for: request.head) { try page(id, request) }
        default: throw RequestError(.noSuchPage)
        }
    }

    // MARK: Changes

    private func upload(to id: UUID, _ request: InventoryRequest) throws -> DeferredResponse {
        guard case .upload(let upload) = request.body else { throw RequestError(.wrongContentType) }
        try request.checkCSRF(upload.fields)
        let key = try upload.fields.idempotencyKey()
        let back = ReturnPath(upload.fields["return"])
        let (documents, details): (Upload, DocumentDetails)
        do {
            (documents, details) = try request.documents()
        } catch {
            return services.workers.reading(for: request.head) {
                try refusal(for: error, item: id, request: request, returning: back)
            }
        }
        return try changes.commit(
            for: request, key: key,
            { [changes] context in
                Result { try changes.add(documents: documents.files, details, to: id, context) }
            }
        ) { result, promise in
            switch result {
            case .success(let outcome):
                services.pages.whenShowing(outcome.revision) { promise.fulfill { services.pages.redirect(to: back) } }
            case .failure(let error):
                let page = try refusal(for: error, item: id, request: request, returning: back)
                promise.fulfill { page }
            }
        }
    }

    /// The form with what was entered, and the errors.
    private func refusal(
        for error: any Error, item id: UUID, request: InventoryRequest, returning back: ReturnPath
    ) throws -> Response {
        let error = RequestError(error)
        guard request.head.wantsPage, [400, 422].contains(error.type.status) else { throw error }
        return try page(id, request, back: back.text, error: error).with(fieldsOf: error)
    }

    private func change(_ hash: ContentHash, of id: UUID, _ request: InventoryRequest) throws -> DeferredResponse {
        let (fields, key) = try services.submitted(request)
        let details = try DocumentDetails(fields)
        let isRemoval = fields["action"] == "remove"
        guard isRemoval || fields["action"] == "describe" else {
            throw RequestError.field("action", Message("request.expectedDocumentAction"))
        }
        let back = ReturnPath(fields["return"])
        return try changes.commit(
            for: request, key: key,
            { [changes] context in
                try isRemoval
                    ? changes.remove(document: hash, of: id, context)
                    : changes.describe(document: hash, of: id, as: details, context)
            }
        ) { outcome, promise in
            // The page of the documents offers to undo a removal.
            let target =
                isRemoval
                ? ReturnPath(
                    "/documents/\(id.text)?removed=\(outcome.revision)&return=\(PercentCoding.encode(back.text))")
                : back
            services.pages.whenShowing(outcome.revision) { promise.fulfill { services.pages.redirect(to: target) } }
        }
    }

    // MARK: Pages

    private func page(
        _ id: UUID, _ request: InventoryRequest, back named: String? = nil, error: RequestError? = nil
    ) throws -> Response {
        let query = request.head.query
        let snapshot = try services.snapshot(for: request)
        let item = try services.item(id, in: snapshot, for: request).item
        let words = services.forms.words(for: request.head, otherwise: snapshot.settings.locale)
        let back = named ?? query?["return"].map { ReturnPath($0).text } ?? services.defaultReturn(from: item)
        var data = FormPages.hiddenFields(request.caller, returning: back)
        data["name"] = .text(item.name)
        data["problem"] = error.map { .text(words.catalogue.text($0.shown)) } ?? .null
        data["action"] = .text("/documents/\(id.text)")
        data["kinds"] = DocumentFormsHandler.kinds(chosen: .receipt, words)
        data["removed"] = try removal(query?["removed"], from: id, snapshot).map { .text($0.description) } ?? .null
        data["here"] = .text("/documents/\(id.text)?return=\(PercentCoding.encode(back))")
        data["documents"] = .list(
            item.documents.map { document in
                var data = FormPages.hiddenFields(request.caller, returning: back)
                data["action"] = .text("/documents/\(id.text)/\(document.hash)")
                data["file"] = .text("/document/\(id.text)/\(document.hash)")
                data["picture"] = .text("/document/\(id.text)/\(document.hash)\(Address.pictureSuffix)")
                data["kind"] = .text(words.catalogue["kinds.\(document.kind.rawValue)"])
                data["kinds"] = DocumentFormsHandler.kinds(chosen: document.kind, words)
                data["title"] = .text(document.title ?? "")
                data["number"] = .text(document.number ?? "")
                data["date"] = .text(document.date?.description ?? "")
                data["fileName"] = .text(document.fileName ?? "")
                return .object(data)
            })
        return try services.forms.page(
            .documents, title: words["documentsTitle"], words: words, status: error?.type.status ?? 200, data: data)
    }

    /// The change that a query names, if it is one of this item's and not undone.
    private func removal(_ text: String?, from id: UUID, _ snapshot: StoreSnapshot) throws -> Revision? {
        guard let revision = text.flatMap({ Revision(digits: $0) }) else { return nil }
        let entry = try snapshot.journal(limit: 1, before: Revision(rawValue: revision.rawValue + 1)).first
        guard let entry, entry.revision == revision, entry.item == id, entry.undoneBy == nil else { return nil }
        return revision
    }

    private static func kinds(chosen: DocumentReference.Kind, _ words: FormLocalization) -> TemplateValue {
        .list(
            DocumentReference.Kind.allCases.map { kind in
                [
                    "value": .text(kind.rawValue), "label": .text(words.catalogue["kinds.\(kind.rawValue)"]),
                    "isChosen": .bool(kind == chosen),
                ]
            })
    }
}

extension RequestError {
    /// The fault in words: the first invalid field's, else the detail, else the advice.
    fileprivate var shown: Message { fields.first?.detail ?? explanation }
}
