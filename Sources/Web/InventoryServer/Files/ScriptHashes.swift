import Glibc
import HTTPServer
import SiteGenerator
import Synchronization

/// The hashes of the scripts of a published folder, kept until its site file is replaced.
final class ScriptHashes: Sendable {
    private struct Known {
        let node: UInt64
        let seconds: Int
        let nanoseconds: Int
        let hashes: CSPHashes
    }

    private let path: String
    private let known = Mutex<Known?>(nil)

    init(of path: String) { self.path = path }

    /// The hashes as the folder has them now; empty if it was not published.
    var current: CSPHashes {
        var status = stat()
        guard stat("\(path)/\(PublishedSite.siteFileName)", &status) == 0 else { return CSPHashes() }
        return known.withLock { known in
            if let known, known.node == UInt64(status.st_ino), known.seconds == Int(status.st_mtim.tv_sec),
                known.nanoseconds == Int(status.st_mtim.tv_nsec)
            {
                return known.hashes
            }
            let hashes = CSPHashes(scripts: (try? PublishedSite(at: path))?.scriptHashes ?? [])
            known = Known(
                node: UInt64(status.st_ino), seconds: Int(status.st_mtim.tv_sec),
                nanoseconds: Int(status.st_mtim.tv_nsec), hashes: hashes)
            return hashes
        }
    }
}
