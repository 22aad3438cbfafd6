import FoundationEssentials
import HTTPServer
import Inventory
import InventoryStore

/// A change that a client requests, by JSON, by form or in a queue.
enum EditRequest: Sendable {
    case add(Item, MoveTarget)
    case edit(UUID, ItemEdit, base: Revision?)
    case remove(UUID, base: Revision?)
    case move(UUID, MoveTarget)
    case undo(Revision?, expecting: ExpectedChange? = nil)
    case editMany([UUID], BatchEdit)
    case removeMany([UUID])
    /// Changes the path of a location, with the locations in it; see ``StoreWriter/relocate(_:to:_:)``.
    case relocate([String], to: [String])

    /// A position in the owner's order, as clients name it.
    enum MoveTarget: Equatable, Sendable {
        case at(ListPosition)
        case up, down

        /// Parses `first`, `last`, `before:ID`, `after:ID`, `index:N`, `up`, `down`.
        init?(_ text: String) {
            switch text {
            case "first": self = .at(.first)
            case "last": self = .at(.last)
            case "up": self = .up
            case "down": self = .down
            default:
                guard let colon = text.firstIndex(of: ":") else { return nil }
                let rest = String(text[text.index(after: colon)...])
                switch text[..<colon] {
                case "before":
                    guard let id = UUID(text: rest) else { return nil }
                    self = .at(.before(id))
                case "after":
                    guard let id = UUID(text: rest) else { return nil }
                    self = .at(.after(id))
                case "index":
                    guard (1...9).contains(rest.utf8.count), rest.utf8.allSatisfy({ (0x30...0x39).contains($0) }),
                        let index = Int(rest)
                    else { return nil }
                    self = .at(.index(index))
                default: return nil
                }
            }
        }
    }

    /// Applies the change.
    /// - Parameter own: changes since the base that the same author made.
    func apply(_ writer: StoreWriter, _ context: ChangeContext, own: Set<Revision> = []) throws -> EditResult {
        let outcome: ChangeOutcome
        switch self {
        case .add(let item, .at(let place)): outcome = try writer.add(item, at: place, context)
        case .add(let item, .up), .add(let item, .down): outcome = try writer.add(item, at: .last, context)
        case .edit(let id, let edit, let base):
            try writer.rejectFutureRevision(base, of: id)
            outcome = try writer.edit(id, edit, basedOn: base, own: own, context)
        case .remove(let id, let base):
            try writer.rejectFutureRevision(base, of: id)
            outcome = try writer.remove(id, basedOn: base, own: own, context)
        case .move(let id, .at(let place)): outcome = try writer.move(id, to: place, context)
        case .move(let id, .up): outcome = try writer.move(id, oneStep: .up, context)
        case .move(let id, .down): outcome = try writer.move(id, oneStep: .down, context)
        case .undo(let revision, let expected):
            outcome = try writer.undo(revision, expecting: expected, context)
        case .editMany(let ids, let edit):
            outcome = try writer.edit(ids, fingerprinted(context)) { item in
                do throws(ValueError) { return try edit.edit(of: item) } catch {
                    throw StoreError.value(field: nil, error)
                }
            }
        case .removeMany(let ids): outcome = try writer.remove(ids, fingerprinted(context))
        case .relocate(let names, let target): outcome = try writer.relocate(names, to: target, fingerprinted(context))
        }
        return EditResult(
            outcome: outcome, item: try outcome.item.flatMap { id in try writer.item(id)?.without(context.hidden) })
    }

    /// The context with a fingerprint of the request: the effect alone does not identify a change of many items.
    private func fingerprinted(_ context: ChangeContext) -> ChangeContext {
        guard context.key != nil, context.requestFingerprint == nil else { return context }
        var context = context
        context.requestFingerprint = fingerprint
        return context
    }

    private var fingerprint: String? {
        switch self {
        case .editMany(let ids, let edit):
            let fields = edit.fields.fields.flatMap { [$0.name, (edit.fields.changes[$0] ?? .none).description] }
            let tags = ["+"] + edit.addedTags + ["-"] + edit.removedTags
            return ChangeContext.requestFingerprint("edit", of: ids.map(\.text) + fields + tags)
        case .removeMany(let ids): return ChangeContext.requestFingerprint("remove", of: ids.map(\.text))
        case .relocate(let names, let target):
            return ChangeContext.requestFingerprint("relocate", of: names + ["/"] + target)
        case .add, .edit, .remove, .move, .undo: return nil
        }
    }
}

/// Makes the edits of a queue so that they conflict with changes of others, but not with one another.
///
/// A queue that is sent again has the same result: a repeated edit is recognised by the revision that it made the first
/// time. If an edit's change was rolled back and is made again, its later revision replaces the first.
struct OwnChanges {
    private var made: [IdempotencyKey: (items: Set<UUID>, revision: Revision)] = [:]

    /// Applies the next edit.
    mutating func apply(
        _ edit: EditRequest, own: Set<Revision>, key: IdempotencyKey, writer: StoreWriter, context: ChangeContext
    ) throws -> EditResult {
        var own = own
        if let id = edit.based {
            for change in made.values where change.items.contains(id) { own.insert(change.revision) }
        }
        let result = try edit.apply(writer, context, own: own)
        made[key] = (edit.items, result.outcome.revision)
        return result
    }

    /// Forgets an edit whose change was rolled back.
    mutating func forget(_ key: IdempotencyKey) { made[key] = nil }
}

extension EditRequest {
    /// The item, if the edit may conflict with changes of others.
    fileprivate var based: UUID? {
        switch self {
        case .edit(let id, _, _), .remove(let id, _): id
        case .add, .move, .undo, .editMany, .removeMany, .relocate: nil
        }
    }

    /// The items whose fields it changes, as far as it names them.
    fileprivate var items: Set<UUID> {
        switch self {
        case .add(let item, _): [item.id]
        case .edit(let id, _, _), .remove(let id, _): [id]
        case .editMany(let ids, _), .removeMany(let ids): Set(ids)
        case .move, .undo, .relocate: []
        }
    }
}

/// Commits changes for handlers and promises responses once they are durable.
struct EditService: Sendable {
    let commitQueue: CommitQueue
    let disk: DiskSpaceCheck
    let errors: ErrorResponder
    /// The author of the owner's changes in the journal.
    let actor: String

    /// The moment at which the response to a change is sent.
    enum ResponseTime: Sendable {
        /// When the change is durable.
        case durable
        /// When the published pages show the change too: a browser that sent a form returns to them.
        case published(PublishedPages)
    }

    /// Commits a change.
    /// - Parameters:
    ///   - key: lets the client send the same request again without a second change.
    ///   - requestFingerprint: see ``ChangeContext/requestFingerprint``.
    ///   - respond: makes the response; runs on the connection's thread.
    func commit(
        _ edit: EditRequest, key: IdempotencyKey?, requestFingerprint: String? = nil, for request: InventoryRequest,
        at time: ResponseTime = .durable,
        respond: @escaping @Sendable (Result<EditResult, any Error>) throws -> Response
    ) throws -> DeferredResponse {
        try disk.check(for: key.map { [$0] } ?? [])
        let head = request.head
        let context = ChangeContext(
            by: request.caller, otherwise: actor, key: key, requestFingerprint: requestFingerprint)
        return .later { [self] promise in
            let isQueued = commitQueue.submit(
                CommitQueue.Edit(
                    apply: { writer in try edit.apply(writer, context) },
                    done: { result in
                        let fulfill: @Sendable () -> Void = {
                            promise.fulfill {
                                errors.respond(to: head) { try respond(result) }
                            }
                        }
                        guard case .published(let pages) = time, case .success(let edit) = result else {
                            return fulfill()
                        }
                        pages.whenShowing(edit.outcome.revision, fulfill)
                    }))
            if !isQueued { promise.fulfill { errors.response(RequestError(.stopping), to: head) } }
        }
    }
}

extension ChangeContext {
    /// The context of a change that a client requests now.
    /// - Parameter actor: the author of the owner's changes, who signs in without a name.
    init(
        by caller: Caller, otherwise actor: String, key: IdempotencyKey?, requestFingerprint: String? = nil
    ) {
        let session = caller.session
        self.init(
            actor: session?.person?.name ?? actor, role: session?.role ?? .reader, hidden: caller.hidden, key: key,
            requestFingerprint: requestFingerprint, timestamp: .now)
    }
}
