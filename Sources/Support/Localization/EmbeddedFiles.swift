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
