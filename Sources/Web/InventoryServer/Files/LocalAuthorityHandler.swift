import HTTPServer
import Localization
import Templating

/// The certificate of the machine's own authority, with the steps to install it, for devices that do not trust it yet.
struct LocalAuthorityHandler: ResourceHandler {
    /// Nil if the server's certificate was not issued by a local authority.
    let authority: LocalAuthority?
    let forms: FormPages

    func respond(to request: InventoryRequest) throws(RequestError) -> DeferredResponse {
        guard let authority else { throw RequestError(.noSuchPage) }
        guard request.route == .localAuthorityPage else {
            return .now(
                Response(
                    status: 200,
                    fields: [
                        // Phones offer to install files of this type. They ignore the type that RFC 2585 registers.
                        ("Content-Type", "application/x-x509-ca-cert"), ("Cache-Control", "no-store"),
                        ("Content-Security-Policy", SecurityHeaders.closedPolicy),
                    ], body: .bytes(authority.certificate)))
        }
        let words = forms.words(for: request.head)
        var data = FormPages.carried(request.caller, returning: "/")
        data["fingerprint"] = .text(authority.fingerprint)
        return .now(try forms.page(.localAuthority, title: words["localTitle"], words: words, data: data))
    }
}
