import HTTPServer
import InventoryStore
import JSON
import Synchronization

/// Sends the changes of the store to open pages.
final class EventBroadcaster: Sendable {
    /// Only the response retains the stream. If its connection is never answered, the stream is released, which frees its
    /// place.
    private struct Subscriber {
        weak var stream: EventStream?
        /// The selector of the session in which it was opened.
        let session: String
    }

    private let limit: Int
    private let sessions: SessionStore
    private let subscribers = Mutex<[ObjectIdentifier: Subscriber]>([:])
    private let isClosed = Atomic(false)

    /// - Parameters:
    ///   - limit: the maximum number of streams.
    ///   - sessions: the streams of ended sessions end with the next heartbeat.
    init(limit: Int, sessions: SessionStore) {
        self.limit = limit
        self.sessions = sessions
    }

    /// Opens a stream; nil if there are too many already.
    func open(in session: String) -> EventStream? {
        let stream = EventStream { [weak self] in self?.remove($0) }
        let isOpen = subscribers.withLock { subscribers in
            guard subscribers.count < limit, !isClosed.load(ordering: .relaxed) else { return false }
            subscribers[ObjectIdentifier(stream)] = Subscriber(stream: stream, session: session)
            return true
        }
        return isOpen ? stream : nil
    }

    private func remove(_ stream: ObjectIdentifier) { subscribers.withLock { $0[stream] = nil } }

    var count: Int { subscribers.withLock { $0.count } }

    /// Sends changes to every page.
    func send(_ changes: StoreChanges) { send(EventBroadcaster.event(changes)) }

    /// Tells every page that the published pages show a revision.
    func sendPublished(_ revision: Revision) {
        send(Array("event: published\ndata: {\"revision\":\(revision)}\n\n".utf8))
    }

    /// Keeps connections open, finds closed ones, and ends the streams of ended sessions.
    func sendHeartbeat() {
        end { !sessions.isOpen($0) }
        send(Array(": still here\n\n".utf8))
    }

    /// Ends the streams of some sessions.
    func end(where isOver: (_ session: String) -> Bool) {
        for (stream, session) in all() where isOver(session) { stream.end() }
    }

    /// Ends all streams and opens no more.
    func close() {
        subscribers.withLock { _ in isClosed.store(true, ordering: .relaxed) }
        end { _ in true }
    }

    static func event(_ changes: StoreChanges) -> [UInt8] {
        var json = JSONWriter()
        json.write(changes)
        return Array("event: change\nid: \(changes.revision)\ndata: ".utf8) + json.bytes + Array("\n\n".utf8)
    }

    private func send(_ bytes: [UInt8]) {
        for (stream, _) in all() { stream.send(bytes) }
    }

    private func all() -> [(EventStream, session: String)] {
        subscribers.withLock { $0.values.compactMap { entry in entry.stream.map { ($0, entry.session) } } }
    }
}
