import Files
import FoundationEssentials
import HTTPServer
import Inventory
import InventoryStore
import Localization
import Messages
import Templating

/// The documents of an item: their files, and the forms that add, describe and remove them.
struct DocumentFormsHandler: ResourceHandler {
    let services: FormServices
    let changes: PhotoChanges

    func respond(to request: InventoryRequest) throws(RequestError) -> DeferredResponse {
        switch (request.route, request.method) {
        case (.documentsPage(let id), .post): return try upload(to: id, request)
        case (.documentForm(let id, let hash), .post): return try change(hash, of: id, request)
        case (.documentsPage(let id), _), (.documentForm(let id, _), _):
            return services.workers.reading(for: request.head) { () throws(RequestError) in try page(id, request) }
        case (.documentFile(let id, let hash, let isPicture), _):
            return services.workers.reading(for: request.head) { () throws(RequestError) in
                try file(hash, of: id, isPicture: isPicture, request.head)
            }
        default: throw RequestError(.noSuchPage)
        }
    }

    // MARK: Changes

    private func upload(to id: UUID, _ request: InventoryRequest) throws(RequestError) -> DeferredResponse {
        guard case .upload(let upload) = request.body else { throw RequestError(.wrongContentType) }
        try request.checkCSRF(upload.fields)
        let key = try upload.fields.idempotencyKey()
        let back = ReturnPath(upload.fields["return"])
        let words = services.forms.words(for: request.head).catalogue
        let (documents, details): (Upload, DocumentDetails)
        do throws(RequestError) {
            (documents, details) = try request.documents()
        } catch {
            return services.workers.reading(for: request.head) { () throws(RequestError) in
                try refusal(error, id, request, back)
            }
        }
        return try changes.commit(
            for: request.head, key: key,
            { service, context in
                LocalizationContext.$words.withValue(words) {
                    Result { () throws(PhotoServiceError) in
                        try service.add(documents: documents.files, details, to: id, context)
                    }
                }
            }
        ) { result, promise throws(RequestError) in
            switch result {
            case .success(let outcome):
                services.pages.whenShowing(outcome.revision) { promise.fulfill { services.pages.redirect(to: back) } }
            case .failure(let error):
                let page = try refusal(RequestError(photos: error), id, request, back)
                promise.fulfill { page }
            }
        }
    }

    /// The form again, with what was wrong.
    private func refusal(
        _ error: RequestError, _ id: UUID, _ request: InventoryRequest, _ back: ReturnPath
    ) throws(RequestError) -> Response {
        guard request.head.wantsPage, [400, 422].contains(error.type.status) else { throw error }
        return try page(id, request, back: back.text, error: error).with(fieldsOf: error)
    }

    private func change(
        _ hash: ContentHash, of id: UUID, _ request: InventoryRequest
    ) throws(RequestError) -> DeferredResponse {
        let (fields, key) = try services.submitted(request)
        let details = try DocumentDetails(fields)
        let isRemoval = fields["action"] == "remove"
        guard isRemoval || fields["action"] == "describe" else {
            throw .field("action", Message("request.expectedDocumentAction"))
        }
        let back = ReturnPath(fields["return"])
        return try changes.commit(
            for: request.head, key: key,
            { service, context throws(PhotoServiceError) in
                try isRemoval
                    ? service.remove(document: hash, of: id, context)
                    : service.describe(document: hash, of: id, as: details, context)
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
    ) throws(RequestError) -> Response {
        let query = request.head.query
        let snapshot = try services.snapshot()
        let found = try RequestError.translating { () throws(StoreError) in try snapshot.item(id) }
        guard let item = found?.item else { throw RequestError(.noSuchItem) }
        let words = services.forms.words(for: request.head, otherwise: snapshot.settings.locale)
        let back = named ?? query?["return"].map { ReturnPath($0).text } ?? services.defaultReturn(from: item)
        var data = FormPages.carried(request.caller, returning: back)
        data["name"] = .text(item.name)
        data["problem"] = error.map { .text(words.catalogue.text($0.shown)) } ?? .null
        data["action"] = .text("/documents/\(id.text)")
        data["isAvailable"] = .bool(changes.service != nil)
        data["kinds"] = DocumentFormsHandler.kinds(chosen: .receipt, words)
        data["removed"] = try removal(query?["removed"], from: id, snapshot).map { .text($0.description) } ?? .null
        data["here"] = .text("/documents/\(id.text)?return=\(PercentCoding.encode(back))")
        data["documents"] = .list(
            item.documents.map { document in
                var data = FormPages.carried(request.caller, returning: back)
                data["action"] = .text("/documents/\(id.text)/\(document.hash)")
                data["file"] = .text("/document/\(id.text)/\(document.hash)")
                data["picture"] = .text("/document/\(id.text)/\(document.hash)\(Route.pictureSuffix)")
                data["kind"] = .text(words.catalogue["kinds.\(document.kind.rawValue)"])
                data["kinds"] = DocumentFormsHandler.kinds(chosen: document.kind, words)
                data["title"] = .text(document.title ?? "")
                data["number"] = .text(document.number ?? "")
                data["date"] = .text(document.date?.description ?? "")
                data["fileName"] = .text(document.fileName ?? "")
                return .object(data)
            })
        return try services.forms.page(
            .documents, title: words["documentsTitle"], words, status: error?.type.status ?? 200, data)
    }

    /// The change that a query names, if it is one of this item's and not undone.
    private func removal(_ text: String?, from id: UUID, _ snapshot: StoreSnapshot) throws(RequestError) -> Revision? {
        guard let revision = text.flatMap({ Revision(digits: $0) }) else { return nil }
        let entry = try RequestError.translating { () throws(StoreError) in
            try snapshot.journal(limit: 1, before: Revision(rawValue: revision.rawValue + 1)).first
        }
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

    // MARK: Files

    /// The types that browsers show; they show nothing else of a document, and never run it.
    private static let shown: Set<String> = ["image/jpeg", "image/png", "image/webp", "image/gif"]

    /// A document's file as its owner gave it, or the picture of its first page.
    private func file(
        _ hash: ContentHash, of id: UUID, isPicture: Bool, _ head: RequestHead
    ) throws(RequestError) -> Response {
        let snapshot = try services.snapshot()
        let found = try RequestError.translating { () throws(StoreError) in try snapshot.item(id) }
        guard let document = found?.item.documents.first(where: { $0.hash == hash }) else {
            throw RequestError(.noSuchDocument)
        }
        let tag = "\"\(hash)\(isPicture ? "-320" : "")\""
        guard !Preconditions.isCurrent(tag, head.headers) else {
            return Response(status: 304, fields: [("ETag", tag), ("Cache-Control", "private, no-cache")], body: .none)
        }
        guard let service = changes.service else { throw RequestError(.photosUnavailable) }
        let file: DocumentFile
        do throws(PhotoServiceError) {
            file = try service.file(of: hash, isPicture: isPicture)
        } catch {
            throw RequestError(photos: error)
        }
        let disposition = DocumentFormsHandler.shown.contains(file.mediaType) ? "inline" : "attachment"
        let name = DocumentFormsHandler.fileName(of: document, file.mediaType)
        let fields = [
            ("Content-Type", file.mediaType), ("Cache-Control", "private, no-cache"),
            ("Content-Security-Policy", SecurityHeaders.closedPolicy + "; sandbox"),
            ("Content-Disposition", "\(disposition); filename*=UTF-8''\(PercentCoding.encode(name))"),
        ]
        guard let opened = StaticFile.opened(file.path, tag: tag, fields: fields) else {
            throw RequestError(.noSuchDocument)
        }
        return Response(status: 200, body: .file(opened))
    }

    /// Other ways to write an extension.
    private static let spellings = ["jpg": "jpeg", "tif": "tiff"]

    /// A name for the saved file. Its extension is that of its content, so that no system takes it for something else.
    private static func fileName(of document: DocumentReference, _ mediaType: String) -> String {
        let name = (document.fileName ?? document.title ?? document.kind.rawValue).replacing("/", with: "-")
        let usual = String(mediaType.drop { $0 != "/" }.dropFirst())
        let stated = name.lowercased().split(separator: ".").last.map(String.init) ?? ""
        return (DocumentFormsHandler.spellings[stated] ?? stated) == usual ? name : "\(name).\(usual)"
    }
}

extension RequestError {
    /// The fault in words: the first invalid field's, else the detail, else the advice.
    fileprivate var shown: Message { fields.first?.detail ?? detail ?? type.remedy }
}
