/// The proof that a form was made by a page of the session that sends it.
enum FormProof {
    /// Checks the field `csrf` of a form.
    static func check(_ fields: FormFields, _ caller: Caller) throws(Problem) {
        guard let session = caller.session else { throw Problem(.notSignedIn) }
        // A bearer token is no cookie: nobody is made to send it unawares.
        guard session.kind == .cookie else { return }
        guard let proof = fields["csrf"], ConstantTime.areEqual(proof, session.formProof) else {
            throw Problem(.forgedForm)
        }
    }
}
