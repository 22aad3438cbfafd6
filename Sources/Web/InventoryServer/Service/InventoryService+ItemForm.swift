import FoundationEssentials
import Inventory
import InventoryStore
import Templating

/// What stands around the fields of an item's form.
struct ItemFormPage {
    var action: String
    var title: String
    var base: String?
    var place: String?
    var sent: FormFields?
    var problem: HTTPError?
}

// The form of one item: empty, filled, or once more with what is wrong.
extension InventoryService {
    func addPage(_ head: RequestHead, _ caller: Caller, back: String) throws(HTTPError) -> Response {
        let snapshot = try HTTPError.translating { () throws(StoreError) in try store.snapshot() }
        return try itemForm(
            Item(id: UUID(), name: "", dateCreated: .now), snapshot.settings, head, caller, back: back, snapshot,
            ItemFormPage(action: "/add", title: "addTitle", place: head.query?["place"]))
    }

    func itemForm(
        _ item: Item, _ settings: InventorySettings, _ head: RequestHead, _ caller: Caller, back: String,
        _ snapshot: StoreSnapshot, _ form: ItemFormPage
    ) throws(HTTPError) -> Response {
        let words = forms.words(for: head, otherwise: settings.locale)
        var data = FormPages.carried(caller, returning: back)
        data["action"] = .text(form.action)
        data["base"] = form.base.map(TemplateValue.text) ?? .null
        data["place"] = form.place.map(TemplateValue.text) ?? .null
        let faults = form.problem?.errors ?? []
        let known = Set(ItemForm.entered.map(\.name))
        var problems: [TemplateValue] = form.problem == nil ? [] : [.text(words["invalid"])]
        for fault in faults where !known.contains(fault.field ?? "") { problems.append(.text(fault.detail)) }
        data["problems"] = .list(problems)
        let parent = try HTTPError.translating { () throws(StoreError) in
            let choice = ParentChoice(snapshot)
            guard case .identifier(let id) = item[.parent] else {
                return ItemForm.ParentField(names: try choice.names(besides: item.id))
            }
            return ItemForm.ParentField(text: try choice.text(id), names: try choice.names(besides: item.id))
        }
        let recorded =
            form.base == nil ? nil : options.dayText(item.dateCreated, words.language, settings.timeZone)
        data["fields"] = ItemForm.data(
            item, recorded: recorded, currency: settings.currency, words: words, parent: parent, sent: form.sent,
            faults: faults)
        return try forms.page(
            .item, title: words[form.title], words, status: form.problem?.kind.status ?? 200, data)
    }

    /// The form once more, with what was entered and what is wrong with it.
    func formAgain(
        _ request: Request, _ fields: FormFields, _ problem: HTTPError, _ settings: InventorySettings, back: String
    ) throws(HTTPError) -> Response {
        var form = ItemFormPage(
            action: "/add", title: "addTitle", place: fields["place"], sent: fields, problem: problem)
        var key = UUID()
        if case .editPage(let id) = request.route {
            form = ItemFormPage(
                action: "/edit/\(id.text)", title: "editTitle", base: fields["base"], sent: fields, problem: problem)
            key = id
        }
        let snapshot = try HTTPError.translating { () throws(StoreError) in try store.snapshot() }
        let stored = try HTTPError.translating { () throws(StoreError) in try snapshot.item(key) }
        let blank = Item(id: key, name: "", dateCreated: stored?.item.dateCreated ?? .now)
        return try itemForm(blank, settings, request.head, request.authorization.caller, back: back, snapshot, form)
    }

    /// What a form changes.
    func itemEdit(_ fields: FormFields, currency: Currency) throws(HTTPError) -> ItemEdit {
        try ItemForm.edit(fields, currency: currency) { text throws(ParentLookupError) in
            let snapshot: StoreSnapshot
            do throws(StoreError) { snapshot = try store.snapshot() } catch { throw .store(error) }
            return try ParentChoice(snapshot).item(text)
        }
    }
}
