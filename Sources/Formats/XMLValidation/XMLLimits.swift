/// Limits of one validation, so that a hostile document cannot exhaust memory.
public struct XMLLimits: Sendable, Equatable {
    /// Faults kept with their text; later ones are only counted.
    public var maximumDiagnostics: Int
    /// Bytes (UTF-8) of character data between two tags.
    public var textBytes: Int

    /// Makes limits: 20 faults, and 16 MiB of text between two tags, by default.
    public init(maximumDiagnostics: Int = 20, textBytes: Int = 16 << 20) {
        self.maximumDiagnostics = maximumDiagnostics
        self.textBytes = textBytes
    }
}
