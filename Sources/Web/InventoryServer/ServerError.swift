import Localization

/// Why the companion could not start.
public enum ServerError: Error, Equatable, Sendable {
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

extension ServerError: CustomStringConvertible {
    public var description: String {
        switch self {
        case .badAddress(let text):
            said("companion.isNoAddressTo", text)
        case .needsProtection(let text):
            said("companion.canBeReachedFrom", text)
        case .needsHostName(let text):
            said("companion.standsForEveryAddress", text)
        case .badHostName(let text): said("companion.isNoHostName", text)
        case .badOrigin(let text):
            said("companion.isNoOriginWrite", text)
        case .addressInUse(let text):
            said("companion.anotherProgramListensOn", text)
        case .cannotListen(let text, let reason): said("companion.cannotListenOnChoose", text, reason)
        case .badCertificate(let path, let reason):
            said("companion.cannotUseGiveThe", path, reason)
        case .noFolder(let path, let reason):
            said("companion.cannotReadThePublished", path, reason)
        case .noPlace(let what): said("companion.photosStandThereWhile", what)
        case .internalFault(let what): said("companion.theProgramIsNot", what)
        }
    }
}
