import FoundationEssentials
import HTTPServer
import Inventory
import InventoryFormats
import InventoryStore
import JSON
import Localization
import Message

extension JSONWriter {
    /// An item with its revision, as the command line writes it.
    mutating func write(_ stored: StoredItem, as name: String? = nil) {
        object(name) { json in
            ItemJSON.writeMembers(of: stored.item, to: &json)
            json.add("revision", stored.revision.rawValue)
        }
    }

    /// The members that describe a conflict.
    mutating func write(_ conflict: ItemConflict) {
        add("id", conflict.item.text)
        add("revision", conflict.revision.rawValue)
        array("fields") { json in
            for field in conflict.fields {
                json.object { json in
                    json.add("field", field.field.name)
                    json.array("path") { json in
                        for name in field.field.path { json.add(.string(name)) }
                    }
                    ItemJSON.write(field.base, as: "base", to: &json)
                    ItemJSON.write(field.theirs, as: "theirs", to: &json)
                    ItemJSON.write(field.yours, as: "yours", to: &json)
                }
            }
        }
    }

    mutating func write(_ obstacle: UndoDiagnostic) {
        object { json in
            switch obstacle.kind {
            case .field(let field, let id):
                json.add("kind", "field")
                json.add("id", id.text)
                json.add("field", field.name)
            case .place(let id):
                json.add("kind", "place")
                json.add("id", id.text)
            case .removed(let id):
                json.add("kind", "removed")
                json.add("id", id.text)
            case .added(let id):
                json.add("kind", "added")
                json.add("id", id.text)
            case .parent(_, let id):
                json.add("kind", "parent")
                json.add("id", id.text)
                json.add("field", ItemField.parent.name)
            case .reference(_, let id):
                json.add("kind", "reference")
                json.add("id", id.text)
                json.add("field", ItemField.externalReference.name)
            case .setting(let name):
                json.add("kind", "setting")
                json.add("field", name)
            }
            if let revision = obstacle.revision { json.add("revision", revision.rawValue) }
        }
    }

    mutating func write(_ changes: StoreChanges) {
        object { json in
            json.add("revision", changes.revision.rawValue)
            json.array("items") { json in
                for id in changes.items { json.add(.string(id.text)) }
            }
            json.array("removed") { json in
                for id in changes.removed { json.add(.string(id.text)) }
            }
            json.add("reordered", changes.isReordered)
            json.add("settings", changes.changesSettings)
            json.add("everything", changes.requiresFullReload)
        }
    }

    mutating func write(_ entry: JournalEntry) {
        object { json in
            json.add("revision", entry.revision.rawValue)
            json.add("moment", entry.timestamp.description)
            json.add("actor", entry.actor)
            json.add("kind", entry.kind.rawValue)
            if let id = entry.item { json.add("id", id.text) }
            if let name = entry.name { json.add("name", name) }
            if let fields = entry.edit?.fields, !fields.isEmpty {
                json.array("fields") { json in
                    for field in fields { json.add(.string(field.name)) }
                }
            }
            if let counts = entry.counts { json.write(counts) }
            if let revision = entry.undoes { json.add("undoes", revision.rawValue) }
            if let revision = entry.undoneBy { json.add("undoneBy", revision.rawValue) }
        }
    }
}

extension JSONWriter {
    private mutating func write(_ counts: ImportCounts) {
        add("added", counts.added)
        add("updated", counts.updated)
        add("unchanged", counts.unchanged)
    }

    /// The outcome of a change.
    mutating func write(_ result: EditResult, _ name: String? = nil) {
        object(name) { json in
            json.add("revision", result.outcome.revision.rawValue)
            json.add("repeated", result.outcome.isRepeat)
            if let id = result.outcome.item { json.add("id", id.text) }
            if let item = result.item { json.write(item, as: "item") }
            if let counts = result.outcome.counts { json.write(counts) }
            if !result.outcome.refused.isEmpty {
                json.array("refused") { json in
                    for obstacle in result.outcome.refused { json.write(obstacle) }
                }
            }
        }
    }
}

/// The JSON body of a request, an object with known members.
struct JSONBody {
    private var members: [String: JSONValue] = [:]

    /// Parses a body (RFC 8259). A name that is there twice is an error: it is ambiguous which value is meant.
    static func value(of body: RequestBody) throws -> JSONValue {
        guard case .bytes(let bytes) = body else { throw RequestError(.malformedJSON, Message("request.emptyBody")) }
        do {
            return try JSONValue(parsing: bytes)
        } catch {
            throw RequestError(
                .malformedJSON,
                Message(
                    "request.jsonSyntax",
                    [
                        "line": .text(String(error.line)), "column": .text(String(error.column)),
                        "problem": .message(error.kind.message),
                    ]))
        }
    }

    /// Parses a body whose members must all be known.
    init(_ body: RequestBody, members known: Set<String>, required: Set<String> = []) throws {
        try self.init(JSONBody.value(of: body), members: known, required: required)
    }

    /// Reads an object whose members must all be known.
    init(_ value: JSONValue, members known: Set<String>, required: Set<String> = []) throws {
        guard case .object(let object) = value else {
            throw RequestError(.malformedJSON, Message("request.notAnObject"))
        }
        for member in object { members[member.name] = member.value }
        var faults = members.keys.filter { !known.contains($0) }.sorted().map {
            RequestError.FieldDiagnostic(field: $0, detail: Message("request.noSuchMember"))
        }
        faults += required.filter { members[$0] == nil }.sorted().map {
            RequestError.FieldDiagnostic(field: $0, detail: Message("request.missingMember"))
        }
        guard faults.isEmpty else { throw RequestError.fields(faults) }
    }

    subscript(_ name: String) -> JSONValue? { members[name] }

    /// The number of members.
    var count: Int { members.count }

    /// The member `place`, a position in the owner's order.
    func place() throws -> EditRequest.MoveTarget {
        guard case .string(let text)? = members["place"], let place = EditRequest.MoveTarget(text) else {
            throw RequestError.field("place", Message("request.expectedPlace"))
        }
        return place
    }

    /// The member as a revision; nil for a missing member.
    func revision(_ name: String) throws -> Revision? {
        guard let value = members[name] else { return nil }
        guard case .number(let digits) = value, let revision = Revision(digits: digits) else {
            throw RequestError.field(name, Message("request.expectedRevision"))
        }
        return revision
    }

    /// The member `id`.
    func id() throws -> UUID {
        guard case .string(let text)? = members["id"], let id = UUID(text: text) else {
            throw RequestError.field("id", Message("request.expectedUUID"))
        }
        return id
    }

    /// The member as a flag; nil for a missing member.
    func flag(_ name: String) throws -> Bool? {
        switch members[name] {
        case nil: return nil
        case .bool(let flag)?: return flag
        default: throw RequestError.field(name, Message("request.expectedFlag"))
        }
    }
}

extension JSONWriter {
    mutating func add(_ name: String, _ text: String) { add(name, .string(text)) }

    mutating func add(_ name: String, _ number: some BinaryInteger) { add(name, .number(String(number))) }

    mutating func add(_ name: String, _ flag: Bool) { add(name, .bool(flag)) }
}
