import FoundationEssentials
import HTTPServer
import Inventory
import InventoryStore
import Localization
import Message
import Templating

/// The forms that remove and move an item and undo changes.
struct ChangeFormsHandler: ResourceHandler {
    let services: FormServices

    /// The number of changes on the page for undoing.
    private static let undoLimit = 30
    /// The number of changes in the history of an item.
    private static let historyLimit = 500

    func respond(to request: InventoryRequest) throws -> DeferredResponse {
        if request.method == .post { return try submit(request) }
        let named = request.head.query?["return"].map { ReturnPath($0).text }
        return services.workers.reading(for: request.head) {
            switch request.route {
            case .deletePage(let id): try itemPage(.delete, of: id, for: request, back: named ?? "/")
            case .movePage(let id): try itemPage(.move, of: id, for: request, back: named)
            case .undoPage: try undoPage(request, back: named ?? "/")
            default: throw RequestError(.noSuchPage)
            }
        }
    }

    private func submit(_ request: InventoryRequest) throws -> DeferredResponse {
        let (fields, key) = try services.submitted(request)
        let change: EditRequest
        switch request.route {
        case .deletePage(let id): change = .remove(id, base: try fields.base())
        case .movePage(let id):
            guard let place = fields["place"].flatMap(EditRequest.MoveTarget.init) else {
                throw RequestError.field("place", Message("request.expectedPlace"))
            }
            change = .move(id, place)
        case .undoPage:
            var revision: Revision?
            if let text = fields["revision"], !text.isEmpty {
                guard let number = Revision(digits: text) else {
                    throw RequestError.field("revision", Message("request.expectedRevision"))
                }
                revision = number
            }
            change = .undo(revision)
        default: throw RequestError(.noSuchPage)
        }
        let back = ReturnPath(fields["return"])
        return try services.edits.commit(change, key: key, for: request, at: .published(services.pages)) {
            result in
            if case .failure(let error) = result, request.head.wantsPage {
                let later = Set(RequestError(error).obstacles.compactMap(\.revision))
                if !later.isEmpty { return try laterChangesPage(later, request, back: back.text) }
            }
            return try services.response(to: request, result, fields, back: back)
        }
    }

    private func itemPage(
        _ page: FormPages.Page, of id: UUID, for request: InventoryRequest, back named: String?
    ) throws -> Response {
        let snapshot = try services.snapshot(for: request)
        let found = try services.item(id, in: snapshot, for: request)
        let words = services.forms.words(for: request.head, otherwise: snapshot.settings.locale)
        var data = FormPages.hiddenFields(
            request.caller, returning: named ?? services.defaultReturn(from: found.item))
        data["name"] = .text(found.item.name)
        data["serial"] = found.item.serialNumber.map(TemplateValue.text) ?? .null
        data["base"] = .text(found.revision.description)
        data["problem"] = .null
        data["action"] = .text("/\(page.rawValue)/\(id.text)")
        return try services.forms.page(page, title: words["\(page.rawValue)Title"], words: words, data: data)
    }

    private func undoPage(_ request: InventoryRequest, back: String) throws -> Response {
        if let revision = request.head.query?["revision"] {
            return try undoQuestion(revision, request, back: back)
        }
        guard let text = request.head.query?["item"] else { return try changesPage(request, back: back) }
        guard let id = UUID(text: text) else { throw RequestError(.noSuchItem) }
        return try changesPage(of: id, request, back: back)
    }

    /// The latest changes, or those of one item, which its page shows too.
    private func changesPage(of item: UUID? = nil, _ request: InventoryRequest, back: String) throws -> Response {
        let snapshot = try services.snapshot(for: request)
        let entries =
            if let item {
                try snapshot.journal(of: item, limit: ChangeFormsHandler.historyLimit)
            } else { try snapshot.journal(limit: ChangeFormsHandler.undoLimit) }
        return try page(entries, of: item, in: snapshot, request, back: back)
    }

    /// The later changes that have to be undone first.
    private func laterChangesPage(
        _ revisions: Set<Revision>, _ request: InventoryRequest, back: String
    ) throws -> Response {
        let snapshot = try services.snapshot(for: request)
        let latest = revisions.sorted(by: >).prefix(ChangeFormsHandler.undoLimit)
        let entries = try latest.flatMap { try snapshot.journal(limit: 1, before: Revision(rawValue: $0.rawValue + 1)) }
        return try page(entries, problem: .inventory(.cannotUndo), in: snapshot, request, back: back)
    }

    private func page(
        _ entries: [JournalEntry], of item: UUID? = nil, problem: ProblemType? = nil, in snapshot: StoreSnapshot,
        _ request: InventoryRequest, back: String
    ) throws -> Response {
        let words = services.forms.words(for: request.head, otherwise: snapshot.settings.locale)
        let edited = try entries.map { entry in try changes(of: entry, in: snapshot, words) }
        let names = try self.names(of: entries, in: snapshot)
        let dates = ReaderDates(language: words.tag, timeZone: snapshot.settings.timeZone)
        let author = services.author(of: request)
        let undoable = try entries.map { entry in try snapshot.canUndo(entry.revision, author) }
        var data = FormPages.hiddenFields(request.caller, returning: back)
        data["problem"] = problem.map { .text(words.catalogue.text($0.remedy)) } ?? .null
        data["hasChanges"] = .bool(!entries.isEmpty)
        data["changes"] = .list(
            zip(entries, zip(edited, undoable)).map { entry, about in
                var data = FormPages.hiddenFields(request.caller, returning: back)
                let kind = words["kind.\(entry.kind.rawValue)"]
                data["what"] = .text(kind.hasPrefix("kind.") ? words["kind.other"] : kind)
                data["moment"] = .text(entry.timestamp.description)
                data["momentText"] = .text(dates.dayAndTime(of: entry.timestamp))
                let name = entry.name ?? entry.item.flatMap { names[$0] } ?? entry.source
                data["name"] = item == nil ? name.map { .text($0.isEmpty ? words["unnamed"] : $0) } ?? .null : .null
                let edited = entry.counts == nil ? about.0 : [counts(of: entry, words)]
                data["fields"] = .list(edited.map { .text($0) })
                data["revision"] = .text(entry.revision.description)
                data["isUndone"] = .bool(entry.undoneBy != nil)
                data["canUndo"] = .bool(about.1)
                // Undoing a change of many items asks first.
                let isPart = item != nil && entry.item == nil
                data["isMany"] = .bool(isPart || (entry.counts?.total ?? 0) > 1)
                return .object(data)
            })
        return try services.forms.page(
            .undo, title: words[item == nil ? "undoTitle" : "historyTitle"], words: words,
            status: problem?.status ?? 200, data: data)
    }

    /// The longest part of a value that a line of the changes shows.
    private static let shownLength = 80

    /// The fields that a change concerns, with their values before and after it.
    private func changes(
        of entry: JournalEntry, in snapshot: StoreSnapshot, _ words: FormLocalization
    ) throws -> [String] {
        guard let edit = entry.edit else { return [] }
        let parents = ParentChoice(snapshot)
        func shown(_ value: FieldValue?) throws -> String {
            let text: String
            switch value ?? FieldValue.none {
            case .none: return words["notStated"]
            case .flag(let isOn): return words[isOn ? "yes" : "no"]
            case .identifier(let id): text = try parents.text(id)
            case let value: text = ItemForm.text(value, snapshot.settings.currency, language: words.tag)
            }
            let limit = ChangeFormsHandler.shownLength
            return text.isEmpty ? words["unnamed"] : text.count > limit ? text.prefix(limit) + "…" : text
        }
        var lines: [String] = []
        for field in ItemField.allCases {
            guard let value = edit.changes[field] else { continue }
            let label = words["field.\(field.name)"]
            switch field.kind {
            case .photos, .documents, .customFields: lines.append(label)
            default: lines.append("\(label): \(try shown(entry.inverse?.changes[field])) → \(try shown(value))")
            }
        }
        return lines
    }

    /// The numbers of items that a change of many concerns.
    private func counts(of entry: JournalEntry, _ words: FormLocalization) -> String {
        let counts = entry.counts ?? ImportCounts()
        guard entry.kind == .import else { return words.catalogue.text("itemCount", [Count(counts.total)]) }
        return words.catalogue.text("form.importCounts", [counts.added, counts.updated].map(words.catalogue.number))
    }

    /// Asks before a change of many items is undone.
    private func undoQuestion(_ text: String, _ request: InventoryRequest, back: String) throws -> Response {
        guard let revision = Revision(digits: text) else {
            throw RequestError.parameter("revision", Message("request.expectedRevision"))
        }
        let snapshot = try services.snapshot(for: request)
        let words = services.forms.words(for: request.head, otherwise: snapshot.settings.locale)
        let entry = try snapshot.journal(limit: 1, before: Revision(rawValue: revision.rawValue + 1)).first
        guard let entry, entry.revision == revision,
            try snapshot.canUndo(revision, services.author(of: request))
        else {
            return try changesPage(request, back: back)
        }
        var data = FormPages.hiddenFields(request.caller, returning: back)
        data["what"] = .text(words["kind.\(entry.kind.rawValue)"])
        data["counts"] = .text(counts(of: entry, words))
        data["source"] = entry.source.map(TemplateValue.text) ?? .null
        data["revision"] = .text(revision.description)
        return try services.forms.page(.undoMany, title: words["undoManyTitle"], words: words, data: data)
    }

    /// The names of the changed items. An item that no longer exists was removed by a later entry, which has its name.
    private func names(of entries: [JournalEntry], in snapshot: StoreSnapshot) throws -> [UUID: String] {
        var names: [UUID: String] = [:]
        for entry in entries {
            guard let id = entry.item, names[id] == nil else { continue }
            names[id] = try snapshot.item(id)?.item.name ?? entry.name
        }
        return names
    }
}
