/// Prepares the program's own scripts for browsers.
package enum BrowserScript {
    /// Removes indentation, empty lines, and comments that have a line of their own. Those that begin with `/** @` are types
    /// for the checker.
    package static func minified(_ bytes: [UInt8]) -> [UInt8] {
        let newline = UInt8(ascii: "\n")
        let lines = bytes.split(separator: newline).map { $0.drop { $0 == UInt8(ascii: "\t") } }
        let code = lines.filter { !$0.isEmpty && !$0.starts(with: "//".utf8) && !$0.starts(with: "/** @".utf8) }
        return Array(code.joined(separator: [newline])) + [newline]
    }
}
