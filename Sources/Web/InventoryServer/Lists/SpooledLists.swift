import FoundationEssentials
import Glibc
import HTTPServer
import Message
import Synchronization

/// A list that a session sent and has not imported yet. Its file is removed with the last reference to it.
final class SpooledList: Sendable {
    /// Random, so that no address can be guessed.
    let id = UUID()
    /// The selector of the session that sent it; no other sees it.
    let session: String
    /// The client's name for the file; nil if it sent none.
    let name: String?
    let bytes: Int
    private let upload: Upload
    private let state = Mutex(ReadingCorrections())

    /// - Parameter upload: a form with one file.
    /// - Returns: nil without a file.
    init?(_ upload: Upload, session: String) {
        guard let file = upload.files.first else { return nil }
        var status = stat()
        guard stat(file.path, &status) == 0 else { return nil }
        self.session = session
        self.upload = upload
        name = file.fileName
        bytes = Int(status.st_size)
    }

    /// The file's path on this machine, which no client learns.
    var path: String { upload.files.first?.path ?? "" }

    /// The parts of the reading that the owner settled.
    var corrections: ReadingCorrections {
        get { state.withLock { $0 } }
        set { state.withLock { $0 = newValue } }
    }
}

/// The lists that wait for their import, within limits on number, size and time.
final class SpooledLists: Sendable {
    /// Seconds for which a list is kept after it was last looked at.
    static let seconds = 3600.0
    /// The most lists of one session. The one that was not looked at for longest makes room for another.
    static let perSession = 4
    /// The most lists of all sessions.
    static let limit = 32

    private struct Entry {
        let list: SpooledList
        var used: Double
    }

    private let entries = Mutex<[UUID: Entry]>([:])
    private let sessions: SessionStore
    private let bytes: Int
    private let clock: @Sendable () -> Double

    /// - Parameter bytes: the most bytes of all lists.
    init(sessions: SessionStore, bytes: Int, clock: @escaping @Sendable () -> Double) {
        self.sessions = sessions
        self.bytes = bytes
        self.clock = clock
    }

    /// Keeps a list.
    /// - Throws: `serverBusy` if there are too many, or they are too large.
    func add(_ list: SpooledList) throws {
        removeOutdated()
        let now = clock()
        let hasRoom = entries.withLock { entries in
            let own = entries.values.filter { $0.list.session == list.session }.sorted { $0.used < $1.used }
            var kept = entries
            for entry in own.dropLast(SpooledLists.perSession - 1) { kept[entry.list.id] = nil }
            let held = kept.values.reduce(0) { $0 + $1.list.bytes }
            guard kept.count < SpooledLists.limit, held + list.bytes <= bytes else { return false }
            kept[list.id] = Entry(list: list, used: now)
            entries = kept
            return true
        }
        guard hasRoom else { throw RequestError(.serverBusy, Message("request.listLimit")) }
    }

    /// The list of a session. Looking counts as use.
    /// - Throws: `noSuchList` if it was imported, discarded or outdated, or is another session's.
    func list(_ id: UUID, of session: String) throws -> SpooledList {
        let now = clock()
        let list = entries.withLock { entries -> SpooledList? in
            guard let entry = entries[id], entry.list.session == session, now - entry.used < SpooledLists.seconds else {
                return nil
            }
            entries[id]?.used = now
            return entry.list
        }
        guard let list else { throw RequestError(.noSuchList) }
        return list
    }

    func remove(_ list: SpooledList) { entries.withLock { $0[list.id] = nil } }

    /// Removes the lists whose time is up or whose session is over.
    func removeOutdated() {
        let now = clock()
        entries.withLock { entries in
            entries = entries.filter { _, entry in
                now - entry.used < SpooledLists.seconds && sessions.isOpen(entry.list.session)
            }
        }
    }

    var count: Int { entries.withLock { $0.count } }
}
