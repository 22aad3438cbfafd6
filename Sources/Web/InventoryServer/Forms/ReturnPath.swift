import HTTPServer

/// A path of this server to which the browser returns after a form.
struct ReturnPath: Sendable {
    /// The path for a `Location` field.
    let text: String
    /// The path segments of a published file; nil for a page of the server's own.
    let file: [String]?

    /// The front page.
    static let front = ReturnPath("/")

    /// Checks a path; anything that could lead to another server becomes the front page.
    init(_ text: String?) {
        guard let text, text.hasPrefix("/"), !text.hasPrefix("//"), text.utf8.count <= 500,
            // Browsers read a backslash as a slash, and ignore tabs and line ends.
            text.utf8.allSatisfy({ $0 > 0x20 && $0 < 0x7F && $0 != UInt8(ascii: "\\") }),
            let target = ReturnPath.target(text)
        else {
            self.text = "/"
            file = RequestTarget.front.path
            return
        }
        self.text = text
        file = Address.find(target.path).route == .file ? target.path : nil
    }

    private static func target(_ text: String) -> RequestTarget? {
        do { return try RequestTarget(Array(text.prefix { $0 != "#" }.utf8)) } catch {
            return nil
        }
    }
}
