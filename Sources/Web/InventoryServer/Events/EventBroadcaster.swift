import InventoryStore
import Synchronization

/// Tells open pages what happens to the store.
final class EventBroadcaster: Sendable {
    /// Whoever answers with a stream keeps it: one that is answered to nobody is gone, and its place free.
    private struct Subscriber {
        weak var stream: EventStream?
        /// The selector of the session it was opened in.
        let session: String
    }

    private let limit: Int
    private let isSignedIn: @Sendable (_ session: String) -> Bool
    private let subscribers = Mutex<[ObjectIdentifier: Subscriber]>([:])
    private let isClosed = Atomic(false)

    /// - Parameter isSignedIn: whether a session of that selector goes on.
    init(limit: Int, isSignedIn: @escaping @Sendable (_ session: String) -> Bool = { _ in true }) {
        self.limit = limit
        self.isSignedIn = isSignedIn
    }

    /// A stream for one more page; nil where too many listen already.
    func open(in session: String) -> EventStream? {
        let stream = EventStream(broadcaster: self)
        let isOpen = subscribers.withLock { subscribers in
            guard subscribers.count < limit, !isClosed.load(ordering: .relaxed) else { return false }
            subscribers[ObjectIdentifier(stream)] = Subscriber(stream: stream, session: session)
            return true
        }
        return isOpen ? stream : nil
    }

    func remove(_ stream: ObjectIdentifier) { subscribers.withLock { $0[stream] = nil } }

    var count: Int { subscribers.withLock { $0.count } }

    /// Tells every page of changes.
    func send(_ changes: StoreChanges) { send(EventBroadcaster.event(changes)) }

    /// Tells every page that the pages touched by a revision are rebuilt.
    func sendPublished(_ revision: Revision) {
        send(Array("event: published\ndata: {\"revision\":\(revision)}\n\n".utf8))
    }

    /// Keeps lines open, finds out which are not, and ends those whose session is over.
    func sendHeartbeat() {
        end { !isSignedIn($0) }
        send(Array(": still here\n\n".utf8))
    }

    /// Ends the streams of some sessions.
    func end(where isOver: (_ session: String) -> Bool) {
        for (stream, session) in all() where isOver(session) { stream.end() }
    }

    /// Ends all streams, and opens no more.
    func close() {
        subscribers.withLock { _ in isClosed.store(true, ordering: .relaxed) }
        end { _ in true }
    }

    static func event(_ changes: StoreChanges) -> [UInt8] {
        var json = ResponseJSONWriter()
        json.write(changes)
        return Array("event: change\nid: \(changes.revision)\ndata: ".utf8) + json.bytes + Array("\n\n".utf8)
    }

    private func send(_ bytes: [UInt8]) {
        for (stream, _) in all() { stream.send(bytes) }
    }

    private func all() -> [(EventStream, session: String)] {
        subscribers.withLock { $0.values.compactMap { place in place.stream.map { ($0, place.session) } } }
    }
}
