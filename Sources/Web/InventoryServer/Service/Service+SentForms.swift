import FoundationEssentials
import Inventory
import InventoryStore
import Templating

// What forms send.
extension Service {
    func sent(_ request: Request) throws(Problem) -> Reply {
        if case .upload(let upload) = request.body {
            try FormProof.check(upload.fields, request.admission.caller)
            guard case .photosPage(let id) = request.route else { throw Problem(.wrongContentType) }
            return try sentPhotos(
                upload, to: id, try key(upload.fields), request, back: ReturnPath(upload.fields["return"]))
        }
        let fields = try formFields(request.body)
        try FormProof.check(fields, request.admission.caller)
        let back = ReturnPath(fields["return"])
        let key = try key(fields)
        switch request.route {
        case .signOutForm:
            if let session = request.admission.caller.session { signOut(session) }
            return .now(Answer.see("/sign-in").with("Set-Cookie", cookie("", seconds: 0)))
        case .addPage, .editPage: return try sentItem(request, fields, key, back: back)
        case .deletePage(let id):
            let base = try base(fields)
            return try changing(.remove(id, base: base), key: key, request.head) { service, result in
                service.formAnswer(result, request, fields, back: back)
            }
        case .movePage(let id):
            guard let place = fields["place"].flatMap(EditRequest.Place.init) else {
                throw .fields([Problem.FieldFault(field: "place", detail: EditReader.placeWords)])
            }
            return try changing(.move(id, place), key: key, request.head) { service, result in
                service.formAnswer(result, request, fields, back: back)
            }
        case .undoPage:
            var revision: Revision?
            if let text = fields["revision"], !text.isEmpty {
                guard let number = Preconditions.revision(text) else {
                    throw .fields([Problem.FieldFault(field: "revision", detail: "expected a revision, a whole number")]
                    )
                }
                revision = number
            }
            return try changing(.undo(revision), key: key, request.head) { service, result in
                service.formAnswer(result, request, fields, back: back)
            }
        case .photoForm(let id, let hash): return try sentPhoto(request, fields, key, id, hash, back: back)
        default: throw Problem(.wrongContentType)
        }
    }

    private func sentItem(
        _ request: Request, _ fields: FormFields, _ key: IdempotencyKey?, back: ReturnPath
    ) throws(Problem) -> Reply {
        // What a name or an amount stands for may have changed since the form was sent first.
        let asked = key.flatMap { _ in SentForm.asked(request.head.target.path, fields) }
        if let key, let asked, let known = try made(key, asked) {
            return replying(.back(to: back, after: known.revision), request.head)
        }
        let settings = try Problem.translating { () throws(StoreError) in try store.settings }
        let edit: ItemEdit
        do throws(Problem) {
            edit = try speaking(to: request.head) {
                Result { () throws(Problem) in try itemEdit(fields, currency: settings.currency) }
            }.get()
        } catch {
            guard request.head.wantsPage else { throw error }
            return .now(try formAgain(request, fields, error, settings, back: back.text))
        }
        guard case .editPage(let id) = request.route else {
            var item = Item(id: newKey(), name: "", dateCreated: .current)
            do throws(ValueError) { try edit.apply(to: &item) } catch { throw Problem(.internalError) }
            var place = EditRequest.Place.at(.last)
            if let text = fields["place"], !text.isEmpty {
                guard let named = EditRequest.Place(text) else {
                    throw .fields([Problem.FieldFault(field: "place", detail: EditReader.placeWords)])
                }
                place = named
            }
            return try changing(.add(item, place), key: key, asked: asked, request.head) { service, result in
                service.itemAnswer(result, request, fields, settings, back: back)
            }
        }
        let base = try base(fields)
        guard !edit.isEmpty else { return .now(.back(to: back, after: nil)) }
        return try changing(.edit(id, edit, base: base), key: key, asked: asked, request.head) { service, result in
            service.itemAnswer(result, request, fields, settings, back: back)
        }
    }

    /// What the very same form came to before.
    private func made(_ key: IdempotencyKey, _ asked: String) throws(Problem) -> ChangeOutcome? {
        try Problem.translating { () throws(StoreError) in try store.snapshot().outcome(of: key, asked: asked) }
    }

    /// What follows the form of an item: the form once more where the store does not take a field.
    private func itemAnswer(
        _ result: Result<EditResult, Problem>, _ request: Request, _ fields: FormFields,
        _ settings: InventorySettings, back: ReturnPath
    ) -> Answer {
        guard case .failure(let problem) = result, problem.kind == .invalidField, request.head.wantsPage else {
            return formAnswer(result, request, fields, back: back)
        }
        do throws(Problem) {
            return try formAgain(request, fields, problem, settings, back: back.text)
        } catch {
            return refusal(error, request.head)
        }
    }

    func formFields(_ body: RequestBody) throws(Problem) -> FormFields {
        guard case .bytes(let bytes) = body else { return FormFields() }
        guard let fields = FormFields(bytes) else { throw Problem(.malformedForm) }
        return fields
    }

    private func base(_ fields: FormFields) throws(Problem) -> Revision {
        guard let text = fields["base"] else {
            throw Problem(.preconditionRequired, "The form lacks the field 'base'.")
        }
        guard let revision = Preconditions.revision(text) else {
            throw .fields([Problem.FieldFault(field: "base", detail: "expected a revision, a whole number")])
        }
        return revision
    }

    private func key(_ fields: FormFields) throws(Problem) -> IdempotencyKey? {
        guard let text = fields["key"], !text.isEmpty else { return nil }
        guard let key = Preconditions.key(text) else {
            throw .fields([Problem.FieldFault(field: "key", detail: "expected 1 to 128 visible ASCII characters")])
        }
        return key
    }
}
