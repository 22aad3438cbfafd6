import Files
import FoundationEssentials
import HTTPServer
import InventoryStore
import JSON
package import Message
import Synchronization

/// An identity provider that signs people in: OpenID Connect Core 1.0 with the authorization code flow (3.1), PKCE
/// (RFC 7636) and the addresses that the provider describes (OpenID Connect Discovery 1.0).
///
/// Of all addresses only those of the configured issuer's description are asked. No request and no token can name another.
package final class IdentityProvider: Sendable {
    /// The addresses and keys of the provider.
    private struct Description {
        let authorization: String
        let token: String
        /// Nil if it has none.
        let userInfo: String?
        /// Whether the client's secret is sent as a field of the form, and not in the header.
        let takesSecretInForm: Bool
        let keys: [ProviderKey]
    }

    private struct State {
        var description: Description?
        /// When it was last asked for, on the ``MonotonicClock``.
        var asked = -Double.infinity
        /// The last failure that was reported, and when.
        var reported: (message: Message, time: Double)?
    }

    /// The issuer, exactly as its tokens name it.
    let issuer: String
    private let client: String
    private let secret: String?
    private let report: @Sendable (Message) -> Void
    private let state = Mutex(State())

    /// Seconds in which a person is signed in, or not.
    private static let longestSeconds = 8.0
    /// Seconds for which a description holds, and for which another look at the keys is refused.
    private static let descriptionSeconds = 3600.0
    private static let keySeconds = 60.0
    /// Seconds for which the same failure is not reported again: strangers can bring one about.
    private static let reportSeconds = 60.0
    private static let scope = "openid email"

    /// - Parameters:
    ///   - issuer: `https://login.example.org`, with a path if it has one. Without encryption it must be on this machine.
    ///   - client: the client identifier that the provider gave to this server.
    ///   - secret: the client's secret; nil for a client that has none.
    ///   - report: receives the reason if the provider could sign nobody in.
    /// - Throws: `badIssuer`.
    package init(
        issuer: String, client: String, secret: String?, report: @escaping @Sendable (Message) -> Void
    ) throws(ServerError) {
        guard IdentityProvider.isAddress(issuer), !issuer.contains("?"), !issuer.contains("#") else {
            throw .badIssuer(issuer)
        }
        (self.issuer, self.client, self.secret, self.report) = (issuer, client, secret, report)
    }

    /// The name under which people know it: its host.
    var name: String { IdentityProvider.host(of: issuer)?.name ?? issuer }

    private static func host(of url: String) -> HostName? {
        guard let start = url.firstRange(of: "://")?.upperBound else { return nil }
        return HostName(String(url[start...].prefix { $0 != "/" && $0 != "?" && $0 != "#" }))
    }

    /// Whether a text is an address that may be asked: over TLS, or on this machine.
    private static func isAddress(_ url: String) -> Bool {
        guard CurlRequest.isPlain(url), let host = host(of: url) else { return false }
        return url.hasPrefix("https://") || url.hasPrefix("http://") && host.isLoopback
    }

    // Signing in

    /// The address to which a browser is sent to sign in.
    /// - Parameters:
    ///   - state: the text with which the browser comes back.
    ///   - back: the address of this server to which the provider sends it back.
    /// - Throws: as ``account(for:of:back:)``.
    func address(for attempt: SignInAttempt, state: String, back: String) throws -> String {
        let description = try reporting { () throws(ProviderError) -> Description in
            try self.description(by: MonotonicClock.now() + Self.longestSeconds)
        }
        let fields = [
            ("response_type", "code"), ("client_id", client), ("redirect_uri", back), ("scope", Self.scope),
            ("state", state), ("nonce", attempt.nonce), ("code_challenge", attempt.challenge),
            ("code_challenge_method", "S256"),
        ].map { "\($0)=\(PercentCoding.encode($1))" }
        return description.authorization + (description.authorization.contains("?") ? "&" : "?")
            + fields.joined(separator: "&")
    }

    /// The account of the person whom the provider has signed in; nil if the code is wrong, was used or is too old.
    /// - Parameters:
    ///   - code: the authorization code with which the provider has sent the browser back.
    ///   - back: as of ``address(for:state:back:)``.
    /// - Throws: a ``ProviderError``, which is reported.
    func account(for code: String, of attempt: SignInAttempt, back: String) throws -> Account? {
        try reporting { () throws(ProviderError) -> Account? in
            let end = MonotonicClock.now() + Self.longestSeconds
            let description = try self.description(by: end)
            guard let answer = try tokens(for: code, attempt, back: back, description, by: end) else { return nil }
            let token = try check(answer["id_token"]?.string ?? "", nonce: attempt.nonce, by: end)
            var claims = token.claims
            // Providers need not put the address into the token (OpenID Connect Core 1.0, 5.4).
            if claims["email"] == nil, let url = description.userInfo, let access = answer["access_token"]?.string,
                CurlRequest.isPlain(access)
            {
                let (status, json) = try ProviderRequest(url: url, authorization: "Bearer \(access)").answer(by: end)
                guard status == 200 else { throw .status(url, status) }
                // 5.3.2: of anybody else they are not used.
                guard json["sub"]?.string == token.subject else { throw .badToken(.subject) }
                claims = json
            }
            // Some providers write it as a text.
            let isVerified = claims["email_verified"]?.bool ?? (claims["email_verified"]?.string == "true")
            return Account(subject: token.subject, mail: isVerified ? claims["email"]?.string : nil)
        }
    }

    private func reporting<Value>(_ body: () throws(ProviderError) -> Value) throws(ProviderError) -> Value {
        do {
            return try body()
        } catch {
            let (message, now) = (error.message, MonotonicClock.now())
            let isNew = state.withLock { state -> Bool in
                if let last = state.reported, last.message == message, now - last.time < Self.reportSeconds {
                    return false
                }
                state.reported = (message, now)
                return true
            }
            if isNew { report(message) }
            throw error
        }
    }

    /// Exchanges a code for tokens; nil if the provider refuses the code (RFC 6749, 5.2).
    private func tokens(
        for code: String, _ attempt: SignInAttempt, back: String, _ description: Description, by end: Double
    ) throws(ProviderError) -> JSONValue? {
        var form = [
            ("grant_type", "authorization_code"), ("code", code), ("redirect_uri", back),
            ("code_verifier", attempt.verifier),
        ]
        var authorization: String?
        if let secret, !description.takesSecretInForm {
            let pair = "\(PercentCoding.encode(client)):\(PercentCoding.encode(secret))"
            authorization = "Basic \(Data(pair.utf8).base64EncodedString())"
        } else {
            form.append(("client_id", client))
            if let secret { form.append(("client_secret", secret)) }
        }
        let request = ProviderRequest(url: description.token, form: form, authorization: authorization)
        let (status, json) = try request.answer(by: end)
        if status == 400, json["error"]?.string == "invalid_grant" { return nil }
        guard status == 200 else { throw .status(description.token, status) }
        return json
    }

    /// Checks an ID token, with newer keys if it needs one that is not known.
    private func check(_ text: String, nonce: String, by end: Double) throws(ProviderError) -> IDToken {
        let expected = IDToken.Expectation(
            issuer: issuer, client: client, nonce: nonce, now: WallClock.milliseconds() / 1000)
        do {
            let keys = try self.description(by: end).keys
            do {
                return try IDToken(text, keys: keys, expected)
            } catch IDToken.Fault.key {
                let keys = try self.description(ifOlderThan: Self.keySeconds, by: end).keys
                return try IDToken(text, keys: keys, expected)
            }
        } catch let fault as IDToken.Fault {
            throw .badToken(fault)
        } catch let error as ProviderError {
            throw error
        } catch {
            throw .badToken(.form)
        }
    }

    // The provider's description

    /// The known description, or a new one if it is older than some seconds.
    private func description(
        ifOlderThan seconds: Double = descriptionSeconds, by end: Double
    ) throws(ProviderError) -> Description {
        // Another thread that waits for the lock needs what is being fetched.
        try state.withLock { state throws(ProviderError) -> Description in
            let now = MonotonicClock.now()
            if let known = state.description, now - state.asked <= seconds { return known }
            let description = try fetch(by: end)
            (state.description, state.asked) = (description, now)
            return description
        }
    }

    private func fetch(by end: Double) throws(ProviderError) -> Description {
        let url = (issuer.hasSuffix("/") ? String(issuer.dropLast()) : issuer) + "/.well-known/openid-configuration"
        let json = try get(url, by: end)
        func address(_ member: String) throws(ProviderError) -> String {
            guard let address = json[member]?.string, IdentityProvider.isAddress(address) else {
                throw .badDescription(url, member: member)
            }
            return address
        }
        guard json["issuer"]?.string == issuer else { throw .badDescription(url, member: "issuer") }
        let methods = json["token_endpoint_auth_methods_supported"]?.array?.compactMap(\.string)
        let keys = try get(try address("jwks_uri"), by: end)["keys"]?.array?.compactMap(ProviderKey.init) ?? []
        return Description(
            authorization: try address("authorization_endpoint"), token: try address("token_endpoint"),
            userInfo: json["userinfo_endpoint"] == nil ? nil : try address("userinfo_endpoint"),
            takesSecretInForm: methods.map { !$0.contains("client_secret_basic") } ?? false, keys: keys)
    }

    private func get(_ url: String, by end: Double) throws(ProviderError) -> JSONValue {
        let (status, json) = try ProviderRequest(url: url).answer(by: end)
        guard status == 200 else { throw .status(url, status) }
        return json
    }
}

/// A sign-in that a browser has begun at an identity provider, in a cookie of its own until it comes back.
///
/// All its values follow from one secret that the browser keeps, so that any web server of the inventory can end what another
/// began, and nobody else can.
struct SignInAttempt {
    private let secret: String
    /// The page to which it leads.
    let back: ReturnPath

    private static let secretLength = 43
    /// Seconds for which it may be ended.
    static let longestSeconds = 600

    init(back: ReturnPath) { (secret, self.back) = (Secret.text(Self.secretLength), back) }

    /// Reads the value of a cookie; nil if it has another form.
    init?(cookie: String) {
        let parts = cookie.split(separator: ".", maxSplits: 1, omittingEmptySubsequences: false)
        guard parts.count == 2, parts[0].utf8.count == Self.secretLength else { return nil }
        secret = String(parts[0])
        back = ReturnPath(PercentCoding.decode(parts[1].utf8).map { String(decoding: $0, as: UTF8.self) })
    }

    /// The value of the cookie.
    var cookie: String { "\(secret).\(PercentCoding.encode(back.text))" }

    /// The values of the request (OpenID Connect Core 1.0, 3.1.2.1).
    var state: String { SHA256.hexadecimalDigest(of: "state " + secret) }
    var nonce: String { SHA256.hexadecimalDigest(of: "nonce " + secret) }
    /// The secret of RFC 7636, and its digest.
    var verifier: String { SHA256.hexadecimalDigest(of: "verifier " + secret) }
    var challenge: String { Base64URL.encode(SHA256.digest(of: Array(verifier.utf8))) }
}
