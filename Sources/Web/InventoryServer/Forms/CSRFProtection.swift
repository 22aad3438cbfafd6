/// The proof that a form was made by a page of the session that sends it.
enum CSRFProtection {
    /// Checks the field `csrf` of a form.
    static func check(_ fields: FormFields, _ caller: Caller) throws(HTTPError) {
        guard let session = caller.session else { throw HTTPError(.notSignedIn) }
        // A bearer token is no cookie: nobody is made to send it unawares.
        guard session.kind == .cookie else { return }
        guard let proof = fields["csrf"], ConstantTime.areEqual(proof, session.csrfToken) else {
            throw HTTPError(.forgedForm)
        }
    }
}
