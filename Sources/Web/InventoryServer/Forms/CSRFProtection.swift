import HTTPServer

/// The token that proves that a form comes from a page of the session that sends it.
enum CSRFProtection {
    /// Checks the field `csrf` of a form.
    static func check(_ fields: FormFields, _ caller: Caller) throws(HTTPError) {
        guard let session = caller.session else { throw HTTPError(.notSignedIn) }
        // Browsers do not add a bearer token on their own, so no page can make them send it.
        guard session.kind == .cookie else { return }
        guard let token = fields["csrf"], ConstantTime.areEqual(token, session.csrfToken) else {
            throw HTTPError(.forgedForm)
        }
    }
}
