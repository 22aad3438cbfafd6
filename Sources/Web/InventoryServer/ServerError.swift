import Glibc
package import Message

/// Why the server could not start.
package enum ServerError: Error, Equatable, Sendable {
    /// The listening address cannot be parsed.
    case badAddress(String)
    /// The address is reachable from other machines, but the connection is not encrypted.
    case needsProtection(String)
    /// A wildcard address needs a host name to check requests against.
    case needsHostName(String)
    /// A text is not a host name.
    case badHostName(String)
    /// A text is not a numeric address of a proxy.
    case badProxy(String)
    /// The header of users is not the name of a field, or no trusted address is given.
    case badUserHeader(String)
    /// A text is not the address of an identity provider.
    case badIssuer(String)
    /// A text is not an origin.
    case badOrigin(String)
    /// Another program listens on the address.
    case addressInUse(String)
    /// The system refuses to listen on the address.
    case listenFailed(String, code: Int32)
    /// The HTTP library did not start.
    case libraryFailed
    /// A certificate or key file cannot be read.
    case unreadableCertificate(path: String, code: Int32)
    /// A certificate or key file is not PEM.
    case notPEM(path: String)
    /// There is no folder for the key of the machine's own authority.
    case noStateFolder
    /// The file with that key cannot be read or written.
    case localAuthority(Message)
    /// Other users of the machine can read that key.
    case exposedAuthority(path: String)
    /// The file does not hold a key and its certificate.
    case unusableAuthority(path: String)
    /// The certificate and the key do not belong together.
    case mismatchedCertificate
    /// The inventory cannot be read.
    case store(Message)
    /// The published folder cannot be read.
    case noFolder(path: String, code: Int32)
    /// There is no temporary folder for uploads.
    case noTemporaryFolder(reason: Message)
    /// A form's template inside the program is damaged.
    case brokenForm(name: String, reason: String)
    /// The message catalogue of a language is missing in the program.
    case missingCatalogue(language: String)
}

extension ServerError: MessageConvertible {
    package var message: Message {
        switch self {
        case .badAddress(let text): Message("server.badAddress", ["address": .text(text)])
        case .needsProtection(let text): Message("server.needsProtection", ["address": .text(text)])
        case .needsHostName(let text): Message("server.needsHostName", ["address": .text(text)])
        case .badHostName(let text): Message("server.badHostName", ["name": .text(text)])
        case .badProxy(let text): Message("server.badProxy", ["address": .text(text)])
        case .badUserHeader(let name): Message("server.badUserHeader", ["name": .text(name)])
        case .badIssuer(let text): Message("server.badIssuer", ["address": .text(text)])
        case .badOrigin(let text): Message("server.badOrigin", ["origin": .text(text)])
        case .addressInUse(let text): Message("server.addressInUse", ["address": .text(text)])
        case .listenFailed(let text, let code):
            Message("server.listenFailed", ["address": .text(text), "reason": .text(Self.text(of: code))])
        case .libraryFailed: Message("server.libraryFailed")
        case .unreadableCertificate(let path, let code):
            Message("server.unreadableCertificate", ["path": .text(path), "reason": .text(Self.text(of: code))])
        case .notPEM(let path): Message("server.notPEM", ["path": .text(path)])
        case .noStateFolder: Message("server.noStateFolder")
        case .localAuthority(let reason): Message("server.localAuthority", ["reason": .message(reason)])
        case .exposedAuthority(let path): Message("server.exposedAuthority", ["path": .text(path)])
        case .unusableAuthority(let path): Message("server.unusableAuthority", ["path": .text(path)])
        case .mismatchedCertificate: Message("server.mismatchedCertificate")
        case .store(let message): message
        case .noFolder(let path, let code):
            Message("server.noFolder", ["path": .text(path), "reason": .text(Self.text(of: code))])
        case .noTemporaryFolder(let reason): Message("server.noTemporaryFolder", ["reason": .message(reason)])
        case .brokenForm(let name, let reason):
            Message("server.brokenForm", ["name": .text(name), "reason": .text(reason)])
        case .missingCatalogue(let language): Message("server.missingCatalogue", ["language": .text(language)])
        }
    }

    private static func text(of code: Int32) -> String { String(cString: strerror(code)) }
}
