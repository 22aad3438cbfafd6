/// A path of this server that a form may lead back to.
struct ReturnPath: Sendable {
    /// The path as it stands in a `Location` field.
    let text: String
    /// The names of the published file that it leads to; nil where it leads to a page of the companion's own.
    let file: [String]?

    /// The front page.
    static let front = ReturnPath("/")

    /// The path, or the front page for anything that would lead elsewhere.
    init(_ text: String?) {
        guard let text, text.hasPrefix("/"), !text.hasPrefix("//"), text.utf8.count <= 500,
            // Browsers take a backslash for a slash, and drop tabs and line ends.
            text.utf8.allSatisfy({ $0 > 0x20 && $0 < 0x7F && $0 != UInt8(ascii: "\\") }),
            let target = ReturnPath.target(text)
        else {
            self.text = "/"
            file = RequestTarget.front.path
            return
        }
        self.text = text
        file = Route(target.path) == .file ? target.path : nil
    }

    private static func target(_ text: String) -> RequestTarget? {
        do throws(RequestTarget.ParseError) { return try RequestTarget(Array(text.prefix { $0 != "#" }.utf8)) } catch {
            return nil
        }
    }
}
