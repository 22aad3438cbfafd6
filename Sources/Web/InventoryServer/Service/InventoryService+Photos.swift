import FoundationEssentials
import Inventory
import InventoryStore
import Localization
import Synchronization
import Templating

// Photos of items, as JSON and as forms.
extension InventoryService {
    func handlePhotos(_ request: Request) throws(HTTPError) -> DeferredResponse {
        let head = request.head
        let key = try Preconditions.key(head.headers)
        switch (request.route, request.method) {
        case (.photos(let id), .post):
            guard case .upload(let upload) = request.body else { throw HTTPError(.malformedForm, "No photo was sent.") }
            return try addPhotos(upload, to: id, key, request)
        case (.photos(let id), _):
            return reading(head) { service throws(HTTPError) in
                let found = try HTTPError.translating { () throws(StoreError) in try service.store.snapshot().item(id) }
                guard found != nil else { throw HTTPError(.noSuchItem) }
                let photos = service.photos(of: id) ?? []
                var json = ResponseJSONWriter()
                json.array { json in
                    for photo in photos { json.write(photo) }
                }
                return .json(json.bytes)
            }
        case (.photo(let id, let hash), .patch):
            let members = try EditReader.members(try EditReader.json(request.body), ["caption", "primary"])
            return try patch(members, id, hash, key, request)
        case (.photo(let id, let hash), _):
            return try photoChange(
                request, key,
                { photoService, context throws(PhotoServiceError) in
                    try photoService.remove(hash, of: id, context)
                }
            ) { service, outcome in service.response(outcome, of: id, status: 200) }
        default: throw HTTPError(.noSuchPage)
        }
    }

    /// Takes in what a program sent, all or none.
    private func addPhotos(
        _ upload: Upload, to id: UUID, _ key: IdempotencyKey?, _ request: Request
    ) throws(HTTPError) -> DeferredResponse {
        let caption = try caption(of: upload)
        return try photoChange(
            request, key,
            { photoService, context throws(PhotoServiceError) in
                try photoService.add(files: upload.files, caption: caption, to: id, context)
            }
        ) { service, outcome in service.response(outcome, of: id, status: outcome.isRepeat ? 200 : 201) }
    }

    /// Takes in what a form sent as far as it can be taken, and names the rest.
    func submitPhotos(
        _ upload: Upload, to id: UUID, _ key: IdempotencyKey?, _ request: Request, back: ReturnPath
    ) throws(HTTPError) -> DeferredResponse {
        let caption = try caption(of: upload)
        let words = forms.words(for: request.head, otherwise: (try? store.settings.locale) ?? Languages.fallback)
        return try photoChange(
            request, key,
            { photoService, context throws(PhotoServiceError) in
                try LocalizationContext.$words.withValue(words.catalogue) {
                    Result { () throws(PhotoServiceError) in
                        try photoService.addValid(files: upload.files, caption: caption, to: id, context)
                    }
                }.get()
            }
        ) { service, intake throws(HTTPError) in
            var lines = intake.refusals
            // What a form sent again finds there it brought itself.
            if intake.outcome?.isRepeat != true {
                lines = intake.known.map { words.catalogue.text("form.photoKnown", [$0]) } + lines
            }
            if let outcome = intake.outcome, lines.isEmpty { return .back(to: back, after: outcome.revision) }
            if intake.added > 0 { lines.insert(words.catalogue.text("form.photosTaken", [intake.added]), at: 0) }
            let problem = HTTPError(.photoRefused, lines.joined(separator: "\n"))
            guard request.head.wantsPage else { throw problem }
            let page = try service.itemPage(
                .photosPage(id), id, request.head, request.authorization.caller, back: back.text, problem: problem
            ).applying(problem)
            // The page shows what was taken in, by pictures that are published with it.
            return intake.outcome.map { page.showing($0.revision) } ?? page
        }
    }

    private func caption(of upload: Upload) throws(HTTPError) -> String? {
        guard !upload.files.isEmpty else { throw HTTPError(.malformedForm, "No photo was sent.") }
        return upload.fields["caption"].flatMap { $0.isEmpty ? nil : $0 }
    }

    func submitPhotoChange(
        _ request: Request, _ fields: FormFields, _ key: IdempotencyKey?, _ id: UUID, _ hash: String, back: ReturnPath
    ) throws(HTTPError) -> DeferredResponse {
        let caption = fields["caption"].flatMap { $0.isEmpty ? nil : $0 }
        let action = fields["action"]
        guard let action, ["caption", "primary", "remove"].contains(action) else {
            throw .fields([HTTPError.FieldDiagnostic(field: "action", detail: "expected caption, primary or remove")])
        }
        return try photoChange(
            request, key,
            { photoService, context throws(PhotoServiceError) in
                switch action {
                case "caption": try photoService.caption(hash, of: id, as: caption, context)
                case "primary": try photoService.makePrimary(hash, of: id, context)
                default: try photoService.remove(hash, of: id, context)
                }
            }
        ) { _, outcome in .back(to: back, after: outcome.revision) }
    }

    private func patch(
        _ members: [String: TemplateValue], _ id: UUID, _ hash: String, _ key: IdempotencyKey?, _ request: Request
    ) throws(HTTPError) -> DeferredResponse {
        guard members.count == 1 else {
            throw .fields([HTTPError.FieldDiagnostic(field: nil, detail: "expected either caption or primary")])
        }
        var caption: String?
        switch (members["caption"], members["primary"]) {
        case (.text(let text)?, nil):
            guard text.utf8.count <= 10_000 else {
                throw .fields([HTTPError.FieldDiagnostic(field: "caption", detail: "holds at most 10000 bytes")])
            }
            caption = text
        case (.null?, nil): break
        case (nil, .bool(true)?):
            return try photoChange(
                request, key,
                { photoService, context throws(PhotoServiceError) in
                    try photoService.makePrimary(hash, of: id, context)
                }
            ) { service, outcome in service.response(outcome, of: id, status: 200) }
        default:
            throw .fields([
                HTTPError.FieldDiagnostic(field: nil, detail: "caption takes a text or null, primary takes true")
            ])
        }
        return try photoChange(
            request, key,
            { [caption] photoService, context throws(PhotoServiceError) in
                try photoService.caption(hash, of: id, as: caption, context)
            }
        ) { service, outcome in service.response(outcome, of: id, status: 200) }
    }

    /// Decoding takes a while, so photos are taken in one after the other on a thread of their own.
    private func photoChange<Outcome>(
        _ request: Request, _ key: IdempotencyKey?,
        _ work: @escaping @Sendable (any PhotoService, ChangeContext) throws(PhotoServiceError) -> Outcome,
        _ body: @escaping @Sendable (InventoryService, Outcome) throws(HTTPError) -> Response
    ) throws(HTTPError) -> DeferredResponse {
        try checkDisk(for: key.map { [$0] } ?? [])
        guard let photoService = options.photos else { throw HTTPError(.photosUnavailable) }
        let context = ChangeContext(actor: options.actor, key: key, timestamp: .now)
        return reading(request.head, on: photoWorkers) { service throws(HTTPError) in
            // What has not begun when the companion stops is not begun any more.
            if service.isStopping.load(ordering: .relaxed) { throw HTTPError(.stopping) }
            let outcome: Outcome
            do throws(PhotoServiceError) { outcome = try work(photoService, context) } catch {
                throw HTTPError(photo: error)
            }
            service.recordChange()
            return try body(service, outcome)
        }
    }

    private func response(_ outcome: ChangeOutcome, of id: UUID, status: Int) -> Response {
        var item: StoredItem?
        do throws(StoreError) { item = try store.snapshot().item(id) } catch { item = nil }
        var json = ResponseJSONWriter()
        json.object { json in
            json.add("revision", outcome.revision.rawValue)
            json.add("repeated", outcome.isRepeat)
            json.add("id", id.text)
            if let item { json.write(item, photos: photos(of: id), as: "item") }
        }
        let response = Response.json(json.bytes, status: status)
        return item.map { response.with("ETag", "\"\($0.revision)\"") } ?? response
    }
}

extension HTTPError {
    /// What an error of the photo desk means to a client.
    init(photo error: PhotoServiceError) {
        switch error {
        case .refused(let words): self.init(.photoRefused, words)
        case .noSuchPhoto: self.init(.noSuchPhoto)
        case .store(let error): self.init(error)
        case .diskFull: self.init(.diskFull)
        case .unavailable(let words): self.init(.photosUnavailable, words)
        }
    }
}
