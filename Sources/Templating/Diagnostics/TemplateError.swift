/// Thrown when a template does not compile: every mistake that was found, in the order of the source.
public struct TemplateError: Error, Sendable, Equatable, Codable {
    /// All the mistakes, at least one.
    public let mistakes: [TemplateMistake]

    init(_ mistakes: [TemplateMistake]) {
        self.mistakes = mistakes
    }
}

extension TemplateError: CustomStringConvertible {
    /// Every mistake with its source line and caret, parted by blank lines.
    public var description: String {
        mistakes.map(\.description).joined(separator: "\n\n")
    }
}
