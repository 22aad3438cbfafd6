import FoundationEssentials
import HTTPServer
import Inventory
import InventoryStore
import Message

/// A refused request as data; ``ErrorResponder`` turns it into a response (RFC 9457). It never contains an item's values.
struct RequestError: Error, Sendable {
    let type: ProblemType
    /// The fault in this case; nil for the advice of the type.
    var detail: Message?
    /// The invalid fields.
    var fields: [FieldDiagnostic] = []
    /// The later changes that prevent undoing.
    var obstacles: [UndoDiagnostic] = []
    /// The two edits of one item.
    var conflict: ItemConflict?
    /// Seconds after which the client may try again.
    var retryAfter: Int?
    /// The methods that the address takes.
    var allowedMethods: [RequestHead.Method] = []

    /// A field with a value that it cannot have; nil for the request as a whole.
    struct FieldDiagnostic: Equatable, Sendable {
        var field: String?
        var detail: Message
    }

    init(_ kind: InventoryErrorKind, _ detail: Message? = nil) {
        type = .inventory(kind)
        self.detail = detail
    }

    init(_ kind: HTTPErrorKind, _ detail: Message? = nil) {
        type = .http(kind)
        self.detail = detail
    }

    init(_ error: HTTPError) {
        type = .http(error.kind)
        detail = error.cause
        retryAfter = error.retryAfter
        allowedMethods = error.allowedMethods
    }

    /// A query parameter that cannot be read.
    static func parameter(_ name: String, _ fault: Message) -> RequestError {
        RequestError(
            .malformedParameter, Message("request.parameter", ["name": .text(name), "fault": .message(fault)]))
    }

    /// The fault in this case, or the advice of the type.
    var explanation: Message { detail ?? type.remedy }

    /// Invalid fields.
    static func fields(_ fields: [FieldDiagnostic]) -> RequestError {
        var error = RequestError(.invalidField)
        error.fields = fields
        return error
    }

    /// One invalid field.
    static func field(_ field: String?, _ detail: Message) -> RequestError {
        .fields([FieldDiagnostic(field: field, detail: detail)])
    }
}

extension RequestError {
    /// Translates an error of the store for a client, without paths of this machine.
    init(_ error: StoreError) {
        switch error {
        case .locked, .changedWhileReading:
            self.init(.storeBusy)
            retryAfter = 2
        case .inputOutput(_, .server), .lostServer:
            self.init(.storeUnreachable)
            retryAfter = 2
        case .unknownOutcome: self.init(.storeUnreachable, Message("problem.unknownOutcome"))
        case .diskFull: self.init(.diskFull)
        case .readOnly, .archived: self.init(.storeReadOnly)
        case .damaged, .damagedField, .cachedTotals, .notAStore, .notAFolder, .folderInUse, .newerVersion:
            self.init(.storeDamaged)
        case .tooManySortedValues: self = .parameter("sort", error.message)
        case .missing, .unreadable, .missingFiles: self.init(.storeMissing)
        case .noSuchItem: self.init(.noSuchItem)
        case .noSuchFile: self.init(.noSuchPhoto)
        case .itemExists: self.init(.itemExists)
        case .noSuchPosition(_, let count):
            self = .field("place", Message("request.noSuchPosition", ["count": .count(count)]))
        case .value(let field, let value): self = .field(field?.name, value.message)
        case .parent(let diagnostic, _): self = .field(ItemField.parent.name, diagnostic.message)
        case .reference(let diagnostic, _): self = .field(diagnostic.field.name, diagnostic.message)
        case .conflict(let conflict):
            self.init(.conflict)
            self.conflict = conflict
        case .nothingToUndo: self.init(.nothingToUndo)
        case .alreadyUndone(let revision, let by):
            self.init(
                .cannotUndo,
                Message(
                    "request.alreadyUndone",
                    ["revision": .text(revision.description), "by": .text(by.description)]))
        case .cannotUndo(_, let obstacles):
            self.init(.cannotUndo)
            self.obstacles = obstacles
        case .forgotten, .notRemoved: self.init(.cannotUndo, error.message)
        case .notAllowed: self.init(InventoryErrorKind.notAllowed)
        case .hiddenField: self.init(InventoryErrorKind.notAllowed, error.message)
        case .keyReused: self.init(.keyReused)
        case .totals: self = .field(nil, error.message)
        case .exists, .inputOutput, .unconfirmed, .closed, .importDiagnostics, .noServerDriver, .noInventoryName,
            .copyDiffers:
            self.init(.internalError)
        }
    }

    /// Translates an error of any module.
    init(_ error: any Error) {
        switch error {
        case let error as RequestError: self = error
        case let error as StoreError: self.init(error)
        case let error as HTTPError: self.init(error)
        default: self.init(.internalError)
        }
    }
}

extension Message {
    /// Text that is already worded.
    static func verbatim(_ text: String) -> Message { Message("request.text", ["text": .text(text)]) }
}
