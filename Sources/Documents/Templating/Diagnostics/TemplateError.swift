/// Thrown when a template does not compile: the errors that were found, in the order of the source.
public struct TemplateError: Error, Sendable, Equatable, Codable {
    /// The errors, from one to 100.
    public let diagnostics: [TemplateDiagnostic]
    /// Whether these are all: after 100 the compiler stops looking.
    public let isComplete: Bool

    init(_ diagnostics: [TemplateDiagnostic], isComplete: Bool = true) {
        self.diagnostics = diagnostics
        self.isComplete = isComplete
    }
}

extension TemplateError: CustomStringConvertible {
    /// Every error with its source line and caret, separated by blank lines.
    public var description: String {
        let shown = diagnostics.map(\.description).joined(separator: "\n\n")
        return isComplete
            ? shown : shown + "\n\nThese are the first \(diagnostics.count) mistakes found; there may be more."
    }
}
