import EmbeddedAssets

/// The files of Templates/, Site/ and Sample/ that are embedded in the program.
package enum EmbeddedFiles {
    /// The paths of all files, relative to the checkout.
    package static var paths: [String] { entries.map { String(cString: $0.path) } }

    /// The bytes of a file, which are valid as long as the program runs.
    package static func bytes(of path: String) -> UnsafeBufferPointer<UInt8>? {
        entries.first { path == String(cString: $0.path) }.map { UnsafeBufferPointer(start: $0.bytes, count: $0.count) }
    }

    private static var entries: UnsafeBufferPointer<homepwner_asset> {
        var count = 0
        let first = homepwner_assets(&count)
        return UnsafeBufferPointer(start: first, count: count)
    }
}

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
