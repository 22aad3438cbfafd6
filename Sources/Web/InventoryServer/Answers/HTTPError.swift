import FoundationEssentials
import Inventory
import InventoryStore
import Localization
import Messages

/// A refusal: what is wrong, where, and what to do about it (RFC 9457).
struct HTTPError: Error, Sendable {
    let kind: HTTPErrorKind
    /// What is wrong in this case; the kind's remedy where nothing more is known. Never an item's value.
    var detail: String
    /// The fields at fault.
    var errors: [FieldDiagnostic] = []
    /// What stands in the way of undoing.
    var obstacles: [UndoDiagnostic] = []
    /// The two edits of one item.
    var conflict: ItemConflict?
    /// Seconds after which to come back.
    var retryAfter: Int?
    /// The methods the address takes.
    var allow: String?

    /// What is wrong with one field.
    struct FieldDiagnostic: Equatable, Sendable {
        var field: String?
        var detail: String
    }

    init(_ kind: HTTPErrorKind, _ detail: String? = nil) {
        self.kind = kind
        self.detail = detail ?? kind.remedy
    }

    /// A parameter of the address that cannot be read.
    static func parameter(_ name: String, _ words: String) -> HTTPError {
        HTTPError(.malformedParameter, "\(name): \(words).")
    }

    /// Fields that cannot hold what they were given.
    static func fields(_ errors: [FieldDiagnostic]) -> HTTPError {
        var problem = HTTPError(.invalidField)
        problem.errors = errors
        return problem
    }
}

extension HTTPError {
    /// What a store's error means to a client. Paths of this machine stay out of it.
    init(_ error: StoreError) {
        switch error {
        case .locked, .changedWhileReading:
            self.init(.storeBusy)
            retryAfter = 2
        case .diskFull: self.init(.diskFull)
        case .readOnly: self.init(.storeReadOnly)
        case .damaged, .damagedField, .cachedTotals, .notAStore, .notAFolder, .folderInUse, .newerVersion:
            self.init(.storeDamaged)
        case .missing, .unreadable: self.init(.storeMissing)
        case .noSuchItem: self.init(.noSuchItem)
        case .noSuchFile: self.init(.noSuchPhoto)
        case .itemExists: self.init(.itemExists)
        case .noSuchPosition(_, let count):
            self.init(.invalidField)
            errors = [FieldDiagnostic(field: "place", detail: said("fault.thereArePlaces", count))]
        case .value(let field, let value):
            self.init(.invalidField)
            errors = [FieldDiagnostic(field: field?.name, detail: value.description)]
        case .parent:
            self.init(.invalidField)
            let field = ItemField.parent.name
            errors = [FieldDiagnostic(field: field, detail: error.description.replacing("\(field): ", with: ""))]
        case .reference(let fault, _):
            self.init(.invalidField)
            let field: ItemField = if case .taken = fault { .externalReference } else { .id }
            let detail = error.description.replacing("\(field.name): ", with: "")
            errors = [FieldDiagnostic(field: field.name, detail: detail)]
        case .conflict(let conflict):
            self.init(.conflict)
            self.conflict = conflict
        case .nothingToUndo: self.init(.nothingToUndo)
        case .alreadyUndone(let revision, let by):
            self.init(
                .cannotUndo, "Revision \(revision) was undone by revision \(by) already; undo \(by) to have it back.")
        case .cannotUndo(_, let obstacles):
            self.init(.cannotUndo)
            self.obstacles = obstacles
        case .keyReused: self.init(.keyReused)
        case .totals:
            self.init(.invalidField)
            errors = [FieldDiagnostic(field: nil, detail: error.description)]
        case .exists, .inputOutput, .closed, .importDiagnostics: self.init(.internalError)
        }
    }
}

extension HTTPError {
    /// The problem as JSON (RFC 9457, 3).
    var json: [UInt8] {
        var json = ResponseJSONWriter()
        json.object { json in
            json.add("type", kind.type)
            json.add("title", kind.title)
            json.add("status", kind.status)
            json.add("detail", detail)
            if !errors.isEmpty {
                json.array("errors") { json in
                    for error in errors {
                        json.object { json in
                            if let field = error.field { json.add("field", field) }
                            json.add("detail", error.detail)
                        }
                    }
                }
            }
            if !obstacles.isEmpty {
                json.array("obstacles") { json in
                    for obstacle in obstacles { json.write(obstacle) }
                }
            }
            if let conflict { json.write(conflict) }
        }
        return json.bytes
    }
}
