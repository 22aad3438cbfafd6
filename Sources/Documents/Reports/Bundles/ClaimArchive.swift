import Delivery
import Files
public import Inventory

/// A claim's folder as one zip file.
public enum ClaimArchive {
    /// Compressed formats; compressing them again only takes time.
    private static let compressedExtensions = [".jpg", ".pdf", ".xlsx"]

    /// Packs a folder that ``ClaimBundle`` filled, in the order of the names.
    /// - Parameters:
    ///   - path: of a file that does not exist yet.
    ///   - timestamp: the time that every file states.
    /// - Throws: the reason if it could not be written; nothing is then left at `path`.
    public static func pack(_ folder: String, to path: String, timestamp: Timestamp) throws {
        let files = try Manifest.names(ofFolder: folder).map { name in
            ZipWriter.File(
                name: name, path: "\(folder)/\(name)", isPacked: !compressedExtensions.contains(where: name.hasSuffix))
        }
        try ZipWriter.write(files, to: path, timestamp: timestamp.milliseconds / 1000)
    }
}
