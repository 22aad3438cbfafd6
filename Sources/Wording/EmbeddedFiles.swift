import EmbeddedAssets

/// The files that the program carries inside.
public enum EmbeddedFiles {
    /// The paths of all files, from the top of the checkout.
    public static var paths: [String] { entries.map { String(cString: $0.path) } }

    /// The bytes of a file, there as long as the program runs.
    public static func bytes(of path: String) -> UnsafeBufferPointer<UInt8>? {
        entries.first { path == String(cString: $0.path) }.map { UnsafeBufferPointer(start: $0.bytes, count: $0.count) }
    }

    private static var entries: UnsafeBufferPointer<homepwner_asset> {
        var count = 0
        let first = homepwner_assets(&count)
        return UnsafeBufferPointer(start: first, count: count)
    }
}
