/// The header fields that restrict what pages of this server may do in a browser, and who may embed them.
package enum SecurityHeaders {
    /// Fields of every response.
    package static let always: [(String, String)] = [
        ("X-Content-Type-Options", "nosniff"),
        ("X-Frame-Options", "DENY"),
        // Forms of our own pages still send their origin; other sites learn nothing.
        ("Referrer-Policy", "same-origin"),
        ("Cross-Origin-Opener-Policy", "same-origin"),
        ("Cross-Origin-Resource-Policy", "same-origin"),
        ("Permissions-Policy", "camera=(self), microphone=(), geolocation=(), interest-cohort=()"),
    ]

    /// The policy of responses that are not pages.
    package static let closedPolicy = "default-src 'none'; frame-ancestors 'none'; base-uri 'none'; form-action 'none'"

    /// The policy of pages (Content Security Policy Level 3): files of this server, and inline elements with these hashes.
    package static func policy(_ hashes: CSPHashes) -> String {
        let scripts = hashes.scripts.filter(isHash).map { " '\($0)'" }.joined()
        let styles = hashes.styles.filter(isHash).map { " '\($0)'" }.joined()
        return
            "default-src 'none'; script-src 'self'\(scripts); style-src 'self'\(styles); img-src 'self' data: blob:; "
            + "font-src 'self'; connect-src 'self'; manifest-src 'self'; worker-src 'self'; form-action 'self'; "
            + "base-uri 'none'; frame-ancestors 'none'"
    }

    /// Whether a text is a hash, and not a keyword that would weaken the policy.
    private static func isHash(_ text: String) -> Bool {
        guard text.hasPrefix("sha256-") else { return false }
        return text.utf8.dropFirst(7).count == 44
            && text.utf8.dropFirst(7).allSatisfy { byte in
                switch byte {
                case UInt8(ascii: "a")...UInt8(ascii: "z"), UInt8(ascii: "A")...UInt8(ascii: "Z"),
                    UInt8(ascii: "0")...UInt8(ascii: "9"), UInt8(ascii: "+"), UInt8(ascii: "/"), UInt8(ascii: "="):
                    true
                default: false
                }
            }
    }
}

/// The hashes of scripts and styles that pages may use (Content Security Policy Level 3, 2.3.1), each `sha256-…`.
package struct CSPHashes: Equatable, Sendable {
    /// Of script elements.
    package var scripts: [String]
    /// Of style elements.
    package var styles: [String]

    package init(scripts: [String] = [], styles: [String] = []) {
        self.scripts = scripts
        self.styles = styles
    }
}
