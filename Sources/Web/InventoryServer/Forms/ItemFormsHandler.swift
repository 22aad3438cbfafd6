import FoundationEssentials
import HTTPServer
import Inventory
import InventoryStore
import Localization
import Message
import Templating

/// The forms that add and edit an item.
struct ItemFormsHandler: ResourceHandler {
    let services: FormServices
    let ids: ItemIDs

    func respond(to request: InventoryRequest) throws -> DeferredResponse {
        if request.method == .post { return try submit(request) }
        let named = request.head.query?["return"].map { ReturnPath($0).text }
        return services.workers.reading(for: request.head) {
            let snapshot = try services.snapshot(for: request)
            guard case .editPage(let id) = request.route else {
                return try page(
                    of: Item(id: UUID(), name: "", dateCreated: .now), for: request, back: named ?? "/", in: snapshot,
                    form: ItemFormPage(
                        action: "/add", title: "addTitle", place: request.head.query?["place"],
                        sent: try copied(request.head.query?["like"], in: snapshot, for: request)
                            ?? FormFields(given: request.head.query)))
            }
            let found = try services.item(id, in: snapshot, for: request)
            return try page(
                of: found.item, for: request, back: named ?? services.defaultReturn(from: found.item), in: snapshot,
                form: ItemFormPage(action: "/edit/\(id.text)", title: "editTitle", base: found.revision.description))
        }
    }

    /// The input of a form that copies an item: its fields without those of one piece, such as the serial number.
    private func copied(
        _ text: String?, in snapshot: StoreSnapshot, for request: InventoryRequest
    ) throws -> FormFields? {
        guard let text else { return nil }
        guard let item = try UUID(text: text).flatMap({ id in try snapshot.item(id) })?.item else {
            throw RequestError(.noSuchItem)
        }
        let parent = if case .identifier(let id) = item[.parent] { try ParentChoice(snapshot).text(id) } else { "" }
        let words = services.forms.words(for: request.head, otherwise: snapshot.settings.locale)
        var fields = FormFields()
        for field in ItemForm.entered where !ItemFormsHandler.ownFields.contains(field) {
            let value = ItemForm.text(item[field], snapshot.settings.currency, language: words.tag)
            fields.add(field.name, field == .parent ? parent : value)
        }
        return fields
    }

    /// Fields that no other item shares.
    private static let ownFields: Set<ItemField> = [
        .serialNumber, .assetIdentifier, .externalReference, .purchaseReceiptNumber, .saleDate, .salePrice, .saleTo,
        .saleNotes, .archived,
    ]

    private func submit(_ request: InventoryRequest) throws -> DeferredResponse {
        let (fields, key) = try services.submitted(request)
        let named = ReturnPath(fields["return"])
        // An archived item has no page to return to.
        let isArchived = fields["archived"] == "true" && fields["was-archived"] != "true"
        let back = isArchived ? ReturnPath("/#archived") : named
        // The same form may mean something else by now, for example because its parent was renamed, so a repeated form is
        // recognised before it is read.
        let fingerprint = key.map { _ in
            FormFingerprint.requestFingerprint(request.head.target.path, fields)
        }
        if let key, let fingerprint, let known = try outcome(of: key, fingerprint) {
            return .later { [services] promise in
                services.pages.whenShowing(known.revision) { promise.fulfill { services.pages.redirect(to: back) } }
            }
        }
        let settings = try services.store.settings
        let edit: ItemEdit
        do {
            edit = try self.edit(fields, currency: settings.currency, for: request)
        } catch {
            guard request.head.wantsPage else { throw error }
            return .now(try pageAgain(request, fields: fields, error: RequestError(error), back: named))
        }
        let change: EditRequest
        if case .editPage(let id) = request.route {
            let base = try fields.base()
            guard !edit.isEmpty else { return .now(services.pages.redirect(to: back)) }
            change = .edit(id, edit, base: base)
        } else {
            change = .add(try newItem(edit), try place(fields))
        }
        return try services.edits.commit(
            change, key: key, requestFingerprint: fingerprint, for: request, at: .published(services.pages)
        ) { result in
            if case .failure(let failure) = result, request.head.wantsPage {
                let error = RequestError(failure)
                if error.type == .inventory(.invalidField) {
                    return try pageAgain(request, fields: fields, error: error, back: named)
                }
            }
            return try services.response(to: request, result, fields, back: back)
        }
    }

    /// The outcome of the same form, if it was sent before.
    private func outcome(of key: IdempotencyKey, _ fingerprint: String) throws -> ChangeOutcome? {
        try services.store.snapshot().outcome(of: key, requestFingerprint: fingerprint)
    }

    private func newItem(_ edit: ItemEdit) throws -> Item {
        var item = Item(id: ids.next(), name: "", dateCreated: .now)
        do { try edit.apply(to: &item) } catch { throw RequestError(.internalError) }
        return item
    }

    private func place(_ fields: FormFields) throws -> EditRequest.MoveTarget {
        guard let text = fields["place"], !text.isEmpty else { return .at(.last) }
        guard let place = EditRequest.MoveTarget(text) else {
            throw RequestError.field("place", Message("request.expectedPlace"))
        }
        return place
    }

    /// The changes that a form makes.
    private func edit(_ fields: FormFields, currency: Currency, for request: InventoryRequest) throws -> ItemEdit {
        try ItemForm.edit(fields, currency: currency, isNew: request.route == .addPage) { text in
            try ParentChoice(services.snapshot(for: request)).item(text)
        }
    }

    /// The form once more, with the reader's input and the faults.
    private func pageAgain(
        _ request: InventoryRequest, fields: FormFields, error: RequestError, back: ReturnPath
    ) throws -> Response {
        let snapshot = try services.snapshot(for: request)
        var form = ItemFormPage(
            action: "/add", title: "addTitle", place: fields["place"], sent: fields, error: error)
        var item = Item(id: UUID(), name: "", dateCreated: .now)
        if case .editPage(let id) = request.route {
            form = ItemFormPage(
                action: "/edit/\(id.text)", title: "editTitle", base: fields["base"], sent: fields, error: error)
            let stored = try snapshot.item(id)
            item = Item(id: id, name: "", dateCreated: stored?.item.dateCreated ?? .now)
        }
        return try page(of: item, for: request, back: back.text, in: snapshot, form: form)
    }

    private func page(
        of item: Item, for request: InventoryRequest, back: String, in snapshot: StoreSnapshot, form: ItemFormPage
    ) throws -> Response {
        let settings = snapshot.settings
        let words = services.forms.words(for: request.head, otherwise: settings.locale)
        var data = FormPages.hiddenFields(request.caller, returning: back)
        data["action"] = .text(form.action)
        data["base"] = form.base.map(TemplateValue.text) ?? .null
        data["place"] = form.place.map(TemplateValue.text) ?? .null
        data["locale"] = .text(words.tag)
        let faults = form.error?.fields ?? []
        let known = Set(ItemForm.entered.map(\.name))
        var problems: [TemplateValue] = form.error == nil ? [] : [.text(words["invalid"])]
        for fault in faults where !known.contains(fault.field ?? "") {
            problems.append(.text(words.catalogue.text(fault.detail)))
        }
        data["problems"] = .list(problems)
        let choice = ParentChoice(snapshot)
        var parent = ItemForm.ParentField(names: try choice.names(besides: item.id))
        if case .identifier(let id) = item[.parent] { parent.text = try choice.text(id) }
        let dates = ReaderDates(language: words.tag, timeZone: settings.timeZone)
        data["groups"] = ItemForm.data(
            item, without: snapshot.hidden, recorded: form.base == nil ? nil : dates.day(of: item.dateCreated),
            currency: settings.currency,
            words: words, parent: parent, suggestions: try services.suggestions(in: snapshot), sent: form.sent,
            faults: faults)
        return try services.forms.page(
            .item, title: words[form.title], words: words, status: form.error?.type.status ?? 200, data: data)
    }
}

extension FormFields {
    /// The input of a form that a scan or a page filled in; nil if nothing is given.
    fileprivate init?(given query: FormFields?) {
        self.init()
        for field in [ItemField.code, .location, .tags] {
            if let text = query?[field.name] { add(field.name, text) }
        }
        guard !pairs.isEmpty else { return nil }
    }
}

/// The parts of an item's form around its fields.
private struct ItemFormPage {
    var action: String
    var title: String
    var base: String?
    var place: String?
    var sent: FormFields?
    var error: RequestError?
}
