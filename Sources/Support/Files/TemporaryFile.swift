import Glibc

/// Files that are gone when they are closed.
public enum TemporaryFile {
    /// Where temporary files go: `TMPDIR`, else `/tmp`.
    public static var defaultFolder: String {
        let named = getenv("TMPDIR").map { String(cString: $0) } ?? ""
        return named.isEmpty ? "/tmp" : named
    }

    /// A descriptor, for reading and writing, of a new file that has no name and that programs started do not get.
    /// - Throws: what the system answered, naming the place.
    public static func open(in place: String = defaultFolder) throws(FileError) -> Int32 {
        for _ in 0..<100 {
            let path = "\(place)/homepwner-\(String(UInt64.random(in: 0...UInt64.max), radix: 36))"
            let descriptor = Glibc.open(path, O_RDWR | O_CREAT | O_EXCL | O_NOFOLLOW | O_CLOEXEC, 0o600)
            if descriptor >= 0 {
                unlink(path)
                return descriptor
            }
            guard errno == EEXIST else { throw FileError("make a temporary file in", place) }
        }
        throw FileError("make a temporary file in", place, code: EEXIST)
    }
}
