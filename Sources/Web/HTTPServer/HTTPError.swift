package import Message

/// Every way in which HTTP itself, the web's security rules or this server's limits refuse a request.
///
/// The raw values are part of the interface: `urn:homepwner:problem:NAME` (RFC 9457).
package enum HTTPErrorKind: String, CaseIterable, Sendable {
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
    case malformedRequest = "malformed-request"
    case malformedParameter = "malformed-parameter"
    case malformedJSON = "malformed-json"
    case malformedForm = "malformed-form"
    case tooManyStreams = "too-many-streams"
    case serverBusy = "server-busy"
    case notOpen = "not-open"
    case diskFull = "disk-full"
    case stopping
    case internalError = "internal-error"

    /// The status code (RFC 9110, 15; RFC 6585; RFC 4918).
    package var status: Int {
        switch self {
        case .malformedRequest, .malformedParameter, .malformedJSON, .malformedForm: 400
        case .notSignedIn, .wrongToken: 401
        case .crossSite, .foreignOrigin, .forgedForm: 403
        case .noSuchPage: 404
        case .methodNotAllowed: 405
        case .bodyTooLarge: 413
        case .addressTooLong: 414
        case .wrongContentType: 415
        case .wrongHost: 421
        case .preconditionRequired: 428
        case .tooManyRequests, .lockedOut: 429
        case .headersTooLarge: 431
        case .internalError: 500
        case .tooManyStreams, .serverBusy, .notOpen, .stopping: 503
        case .diskFull: 507
        }
    }
}

/// A refused request, as data: an application turns it into a response.
package struct HTTPError: Error, Equatable, Sendable {
    package let kind: HTTPErrorKind
    /// The exact fault, if the kind alone does not tell it.
    package var cause: Message?
    /// Seconds after which the client may try again.
    package var retryAfter: Int?
    /// The methods that the address takes.
    package var allowedMethods: [RequestHead.Method] = []

    package init(_ kind: HTTPErrorKind, _ cause: Message? = nil) {
        self.kind = kind
        self.cause = cause
    }

    /// The request cannot be taken now, such as for want of memory that other requests use.
    package static var busy: HTTPError {
        var error = HTTPError(.serverBusy)
        error.retryAfter = 1
        return error
    }
}
