import EmbeddedAssets

/// The files that the program carries inside.
public enum EmbeddedFiles {
    /// The paths of all files, from the top of the checkout.
    public static var paths: [String] { entries.map { String(cString: $0.path) } }

    /// The bytes of a file, there as long as the program runs.
    public static func bytes(of path: String) -> UnsafeBufferPointer<UInt8>? {
        entries.first { path == String(cString: $0.path) }.map { UnsafeBufferPointer(start: $0.bytes, count: $0.count) }
    }

    /// A script as browsers load it: without indentation, empty lines and the comments that have a line of their own.
    public static func script(_ bytes: some Collection<UInt8>) -> [UInt8] {
        let newline = UInt8(ascii: "\n")
        let lines = bytes.split(separator: newline).map { $0.drop { $0 == UInt8(ascii: "\t") } }
        let code = lines.filter { !$0.isEmpty && !$0.starts(with: "//".utf8) }
        return Array(code.joined(separator: [newline])) + [newline]
    }

    /// What tells this build of the program, and so the files it carries, from any other; empty where nothing does.
    public static var build: UnsafeBufferPointer<UInt8> {
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
