import FoundationEssentials
import Inventory
import InventoryStore
import Localization
import Synchronization
import Templating

// Photos of items, as JSON and as forms.
extension Service {
    func answerPhotos(_ request: Request) throws(Problem) -> Reply {
        let head = request.head
        let key = try Preconditions.key(head.headers)
        switch (request.route, request.method) {
        case (.photos(let id), .post):
            guard case .upload(let upload) = request.body else { throw Problem(.malformedForm, "No photo was sent.") }
            return try addPhotos(upload, to: id, key, request)
        case (.photos(let id), _):
            return reading(head) { service throws(Problem) in
                let found = try Problem.translating { () throws(StoreError) in try service.store.snapshot().item(id) }
                guard found != nil else { throw Problem(.noSuchItem) }
                let photos = service.photos(of: id) ?? []
                var json = JSONWriter()
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
                { desk, context throws(PhotoDeskError) in
                    try desk.remove(hash, of: id, context)
                }
            ) { service, outcome in service.answer(outcome, of: id, status: 200) }
        default: throw Problem(.noSuchPage)
        }
    }

    /// Takes in what a program sent, all or none.
    private func addPhotos(
        _ upload: Upload, to id: UUID, _ key: IdempotencyKey?, _ request: Request
    ) throws(Problem) -> Reply {
        let caption = try caption(of: upload)
        return try photoChange(
            request, key,
            { desk, context throws(PhotoDeskError) in
                try desk.add(files: upload.files, caption: caption, to: id, context)
            }
        ) { service, outcome in service.answer(outcome, of: id, status: outcome.isRepeat ? 200 : 201) }
    }

    /// Takes in what a form sent as far as it can be taken, and names the rest.
    func sentPhotos(
        _ upload: Upload, to id: UUID, _ key: IdempotencyKey?, _ request: Request, back: ReturnPath
    ) throws(Problem) -> Reply {
        let caption = try caption(of: upload)
        let words = forms.words(for: request.head, otherwise: (try? store.settings.locale) ?? Languages.fallback)
        return try photoChange(
            request, key,
            { desk, context throws(PhotoDeskError) in
                try Speech.$words.withValue(words.catalogue) {
                    Result { () throws(PhotoDeskError) in
                        try desk.addSome(files: upload.files, caption: caption, to: id, context)
                    }
                }.get()
            }
        ) { service, intake throws(Problem) in
            var lines = intake.refusals
            // What a form sent again finds there it brought itself.
            if intake.outcome?.isRepeat != true {
                lines = intake.known.map { words.catalogue.text("form.photoKnown", [$0]) } + lines
            }
            if let outcome = intake.outcome, lines.isEmpty { return .back(to: back, after: outcome.revision) }
            if intake.added > 0 { lines.insert(words.catalogue.text("form.photosTaken", [intake.added]), at: 0) }
            let problem = Problem(.photoRefused, lines.joined(separator: "\n"))
            guard request.head.wantsPage else { throw problem }
            let page = try service.itemPage(
                .photosPage(id), id, request.head, request.admission.caller, back: back.text, problem: problem
            ).refusing(problem)
            // The page shows what was taken in, by pictures that are published with it.
            return intake.outcome.map { page.showing($0.revision) } ?? page
        }
    }

    private func caption(of upload: Upload) throws(Problem) -> String? {
        guard !upload.files.isEmpty else { throw Problem(.malformedForm, "No photo was sent.") }
        return upload.fields["caption"].flatMap { $0.isEmpty ? nil : $0 }
    }

    func sentPhoto(
        _ request: Request, _ fields: FormFields, _ key: IdempotencyKey?, _ id: UUID, _ hash: String, back: ReturnPath
    ) throws(Problem) -> Reply {
        let caption = fields["caption"].flatMap { $0.isEmpty ? nil : $0 }
        let action = fields["action"]
        guard let action, ["caption", "primary", "remove"].contains(action) else {
            throw .fields([Problem.FieldFault(field: "action", detail: "expected caption, primary or remove")])
        }
        return try photoChange(
            request, key,
            { desk, context throws(PhotoDeskError) in
                switch action {
                case "caption": try desk.caption(hash, of: id, as: caption, context)
                case "primary": try desk.makePrimary(hash, of: id, context)
                default: try desk.remove(hash, of: id, context)
                }
            }
        ) { _, outcome in .back(to: back, after: outcome.revision) }
    }

    private func patch(
        _ members: [String: TemplateValue], _ id: UUID, _ hash: String, _ key: IdempotencyKey?, _ request: Request
    ) throws(Problem) -> Reply {
        guard members.count == 1 else {
            throw .fields([Problem.FieldFault(field: nil, detail: "expected either caption or primary")])
        }
        var caption: String?
        switch (members["caption"], members["primary"]) {
        case (.text(let text)?, nil):
            guard text.utf8.count <= 10_000 else {
                throw .fields([Problem.FieldFault(field: "caption", detail: "holds at most 10000 bytes")])
            }
            caption = text
        case (.null?, nil): break
        case (nil, .bool(true)?):
            return try photoChange(
                request, key,
                { desk, context throws(PhotoDeskError) in
                    try desk.makePrimary(hash, of: id, context)
                }
            ) { service, outcome in service.answer(outcome, of: id, status: 200) }
        default:
            throw .fields([Problem.FieldFault(field: nil, detail: "caption takes a text or null, primary takes true")])
        }
        return try photoChange(
            request, key,
            { [caption] desk, context throws(PhotoDeskError) in
                try desk.caption(hash, of: id, as: caption, context)
            }
        ) { service, outcome in service.answer(outcome, of: id, status: 200) }
    }

    /// Decoding takes a while, so photos are taken in one after the other on a thread of their own.
    private func photoChange<Outcome>(
        _ request: Request, _ key: IdempotencyKey?,
        _ work: @escaping @Sendable (any PhotoDesk, ChangeContext) throws(PhotoDeskError) -> Outcome,
        _ body: @escaping @Sendable (Service, Outcome) throws(Problem) -> Answer
    ) throws(Problem) -> Reply {
        try checkDisk(for: key.map { [$0] } ?? [])
        guard let desk = options.photos else { throw Problem(.photosUnavailable) }
        let context = ChangeContext(actor: options.actor, key: key, moment: .current)
        return reading(request.head, on: photoWork) { service throws(Problem) in
            // What has not begun when the companion stops is not begun any more.
            if service.isStopping.load(ordering: .relaxed) { throw Problem(.stopping) }
            let outcome: Outcome
            do throws(PhotoDeskError) { outcome = try work(desk, context) } catch { throw Problem(photo: error) }
            service.noteChange()
            return try body(service, outcome)
        }
    }

    private func answer(_ outcome: ChangeOutcome, of id: UUID, status: Int) -> Answer {
        var item: StoredItem?
        do throws(StoreError) { item = try store.snapshot().item(id) } catch { item = nil }
        var json = JSONWriter()
        json.object { json in
            json.add("revision", outcome.revision.rawValue)
            json.add("repeated", outcome.isRepeat)
            json.add("id", id.text)
            if let item { json.write(item, photos: photos(of: id), as: "item") }
        }
        let answer = Answer.json(json.bytes, status: status)
        return item.map { answer.with("ETag", "\"\($0.revision)\"") } ?? answer
    }
}

extension Problem {
    /// What an error of the photo desk means to a client.
    init(photo error: PhotoDeskError) {
        switch error {
        case .refused(let words): self.init(.photoRefused, words)
        case .noSuchPhoto: self.init(.noSuchPhoto)
        case .store(let error): self.init(error)
        case .diskFull: self.init(.diskFull)
        case .unavailable(let words): self.init(.photosUnavailable, words)
        }
    }
}
