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
            let attempt = query["state"].map { state in
                request.head.headers.cookies(attemptCookie).lazy.compactMap(SignInAttempt.init)
                    .first { ConstantTime.areEqual($0.state, state) }
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
    private var attemptCookie: String { cookieName + "-provider" }

    private func attemptCookie(_ value: String, seconds: Int) -> String {
        "\(attemptCookie)=\(value); Max-Age=\(seconds); Path=\(Self.providerPath); HttpOnly; SameSite=Lax"
            + (isSecure ? "; Secure" : "")
    }

    /// The address of the page under the name by which the browser reached this server, which the host check has accepted.
    private func address(for request: InventoryRequest) -> String {
        request.head.ownAddress(isSecure: isSecure) + Self.providerPath
    }

    private func begin(_ request: InventoryRequest, _ provider: IdentityProvider, back: ReturnPath) throws -> Response {
        let attempt = SignInAttempt(back: back)
        return .redirect(to: try provider.address(for: attempt, back: address(for: request)))
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
        guard let secret = try sessions.signIn(where: { $0.has(account) }) else {
            return try refuse(request, "providerUnknown", account.text, status: 403)
        }
        // Browsers do not send the session's cookie with a request that another site has led to: the page leads on itself.
        return try signInPage(request.head, back: attempt.back.text)
            .with("Set-Cookie", cookie(secret)).with("Set-Cookie", attemptCookie("", seconds: 0))
            .with("Refresh", "0; url=\(attempt.back.text)")
    }

    private func refuse(_ request: InventoryRequest, _ word: String, _ name: String, status: Int) throws -> Response {
        let problem = forms.words(for: request.head).catalogue.text("form.\(word)", [name])
        return try signInPage(request.head, back: ReturnPath.front.text, problem: problem, status: status)
            .with("Set-Cookie", attemptCookie("", seconds: 0))
    }
}
