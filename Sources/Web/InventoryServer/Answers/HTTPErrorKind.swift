import Localization

/// Every way a request can be refused. The names are stable: `urn:homepwner:problem:NAME` (RFC 9457).
enum HTTPErrorKind: String, CaseIterable, Sendable {
    case wrongHost = "wrong-host"
    case addressTooLong = "address-too-long"
    case headersTooLarge = "headers-too-large"
    case bodyTooLarge = "body-too-large"
    case tooManyRequests = "too-many-requests"
    case lockedOut = "locked-out"
    case crossSite = "cross-site"
    case foreignOrigin = "foreign-origin"
    case forgedForm = "forged-form"
    case notSignedIn = "not-signed-in"
    case wrongToken = "wrong-token"
    case noSuchPage = "no-such-page"
    case methodNotAllowed = "method-not-allowed"
    case wrongContentType = "wrong-content-type"
    case preconditionRequired = "precondition-required"
    case conflict
    case malformedRequest = "malformed-request"
    case malformedParameter = "malformed-parameter"
    case malformedJSON = "malformed-json"
    case malformedForm = "malformed-form"
    case invalidField = "invalid-field"
    case noSuchItem = "no-such-item"
    case noSuchPhoto = "no-such-photo"
    case photoRefused = "photo-refused"
    case photosUnavailable = "photos-unavailable"
    case itemExists = "item-exists"
    case keyReused = "key-reused"
    case nothingToUndo = "nothing-to-undo"
    case cannotUndo = "cannot-undo"
    case tooManyStreams = "too-many-streams"
    case storeBusy = "store-busy"
    case storeReadOnly = "store-read-only"
    case storeDamaged = "store-damaged"
    case storeMissing = "store-missing"
    case diskFull = "disk-full"
    case stopping
    case internalError = "internal-error"

    /// The type of the problem, a URN.
    var type: String { "urn:homepwner:problem:\(rawValue)" }

    /// The status code (RFC 9110, 15; RFC 6585; RFC 4918).
    var status: Int {
        switch self {
        case .malformedRequest, .malformedParameter, .malformedJSON, .malformedForm: 400
        case .notSignedIn, .wrongToken: 401
        case .crossSite, .foreignOrigin, .forgedForm: 403
        case .noSuchPage, .noSuchItem, .noSuchPhoto: 404
        case .methodNotAllowed: 405
        case .itemExists, .nothingToUndo, .cannotUndo: 409
        case .conflict: 412
        case .bodyTooLarge: 413
        case .addressTooLong: 414
        case .wrongContentType: 415
        case .wrongHost: 421
        case .invalidField, .keyReused, .photoRefused: 422
        case .preconditionRequired: 428
        case .tooManyRequests, .lockedOut: 429
        case .headersTooLarge: 431
        case .internalError, .storeDamaged: 500
        case .tooManyStreams, .storeBusy, .storeReadOnly, .photosUnavailable, .storeMissing, .stopping: 503
        case .diskFull: 507
        }
    }

    /// What went wrong, in a few words.
    var title: String { said("problem.\(rawValue)") }

    /// What to do about it, where nothing more is known.
    var remedy: String { said("problem.\(rawValue).remedy") }
}
