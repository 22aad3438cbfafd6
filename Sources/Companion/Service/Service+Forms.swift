import FoundationEssentials
import InventoryModel
import InventoryStore
import Templating

// Pages with plain forms, and what they send.
extension Service {
    func answerForms(_ request: Request) throws(Problem) -> Reply {
        if request.method == .post {
            return request.route == .signInPage ? .now(try signInForm(request)) : try sent(request)
        }
        let back = ReturnPath.safe(request.head.query?["return"])
        let caller = request.admission.caller
        switch request.route {
        case .signInPage: return .now(try signInPage(request.head, back: back))
        case .addPage:
            return reading(request.head) { service throws(Problem) in
                try service.addPage(request.head, caller, back: back)
            }
        case .editPage(let id), .deletePage(let id), .movePage(let id), .photosPage(let id):
            return reading(request.head) { service throws(Problem) in
                try service.itemPage(request.route, id, request.head, caller, back: back)
            }
        case .undoPage:
            return reading(request.head) { service throws(Problem) in
                try service.undoPage(request.head, caller, back: back)
            }
        default: throw Problem(.noSuchPage)
        }
    }

    // Signing in

    private func signInPage(_ head: RequestHead, back: String, problem: Problem? = nil) throws(Problem) -> Answer {
        let words = forms.words(for: head)
        let trouble = problem.map { words[$0.kind == .lockedOut ? "lockedOut" : "tokenTrouble"] }
        let answer = try forms.page(
            .signIn, title: words["signInTitle"], words, status: problem?.kind.status ?? 200,
            ["return": .text(back), "problem": trouble.map(TemplateValue.text) ?? .null])
        return problem.map(answer.refusing) ?? answer
    }

    private func signInForm(_ request: Request) throws(Problem) -> Answer {
        let fields = try formFields(request.body)
        let back = ReturnPath.safe(fields["return"])
        do throws(Problem) {
            let (_, secret) = try sessions.signIn(fields["token"] ?? "", kind: .cookie, peer: request.head.peer)
            return Answer.see(back).with("Set-Cookie", cookie(secret))
        } catch {
            return request.head.wantsPage
                ? try signInPage(request.head, back: back, problem: error) : .problem(error)
        }
    }

    func formFields(_ body: RequestBody) throws(Problem) -> FormFields {
        guard case .bytes(let bytes) = body else { return FormFields() }
        guard let fields = FormFields(bytes) else { throw Problem(.malformedForm) }
        return fields
    }

    // Pages

    private func addPage(_ head: RequestHead, _ caller: Caller, back: String) throws(Problem) -> Answer {
        let settings = try Problem.translating { () throws(StoreError) in try store.settings }
        return try itemForm(
            Item(id: UUID(), name: "", dateCreated: .current), settings, head, caller, back: back,
            Form(action: "/add", title: "addTitle", place: head.query?["place"]))
    }

    private struct Form {
        var action: String
        var title: String
        var base: String?
        var place: String?
        var sent: FormFields?
        var problem: Problem?
    }

    private func itemForm(
        _ item: Item, _ settings: InventorySettings, _ head: RequestHead, _ caller: Caller, back: String, _ form: Form
    ) throws(Problem) -> Answer {
        let words = forms.words(for: head, otherwise: settings.locale)
        var data = FormPages.carried(caller, returning: back)
        data["action"] = .text(form.action)
        data["base"] = form.base.map(TemplateValue.text) ?? .null
        data["place"] = form.place.map(TemplateValue.text) ?? .null
        let faults = form.problem?.errors ?? []
        let known = Set(ItemForm.fields.map(\.rawValue))
        var problems: [TemplateValue] = form.problem == nil ? [] : [.text(words["invalid"])]
        for fault in faults where !known.contains(fault.field ?? "") { problems.append(.text(fault.detail)) }
        data["problems"] = .list(problems)
        data["fields"] = ItemForm.data(item, currency: settings.currency, words: words, sent: form.sent, faults: faults)
        return try forms.page(
            .item, title: words[form.title], words, status: form.problem?.kind.status ?? 200, data)
    }

    private func itemPage(
        _ route: Route, _ id: UUID, _ head: RequestHead, _ caller: Caller, back: String
    ) throws(Problem) -> Answer {
        let snapshot = try Problem.translating { () throws(StoreError) in try store.snapshot() }
        let found = try Problem.translating { () throws(StoreError) in try snapshot.item(id) }
        guard let found else { throw Problem(.noSuchItem) }
        let settings = snapshot.settings
        if case .editPage = route {
            return try itemForm(
                found.item, settings, head, caller, back: back,
                Form(action: "/edit/\(id.text)", title: "editTitle", base: found.revision.description))
        }
        let words = forms.words(for: head, otherwise: settings.locale)
        var data = FormPages.carried(caller, returning: back)
        data["name"] = .text(found.item.name)
        data["serial"] = found.item.serialNumber.map(TemplateValue.text) ?? .null
        data["base"] = .text(found.revision.description)
        data["problem"] = .null
        switch route {
        case .deletePage:
            data["action"] = .text("/delete/\(id.text)")
            return try forms.page(.delete, title: words["deleteTitle"], words, data)
        case .movePage:
            data["action"] = .text("/move/\(id.text)")
            return try forms.page(.move, title: words["moveTitle"], words, data)
        default:
            data["action"] = .text("/photos/\(id.text)")
            data["isAvailable"] = .bool(options.photos != nil)
            data["photos"] = .list(
                (photos(of: id) ?? []).map { photo in
                    var data = FormPages.carried(caller, returning: back)
                    data["action"] = .text("/photos/\(id.text)/\(photo.hash)")
                    data["caption"] = .text(photo.caption ?? "")
                    data["isPrimary"] = .bool(photo.isPrimary)
                    data["width"] = .number(String(photo.width))
                    data["height"] = .number(String(photo.height))
                    return .object(data)
                })
            return try forms.page(.photos, title: words["photosTitle"], words, data)
        }
    }

    private func undoPage(_ head: RequestHead, _ caller: Caller, back: String) throws(Problem) -> Answer {
        let snapshot = try Problem.translating { () throws(StoreError) in try store.snapshot() }
        let words = forms.words(for: head, otherwise: snapshot.settings.locale)
        let entries = try Problem.translating { () throws(StoreError) in try snapshot.journal(limit: 30) }
        var data = FormPages.carried(caller, returning: back)
        data["hasChanges"] = .bool(!entries.isEmpty)
        data["changes"] = .list(
            entries.map { entry in
                var data = FormPages.carried(caller, returning: back)
                let what = words["kind.\(entry.kind.rawValue)"]
                data["what"] = .text(what.hasPrefix("kind.") ? words["kind.other"] : what)
                data["moment"] = .text(entry.moment.description)
                data["name"] = entry.name.map(TemplateValue.text) ?? .null
                let fields = (entry.edit?.fields ?? []).map { words["field.\($0.rawValue)"] }.joined(separator: ", ")
                data["fields"] = fields.isEmpty ? .null : .text(fields)
                data["revision"] = .text(entry.revision.description)
                data["canUndo"] = .bool(entry.undoneBy == nil)
                return .object(data)
            })
        return try forms.page(.undo, title: words["undoTitle"], words, data)
    }

    // What forms send

    private func sent(_ request: Request) throws(Problem) -> Reply {
        if case .upload(let upload) = request.body {
            try FormProof.check(upload.fields, request.admission.caller)
            guard case .photosPage(let id) = request.route else { throw Problem(.wrongContentType) }
            return try addPhotos(upload, to: id, key: try key(upload.fields), request) { _, _ in
                .see(ReturnPath.safe(upload.fields["return"]))
            }
        }
        let fields = try formFields(request.body)
        try FormProof.check(fields, request.admission.caller)
        let back = ReturnPath.safe(fields["return"])
        let key = try key(fields)
        switch request.route {
        case .signOutForm:
            if let session = request.admission.caller.session { sessions.signOut(session) }
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
        _ request: Request, _ fields: FormFields, _ key: IdempotencyKey?, back: String
    ) throws(Problem) -> Reply {
        let settings = try Problem.translating { () throws(StoreError) in try store.settings }
        let edit: ItemEdit
        do throws(Problem) {
            edit = try ItemForm.edit(fields, currency: settings.currency)
        } catch {
            guard request.head.wantsPage else { throw error }
            return .now(try formAgain(request, fields, error, settings, back: back))
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
            return try changing(.add(item, place), key: key, request.head) { service, result in
                service.formAnswer(result, request, fields, back: back)
            }
        }
        let base = try base(fields)
        guard !edit.isEmpty else { return .now(.see(back)) }
        return try changing(.edit(id, edit, base: base), key: key, request.head) { service, result in
            service.formAnswer(result, request, fields, back: back)
        }
    }

    /// The form once more, with what was entered and what is wrong with it.
    private func formAgain(
        _ request: Request, _ fields: FormFields, _ problem: Problem, _ settings: InventorySettings, back: String
    ) throws(Problem) -> Answer {
        var form = Form(action: "/add", title: "addTitle", place: fields["place"], sent: fields, problem: problem)
        if case .editPage(let id) = request.route {
            form = Form(
                action: "/edit/\(id.text)", title: "editTitle", base: fields["base"], sent: fields, problem: problem)
        }
        let blank = Item(id: UUID(), name: "", dateCreated: .current)
        return try itemForm(blank, settings, request.head, request.admission.caller, back: back, form)
    }

    private func formAnswer(
        _ result: Result<EditResult, Problem>, _ request: Request, _ fields: FormFields, back: String
    ) -> Answer {
        switch result {
        case .success: return .see(back)
        case .failure(let problem):
            guard let conflict = problem.conflict, request.head.wantsPage else { return refusal(problem, request.head) }
            do throws(Problem) {
                return try conflictPage(conflict, request, fields, back: back)
            } catch {
                return refusal(error, request.head)
            }
        }
    }

    /// Asks which values to keep, or, before a removal, to look once more.
    private func conflictPage(
        _ conflict: ItemConflict, _ request: Request, _ fields: FormFields, back: String
    ) throws(Problem) -> Answer {
        let words = forms.words(for: request.head)
        var data = FormPages.carried(request.admission.caller, returning: back)
        data["base"] = .text(conflict.revision.description)
        if case .deletePage(let id) = request.route {
            data["action"] = .text("/delete/\(id.text)")
            data["problem"] = .text(words["deletedConflict"])
            data["name"] = .text(words["editTitle"])
            data["serial"] = .null
            return try forms.page(.delete, title: words["deleteTitle"], words, status: 412, data)
        }
        data["action"] = .text("/edit/\(conflict.item.text)")
        let contested = Set(conflict.fields.map(\.field.rawValue))
        data["kept"] = .list(
            fields.names.filter { name in
                !["csrf", "key", "return", "base"].contains(name) && !contested.contains(name)
                    && !contested.contains { name == "was-\($0)" || name == "keep-\($0)" }
            }.map { ["name": .text($0), "value": .text(fields[$0] ?? "")] })
        data["conflicts"] = .list(
            conflict.fields.map { field in
                func shown(_ value: FieldValue) -> TemplateValue { value == .none ? .null : .text(value.description) }
                return [
                    "name": .text(field.field.rawValue), "label": .text(words["field.\(field.field.rawValue)"]),
                    "before": shown(field.base), "theirs": shown(field.theirs), "yours": shown(field.yours),
                ]
            })
        return try forms.page(.conflict, title: words["conflictTitle"], words, status: 412, data)
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
