import FoundationEssentials
import Inventory
import InventoryStore
import JSON
import Localization

/// One edit of a saved queue. An edit that cannot be read does not stop the others.
struct QueuedEdit {
    let key: IdempotencyKey
    let edit: Result<EditRequest, RequestError>
}

extension QueuedEdit {
    /// The maximum number of edits in a queue.
    private static let limit = 1000

    /// Reads a queue (`application/vnd.homepwner.edits+json`).
    /// - Parameters:
    ///   - store: the id of the inventory that the edits must belong to.
    ///   - now: the date of added items that state none.
    static func queue(_ value: JSONValue, store: String, now: Timestamp) throws(RequestError) -> [QueuedEdit] {
        let body = try JSONBody(
            value, members: ["version", "store", "edits"], required: ["version", "store", "edits"])
        guard case .number("1")? = body["version"] else { throw .field("version", Message("request.expectedVersion")) }
        guard case .string(let named)? = body["store"] else { throw .field("store", Message("request.expectedText")) }
        guard named.lowercased() == store else { throw .field("store", Message("request.otherInventory")) }
        guard case .array(let edits)? = body["edits"], edits.count <= limit else {
            throw .field("edits", Message("request.expectedEdits", ["count": .count(limit)]))
        }
        var queue: [QueuedEdit] = []
        for value in edits {
            guard case .string(let text)? = value["key"], let key = IdempotencyKey(visible: text) else {
                throw .field("key", Message("request.expectedEditKey"))
            }
            queue.append(
                QueuedEdit(key: key, edit: Result { () throws(RequestError) in try EditRequest(value, now: now) }))
        }
        return queue
    }
}

extension EditRequest {
    /// Reads one edit of a queue.
    fileprivate init(_ value: JSONValue, now: Timestamp) throws(RequestError) {
        let known: Set<String> = ["key", "action", "id", "base", "item", "patch", "place", "revision", "moment"]
        let body = try JSONBody(value, members: known, required: ["key", "action"])
        switch body["action"] {
        case .string("add"):
            let place: EditRequest.MoveTarget = body["place"] == nil ? .at(.last) : try body.place()
            let item = try ItemJSONReader.item(body["item"] ?? .null, newID: { UUID() }, now: now)
            self = .add(item, place)
        case .string("edit"):
            self = .edit(
                try body.id(), try ItemJSONReader.edit(body["patch"] ?? .null), base: try body.revision("base"))
        case .string("remove"): self = .remove(try body.id(), base: try body.revision("base"))
        case .string("move"): self = .move(try body.id(), try body.place())
        case .string("undo"): self = .undo(try body.revision("revision"))
        default: throw .field("action", Message("request.expectedAction"))
        }
    }
}
