import Files
import Glibc

/// When the sub-folders of a publication were last changed, noted once it is complete: a file that came, went or was
/// replaced since changes its folder's time, so that a few calls tell whether any did. What was written into a file in
/// its place is found only by looking at the file.
extension SiteFolder {
    /// Lies in the folder of the manifest's parts, which is not among those that are noted, and is written in its place.
    static let stampsName = "\(SiteManifest.folder)/.stamps"

    private var stamps: [UInt8] {
        var text: [UInt8] = []
        for folder in ["."] + SiteFolder.folders where folder != SiteManifest.folder {
            guard let status = status(of: folder) else { continue }
            text += "\(folder) \(status.st_ino) \(FileClock.nanoseconds(status.st_ctim))\n".utf8
        }
        return text
    }

    /// Notes the folders as they are.
    func recordTimestamps() throws(FileError) { try writeInPlace(stamps, to: SiteFolder.stampsName) }

    /// Whether the folders are as they were noted.
    var hasRecordedTimestamps: Bool { (try? read(SiteFolder.stampsName)) == stamps }
}
