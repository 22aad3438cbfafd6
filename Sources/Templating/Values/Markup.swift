/// Text that its maker vouches for as safe markup: printed as it is by `{{{…}}}`.
public struct Markup: Sendable, Hashable {
    /// The markup.
    public let text: String

    /// Vouches for `text`: it must be balanced, and hold nothing that came from a stranger unescaped.
    public init(trusted text: String) {
        self.text = text
    }
}
