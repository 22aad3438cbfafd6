import FoundationEssentials
import Inventory
import InventoryStore
import Templating

/// Reads the bodies of changes sent as JSON.
enum EditReader {
    /// A body as JSON (RFC 8259), with no name twice in an object: which of two values is meant, nobody can tell.
    static func json(_ body: RequestBody) throws(HTTPError) -> TemplateValue {
        guard case .bytes(let bytes) = body else { throw HTTPError(.malformedJSON, "The body is empty.") }
        do throws(TemplateDataError) {
            return try TemplateValue(json: bytes, rejectsDuplicateNames: true)
        } catch {
            throw HTTPError(.malformedJSON, "\(error.description).")
        }
    }

    /// An object whose members are all known.
    static func members(
        _ json: TemplateValue, _ known: Set<String>, required: Set<String> = []
    ) throws(HTTPError) -> [String: TemplateValue] {
        guard case .object(let members) = json else { throw HTTPError(.malformedJSON, "The body is no object.") }
        var faults = members.keys.filter { !known.contains($0) }.sorted().map {
            HTTPError.FieldDiagnostic(field: $0, detail: "not known here")
        }
        faults += required.filter { members[$0] == nil }.sorted().map {
            HTTPError.FieldDiagnostic(field: $0, detail: "is missing")
        }
        guard faults.isEmpty else { throw .fields(faults) }
        return members
    }

    static func place(_ value: TemplateValue?) throws(HTTPError) -> EditRequest.MoveTarget {
        guard case .text(let text)? = value, let place = EditRequest.MoveTarget(text) else {
            throw .fields([HTTPError.FieldDiagnostic(field: "place", detail: placeWords)])
        }
        return place
    }

    static let placeWords = "expected first, last, before:ID, after:ID, index:N, up or down"

    static func revision(_ value: TemplateValue?, _ name: String) throws(HTTPError) -> Revision? {
        guard let value else { return nil }
        guard case .number(let digits) = value, let revision = Preconditions.revision(digits) else {
            throw .fields([HTTPError.FieldDiagnostic(field: name, detail: "expected a revision, a whole number")])
        }
        return revision
    }

    static func id(_ value: TemplateValue?) throws(HTTPError) -> UUID {
        guard case .text(let text)? = value, let id = UUID(text: text) else {
            throw .fields([HTTPError.FieldDiagnostic(field: "id", detail: "expected a UUID (RFC 9562)")])
        }
        return id
    }

    /// One edit of a queue.
    struct Queued {
        let key: IdempotencyKey
        let edit: Result<EditRequest, HTTPError>
    }

    /// A saved queue of edits (`application/vnd.homepwner.edits+json`).
    static func queue(_ json: TemplateValue, store: String, now: Timestamp) throws(HTTPError) -> [Queued] {
        let members = try members(json, ["version", "store", "edits"], required: ["version", "store", "edits"])
        guard case .number("1")? = members["version"] else {
            throw .fields([HTTPError.FieldDiagnostic(field: "version", detail: "expected 1")])
        }
        guard case .text(let named)? = members["store"] else {
            throw .fields([HTTPError.FieldDiagnostic(field: "store", detail: "expected a text")])
        }
        guard named.lowercased() == store else {
            throw .fields([HTTPError.FieldDiagnostic(field: "store", detail: "the edits belong to another inventory")])
        }
        guard case .list(let edits)? = members["edits"], edits.count <= 1000 else {
            throw .fields([HTTPError.FieldDiagnostic(field: "edits", detail: "expected a list of at most 1000 edits")])
        }
        var queue: [Queued] = []
        for value in edits {
            guard case .object(let members) = value, case .text(let text)? = members["key"],
                let key = Preconditions.key(text)
            else {
                throw .fields([
                    HTTPError.FieldDiagnostic(
                        field: "key", detail: "every edit has a key of 1 to 128 visible ASCII characters")
                ])
            }
            do throws(HTTPError) {
                queue.append(Queued(key: key, edit: .success(try edit(value, now: now))))
            } catch {
                queue.append(Queued(key: key, edit: .failure(error)))
            }
        }
        return queue
    }

    private static func edit(_ value: TemplateValue, now: Timestamp) throws(HTTPError) -> EditRequest {
        let known: Set<String> = ["key", "action", "id", "base", "item", "patch", "place", "revision", "moment"]
        let members = try members(value, known, required: ["key", "action"])
        switch members["action"] {
        case .text("add"):
            let place: EditRequest.MoveTarget = members["place"] == nil ? .at(.last) : try place(members["place"])
            let item = try ItemJSONReader.item(members["item"] ?? .null, makingKey: { UUID() }, now: now)
            return .add(item, place)
        case .text("edit"):
            return .edit(
                try id(members["id"]), try ItemJSONReader.edit(members["patch"] ?? .null),
                base: try revision(members["base"], "base"))
        case .text("remove"): return .remove(try id(members["id"]), base: try revision(members["base"], "base"))
        case .text("move"): return .move(try id(members["id"]), try place(members["place"]))
        case .text("undo"): return .undo(try revision(members["revision"], "revision"))
        default:
            throw .fields([
                HTTPError.FieldDiagnostic(field: "action", detail: "expected add, edit, remove, move or undo")
            ])
        }
    }
}
