/// A refused request, as data: an application turns it into a response and into words.
package struct HTTPError: Error, Equatable, Sendable {
    package let kind: HTTPErrorKind
    /// The exact fault, if the kind alone does not tell it.
    package var cause: HTTPErrorCause?
    /// Seconds after which the client may try again.
    package var retryAfter: Int?
    /// The methods that the address takes.
    package var allowedMethods: [RequestHead.Method] = []

    package init(_ kind: HTTPErrorKind, _ cause: HTTPErrorCause? = nil) {
        self.kind = kind
        self.cause = cause
    }

    init(malformed diagnostic: MultipartDiagnostic) { self.init(.malformedForm, .multipart(diagnostic)) }

    /// The request cannot be taken now, such as for want of memory that other requests use.
    package static var busy: HTTPError {
        var error = HTTPError(.serverBusy)
        error.retryAfter = 1
        return error
    }
}

/// The exact fault of a request.
package enum HTTPErrorCause: Equatable, Sendable {
    /// The request target is not a path with valid escapes.
    case unreadableTarget
    /// A header field that has one value is there twice.
    case repeatedField
    /// The name of a header field is not a token (RFC 9110, 5.6.2).
    case invalidFieldName
    /// The request states its length in two ways.
    case lengthAndTransferEncoding
    /// A transfer coding other than `chunked`.
    case unknownTransferEncoding
    /// `Content-Length` is not a number.
    case invalidContentLength
    /// `If-Match` is neither one entity tag nor `*`.
    case invalidIfMatch
    /// The idempotency key is empty, too long or not visible ASCII.
    case invalidIdempotencyKey
    /// A change was sent with a cookie and without the header fields that tell its origin.
    case cookieAlone
    /// A query parameter that cannot be decoded, is unknown or is there twice; nil for the query as a whole.
    case undecodableQuery
    case unknownParameter(String)
    case repeatedParameter(String)
    /// The uploaded file has no bytes.
    case emptyFile
    /// More files than one request may carry.
    case tooManyFiles(limit: Int)
    /// A form field beyond its limit.
    case fieldTooLong
    /// A form lacks a field that it must have.
    case missingField(String)
    /// A `multipart/form-data` body that breaks its format.
    case multipart(MultipartDiagnostic)
}

/// The ways in which a `multipart/form-data` body breaks its format (RFC 7578, RFC 2046).
package enum MultipartDiagnostic: String, CaseIterable, Sendable {
    case noBoundaryAtStart, endsBeforeLastBoundary, textAfterBoundary
    case partHeaderTooLarge, partHeaderNotUTF8, partHeaderWithoutColon, partIsNotFormData, partWithoutName
    case tooManyParts, tooManyFields, fieldNotUTF8
    /// A file in another field than the one that takes files.
    case unexpectedFile
}
