import Files
import Glibc
import ImageExchange
import Inventory

/// The names of files in the cache of published pictures.
enum CacheFileNames {
    static func picture(_ hash: ContentHash, _ size: PhotoSize) -> String { "\(hash)-\(size.longEdge).jpg" }

    static func facts(_ hash: ContentHash) -> String { "\(hash).facts" }

    static let lock = ".lock"
}

/// The helper's result for a photo, cached beside its pictures. It is written last, so it marks the pictures as complete.
enum CachedImageInfo {
    static func write(_ facts: ImageInfo, hash: ContentHash, folder: String) throws(PhotoError) {
        let file = try UnpublishedFile(in: folder, mode: 0o644)
        var line = ImageResponse.made(facts).line + "\n"
        // The closure cannot throw a typed error, hence the detour.
        let written: Result<Void, PhotoError> = line.withUTF8 { bytes in
            Result { () throws(PhotoError) in try file.write(UnsafeRawBufferPointer(bytes)) }
        }
        try written.get()
        try file.publish(as: CacheFileNames.facts(hash))
        try PhotoError.wrapping { () throws(FileError) in try Folder.flush(folder) }
    }

    /// The cached result; nil if it or a picture is missing.
    static func read(_ hash: ContentHash, folder: String) -> ImageInfo? {
        guard
            let bytes = FileContents.read(
                path: folder + "/" + CacheFileNames.facts(hash), limit: ImageResponse.maxLineLength),
            bytes.last == UInt8(ascii: "\n"),
            case .made(let facts) = ImageResponse(line: String(decoding: bytes.dropLast(), as: UTF8.self)),
            facts.made.count == PhotoSize.allCases.count
        else { return nil }
        let isWhole = PhotoSize.allCases.allSatisfy { size in
            var status = stat()
            return stat(folder + "/" + CacheFileNames.picture(hash, size), &status) == 0 && status.st_size > 0
        }
        return isWhole ? facts : nil
    }
}
