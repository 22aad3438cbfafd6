/// Thrown when a compiled template cannot be rendered with the data it is given.
public struct RenderError: Error, Sendable, Equatable, CustomStringConvertible {
    /// What went wrong.
    public enum Kind: String, Sendable, CaseIterable {
        /// The template was compiled for another context, or for data.
        case wrongContext = "wrong-context"
        /// A section goes through a stream a second time, and its source cannot go back.
        case streamUsedTwice = "stream-used-twice"
        /// A number slot of a JSON template holds something that is not a JSON number.
        case notANumber = "not-a-number"
        /// The output would be larger than ``TemplateLimits/outputSize``.
        case outputTooLarge = "output-too-large"
        /// Partials stand deeper inside each other than ``TemplateLimits/partialDepth``.
        case partialsTooDeep = "partials-too-deep"
        /// More elements and partials were gone through than ``TemplateLimits/iterations``.
        case tooManyIterations = "too-many-iterations"
        /// A partial named by data, or a lambda's text, does not compile in its place.
        case badTemplate = "bad-template"
        /// A value printed by `{{{…}}}` is not safe markup.
        case notMarkup = "not-markup"
        /// A formatter could not format its arguments.
        case formatter = "formatter"
    }

    /// What went wrong.
    public let kind: Kind
    /// What went wrong, in words, with the remedy.
    public let message: String

    /// The message.
    public var description: String { message }
}
