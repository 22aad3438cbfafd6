import FoundationEssentials
import HTTPServer
import Inventory
import InventoryFormats
import InventoryStore
import JSON
import Message
import Synchronization

/// Items, their order and their totals, as JSON.
final class ItemsHandler: ResourceHandler {
    private let store: InventoryStore
    private let workers: Workers
    private let edits: EditService
    private let ids: ItemIDs

    init(
        store: InventoryStore, workers: Workers, edits: EditService, ids: ItemIDs
    ) {
        self.store = store
        self.workers = workers
        self.edits = edits
        self.ids = ids
    }

    func respond(to request: InventoryRequest) throws -> DeferredResponse {
        switch (request.route, request.method) {
        case (.items, .post): try add(request)
        case (.items, _): try list(request)
        case (.item(let id), .patch): try patch(id, request)
        case (.item(let id), .delete): try commit(.remove(id, base: request.context.base), request)
        case (.item(let id), _): show(id, request)
        case (.move(let id), _):
            try commit(
                .move(id, try JSONBody(request.body, members: ["place"], required: ["place"]).place()), request)
        case (.totals, _): try totals(request)
        default: throw RequestError(.noSuchPage)
        }
    }

    private func patch(_ id: UUID, _ request: InventoryRequest) throws -> DeferredResponse {
        let edit = try ItemJSONReader.edit(try JSONBody.value(of: request.body))
        guard !edit.isEmpty else { throw RequestError.field(nil, Message("request.emptyPatch")) }
        return try commit(.edit(id, edit, base: request.context.base), request)
    }

    private func commit(_ edit: EditRequest, _ request: InventoryRequest) throws -> DeferredResponse {
        try edits.commit(edit, key: try request.idempotencyKey(), for: request) { result in
            .change(try result.get())
        }
    }

    private func add(_ request: InventoryRequest) throws -> DeferredResponse {
        var place = EditRequest.MoveTarget.at(.last)
        if let text = request.head.query?["place"] {
            guard let named = EditRequest.MoveTarget(text) else {
                throw RequestError.parameter("place", Message("request.expectedPlace"))
            }
            place = named
        }
        let item = try ItemJSONReader.item(
            try JSONBody.value(of: request.body), newID: { ids.next() }, now: .now)
        let key = try request.idempotencyKey()
        return try edits.commit(.add(item, place), key: key, for: request) { result in
            let result = try result.get()
            let id = result.outcome.item ?? item.id
            return .change(result, status: result.outcome.isRepeat ? 200 : 201)
                .with("Location", "/api/items/\(id.text)")
        }
    }

    private func show(_ id: UUID, _ request: InventoryRequest) -> DeferredResponse {
        let head = request.head
        return workers.reading(for: head) { [store] in
            let found = try store.snapshot(without: request.caller.hidden).item(id)
            guard let found else { throw RequestError(.noSuchItem) }
            let tag = request.tag(found.revision)
            if Preconditions.isCurrent(tag, head.headers) { return Response.empty(304).with("ETag", tag) }
            var json = JSONWriter()
            json.write(found)
            return Response.json(json.bytes).with("ETag", tag)
        }
    }

    private func list(_ request: InventoryRequest) throws -> DeferredResponse {
        let query = try ItemListQuery(request.head)
        return workers.reading(for: request.head) { [store] in
            let snapshot = try store.snapshot(without: request.caller.hidden)
            let tag = request.tag(snapshot.revision)
            if Preconditions.isCurrent(tag, request.head.headers) { return Response.empty(304).with("ETag", tag) }
            let selection = try query.selection(in: snapshot)
            let cursor = try snapshot.items(matching: selection, order: query.order(in: snapshot))
            if query.wantsIDs {
                let ids = try query.ids(of: cursor)
                return Response.json { json in
                    json.add("revision", snapshot.revision.rawValue)
                    json.add("total", ids.count)
                    json.array("ids") { json in
                        for id in ids { json.add(.string(id.text)) }
                    }
                }.with("ETag", tag)
            }
            let (items, count) = try query.page(of: cursor)
            return Response.json { json in
                json.add("revision", snapshot.revision.rawValue)
                json.add("total", count)
                json.add("offset", query.offset)
                json.array("items") { json in
                    for item in items { json.write(item) }
                }
            }.with("ETag", tag)
        }
    }

    private func totals(_ request: InventoryRequest) throws -> DeferredResponse {
        let query = try ItemListQuery(request.head)
        return workers.reading(for: request.head) { [store] in
            let snapshot = try store.snapshot(without: request.caller.hidden)
            let selection = try query.selection(in: snapshot)
            let summary = try snapshot.summary(matching: selection, grouping: query.grouping)
            let hasValues = !snapshot.hidden.contains(.values)
            return Response.json { json in
                json.add("revision", snapshot.revision.rawValue)
                ItemJSON.write(summary.totals, as: "totals", hasValues: hasValues, to: &json)
                json.add("archived", summary.archivedLeftOut)
                guard query.grouping != .none else { return }
                json.array("groups") { json in
                    for group in summary.groups {
                        json.object { json in
                            if let name = group.name { json.add("name", name) }
                            ItemJSON.write(group.totals, as: "totals", hasValues: hasValues, to: &json)
                        }
                    }
                }
            }
        }
    }
}

/// Makes the ids of new items, one generator for all threads.
final class ItemIDs: Sendable {
    private let generator = Mutex(ItemIDGenerator())

    func next() -> UUID { generator.withLock { $0.next(at: .now) } }
}

extension Response {
    static func json(status: Int = 200, _ write: (inout JSONWriter) -> Void) -> Response {
        var json = JSONWriter()
        json.object { write(&$0) }
        return .json(json.bytes, status: status)
    }

    /// The outcome of a change, with the item's entity tag.
    static func change(_ result: EditResult, status: Int = 200) -> Response {
        var json = JSONWriter()
        json.write(result)
        let response = Response.json(json.bytes, status: status)
        return result.item.map { response.with("ETag", "\"\($0.revision)\"") } ?? response
    }
}

extension InventoryRequest {
    /// The entity tag of what the caller sees of a revision.
    fileprivate func tag(_ revision: Revision) -> String {
        caller.hidden.isEmpty ? "\"\(revision)\"" : "\"\(revision)-\(caller.hidden.rawValue)\""
    }
}
