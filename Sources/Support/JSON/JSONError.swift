/// What is wrong with a JSON text, and where.
public struct JSONError: Error, Equatable, Sendable {
    /// What is wrong.
    public let problem: String
    /// What to do about it; nil where the text has to be mended or made again.
    public let remedy: String?
    /// The byte at fault, from 0.
    public let offset: Int
    /// The line in the text, from 1.
    public let line: Int
    /// The byte of the line, from 1.
    public let column: Int
}
