import Foundation
import Testing

@testable import Attachments

@Suite(.enabled(if: PhotoFiles.areThere, PhotoFiles.absence)) struct MetadataTests {
    static let exiftool = "/usr/bin/exiftool"

    /// Groups of tags that ExifTool finds and that say more than the pixels: all but those of the file itself.
    private func groups(_ path: String) throws -> Set<String> {
        let text = try #require(PhotoFiles.run(Self.exiftool, ["-a", "-G1", "-s", path]))
        let groups = text.split(separator: "\n").compactMap { line in
            line.split(separator: "]").first.map { String($0.dropFirst()) }
        }
        return Set(groups).subtracting(["ExifTool", "System", "File", "Composite", "JFIF"])
    }

    @Test(.enabled(if: access(exiftool, X_OK) == 0, "libimage-exiftool-perl is not installed"))
    func noMetadataIsLeft() throws {
        let original = try groups(PhotoFiles.path("metadata.jpg"))
        #expect(original.isSuperset(of: ["GPS", "IFD0", "XMP-dc", "ICC-header"]), "\(original)")
        let store = try TestStore()
        let photos = store.photos()
        for name in ["metadata.jpg", "turned-6.jpg", "turned-6.tif", "turned-6.webp", "turned-6.heic", "profile.jpg"] {
            let record = try photos.intake(path: PhotoFiles.path(name))
            for size in PhotoSize.allCases {
                #expect(try groups(photos.picture(of: record.hash, size).path) == [], "\(name), \(size)")
            }
        }
    }
}
