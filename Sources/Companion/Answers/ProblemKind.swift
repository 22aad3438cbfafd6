/// Every way a request can be refused. The names are stable: `urn:homepwner:problem:NAME` (RFC 9457).
enum ProblemKind: String, CaseIterable, Sendable {
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
    var title: String {
        switch self {
        case .wrongHost: "This server does not go by that name"
        case .addressTooLong: "The address is too long"
        case .headersTooLarge: "The header is too large"
        case .bodyTooLarge: "That is too much at once"
        case .tooManyRequests: "Too many requests"
        case .lockedOut: "Too many wrong tokens"
        case .crossSite: "The request comes from another site"
        case .foreignOrigin: "The request comes from an origin that is not allowed"
        case .forgedForm: "The form is not of this session"
        case .notSignedIn: "Not signed in"
        case .wrongToken: "The token is not right"
        case .noSuchPage: "There is no such page"
        case .methodNotAllowed: "The address does not take that method"
        case .wrongContentType: "The body is of a type that is not taken"
        case .preconditionRequired: "The edit does not say what it is based on"
        case .conflict: "Someone else changed the same fields"
        case .malformedRequest: "The request cannot be read"
        case .malformedParameter: "A parameter cannot be read"
        case .malformedJSON: "The JSON cannot be read"
        case .malformedForm: "The form cannot be read"
        case .invalidField: "A field cannot hold that"
        case .noSuchItem: "There is no such item"
        case .noSuchPhoto: "There is no such photo"
        case .photoRefused: "The photo cannot be taken in"
        case .photosUnavailable: "Photos cannot be taken in here"
        case .itemExists: "An item has that key already"
        case .keyReused: "The idempotency key was used before"
        case .nothingToUndo: "There is nothing to undo"
        case .cannotUndo: "Later changes stand in the way"
        case .tooManyStreams: "Too many pages listen already"
        case .storeBusy: "Another program holds the inventory"
        case .storeReadOnly: "The inventory cannot be written"
        case .storeDamaged: "The inventory is damaged"
        case .storeMissing: "The inventory's folder is not there"
        case .diskFull: "The disk is full"
        case .stopping: "The server is stopping"
        case .internalError: "The program failed"
        }
    }

    /// What to do about it, where nothing more is known.
    var remedy: String {
        switch self {
        case .wrongHost:
            "Open the page under the address that 'homepwner serve' printed, or allow the name with --host."
        case .addressTooLong, .headersTooLarge: "Clear this site's cookies, or send less."
        case .bodyTooLarge: "Send it in smaller pieces."
        case .tooManyRequests: "Wait a moment and try again."
        case .lockedOut: "Wait as long as Retry-After says, then use the latest sign-in link."
        case .crossSite: "Open the page of this server itself and do it there."
        case .foreignOrigin: "Allow the origin with --origin when the server is started."
        case .forgedForm: "Go back, load the page anew and send the form again."
        case .notSignedIn: "Open the sign-in link that 'homepwner serve' printed."
        case .wrongToken: "A token is good once and for ten minutes; use the latest sign-in link."
        case .noSuchPage: "Begin at the front page."
        case .methodNotAllowed: "See Allow, and /api/openapi.json."
        case .wrongContentType: "See /api/openapi.json for the types this address takes."
        case .preconditionRequired: "Send If-Match with the item's ETag, or * to overwrite whatever is there."
        case .conflict: "Choose for each field which value to keep, and send the edit again based on this revision."
        case .malformedRequest, .malformedParameter, .malformedJSON, .malformedForm:
            "See /api/openapi.json for what this address takes."
        case .invalidField: "Correct the fields that are named."
        case .noSuchItem: "It may have been removed; undo that to have it back."
        case .noSuchPhoto: "It may have been taken off the item."
        case .photoRefused: "Choose a JPEG, PNG, WebP, HEIC, GIF or TIFF picture."
        case .photosUnavailable: "Install the whole program with 'make install'."
        case .itemExists: "Edit that item, or choose another key."
        case .keyReused: "Every change wants a key of its own."
        case .nothingToUndo: "See the journal for what can be undone."
        case .cannotUndo: "Undo the later changes first."
        case .tooManyStreams: "Close pages that are not needed."
        case .storeBusy: "Try again in a moment."
        case .storeReadOnly: "Check the permissions of the store's folder."
        case .storeDamaged: "Run 'homepwner verify' and restore a copy."
        case .storeMissing:
            "Nothing was changed. Put the folder back where it was, or start the server anew with --store."
        case .diskFull: "Nothing was changed. Free some space and try again."
        case .stopping: "Start it again and repeat the request."
        case .internalError: "Nothing was changed. Try again; see the server's messages."
        }
    }
}
