import Files
import FoundationEssentials
import HTTPServer
import Inventory
import InventoryStore
import Localization
import Message
import Reports
import Templating

/// The forms that change many items at once: those of a list, the archived ones, and all at a location.
struct ManyFormsHandler: ResourceHandler {
    let services: FormServices

    /// The items on one page: their checkboxes and the other fields fit into one form.
    private static let pageSize = 200

    func respond(to request: InventoryRequest) throws -> DeferredResponse {
        if request.method == .post { return try submit(request) }
        return services.workers.reading(for: request.head) { try page(request, request.head.query ?? FormFields()) }
    }

    private func page(_ request: InventoryRequest, _ fields: FormFields, problem: String? = nil) throws -> Response {
        let snapshot = try services.snapshot(for: request)
        let words = services.forms.words(for: request.head, otherwise: snapshot.settings.locale)
        let back = fields["return"].map { ReturnPath($0).text } ?? "/"
        var data = FormPages.hiddenFields(request.caller, returning: back)
        data["problem"] = problem.map { .text(words[$0]) } ?? .null
        data["places"] = .list(
            try services.suggestions(of: [.location], in: snapshot)[.location, default: []].map(TemplateValue.text))
        data["locationHint"] = .text(words["hint.location"])
        data["tagsHint"] = .text(words["hint.tags"])
        data["insuredLabel"] = .text(words["field.insured"])
        let status = problem == nil ? 200 : 422
        if request.route == .relocatePage {
            data["from"] = .text(fields["from"] ?? "")
            data["to"] = .text(fields["to"] ?? fields["from"] ?? "")
            return try services.forms.page(
                .relocate, title: words["relocateTitle"], words: words, status: status, data: data)
        }
        let isArchive = request.route == .archivePage
        try list(fields, isArchive: isArchive, in: snapshot, words: words, back: back, into: &data)
        let title = words[isArchive ? "archiveTitle" : fields["q"] == nil ? "selectTitle" : "search"]
        return try services.forms.page(.select, title: title, words: words, status: status, data: data)
    }

    /// The items to choose from, and the way to the next ones.
    private func list(
        _ fields: FormFields, isArchive: Bool, in snapshot: StoreSnapshot, words: FormLocalization, back: String,
        into data: inout [String: TemplateValue]
    ) throws {
        var selection = Selection.current
        if isArchive { selection.archived = .yes }
        let place = Selection.pathNames(fields["place"] ?? "")
        if !place.isEmpty { selection.terms.append(.location(place)) }
        // Every word must occur, as in the search of the pages.
        let query = String((fields["q"] ?? "").prefix(200))
        selection.terms += query.split(whereSeparator: \.isWhitespace).map { .text(String($0)) }
        let start = fields["start"].flatMap { Int($0) }.map { min(max($0, 0), 1 << 30) } ?? 0
        let chosen = Set(fields.pairs.filter { $0.name == "id" }.map(\.value))
        let wanted = selection
        let cursor = try snapshot.items(
            matching: wanted, fields: ItemFieldSet([.id, .name, .location]),
            lines: start..<start + ManyFormsHandler.pageSize + 1)
        var rows: [TemplateValue] = []
        while try cursor.next() {
            let (name, location) = (
                cursor.text(.name).map { String(decoding: $0, as: UTF8.self) } ?? "",
                cursor.text(.location).map { String(decoding: $0, as: UTF8.self) } ?? ""
            )
            rows.append([
                "id": .text(cursor.id.text), "name": .text(name.isEmpty ? words["unnamed"] : name),
                "location": location.isEmpty ? .null : .text(location),
                "isChosen": .bool(chosen.contains(cursor.id.text)),
                "page": .text(
                    isArchive ? "/edit/\(cursor.id.text)?return=/archive" : "/item/\(cursor.id.text).html"),
            ])
        }
        let action = isArchive ? "/archive" : "/select"
        data["action"] = .text(action)
        data["isArchive"] = .bool(isArchive)
        data["place"] = place.isEmpty ? .null : .text(place.joined(separator: " / "))
        data["query"] = fields["q"] == nil ? .null : .text(query)
        data["start"] = .text(String(start))
        data["newLocation"] = .text(fields["location"] ?? "")
        for name in ["addTags", "removeTags"] { data[name] = .text(fields[name] ?? "") }
        data["isInsured"] = .bool(fields["insured"] == "yes")
        data["isUninsured"] = .bool(fields["insured"] == "no")
        data["items"] = .list(Array(rows.prefix(ManyFormsHandler.pageSize)))
        data["hasItems"] = .bool(!rows.isEmpty)
        let kept =
            [("place", place.joined(separator: " / ")), ("return", back)]
            + (fields["q"] == nil ? [] : [("q", query)])
        let parameters = kept.map { "\($0)=\(PercentCoding.encode($1))" }.joined(separator: "&")
        data["next"] =
            rows.count > ManyFormsHandler.pageSize
            ? .text("\(action)?start=\(start + ManyFormsHandler.pageSize)&\(parameters)") : .null
    }

    private func submit(_ request: InventoryRequest) throws -> DeferredResponse {
        let (fields, key) = try services.submitted(request)
        var back = ReturnPath(fields["return"])
        let change: EditRequest
        if request.route == .relocatePage {
            let (from, to) = (Selection.pathNames(fields["from"] ?? ""), Selection.pathNames(fields["to"] ?? ""))
            guard !from.isEmpty, !to.isEmpty else { return .now(try page(request, fields, problem: "locationMissing")) }
            change = .relocate(from, to: to)
            // The page of the former location may have been removed.
            back = ReturnPath("/browse-locations.html#changed")
        } else {
            // Checkboxes are fields of their own; the page's script sends one list.
            let named = (fields["ids"] ?? "").split(separator: ",").map(String.init)
            let ids = (named + fields.pairs.filter { $0.name == "id" }.map(\.value)).compactMap { UUID(text: $0) }
            guard !ids.isEmpty else { return .now(try page(request, fields, problem: "nothingChosen")) }
            if fields["act"] == "delete", fields["sure"] == nil {
                return .now(try question(request, fields: fields, ids: ids))
            }
            if fields["act"] == "labels" {
                return services.workers.reading(for: request.head) { try labels(of: ids, request) }
            }
            guard let found = ManyFormsHandler.change(of: ids, fields) else {
                return .now(try page(request, fields, problem: "noChangeChosen"))
            }
            change = found
            let path = back.text.prefix { $0 != "#" }
            if request.route == .archivePage {
                back = ReturnPath("/archive")
            } else if back.file != nil, !path.hasPrefix("/item/") {
                back = ReturnPath(String(path) + (fields["act"] == "archive" ? "#archived" : "#changed"))
            }
        }
        return try services.edits.commit(change, key: key, for: request, at: .published(services.pages)) {
            [back] result in
            _ = try result.get()
            return services.pages.redirect(to: back)
        }
    }

    /// The change that a form requests; nil if it requests none.
    private static func change(of ids: [UUID], _ fields: FormFields) -> EditRequest? {
        var edit = BatchEdit()
        switch fields["act"] {
        case "delete": return .removeMany(ids)
        case "archive": try? edit.fields.set(.archived, to: .flag(true))
        case "restore": try? edit.fields.set(.archived, to: .flag(false))
        default:
            let location = Selection.pathNames(fields["location"] ?? "").joined(separator: " / ")
            if !location.isEmpty { try? edit.fields.set(.location, to: .text(location)) }
            if let insured = fields["insured"], !insured.isEmpty {
                try? edit.fields.set(.insured, to: .flag(insured == "yes"))
            }
            edit.addedTags = tags(fields["addTags"])
            edit.removedTags = tags(fields["removeTags"])
        }
        return edit.isEmpty ? nil : .editMany(ids, edit)
    }

    private static func tags(_ text: String?) -> [String] {
        (text ?? "").split(separator: ";").map { String($0.trimmingSpaces()) }.filter { !$0.isEmpty }
    }

    /// Sheets of labels for the chosen items, to be printed. Their codes link to the pages of this server.
    private func labels(of ids: [UUID], _ request: InventoryRequest) throws -> Response {
        let snapshot = try services.snapshot(for: request)
        let words = services.forms.words(for: request.head, otherwise: snapshot.settings.locale)
        do {
            let locale = try ReportLocale(language: words.tag, timeZone: snapshot.settings.timeZone)
            var options = ReportOptions(format: .html, locale: locale, generated: .now, generator: "homepwner")
            options.kind = .labels
            options.selection = .everything
            options.labels.items = ids
            options.labels.baseURL = request.head.headers[.origin].map { $0 + "/" }
            let folder = try TemporaryFolder(TemporaryFolder.Kind(prefix: ".labels-"))
            defer { folder.remove() }
            let file = folder.path + "/labels.html"
            try Report(options).write(from: snapshot, to: .file(file))
            return .document(try readFile(file))
        } catch {
            throw RequestError(.internalError)
        }
    }

    /// Asks before items are deleted.
    private func question(_ request: InventoryRequest, fields: FormFields, ids: [UUID]) throws -> Response {
        let words = services.forms.words(for: request.head)
        var data = FormPages.hiddenFields(request.caller, returning: ReturnPath(fields["return"]).text)
        data["action"] = .text(request.route == .archivePage ? "/archive" : "/select")
        data["ids"] = .list(ids.map { .text($0.text) })
        data["count"] = .text(words.catalogue.text("itemCount", [Count(ids.count)]))
        return try services.forms.page(.deleteMany, title: words["deleteManyTitle"], words: words, data: data)
    }
}
