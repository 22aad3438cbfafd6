import InventoryStore
import Synchronization

/// Tells open pages what happens to the store.
final class EventHub: Sendable {
    private let limit: Int
    private let streams = Mutex<[ObjectIdentifier: EventStream]>([:])

    init(limit: Int) { self.limit = limit }

    /// A stream for one more page; nil where too many listen already.
    func open() -> EventStream? {
        let stream = EventStream(hub: self)
        return streams.withLock { streams in
            guard streams.count < limit else { return nil }
            streams[ObjectIdentifier(stream)] = stream
            return stream
        }
    }

    func remove(_ stream: EventStream) { streams.withLock { $0[ObjectIdentifier(stream)] = nil } }

    var count: Int { streams.withLock { $0.count } }

    /// Tells every page of changes.
    func send(_ changes: StoreChanges) { send(EventHub.event(changes)) }

    /// Tells every page that the pages touched by a revision are rebuilt.
    func sendPublished(_ revision: Revision) {
        send(Array("event: published\ndata: {\"revision\":\(revision)}\n\n".utf8))
    }

    /// Keeps lines open, and finds out which are not.
    func sendHeartbeat() { send(Array(": still here\n\n".utf8)) }

    func end() {
        for stream in all() { stream.end() }
    }

    static func event(_ changes: StoreChanges) -> [UInt8] {
        var json = JSONWriter()
        json.write(changes)
        return Array("event: change\nid: \(changes.revision)\ndata: ".utf8) + json.bytes + Array("\n\n".utf8)
    }

    private func send(_ bytes: [UInt8]) {
        for stream in all() { stream.send(bytes) }
    }

    private func all() -> [EventStream] { streams.withLock { Array($0.values) } }
}
