internal import HTTPServer
import Message

/// Every way in which the inventory itself refuses a request. ``HTTPErrorKind`` has those of HTTP.
///
/// The raw values are part of the interface: `urn:homepwner:problem:NAME` (RFC 9457).
enum InventoryErrorKind: String, CaseIterable, Sendable {
    case conflict
    case invalidField = "invalid-field"
    case noSuchItem = "no-such-item"
    case noSuchPhoto = "no-such-photo"
    case photoRefused = "photo-refused"
    case noSuchDocument = "no-such-document"
    case documentRefused = "document-refused"
    case photosUnavailable = "photos-unavailable"
    case noSuchList = "no-such-list"
    case listRefused = "list-refused"
    case noSuchReport = "no-such-report"
    case reportRefused = "report-refused"
    case reportFailed = "report-failed"
    case itemExists = "item-exists"
    case notAllowed = "not-allowed"
    case keyReused = "key-reused"
    case nothingToUndo = "nothing-to-undo"
    case cannotUndo = "cannot-undo"
    case storeBusy = "store-busy"
    case storeUnreachable = "store-unreachable"
    case storeReadOnly = "store-read-only"
    case storeDamaged = "store-damaged"
    case storeMissing = "store-missing"

    /// The status code (RFC 9110, 15; RFC 6585).
    var status: Int {
        switch self {
        case .notAllowed: 403
        case .noSuchItem, .noSuchPhoto, .noSuchDocument, .noSuchList, .noSuchReport: 404
        case .itemExists, .nothingToUndo, .cannotUndo: 409
        case .conflict: 412
        case .invalidField, .keyReused, .photoRefused, .documentRefused, .listRefused, .reportRefused: 422
        case .storeDamaged, .reportFailed: 500
        case .storeBusy, .storeUnreachable, .storeReadOnly, .photosUnavailable, .storeMissing: 503
        }
    }
}

/// The type of a problem (RFC 9457, 3.1.1).
enum ProblemType: Equatable, Sendable {
    case http(HTTPErrorKind)
    case inventory(InventoryErrorKind)

    static let all = HTTPErrorKind.allCases.map(ProblemType.http) + InventoryErrorKind.allCases.map(inventory)

    /// The name in the URN and in the catalogue.
    var name: String {
        switch self {
        case .http(let kind): kind.rawValue
        case .inventory(let kind): kind.rawValue
        }
    }

    var urn: String { "urn:homepwner:problem:\(name)" }

    var status: Int {
        switch self {
        case .http(let kind): kind.status
        case .inventory(let kind): kind.status
        }
    }

    /// A short summary.
    var title: Message { Message("problem.\(name).title") }

    /// The advice if nothing more specific is known.
    var remedy: Message { Message("problem.\(name).remedy") }
}
