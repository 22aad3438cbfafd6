/// Prepares the program's own scripts for browsers.
package enum BrowserScript {
    /// Removes indentation, empty lines, and lines that are comments: `// …`, and the types `/** @… */` for the checker.
    package static func minified(_ bytes: [UInt8]) -> [UInt8] {
        let newline = UInt8(ascii: "\n")
        let lines = bytes.split(separator: newline).map { $0.drop { $0 == UInt8(ascii: "\t") } }
        let code = lines.filter { line in
            let isType = line.starts(with: "/** @".utf8) && line.suffix(2).elementsEqual("*/".utf8)
            return !line.isEmpty && !line.starts(with: "//".utf8) && !isType
        }
        return Array(code.joined(separator: [newline])) + [newline]
    }
}
