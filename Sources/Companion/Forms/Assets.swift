import EmbeddedAssets

/// The files that the program carries inside.
enum Assets {
    static func bytes(_ path: String) -> [UInt8]? {
        var count = 0
        let first = homepwner_assets(&count)
        let entry = UnsafeBufferPointer(start: first, count: count).first { String(cString: $0.path) == path }
        return entry.map { Array(UnsafeBufferPointer(start: $0.bytes, count: $0.count)) }
    }
}
