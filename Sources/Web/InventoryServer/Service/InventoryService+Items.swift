import FoundationEssentials
import Inventory
import InventoryStore
import Synchronization

// Items, their order, undo, the journal and totals, as JSON.
extension InventoryService {
    func handleItems(_ request: Request) throws(HTTPError) -> DeferredResponse {
        let head = request.head
        switch (request.route, request.method) {
        case (.items, .post): return try addItem(request)
        case (.items, _): return try listItems(request)
        case (.item(let id), .patch):
            let edit = try ItemJSONReader.edit(try EditReader.json(request.body))
            guard !edit.isEmpty else {
                throw .fields([HTTPError.FieldDiagnostic(field: nil, detail: "the patch changes nothing")])
            }
            return try change(.edit(id, edit, base: try Preconditions.base(head.headers)), request)
        case (.item(let id), .delete):
            return try change(.remove(id, base: try Preconditions.base(head.headers)), request)
        case (.item(let id), _): return showItem(id, head)
        case (.move(let id), _):
            let members = try EditReader.members(try EditReader.json(request.body), ["place"], required: ["place"])
            return try change(.move(id, try EditReader.place(members["place"])), request)
        case (.undo, _):
            let members = try EditReader.members(try EditReader.json(request.body), ["revision"])
            return try change(.undo(try EditReader.revision(members["revision"], "revision")), request)
        case (.changes, _):
            guard let text = head.query?["since"], let since = Preconditions.revision(text) else {
                throw .parameter("since", "expected a revision, a whole number")
            }
            return reading(head) { service throws(HTTPError) in
                let changes = try HTTPError.translating { () throws(StoreError) in
                    try service.store.changes(since: since)
                }
                var json = ResponseJSONWriter()
                json.write(changes)
                return .json(json.bytes)
            }
        case (.journal, _): return try journal(request)
        case (.edits, _): return try replay(request)
        case (.totals, _): return try totals(request)
        default: throw HTTPError(.noSuchPage)
        }
    }

    private func change(_ edit: EditRequest, _ request: Request) throws(HTTPError) -> DeferredResponse {
        try changing(edit, key: try Preconditions.key(request.head.headers), request.head) { service, result in
            switch result {
            case .success(let result): service.response(result, status: 200)
            case .failure(let problem): service.errorResponse(problem, request.head)
            }
        }
    }

    private func response(_ result: EditResult, status: Int) -> Response {
        var json = ResponseJSONWriter()
        json.write(result)
        let response = Response.json(json.bytes, status: status)
        guard let item = result.item else { return response }
        return response.with("ETag", "\"\(item.revision)\"")
    }

    private func addItem(_ request: Request) throws(HTTPError) -> DeferredResponse {
        guard let query = request.head.query else { throw .parameter("place", EditReader.placeWords) }
        var place = EditRequest.MoveTarget.at(.last)
        if let text = query["place"] {
            guard let named = EditRequest.MoveTarget(text) else { throw .parameter("place", EditReader.placeWords) }
            place = named
        }
        let item = try ItemJSONReader.item(
            try EditReader.json(request.body), makingKey: { newKey() }, now: .now)
        let key = try Preconditions.key(request.head.headers)
        return try changing(.add(item, place), key: key, request.head) { service, result in
            switch result {
            case .success(let result):
                let id = result.outcome.item ?? item.id
                return service.response(result, status: result.outcome.isRepeat ? 200 : 201)
                    .with("Location", "/api/items/\(id.text)")
            case .failure(let problem): return service.errorResponse(problem, request.head)
            }
        }
    }

    private func showItem(_ id: UUID, _ head: RequestHead) -> DeferredResponse {
        reading(head) { service throws(HTTPError) in
            let found = try HTTPError.translating { () throws(StoreError) in try service.store.snapshot().item(id) }
            guard let found else { throw HTTPError(.noSuchItem) }
            let tag = "\"\(found.revision)\""
            if Preconditions.isCurrent(tag, head.headers) { return Response.empty(304).with("ETag", tag) }
            var json = ResponseJSONWriter()
            json.write(found, photos: service.photos(of: id))
            return Response.json(json.bytes).with("ETag", tag)
        }
    }

    /// The photos of an item; nil where there is nobody to ask.
    func photos(of id: UUID) -> [PhotoSummary]? {
        do throws(PhotoServiceError) { return try options.photos?.photos(of: id) } catch { return nil }
    }

    private func listItems(_ request: Request) throws(HTTPError) -> DeferredResponse {
        let query = try ItemListQuery(request.head)
        return reading(request.head) { service throws(HTTPError) in
            let list = try HTTPError.translating { () throws(StoreError) in try service.store.snapshot() }
            let tag = "\"\(list.revision)\""
            if Preconditions.isCurrent(tag, request.head.headers) { return Response.empty(304).with("ETag", tag) }
            let selection = try query.selection(list.settings, startOfDay: service.options.startOfDay)
            return try HTTPError.translating { () throws(StoreError) in
                let cursor = try list.items(matching: selection, order: query.order)
                var items = ResponseJSONWriter()
                var count = 0
                var failure: StoreError?
                items.array { json in
                    do throws(StoreError) {
                        while try cursor.next() {
                            if count >= query.offset, count - query.offset < query.limit {
                                json.write(try cursor.storedItem())
                            }
                            count += 1
                        }
                    } catch {
                        failure = error
                    }
                }
                if let failure { throw failure }
                return Response.json { json in
                    json.add("revision", list.revision.rawValue)
                    json.add("total", count)
                    json.add("offset", query.offset)
                    json.add("items", raw: items.bytes)
                }.with("ETag", tag)
            }
        }
    }

    private func journal(_ request: Request) throws(HTTPError) -> DeferredResponse {
        let parameters = request.head.query ?? FormFields()
        var before: Revision?
        if let text = parameters["before"] {
            guard let revision = Preconditions.revision(text) else {
                throw .parameter("before", "expected a revision, a whole number")
            }
            before = revision
        }
        let limit = try ItemListQuery.number(parameters, "limit", 1...500, otherwise: 50)
        return reading(request.head) { [before] service throws(HTTPError) in
            try HTTPError.translating { () throws(StoreError) in
                let snapshot = try service.store.snapshot()
                let entries = try snapshot.journal(limit: limit, before: before)
                return Response.json { json in
                    json.add("revision", snapshot.revision.rawValue)
                    json.array("entries") { json in
                        for entry in entries { json.write(entry) }
                    }
                }
            }
        }
    }

    private func totals(_ request: Request) throws(HTTPError) -> DeferredResponse {
        let query = try ItemListQuery(request.head)
        return reading(request.head) { service throws(HTTPError) in
            let snapshot = try HTTPError.translating { () throws(StoreError) in try service.store.snapshot() }
            let selection = try query.selection(snapshot.settings, startOfDay: service.options.startOfDay)
            let summary = try HTTPError.translating { () throws(StoreError) in
                try snapshot.summary(matching: selection, grouping: query.grouping)
            }
            return Response.json { json in
                json.add("revision", snapshot.revision.rawValue)
                json.write(summary.totals, as: "totals")
                json.add("archived", summary.archivedLeftOut)
                guard query.grouping != .none else { return }
                json.array("groups") { json in
                    for group in summary.groups {
                        json.object { json in
                            if let name = group.name { json.add("name", name) }
                            json.write(group.totals, as: "totals")
                        }
                    }
                }
            }
        }
    }
}
