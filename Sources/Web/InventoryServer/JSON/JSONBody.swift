import FoundationEssentials
import HTTPServer
import Inventory
import InventoryStore
import JSON
import Localization
import Message

/// The JSON body of a request, an object with known members.
struct JSONBody {
    private var members: [String: JSONValue] = [:]

    /// Parses a body (RFC 8259). A name that is there twice is an error: it is ambiguous which value is meant.
    static func value(of body: RequestBody) throws(RequestError) -> JSONValue {
        guard case .bytes(let bytes) = body else { throw RequestError(.malformedJSON, Message("request.emptyBody")) }
        do throws(JSONError) {
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
    init(_ body: RequestBody, members known: Set<String>, required: Set<String> = []) throws(RequestError) {
        try self.init(JSONBody.value(of: body), members: known, required: required)
    }

    /// Reads an object whose members must all be known.
    init(_ value: JSONValue, members known: Set<String>, required: Set<String> = []) throws(RequestError) {
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
        guard faults.isEmpty else { throw .fields(faults) }
    }

    subscript(_ name: String) -> JSONValue? { members[name] }

    /// The number of members.
    var count: Int { members.count }

    /// The member `place`, a position in the owner's order.
    func place() throws(RequestError) -> EditRequest.MoveTarget {
        guard case .string(let text)? = members["place"], let place = EditRequest.MoveTarget(text) else {
            throw .field("place", Message("request.expectedPlace"))
        }
        return place
    }

    /// The member as a revision; nil if there is no such member.
    func revision(_ name: String) throws(RequestError) -> Revision? {
        guard let value = members[name] else { return nil }
        guard case .number(let digits) = value, let revision = Revision(digits: digits) else {
            throw .field(name, Message("request.expectedRevision"))
        }
        return revision
    }

    /// The member `id`.
    func id() throws(RequestError) -> UUID {
        guard case .string(let text)? = members["id"], let id = UUID(text: text) else {
            throw .field("id", Message("request.expectedUUID"))
        }
        return id
    }

    /// The member as a flag; nil if there is no such member.
    func flag(_ name: String) throws(RequestError) -> Bool? {
        switch members[name] {
        case nil: return nil
        case .bool(let flag)?: return flag
        default: throw .field(name, Message("request.expectedFlag"))
        }
    }
}
