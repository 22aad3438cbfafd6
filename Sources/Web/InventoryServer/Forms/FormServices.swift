import FoundationEssentials
import HTTPServer
import Inventory
import InventoryStore
import Localization
import Message
import Templating

/// The services that the handlers of forms share.
struct FormServices: Sendable {
    let store: InventoryStore
    let workers: Workers
    let edits: EditService
    let forms: FormPages
    let pages: PublishedPages

    /// The inventory as the sender of a request may see it.
    func snapshot(for request: InventoryRequest) throws -> StoreSnapshot {
        try store.snapshot(without: request.caller.hidden)
    }

    /// The author of the changes that a request makes.
    func author(of request: InventoryRequest) -> ChangeContext {
        ChangeContext(by: request.caller, otherwise: edits.actor, key: nil)
    }

    /// The item that a form changes.
    /// - Throws: `noSuchItem`, `notAllowed` if the sender of the request may not change it.
    func item(_ id: UUID, in snapshot: StoreSnapshot, for request: InventoryRequest) throws -> StoredItem {
        let found = try snapshot.item(id)
        guard let found else { throw RequestError(.noSuchItem) }
        try snapshot.checkChange(of: id, author(of: request))
        return found
    }

    /// The fields of a form and its idempotency key, after the CSRF check.
    func submitted(_ request: InventoryRequest) throws -> (FormFields, IdempotencyKey?) {
        let fields = try request.formFields()
        try request.checkCSRF(fields)
        return (fields, try fields.idempotencyKey())
    }

    /// Values of items, offered as suggestions; none if there are too many items.
    func suggestions(
        of fields: [ItemField] = [.location, .category, .manufacturer, .purchasePlace], in snapshot: StoreSnapshot
    ) throws -> [ItemField: [String]] {
        guard try snapshot.count <= FormServices.mostForSuggestions else { return [:] }
        var found: [ItemField: Set<String>] = [:]
        let cursor = try snapshot.items(matching: .everything, fields: ItemFieldSet(fields))
        while try cursor.next() {
            for field in fields {
                guard let text = cursor.text(field), !text.isEmpty else { continue }
                found[field, default: []].insert(String(decoding: text, as: UTF8.self))
            }
        }
        var sorted = found.mapValues { snapshot.collation.sorted($0, by: \.self) }
        sorted[.location] = found[.location].map { locations in
            // As in the tree of places: however an item writes its location, and with the places that it is in.
            let places = locations.flatMap { location in
                let names = Selection.pathNames(location)
                return names.indices.map { names[...$0].joined(separator: " / ") }
            }
            return snapshot.collation.sorted(Set(places), by: \.self)
        }
        return sorted
    }

    private static let mostForSuggestions = 5000

    /// The page to return to if the form names none: the item's, which an archived item does not have.
    func defaultReturn(from item: Item) -> String { item.archived ? "/" : "/item/\(item.id.text).html" }

    /// The response to a form that makes a change: back to the pages, or the question which values to keep.
    func response(
        to request: InventoryRequest, _ result: Result<EditResult, any Error>, _ fields: FormFields,
        back: ReturnPath
    ) throws -> Response {
        guard case .failure(let error) = result else { return pages.redirect(to: back) }
        guard let conflict = RequestError(error).conflict, request.head.wantsPage else { throw error }
        return try conflictPage(conflict, request: request, fields: fields, back: back.text)
    }

    /// Asks which values to keep; before a removal, asks to look once more.
    private func conflictPage(
        _ conflict: ItemConflict, request: InventoryRequest, fields: FormFields, back: String
    ) throws -> Response {
        let words = forms.words(for: request.head)
        var data = FormPages.hiddenFields(request.caller, returning: back)
        data["base"] = .text(conflict.revision.description)
        if case .deletePage(let id) = request.route {
            data["action"] = .text("/delete/\(id.text)")
            data["problem"] = .text(words["deletedConflict"])
            data["name"] = .text(words["editTitle"])
            data["serial"] = .null
            return try forms.page(.delete, title: words["deleteTitle"], words: words, status: 412, data: data)
        }
        data["action"] = .text("/edit/\(conflict.item.text)")
        let contested = Set(conflict.fields.map(\.field.name))
        data["kept"] = .list(
            fields.names.filter { name in
                !["csrf", "key", "return", "base"].contains(name) && !contested.contains(name)
                    && !contested.contains {
                        ["was-\($0)", "keep-\($0)", "currency-\($0)", "about-\($0)"].contains(name)
                    }
            }.map { ["name": .text($0), "value": .text(fields[$0] ?? "")] })
        data["conflicts"] = .list(
            try choices(conflict, words, language: fields["locale"]))
        return try forms.page(.conflict, title: words["conflictTitle"], words: words, status: 412, data: data)
    }

    /// The contested fields with their three values.
    /// - Parameter language: the language of the form that was sent; numbers are written as it reads them again.
    private func choices(
        _ conflict: ItemConflict, _ words: FormLocalization, language: String?
    ) throws -> [TemplateValue] {
        let snapshot = try store.snapshot()
        let parents = ParentChoice(snapshot)
        let dates = ReaderDates(language: words.tag, timeZone: snapshot.settings.timeZone)
        func written(_ value: FieldValue) -> String {
            guard let language else { return value.description }
            return ItemForm.text(value, snapshot.settings.currency, language: language)
        }
        func shown(_ value: FieldValue, of field: ItemField) throws -> TemplateValue {
            if case .timestamp(let timestamp) = value { return .text(dates.dayAndTime(of: timestamp)) }
            if case .identifier(let id) = value { return .text(try parents.text(id)) }
            return value == .none ? .null : .text(written(value))
        }
        var choices: [TemplateValue] = []
        for each in conflict.fields {
            choices.append([
                "name": .text(each.field.name), "label": .text(words["field.\(each.field.name)"]),
                "before": try shown(each.base, of: each.field), "theirs": try shown(each.theirs, of: each.field),
                "yours": try shown(each.yours, of: each.field), "sent": .text(written(each.yours)),
            ])
        }
        return choices
    }
}

extension FormFields {
    /// The revision that a form is based on.
    func base() throws -> Revision {
        guard let text = self["base"] else {
            throw RequestError(HTTPError(.preconditionRequired, Message("http.missingField", ["name": "base"])))
        }
        guard let revision = Revision(digits: text) else {
            throw RequestError.field("base", Message("request.expectedRevision"))
        }
        return revision
    }

    /// The idempotency key of a form; nil if it has none.
    func idempotencyKey() throws -> IdempotencyKey? {
        guard let text = self["key"], !text.isEmpty else { return nil }
        guard let key = IdempotencyKey(visible: text) else {
            throw RequestError.field("key", Message("request.expectedKey"))
        }
        return key
    }
}

extension RequestHead {
    /// The address under which the browser reached this server; the host check has accepted its name.
    func ownAddress(isSecure: Bool) -> String { "\(isSecure ? "https" : "http")://\(headers[.host] ?? "")" }
}
