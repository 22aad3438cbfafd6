import Files
import FoundationEssentials
import Glibc

/// A private file with the sessions of one server, so that they outlast a restart. It is outside the inventory, so that
/// no backup and no copy has it, and holds only hashes of the secrets.
struct SessionFile: Sendable {
    /// A session as it is stored. Times are in seconds since 1970.
    struct Entry: Equatable, Sendable {
        let selector: String
        let kind: Session.Kind
        /// The SHA-256 of the secret's second part.
        let digest: String
        let begun: Double
        let used: Double
    }

    private let path: String

    /// - Parameters:
    ///   - folder: the folder for state of the program.
    ///   - store: the path of the inventory, so that a copy of it has sessions of its own.
    init(in folder: String, store: String, port: UInt16) {
        let name = SHA256.hexadecimalDigest(of: "\(Folder.realPath(store) ?? store) \(port)").prefix(32)
        path = "\(folder)/\(name)\(SessionFile.suffix)"
    }

    /// The stored sessions; none if the file cannot be read or is damaged. Removes files of servers that no longer run.
    func load() -> [Entry] {
        removeOutdated()
        guard let data = try? Data(contentsOf: URL(filePath: path)) else { return [] }
        let lines = String(decoding: data, as: UTF8.self).split(separator: "\n")
        guard lines.first == SessionFile.header[...] else { return [] }
        return lines.dropFirst().compactMap { line in
            let parts = line.split(separator: " ").map(String.init)
            guard parts.count == 5, let kind = Session.Kind(rawValue: parts[1]), parts[2].utf8.count == 64,
                let begun = Double(parts[3]), let used = Double(parts[4])
            else { return nil }
            return Entry(selector: parts[0], kind: kind, digest: parts[2], begun: begun, used: used)
        }
    }

    /// Replaces the stored sessions. A folder that cannot be written leaves sessions that end with the program.
    func save(_ entries: [Entry]) {
        guard !entries.isEmpty else {
            unlink(path)
            return
        }
        let lines = entries.map { "\($0.selector) \($0.kind.rawValue) \($0.digest) \($0.begun) \($0.used)" }
        let text = ([SessionFile.header] + lines).joined(separator: "\n") + "\n"
        SessionFile.makeFolder(Folder.parent(path))
        do throws(FileError) {
            let file = try AtomicFile(replacing: path)
            try file.write(Array(text.utf8))
            try file.commit()
            chmod(path, 0o600)
        } catch {
            // The former file would let sessions in that were signed out.
            unlink(path)
        }
    }

    /// Makes the folder for state, which only its owner can read.
    static func makeFolder(_ path: String) {
        try? FileManager.default.createDirectory(
            atPath: path, withIntermediateDirectories: true, attributes: [.posixPermissions: 0o700])
    }

    private static let header = "homepwner-sessions 1"
    private static let suffix = ".sessions"

    /// Removes files that were not written to for longer than a session may last.
    private func removeOutdated() {
        let folder = Folder.parent(path)
        let oldest = Double(WallClock.milliseconds()) / 1000 - SessionStore.longestSeconds
        for name in (try? FileManager.default.contentsOfDirectory(atPath: folder)) ?? []
        where name.hasSuffix(SessionFile.suffix) {
            var status = stat()
            guard stat("\(folder)/\(name)", &status) == 0, Double(status.st_mtim.tv_sec) < oldest else { continue }
            unlink("\(folder)/\(name)")
        }
    }
}
