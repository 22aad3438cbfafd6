import HTTPServer
import InventoryStore
import JSON
import Localization
import Message

/// Undo, changes since a revision, and the journal, as JSON.
struct HistoryHandler: ResourceHandler {
    let store: InventoryStore
    let workers: Workers
    let edits: EditService

    func respond(to request: InventoryRequest) throws -> DeferredResponse {
        switch request.route {
        case .undo: try undo(request)
        case .changes: try changes(request)
        case .journal: try journal(request)
        default: throw RequestError(.noSuchPage)
        }
    }

    private func undo(_ request: InventoryRequest) throws -> DeferredResponse {
        let revision = try JSONBody(request.body, members: ["revision"]).revision("revision")
        let key = try request.idempotencyKey()
        return try edits.commit(.undo(revision), key: key, for: request) { result in
            .change(try result.get())
        }
    }

    private func changes(_ request: InventoryRequest) throws -> DeferredResponse {
        guard let text = request.head.query?["since"], let since = Revision(digits: text) else {
            throw RequestError.parameter("since", Message("request.expectedRevision"))
        }
        return workers.reading(for: request.head) { [store] in
            let changes = try store.changes(since: since)
            var json = JSONWriter()
            json.write(changes)
            return .json(json.bytes)
        }
    }

    private func journal(_ request: InventoryRequest) throws -> DeferredResponse {
        let parameters = request.head.query ?? FormFields()
        var before: Revision?
        if let text = parameters["before"] {
            guard let revision = Revision(digits: text) else {
                throw RequestError.parameter("before", Message("request.expectedRevision"))
            }
            before = revision
        }
        let limit = try ItemListQuery.number(parameters, "limit", in: 1...500, default: 50)
        return workers.reading(for: request.head) { [store, before] in
            let snapshot = try store.snapshot(without: request.caller.hidden)
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
