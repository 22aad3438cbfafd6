import HTTPServer
import InventoryStore
import Localization
import Synchronization

// Signing in with an identity provider.
extension SessionsHandler {
    static let providerPath = "/sign-in/provider"

    /// Leads to the provider, which leads back to the same address with the field `state`.
    func providerPage(_ request: InventoryRequest) throws -> DeferredResponse {
        guard let provider, let pool = workers.provider else { throw RequestError(.noSuchPage) }
        // Another method must not use a code up.
        guard request.method == .get else { return .now(.empty(204)) }
        return workers.reading(for: request.head, on: pool) {
            // It may have waited, and a provider takes longer than a stop.
            guard !workers.isStopping.load(ordering: .relaxed) else { throw HTTPError(.stopping) }
            let query = request.head.query ?? FormFields()
            if let inventory = inventory(in: query["state"]) { return passOn(request, to: inventory) }
            let attempt = query["state"].map { state in
                request.head.headers.cookies(attemptCookie).lazy.compactMap(SignInAttempt.init)
                    .first { ConstantTime.areEqual(self.state(of: $0), state) }
            }
            do {
                guard let attempt else { return try begin(request, provider, back: ReturnPath(query["return"])) }
                return try end(attempt, request, provider, query)
            } catch is ProviderError {
                return try refuse(request, "providerFailed", provider.name, status: 502)
            }
        }
    }

    /// The cookie of a sign-in that was begun. It comes with the request that the provider's page leads to, and is for that
    /// address alone.
    private var attemptCookie: String { cookie.name + "-provider" }

    private func attemptCookie(_ value: String, seconds: Int) -> String {
        "\(attemptCookie)=\(value); Max-Age=\(seconds); Path=\(Self.providerPath); HttpOnly; SameSite=Lax"
            + (cookie.isSecure ? "; Secure" : "")
    }

    /// The address of the page under the name by which the browser reached this server, which the host check has accepted; of the
    /// inventories of a database server, the one that they have in common.
    private func address(for request: InventoryRequest) -> String {
        let own = request.head.ownAddress(isSecure: cookie.isSecure)
        return (common.map { own.replacing("://\($0.inventory).", with: "://") } ?? own) + Self.providerPath
    }

    /// The people of a server that has pages of its own.
    private var common: ServerPeople? { sessions.server.flatMap { $0.hasPages ? $0 : nil } }

    /// The state of a sign-in, with the name of the inventory for the page that all inventories have in common.
    private func state(of attempt: SignInAttempt) -> String {
        attempt.state + (common.map { ".\($0.inventory)" } ?? "")
    }

    /// The inventory for which a sign-in was begun that ends at the page which all have in common; nil at its own.
    private func inventory(in state: String?) -> String? {
        guard store == nil, let state, let end = state.firstIndex(of: ".") else { return nil }
        let name = String(state[state.index(after: end)...])
        return InventoriesWebServer.isHostLabel(name) ? name : nil
    }

    /// Leads to the page of an inventory, which has the cookie of the sign-in and ends it.
    private func passOn(_ request: InventoryRequest, to inventory: String) -> Response {
        let own = request.head.ownAddress(isSecure: cookie.isSecure)
        return .redirect(
            to: own.replacing("://", with: "://\(inventory).", maxReplacements: 1)
                + "\(Self.providerPath)?\(request.head.target.query)")
    }

    private func begin(_ request: InventoryRequest, _ provider: IdentityProvider, back: ReturnPath) throws -> Response {
        let attempt = SignInAttempt(back: back)
        return .redirect(to: try provider.address(for: attempt, state: state(of: attempt), back: address(for: request)))
            .with("Set-Cookie", attemptCookie(attempt.cookie, seconds: SignInAttempt.longestSeconds))
    }

    /// Begins a session of the person whom the provider has signed in.
    private func end(
        _ attempt: SignInAttempt?, _ request: InventoryRequest, _ provider: IdentityProvider, _ query: FormFields
    ) throws -> Response {
        // Without the cookie another browser began it, or this one ended it before. The provider may name itself (RFC 9207).
        guard let attempt, let code = query["code"], query["error"] == nil,
            query["iss"].map({ $0 == provider.issuer }) ?? true,
            let account = try provider.account(for: code, of: attempt, back: address(for: request))
        else { return try refuse(request, "providerEnded", provider.name, status: 400) }
        guard let begun = try sessions.signIn(where: { $0.has(account) }) else {
            return try refuse(request, "providerUnknown", account.text, status: 403)
        }
        // Browsers do not send the session's cookie with a request that another site has led to: the page leads on itself.
        let page = try signInPage(request.head, back: attempt.back.text)
        return begin(begun.secret, isOfServer: begun.isOfServer, with: page)
            .with("Set-Cookie", attemptCookie("", seconds: 0))
            .with("Refresh", "0; url=\(attempt.back.text)")
    }

    private func refuse(_ request: InventoryRequest, _ word: String, _ name: String, status: Int) throws -> Response {
        let problem = forms.words(for: request.head).catalogue.text("form.\(word)", [name])
        return try signInPage(request.head, back: ReturnPath.front.text, problem: problem, status: status)
            .with("Set-Cookie", attemptCookie("", seconds: 0))
    }
}
