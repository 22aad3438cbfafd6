/// A fault in the words of a selection.
public struct SelectionError: Error, Equatable, Sendable {
    /// The words as they were given.
    public let source: String
    /// Where the faulty term begins, in characters from 1.
    public let column: Int
    /// What is wrong and how to mend it.
    public let message: String
}

extension SelectionError: CustomStringConvertible {
    /// The message, the words, and a caret under the fault.
    public var description: String {
        "\(message)\n    \(source)\n    \(String(repeating: " ", count: column - 1))^"
    }
}
