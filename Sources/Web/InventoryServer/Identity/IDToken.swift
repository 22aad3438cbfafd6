import Files
import FoundationEssentials
import JSON

/// An ID token that was checked: who signed in (OpenID Connect Core 1.0, 2).
struct IDToken {
    /// The part of a token that is wrong, by its name in RFC 7515 and OpenID Connect Core.
    enum Fault: String, Error {
        case form = "JWS"
        case algorithm = "alg"
        case critical = "crit"
        /// No key of the provider is meant, or several are. The provider may have a new one.
        case key = "kid"
        case signature
        case issuer = "iss"
        case audience = "aud"
        case party = "azp"
        case end = "exp"
        case issued = "iat"
        case beginning = "nbf"
        case nonce
        case subject = "sub"
    }

    /// The values that a token must have.
    struct Expectation {
        let issuer: String
        let client: String
        let nonce: String
        /// Seconds since 1970.
        let now: Int64
    }

    /// Identifies the person at the provider.
    let subject: String
    /// The other claims, such as `email`.
    let claims: JSONValue

    /// Seconds by which the clocks may differ.
    static let leeway: Int64 = 60
    /// Seconds for which a token may be used to sign in.
    static let longestAge: Int64 = 600

    /// Checks a token in the compact form (RFC 7515, 7.1), by the rules of OpenID Connect Core 1.0, 3.1.3.7.
    /// - Throws: the first ``Fault``.
    init(_ text: String, keys: [ProviderKey], _ expected: Expectation) throws(Fault) {
        let parts = text.split(separator: ".", omittingEmptySubsequences: false)
        guard parts.count == 3, let header = IDToken.json(parts[0]), let claims = IDToken.json(parts[1]),
            let signature = Base64URL.decode(parts[2])
        else { throw .form }
        guard let algorithm = header["alg"]?.string.flatMap(ProviderKey.Algorithm.init(rawValue:)) else {
            throw .algorithm
        }
        // An extension that must be understood, which this program does not (RFC 7515, 4.1.11).
        guard header["crit"] == nil else { throw .critical }
        let name = header["kid"]?.string
        let meant = keys.filter { $0.algorithm == algorithm && (name == nil || $0.name == name) }
        guard meant.count == 1, let key = meant.first else { throw .key }
        guard key.verifies(signature, of: Array(text.utf8.dropLast(parts[2].utf8.count + 1))) else {
            throw .signature
        }
        try IDToken.check(claims, expected)
        guard let subject = claims["sub"]?.string, (1...255).contains(subject.utf8.count) else { throw .subject }
        (self.subject, self.claims) = (subject, claims)
    }

    private static func check(_ claims: JSONValue, _ expected: Expectation) throws(Fault) {
        guard claims["iss"]?.string == expected.issuer else { throw .issuer }
        let audiences = claims["aud"]?.array?.map(\.string) ?? [claims["aud"]?.string]
        guard audiences.contains(expected.client) else { throw .audience }
        // A token for several clients was issued to the one that it names.
        let party = claims["azp"]
        guard party == nil && audiences.count == 1 || party?.string == expected.client else { throw .party }
        guard let end = seconds(claims["exp"]), expected.now < end + leeway else { throw .end }
        guard let issued = seconds(claims["iat"]), issued <= expected.now + leeway,
            expected.now - issued <= longestAge + leeway
        else { throw .issued }
        if let beginning = claims["nbf"] {
            guard let beginning = seconds(beginning), beginning <= expected.now + leeway else { throw .beginning }
        }
        guard let nonce = claims["nonce"]?.string, nonce == expected.nonce else { throw .nonce }
    }

    private static func json(_ part: Substring) -> JSONValue? {
        Base64URL.decode(part).flatMap { try? JSONValue(parsing: $0, rejectsDuplicateNames: true) }
    }

    /// A time in seconds since 1970, which may have a fraction (RFC 7519, 2).
    private static func seconds(_ value: JSONValue?) -> Int64? {
        guard case .number(let digits)? = value, let seconds = Double(digits), (0..<1e12).contains(seconds) else {
            return nil
        }
        return Int64(seconds)
    }
}

/// Base64 for addresses, without padding (RFC 4648, 5; RFC 7515, 2).
enum Base64URL {
    static func encode(_ bytes: [UInt8]) -> String {
        Data(bytes).base64EncodedString().replacing("+", with: "-").replacing("/", with: "_").replacing("=", with: "")
    }

    /// - Returns: nil if the text has any other form than ``encode(_:)`` gives it.
    static func decode(_ text: some StringProtocol) -> [UInt8]? {
        let padding = String(repeating: "=", count: (4 - text.utf8.count % 4) % 4)
        let usual = String(text).replacing("-", with: "+").replacing("_", with: "/") + padding
        guard let bytes = Data(base64Encoded: usual).map(Array.init), encode(bytes) == text else { return nil }
        return bytes
    }
}
