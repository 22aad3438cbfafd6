import FoundationEssentials
import Inventory
import InventoryStore
import Templating

// What forms send.
extension InventoryService {
    func sent(_ request: Request) throws(HTTPError) -> DeferredResponse {
        if case .upload(let upload) = request.body {
            try CSRFProtection.check(upload.fields, request.authorization.caller)
            guard case .photosPage(let id) = request.route else { throw HTTPError(.wrongContentType) }
            return try submitPhotos(
                upload, to: id, try key(upload.fields), request, back: ReturnPath(upload.fields["return"]))
        }
        let fields = try formFields(request.body)
        try CSRFProtection.check(fields, request.authorization.caller)
        let back = ReturnPath(fields["return"])
        let key = try key(fields)
        switch request.route {
        case .signOutForm:
            if let session = request.authorization.caller.session { signOut(session) }
            return .now(Response.see("/sign-in").with("Set-Cookie", cookie("", seconds: 0)))
        case .addPage, .editPage: return try submitItem(request, fields, key, back: back)
        case .deletePage(let id):
            let base = try base(fields)
            return try changing(.remove(id, base: base), key: key, request.head) { service, result in
                service.formResponse(result, request, fields, back: back)
            }
        case .movePage(let id):
            guard let place = fields["place"].flatMap(EditRequest.MoveTarget.init) else {
                throw .fields([HTTPError.FieldDiagnostic(field: "place", detail: EditReader.placeWords)])
            }
            return try changing(.move(id, place), key: key, request.head) { service, result in
                service.formResponse(result, request, fields, back: back)
            }
        case .undoPage:
            var revision: Revision?
            if let text = fields["revision"], !text.isEmpty {
                guard let number = Preconditions.revision(text) else {
                    throw .fields([
                        HTTPError.FieldDiagnostic(field: "revision", detail: "expected a revision, a whole number")
                    ]
                    )
                }
                revision = number
            }
            return try changing(.undo(revision), key: key, request.head) { service, result in
                service.formResponse(result, request, fields, back: back)
            }
        case .photoForm(let id, let hash): return try submitPhotoChange(request, fields, key, id, hash, back: back)
        default: throw HTTPError(.wrongContentType)
        }
    }

    private func submitItem(
        _ request: Request, _ fields: FormFields, _ key: IdempotencyKey?, back: ReturnPath
    ) throws(HTTPError) -> DeferredResponse {
        // What a name or an amount stands for may have changed since the form was sent first.
        let requestFingerprint = key.flatMap { _ in FormFingerprint.requestFingerprint(request.head.target.path, fields)
        }
        if let key, let requestFingerprint, let known = try made(key, requestFingerprint) {
            return replying(.back(to: back, after: known.revision), request.head)
        }
        let settings = try HTTPError.translating { () throws(StoreError) in try store.settings }
        let edit: ItemEdit
        do throws(HTTPError) {
            edit = try withLanguage(to: request.head) {
                Result { () throws(HTTPError) in try itemEdit(fields, currency: settings.currency) }
            }.get()
        } catch {
            guard request.head.wantsPage else { throw error }
            return .now(try formAgain(request, fields, error, settings, back: back.text))
        }
        guard case .editPage(let id) = request.route else {
            var item = Item(id: newKey(), name: "", dateCreated: .now)
            do throws(ValueError) { try edit.apply(to: &item) } catch { throw HTTPError(.internalError) }
            var place = EditRequest.MoveTarget.at(.last)
            if let text = fields["place"], !text.isEmpty {
                guard let named = EditRequest.MoveTarget(text) else {
                    throw .fields([HTTPError.FieldDiagnostic(field: "place", detail: EditReader.placeWords)])
                }
                place = named
            }
            return try changing(.add(item, place), key: key, requestFingerprint: requestFingerprint, request.head) {
                service, result in
                service.itemResponse(result, request, fields, settings, back: back)
            }
        }
        let base = try base(fields)
        guard !edit.isEmpty else { return .now(.back(to: back, after: nil)) }
        return try changing(.edit(id, edit, base: base), key: key, requestFingerprint: requestFingerprint, request.head)
        { service, result in
            service.itemResponse(result, request, fields, settings, back: back)
        }
    }

    /// What the very same form came to before.
    private func made(_ key: IdempotencyKey, _ requestFingerprint: String) throws(HTTPError) -> ChangeOutcome? {
        try HTTPError.translating { () throws(StoreError) in
            try store.snapshot().outcome(of: key, requestFingerprint: requestFingerprint)
        }
    }

    /// What follows the form of an item: the form once more where the store does not take a field.
    private func itemResponse(
        _ result: Result<EditResult, HTTPError>, _ request: Request, _ fields: FormFields,
        _ settings: InventorySettings, back: ReturnPath
    ) -> Response {
        guard case .failure(let problem) = result, problem.kind == .invalidField, request.head.wantsPage else {
            return formResponse(result, request, fields, back: back)
        }
        do throws(HTTPError) {
            return try formAgain(request, fields, problem, settings, back: back.text)
        } catch {
            return errorResponse(error, request.head)
        }
    }

    func formFields(_ body: RequestBody) throws(HTTPError) -> FormFields {
        guard case .bytes(let bytes) = body else { return FormFields() }
        guard let fields = FormFields(bytes) else { throw HTTPError(.malformedForm) }
        return fields
    }

    private func base(_ fields: FormFields) throws(HTTPError) -> Revision {
        guard let text = fields["base"] else {
            throw HTTPError(.preconditionRequired, "The form lacks the field 'base'.")
        }
        guard let revision = Preconditions.revision(text) else {
            throw .fields([HTTPError.FieldDiagnostic(field: "base", detail: "expected a revision, a whole number")])
        }
        return revision
    }

    private func key(_ fields: FormFields) throws(HTTPError) -> IdempotencyKey? {
        guard let text = fields["key"], !text.isEmpty else { return nil }
        guard let key = Preconditions.key(text) else {
            throw .fields([
                HTTPError.FieldDiagnostic(field: "key", detail: "expected 1 to 128 visible ASCII characters")
            ])
        }
        return key
    }
}
