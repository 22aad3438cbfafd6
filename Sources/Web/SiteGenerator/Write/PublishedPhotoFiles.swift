import Files
import Glibc
import Synchronization

/// The folder of published pictures: each is put there once, whoever shows it, and only where it is not there yet.
final class PublishedPhotoFiles: Sendable {
    private struct State {
        var claimed: Set<String> = []
        var placed: [(name: String, hash: Fingerprint)] = []
        var written = 0
    }

    private let folder: SiteFolder
    private let existing: ExistingOutput
    private let state = Mutex(State())

    init(_ folder: SiteFolder, existing: ExistingOutput) {
        self.folder = folder
        self.existing = existing
    }

    var written: Int { state.withLock { $0.written } }
    var unchanged: Int { state.withLock { $0.placed.count - $0.written } }
    /// What stands on the shelf, by name.
    var files: [(name: String, hash: Fingerprint)] { state.withLock { $0.placed } }

    /// Puts a picture into the folder unless it stands there already.
    /// - Throws: what the system answered.
    func place(_ file: PublishedPicture, worker: Int) throws(FileError) {
        let name = file.path
        guard state.withLock({ $0.claimed.insert(name).inserted }) else { return }
        if let hash = existing.fingerprint(of: name) {
            return state.withLock { $0.placed.append((name, hash)) }
        }
        let bytes = try readAll(path: file.picture.path)
        let former = folder.isFirst ? nil : try folder.read(name)
        let stands = former == bytes && folder.isReadable(name)
        if !stands {
            try existing.moveForeignFileAside(for: bytes, named: name)
            try folder.adopt(file.picture.path, bytes, as: name, worker: worker)
        }
        state.withLock { state in
            state.placed.append((name, Fingerprint(bytes)))
            state.written += stands ? 0 : 1
        }
    }

    private func readAll(path: String) throws(FileError) -> [UInt8] {
        let file = open(path, O_RDONLY | O_CLOEXEC | O_NOFOLLOW)
        guard file >= 0 else { throw FileError(.read, path) }
        defer { close(file) }
        return try SiteFolder.contents(of: file, path: path)
    }
}
