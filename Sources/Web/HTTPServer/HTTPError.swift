package import Message

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
