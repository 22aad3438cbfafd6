import HTTPServer
import InventoryStore

/// Answers the requests for one kind of resource.
///
/// `respond` runs on the network's thread. What reads the inventory goes to the ``Workers``, what changes it to the
/// ``EditService``.
protocol ResourceHandler: Sendable {
    func respond(to request: InventoryRequest) throws -> DeferredResponse
}

extension InventoryRequest {
    /// The key that lets the client send the request again, from the header.
    func idempotencyKey() throws -> IdempotencyKey? {
        try IdempotencyKey(head.headers)
    }

    /// Checks that a form comes from a page of the caller's session.
    func checkCSRF(_ fields: FormFields) throws {
        try CSRFProtection.check(fields, caller)
    }

    /// The fields of a form.
    func formFields() throws -> FormFields {
        guard case .bytes(let bytes) = body else { return FormFields() }
        guard let fields = FormFields(bytes) else { throw RequestError(.malformedForm) }
        return fields
    }
}

/// The token that proves that a form comes from a page of the session that sends it.
enum CSRFProtection {
    /// Checks the field `csrf` of a form.
    static func check(_ fields: FormFields, _ caller: Caller) throws {
        guard let session = caller.endable else { throw HTTPError(.notSignedIn) }
        // Browsers do not add a bearer token on their own, so no page can make them send it.
        guard session.kind != .bearer else { return }
        guard let token = fields["csrf"], ConstantTime.areEqual(token, session.csrfToken) else {
            throw HTTPError(.forgedForm)
        }
    }
}
