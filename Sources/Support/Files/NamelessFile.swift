import Glibc

/// An unnamed file in the folder for temporary files. It is removed together with this object.
package final class NamelessFile: Sendable {
    private let descriptor: Int32

    /// Makes an empty file.
    /// - Throws: `makeTemporaryFileIn` with the folder.
    package init() throws(FileError) { descriptor = try TemporaryFile.open() }

    deinit { close(descriptor) }

    /// A path of the file, valid as long as this object. Opening it starts at the beginning.
    package var path: String { "/proc/self/fd/\(descriptor)" }

    /// Appends bytes.
    /// - Throws: `write` with the folder.
    package func write(_ bytes: Span<UInt8>) throws(FileError) {
        try writeAll(bytes, to: descriptor, path: TemporaryFile.defaultFolder)
    }

    /// Appends bytes.
    /// - Throws: `write` with the folder.
    package func write(_ bytes: [UInt8]) throws(FileError) { try write(bytes.span) }
}
