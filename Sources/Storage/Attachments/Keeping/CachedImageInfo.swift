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

/// The helper's result for a photo and the hashes of its pictures, cached beside them. It is written last, so it marks the
/// pictures as complete.
struct CachedImageInfo {
    /// The helper's result.
    let info: ImageInfo
    /// The hashes of the pictures, largest first.
    let hashes: [ContentHash]

    /// The version of the decoding of a type; pictures of an earlier one are made again. Version 1 made black pictures of
    /// 16-bit ones with alpha.
    private static func version(of type: ImageType) -> Int {
        switch type {
        case .png, .tiff, .heif, .avif: 2
        case .jpeg, .webp, .gif, .pdf, .bmp: 1
        }
    }

    func write(_ hash: ContentHash, folder: String) throws {
        let text =
            ImageResponse.made(info).line + "\n" + hashes.map { "\($0)\n" }.joined()
            + "version \(CachedImageInfo.version(of: info.type))\n"
        try PhotoError.wrapping {
            let file = try AtomicFile(in: folder, mode: 0o644)
            try file.write(text.utf8.span)
            try file.commit(as: CacheFileNames.facts(hash))
            try Folder.flush(folder)
        }
    }

    /// The cached result; nil if it or a picture is missing, or of an earlier version.
    static func read(_ hash: ContentHash, folder: String) -> CachedImageInfo? {
        let limit = ImageResponse.maxLineLength + 65 * PhotoSize.allCases.count + 20
        guard
            let bytes = FileContents.read(path: folder + "/" + CacheFileNames.facts(hash), limit: limit),
            bytes.last == UInt8(ascii: "\n")
        else { return nil }
        let lines = bytes.split(separator: UInt8(ascii: "\n")).map { String(decoding: $0, as: UTF8.self) }
        let hashes = lines.dropFirst().compactMap { ContentHash($0) }
        guard let line = lines.first, case .made(let facts) = ImageResponse(line: line),
            facts.made.count == PhotoSize.allCases.count, hashes.count == facts.made.count
        else { return nil }
        // Files of version 1 may not state it.
        let version = lines.last.flatMap { $0.hasPrefix("version ") ? Int($0.dropFirst(8)) : nil } ?? 1
        guard version == CachedImageInfo.version(of: facts.type) else { return nil }
        let isWhole = PhotoSize.allCases.allSatisfy { size in
            var status = stat()
            return stat(folder + "/" + CacheFileNames.picture(hash, size), &status) == 0 && status.st_size > 0
        }
        return isWhole ? CachedImageInfo(info: facts, hashes: hashes) : nil
    }
}
