/// Why the companion could not start.
public enum CompanionError: Error, Equatable, Sendable {
    /// The address to listen on cannot be read.
    case badAddress(String)
    /// The address is beyond this machine, and nothing protects what is said on the way.
    case needsProtection(String)
    /// A wildcard address has no name of its own to check requests against.
    case needsHostName(String)
    /// A host name is none.
    case badHostName(String)
    /// An origin is none.
    case badOrigin(String)
    /// Another program listens there.
    case addressInUse(String)
    /// The system does not let us listen there.
    case cannotListen(String, reason: String)
    /// A certificate or key cannot be used.
    case badCertificate(path: String, reason: String)
    /// The published folder cannot be read.
    case noFolder(path: String, reason: String)
    /// Photos cannot be kept while they arrive.
    case noPlace(String)
    /// Something inside the program is missing.
    case internalFault(String)
}

extension CompanionError: CustomStringConvertible {
    public var description: String {
        switch self {
        case .badAddress(let text):
            "'\(text)' is no address to listen on; write ADDRESS:PORT, such as 127.0.0.1:8421 or [::1]:8421"
        case .needsProtection(let text):
            "\(text) can be reached from other machines, and anybody on the way could read the inventory; add --tls-cert "
                + "and --tls-key, or --behind-proxy where a proxy on this machine does the encryption"
        case .needsHostName(let text):
            "\(text) stands for every address of this machine; add --host NAME for each name the page is opened under"
        case .badHostName(let text): "'\(text)' is no host name; write NAME or NAME:PORT, such as inventory.example:443"
        case .badOrigin(let text):
            "'\(text)' is no origin; write SCHEME://HOST or SCHEME://HOST:PORT and nothing after it, such as "
                + "https://example.org, or null for pages opened as files"
        case .addressInUse(let text):
            "another program listens on \(text); stop it, or choose another port with --listen ADDRESS:PORT"
        case .cannotListen(let text, let reason): "cannot listen on \(text): \(reason); choose another with --listen"
        case .badCertificate(let path, let reason):
            "cannot use '\(path)': \(reason); give the certificate chain and its private key as PEM files"
        case .noFolder(let path, let reason):
            "cannot read the published folder '\(path)': \(reason); make it with 'homepwner publish'"
        case .noPlace(let what): "\(what); photos stand there while they arrive: name another folder with TMPDIR"
        case .internalFault(let what): "the program is not whole: \(what); install it again"
        }
    }
}
