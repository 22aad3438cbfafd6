/// Thrown when a compiled template cannot be rendered with the data it is given.
public struct RenderError: Error, Sendable, Equatable, CustomStringConvertible {
    /// The kind of failure.
    public enum Kind: String, Sendable, CaseIterable {
        /// The template was compiled for another context, or for data.
        case wrongContext = "wrong-context"
        /// A section goes through a stream a second time, and its source cannot go back.
        case streamUsedTwice = "stream-used-twice"
        /// A number slot of a JSON template holds something that is not a JSON number.
        case notANumber = "not-a-number"
        /// A value in place of a member's name in JSON is not a text.
        case notAName = "not-a-name"
        /// A value of a JSON template is a list or an object, which a tag cannot write.
        case notPrintable = "not-printable"
        /// The output would be larger than ``TemplateLimits/outputSize``.
        case outputTooLarge = "output-too-large"
        /// Partials are nested deeper than ``TemplateLimits/partialDepth``.
        case partialsTooDeep = "partials-too-deep"
        /// The rendering took more steps than ``TemplateLimits/steps``.
        case tooManySteps = "too-many-steps"
        /// A partial named by data, or a lambda's text, does not compile in its place.
        case badTemplate = "bad-template"
        /// A section of a CSV or JSON template turned out to be over a list, whose values would run together.
        case valuesRunTogether = "values-run-together"
        /// A value printed by `{{{…}}}` is not safe markup.
        case notMarkup = "not-markup"
        /// A formatter could not format its arguments.
        case formatter = "formatter"
    }

    /// The kind of failure.
    public let kind: Kind
    /// A description of the failure, with the remedy.
    public let message: String
    /// The tag that failed; nil if the failure does not concern one.
    public private(set) var location: Location?

    init(kind: Kind, message: String, location: Location? = nil) {
        self.kind = kind
        self.message = message
        self.location = location
    }

    /// A place in a template.
    public struct Location: Sendable, Hashable {
        /// The template's name, as the library knows it.
        public let file: String
        /// The line, counted from 1.
        public let line: Int
        /// The column, counted from 1 in Unicode scalars.
        public let column: Int

        /// The place as messages name it.
        var written: String { "\(file):\(line):\(column)" }
    }

    static let notAName = RenderError(
        kind: .notAName,
        message: "the name of a member in JSON must be a text; write the name out, or give a text")
    static let tooManySteps = RenderError(
        kind: .tooManySteps,
        message: "the rendering takes more steps than allowed; use fewer sections inside each other, or fewer rows")
    static let tooDeep = RenderError(
        kind: .partialsTooDeep,
        message: "partials stand too deep inside each other; let each that includes itself end with the data")

    /// The same at a place; the first place that is noted, which is the innermost, stays.
    func at(_ location: Location?) -> RenderError {
        RenderError(kind: kind, message: message, location: self.location ?? location)
    }

    /// The place, if there is one, and the message.
    public var description: String {
        guard let location else { return message }
        return "\(location.written): \(message)"
    }
}
