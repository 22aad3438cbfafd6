import HTTPServer
import InventoryStore
import Message

/// Streams of server-sent events for open pages.
struct EventsHandler: ResourceHandler {
    let store: InventoryStore
    let workers: Workers
    let broadcaster: EventBroadcaster

    func respond(to request: InventoryRequest) throws -> DeferredResponse {
        guard request.method == .get else {
            return .now(Response.empty(200).with("Content-Type", "text/event-stream"))
        }
        var since: Revision?
        if let text = request.head.headers[.lastEventID] ?? request.head.query?["since"] {
            guard let revision = Revision(digits: text) else {
                throw RequestError.parameter("since", Message("request.expectedRevision"))
            }
            since = revision
        }
        guard let session = request.caller.session else { throw RequestError(.notSignedIn) }
        guard let stream = broadcaster.open(in: session.selector) else {
            // A heartbeat finds pages that were closed silently, so that there is room when this one tries again.
            broadcaster.sendHeartbeat()
            throw RequestError(.tooManyStreams)
        }
        stream.send(Array("retry: 2000\n\n".utf8))
        guard let since else { return .now(.events(stream)) }
        // A change during this read is sent as an event of its own too: twice at worst, but never missed.
        return workers.reading(for: request.head) { [store] in
            let changes = try store.changes(since: since)
            if changes.revision != since { stream.send(EventBroadcaster.event(changes)) }
            return .events(stream)
        }
    }
}
