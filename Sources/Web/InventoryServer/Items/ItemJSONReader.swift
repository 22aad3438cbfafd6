import FoundationEssentials
import HTTPServer
import Inventory
import InventoryFormats
import JSON
import Message

/// Reads items and merge patches (RFC 7396) in the form of ``ItemJSON``.
///
/// All faults are reported, not only the first. An unknown member is a fault.
enum ItemJSONReader {
    /// Photos and documents are added and removed one by one.
    private static let excluded: Set<ItemField> = [.id, .photos, .documents]

    /// Reads a new item.
    /// - Parameters:
    ///   - newID: makes the id if the client states none.
    ///   - now: the date of creation if the client states none.
    static func item(_ json: JSONValue, newID: () -> UUID, now: Timestamp) throws(RequestError) -> Item {
        guard let members = json.object else { throw notAnObject }
        var faults: [RequestError.FieldDiagnostic] = []
        var id: UUID?
        if let stated = json["id"] {
            id = stated.string.flatMap { UUID(text: $0) }
            if id == nil {
                faults.append(RequestError.FieldDiagnostic(field: "id", detail: Message("request.expectedUUID")))
            }
        }
        let read = ItemJSON.Members(members.filter { $0.name != "id" }, allowsNull: false, excluding: excluded)
        faults += read.diagnostics.map(RequestError.FieldDiagnostic.init)
        var item = Item(id: id ?? newID(), name: "", dateCreated: now)
        for (field, value) in read.values {
            do throws(ValueError) {
                try item.set(field, to: value)
            } catch {
                faults.append(RequestError.FieldDiagnostic(field: field.name, detail: error.message))
            }
        }
        guard faults.isEmpty else { throw .fields(sorted(faults)) }
        return item
    }

    /// Reads the changes of a patch.
    static func edit(_ json: JSONValue) throws(RequestError) -> ItemEdit {
        guard let members = json.object else { throw notAnObject }
        let envelope = ["id", "revision"]
        var faults = members.filter { envelope.contains($0.name) }.map {
            RequestError.FieldDiagnostic(field: $0.name, detail: Message("request.readOnlyMember"))
        }
        let read = ItemJSON.Members(
            members.filter { !envelope.contains($0.name) }, allowsNull: true, excluding: excluded)
        faults += read.diagnostics.map(RequestError.FieldDiagnostic.init)
        var edit = ItemEdit()
        for (field, value) in read.values {
            do throws(ValueError) {
                try edit.set(field, to: value)
            } catch {
                faults.append(RequestError.FieldDiagnostic(field: field.name, detail: error.message))
            }
        }
        guard faults.isEmpty else { throw .fields(sorted(faults)) }
        return edit
    }

    private static let notAnObject = RequestError(.malformedJSON, Message("request.notAnObject"))

    private static func sorted(_ faults: [RequestError.FieldDiagnostic]) -> [RequestError.FieldDiagnostic] {
        faults.sorted { ($0.field ?? "") < ($1.field ?? "") }
    }
}

extension RequestError.FieldDiagnostic {
    /// A member that cannot be read, under the name of its field.
    fileprivate init(_ diagnostic: ItemJSONDiagnostic) {
        let field = ItemField.allCases.first { $0.path.joined(separator: ".") == diagnostic.path }
        self.field = field?.name ?? diagnostic.path
        switch diagnostic.reason {
        case .unknownField:
            self.field = diagnostic.path
            detail = Message("request.noSuchField")
        case .expectedObject: detail = Message("request.expectedObject")
        case .wrongForm(let kind):
            switch kind {
            case .money: detail = Message("request.expectedMoney")
            case .quantity, .percentage: detail = Message("request.expectedAnyNumber")
            case .timestamp: detail = Message("request.expectedTimestamp")
            case .date: detail = Message("request.expectedDate")
            case .flag: detail = Message("request.expectedFlag")
            case .identifier: detail = Message("request.expectedUUID")
            case .tags: detail = Message("request.expectedTags")
            case .customFields: detail = Message("request.expectedCustomFields")
            case .text, .photos, .documents: detail = Message("request.expectedText")
            }
        case .value(let error): detail = error.message
        case .attachment(let reason): detail = reason.message
        }
    }
}
