import FoundationEssentials
import HTTPServer
import Inventory
import InventoryStore
import JSON
import Localization
import Message
import Synchronization

/// Makes the edits that pages send. A page saves each edit, and sends it at once or when it has a connection again.
struct SavedEditsHandler: ResourceHandler {
    let store: InventoryStore
    let edits: EditService

    /// Replays the edits in order, each once. A refused edit does not stop the others.
    func respond(to request: InventoryRequest) throws -> DeferredResponse {
        let savedEdits = try SavedEdit.list(
            try JSONBody.value(of: request.body), store: store.identifier.text, now: .now)
        try edits.disk.check(for: savedEdits.map(\.key))
        guard !savedEdits.isEmpty else { return .now(.json { $0.array("results") { _ in } }) }
        return .later { [edits] promise in
            let words = edits.errors.forms.words(ofProgram: request.head).catalogue
            let results = ReplayResults(count: savedEdits.count, words: words) { json in
                promise.fulfill { .json { $0.add("results", raw: json) } }
            }
            let own = SharedOwnChanges()
            for (index, saved) in savedEdits.enumerated() {
                switch saved.edit {
                case .failure(let error): results.set(.failure(error), of: saved.key, at: index)
                case .success(let edit):
                    let context = ChangeContext(by: request.caller, otherwise: edits.actor, key: saved.key)
                    let isQueued = edits.commitQueue.submit(
                        CommitQueue.Edit(
                            apply: { writer in
                                try own.apply(edit, own: saved.own, key: saved.key, writer: writer, context: context)
                            },
                            done: { result in
                                if case .failure = result { own.forget(saved.key) }
                                results.set(result, of: saved.key, at: index)
                            }))
                    if !isQueued { results.set(.failure(RequestError(.stopping)), of: saved.key, at: index) }
                }
            }
        }
    }
}

/// The changes of saved edits that may be committed in several transactions, one after the other.
private final class SharedOwnChanges: Sendable {
    private let changes = Mutex(OwnChanges())

    func apply(
        _ edit: EditRequest, own: Set<Revision>, key: IdempotencyKey, writer: StoreWriter, context: ChangeContext
    ) throws -> EditResult {
        // The commit queue makes one edit at a time, so the value cannot change between the two locks.
        var current = changes.withLock { $0 }
        defer { changes.withLock { [current] in $0 = current } }
        return try current.apply(edit, own: own, key: key, writer: writer, context: context)
    }

    func forget(_ key: IdempotencyKey) { changes.withLock { $0.forget(key) } }
}

/// Collects the result of each saved edit.
private final class ReplayResults: Sendable {
    private let results: Mutex<[[UInt8]?]>
    private let words: MessageCatalogue
    private let done: @Sendable ([UInt8]) -> Void

    /// - Parameter done: receives the JSON list when all results are there.
    init(count: Int, words: MessageCatalogue, done: @escaping @Sendable ([UInt8]) -> Void) {
        results = Mutex(Array(repeating: nil, count: count))
        self.words = words
        self.done = done
    }

    func set(_ result: Result<EditResult, any Error>, of key: IdempotencyKey, at index: Int) {
        var json = JSONWriter()
        json.object { json in
            json.add("key", key.rawValue)
            switch result {
            case .success(let result):
                json.add("status", 200)
                json.write(result, "change")
            case .failure(let error):
                let error = RequestError(error)
                json.add("status", error.type.status)
                json.add("problem", raw: error.json(in: words))
            }
        }
        let all = results.withLock { results -> [[UInt8]]? in
            results[index] = json.bytes
            let known = results.compactMap(\.self)
            return known.count == results.count ? known : nil
        }
        guard let all else { return }
        var list = JSONWriter()
        list.array { json in
            for result in all { json.add(raw: result) }
        }
        done(list.bytes)
    }
}

/// One saved edit. An edit that cannot be read does not stop the others.
struct SavedEdit {
    let key: IdempotencyKey
    let edit: Result<EditRequest, any Error>
    /// Changes since the edit's base that the same author made.
    let own: Set<Revision>
}

extension SavedEdit {
    /// The maximum number of edits in one file or request.
    private static let limit = 1000

    /// Reads saved edits (`application/vnd.homepwner.edits+json`).
    /// - Parameters:
    ///   - store: the id of the inventory that the edits must belong to.
    ///   - now: the date of added items that state none.
    static func list(_ value: JSONValue, store: String, now: Timestamp) throws -> [SavedEdit] {
        let body = try JSONBody(
            value, members: ["version", "store", "edits"], required: ["version", "store", "edits"])
        guard case .number("1")? = body["version"] else {
            throw RequestError.field("version", Message("request.expectedVersion"))
        }
        guard case .string(let named)? = body["store"] else {
            throw RequestError.field("store", Message("request.expectedText"))
        }
        guard named.lowercased() == store else { throw RequestError.field("store", Message("request.otherInventory")) }
        guard case .array(let edits)? = body["edits"], edits.count <= limit else {
            throw RequestError.field("edits", Message("request.expectedEdits", ["count": .count(limit)]))
        }
        var savedEdits: [SavedEdit] = []
        for value in edits {
            guard case .string(let text)? = value["key"], let key = IdempotencyKey(visible: text) else {
                throw RequestError.field("key", Message("request.expectedEditKey"))
            }
            var own: Set<Revision> = []
            let edit = Result {
                own = try revisions(value["own"])
                return try EditRequest(value, now: now)
            }
            savedEdits.append(SavedEdit(key: key, edit: edit, own: own))
        }
        return savedEdits
    }

    private static func revisions(_ value: JSONValue?) throws -> Set<Revision> {
        guard let value else { return [] }
        let revisions = value.array?.compactMap { value -> Revision? in
            guard case .number(let digits) = value else { return nil }
            return Revision(digits: digits)
        }
        guard let revisions, revisions.count == value.array?.count else {
            throw RequestError.field("own", Message("request.expectedRevision"))
        }
        return Set(revisions)
    }
}

extension EditRequest {
    /// Reads one saved edit.
    fileprivate init(_ value: JSONValue, now: Timestamp) throws {
        let known: Set<String> = [
            "key", "action", "id", "base", "item", "patch", "place", "revision", "moment", "ids", "addTags",
            "removeTags", "from", "to", "own", "kind",
        ]
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
        case .string("undo"):
            // Without a revision it would undo the latest change, which may be another user's.
            guard let revision = try body.revision("revision") else {
                throw RequestError.field("revision", Message("request.missingMember"))
            }
            self = .undo(revision, expecting: try body.expectedChange())
        case .string("editMany"):
            let fields = try body["patch"].map { value in try ItemJSONReader.edit(value) }
            self = .editMany(
                try body.ids(),
                BatchEdit(
                    fields: fields ?? ItemEdit(), addedTags: try body.tags("addTags"),
                    removedTags: try body.tags("removeTags")))
        case .string("removeMany"): self = .removeMany(try body.ids())
        case .string("relocate"): self = .relocate(try body.path("from"), to: try body.path("to"))
        default: throw RequestError.field("action", Message("request.expectedAction"))
        }
    }
}

extension JSONBody {
    /// The maximum number of items in one edit or report.
    private static let mostItems = 50_000

    /// The member `ids`, a list of items.
    func ids() throws -> [UUID] {
        guard let list = self["ids"]?.array, (1...JSONBody.mostItems).contains(list.count) else {
            throw RequestError.field("ids", Message("request.expectedUUIDs", ["count": .count(JSONBody.mostItems)]))
        }
        return try list.map { value in
            guard let id = value.string.flatMap({ UUID(text: $0) }) else {
                throw RequestError.field("ids", Message("request.expectedUUID"))
            }
            return id
        }
    }

    fileprivate func expectedChange() throws -> ExpectedChange? {
        guard let value = self["kind"] else { return nil }
        guard let kind = value.string.flatMap(JournalEntry.Kind.init(rawValue:)) else {
            throw RequestError.field("kind", Message("request.expectedKind"))
        }
        return ExpectedChange(kind, of: Set(try ids()))
    }

    fileprivate func tags(_ name: String) throws -> [String] {
        guard let value = self[name] else { return [] }
        let tags = value.array?.compactMap(\.string)
        guard let tags, tags.count == value.array?.count, !tags.contains("") else {
            throw RequestError.field(name, Message("request.expectedTags"))
        }
        return tags
    }

    fileprivate func path(_ name: String) throws -> [String] {
        let names = Selection.pathNames(self[name]?.string ?? "")
        guard !names.isEmpty else { throw RequestError.field(name, Message("request.expectedPath")) }
        return names
    }
}
