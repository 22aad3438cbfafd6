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

/// A path of this server that a form may lead back to.
enum ReturnPath {
    /// The path, or the front page for anything that would lead elsewhere.
    static func safe(_ text: String?) -> String {
        guard let text, text.hasPrefix("/"), !text.hasPrefix("//"), text.utf8.count <= 500,
            // Browsers take a backslash for a slash, and drop tabs and line ends.
            text.utf8.allSatisfy({ $0 > 0x20 && $0 < 0x7F && $0 != UInt8(ascii: "\\") })
        else { return "/" }
        return text
    }
}
