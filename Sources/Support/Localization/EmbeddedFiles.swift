import EmbeddedAssets

/// The files that the program carries inside.
package enum EmbeddedFiles {
    /// The paths of all files, from the top of the checkout.
    package static var paths: [String] { entries.map { String(cString: $0.path) } }

    /// The bytes of a file, there as long as the program runs.
    package static func bytes(of path: String) -> UnsafeBufferPointer<UInt8>? {
        entries.first { path == String(cString: $0.path) }.map { UnsafeBufferPointer(start: $0.bytes, count: $0.count) }
    }

    /// What tells this build of the program, and so the files it carries, from any other; empty where nothing does.
    package static var build: UnsafeBufferPointer<UInt8> {
        var count = 0
        let first = homepwner_build(&count)
        return UnsafeBufferPointer(start: first, count: count)
    }

    private static var entries: UnsafeBufferPointer<homepwner_asset> {
        var count = 0
        let first = homepwner_assets(&count)
        return UnsafeBufferPointer(start: first, count: count)
    }
}
