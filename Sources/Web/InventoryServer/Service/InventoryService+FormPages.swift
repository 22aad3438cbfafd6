import FoundationEssentials
import Inventory
import InventoryStore
import Templating

// The pages that ask before something is removed, moved, undone or photographed.
extension InventoryService {
    func itemPage(
        _ route: Route, _ id: UUID, _ head: RequestHead, _ caller: Caller, back named: String?,
        problem: HTTPError? = nil
    ) throws(HTTPError) -> Response {
        let snapshot = try HTTPError.translating { () throws(StoreError) in try store.snapshot() }
        let found = try HTTPError.translating { () throws(StoreError) in try snapshot.item(id) }
        guard let found else { throw HTTPError(.noSuchItem) }
        // Who came by no page goes on to the item's, which an archived one has not.
        let isListed = !found.item.archived && route != .deletePage(id)
        let back = named ?? (isListed ? "/item/\(id.text).html" : "/")
        let settings = snapshot.settings
        if case .editPage = route {
            return try itemForm(
                found.item, settings, head, caller, back: back,
                snapshot, ItemFormPage(action: "/edit/\(id.text)", title: "editTitle", base: found.revision.description)
            )
        }
        let words = forms.words(for: head, otherwise: settings.locale)
        var data = FormPages.carried(caller, returning: back)
        data["name"] = .text(found.item.name)
        data["serial"] = found.item.serialNumber.map(TemplateValue.text) ?? .null
        data["base"] = .text(found.revision.description)
        data["problem"] = problem.map { .text($0.detail) } ?? .null
        switch route {
        case .deletePage:
            data["action"] = .text("/delete/\(id.text)")
            return try forms.page(.delete, title: words["deleteTitle"], words, data)
        case .movePage:
            data["action"] = .text("/move/\(id.text)")
            return try forms.page(.move, title: words["moveTitle"], words, data)
        case .photoForm(_, let hash):
            guard let photo = (photos(of: id) ?? []).first(where: { $0.hash == hash }) else {
                throw HTTPError(.noSuchPhoto)
            }
            data["action"] = .text("/photos/\(id.text)/\(hash)")
            data["cancel"] = .text("/photos/\(id.text)?return=\(PercentCoding.encode(back))")
            data["hash"] = .text(hash)
            data["alternative"] = .text(photo.caption ?? found.item.name)
            return try forms.page(.removePhoto, title: words["removePhotoTitle"], words, data)
        default:
            data["action"] = .text("/photos/\(id.text)")
            data["isAvailable"] = .bool(options.photos != nil)
            data["photos"] = .list(
                (photos(of: id) ?? []).map { photo in
                    var data = FormPages.carried(caller, returning: back)
                    data["action"] = .text("/photos/\(id.text)/\(photo.hash)")
                    data["question"] = .text("/photos/\(id.text)/\(photo.hash)?return=\(PercentCoding.encode(back))")
                    data["hash"] = .text(photo.hash)
                    data["caption"] = .text(photo.caption ?? "")
                    data["alternative"] = .text(photo.caption ?? found.item.name)
                    data["isPrimary"] = .bool(photo.isPrimary)
                    data["width"] = .number(String(photo.width))
                    data["height"] = .number(String(photo.height))
                    return .object(data)
                })
            return try forms.page(
                .photos, title: words["photosTitle"], words, status: problem?.kind.status ?? 200, data)
        }
    }

    func undoPage(_ head: RequestHead, _ caller: Caller, back: String) throws(HTTPError) -> Response {
        let snapshot = try HTTPError.translating { () throws(StoreError) in try store.snapshot() }
        let words = forms.words(for: head, otherwise: snapshot.settings.locale)
        let entries = try HTTPError.translating { () throws(StoreError) in try snapshot.journal(limit: 30) }
        var data = FormPages.carried(caller, returning: back)
        data["hasChanges"] = .bool(!entries.isEmpty)
        let names = try names(of: entries, in: snapshot)
        data["changes"] = .list(
            entries.map { entry in
                var data = FormPages.carried(caller, returning: back)
                let what = words["kind.\(entry.kind.rawValue)"]
                data["what"] = .text(what.hasPrefix("kind.") ? words["kind.other"] : what)
                data["moment"] = .text(entry.timestamp.description)
                let zone = snapshot.settings.timeZone
                data["momentText"] = .text(options.momentText(entry.timestamp, words.language, zone))
                let name = entry.name ?? entry.item.flatMap { names[$0] }
                data["name"] = name.map { .text($0.isEmpty ? words["unnamed"] : $0) } ?? .null
                let fields = (entry.edit?.fields ?? []).map { words["field.\($0.name)"] }.joined(separator: ", ")
                data["fields"] = fields.isEmpty ? .null : .text(fields)
                data["revision"] = .text(entry.revision.description)
                data["canUndo"] = .bool(entry.undoneBy == nil)
                return .object(data)
            })
        return try forms.page(.undo, title: words["undoTitle"], words, data)
    }

    /// What the items of changes are called; those that are gone were removed by a later change, which says it.
    private func names(of entries: [JournalEntry], in snapshot: StoreSnapshot) throws(HTTPError) -> [UUID: String] {
        var names: [UUID: String] = [:]
        for entry in entries {
            guard let id = entry.item, names[id] == nil else { continue }
            let found = try HTTPError.translating { () throws(StoreError) in try snapshot.item(id) }
            names[id] = found?.item.name ?? entry.name
        }
        return names
    }
}
