import InventoryStore
import Localization

extension Option {
    static let key = value("key", "KEY", heading: .condition)
    /// The last options of each command that changes an inventory.
    static let ofChange: [Option] = [.key, .store, .help]
}

// A script that does not know the outcome of a call repeats it under the same key.
extension Invocation {
    /// Makes the change of this call, unless the same call made it before under the same `--key`.
    /// - Parameter make: looks up what the call names, and makes one change in the given context. It is not called for a
    ///   repeated call: a removed item, for example, would not be found.
    /// - Returns: the outcome of the change, whenever it was made.
    /// - Throws: as ``repeatableContext()`` and ``earlierOutcome(of:in:)``, and the errors of `make`.
    @discardableResult
    func once(_ store: InventoryStore, _ make: (ChangeContext) throws -> ChangeOutcome) throws -> ChangeOutcome {
        let context = try repeatableContext()
        return try earlierOutcome(of: context, in: store) ?? make(context)
    }

    /// The author of a change, with its key and the fingerprint of the call if it has a key.
    /// - Throws: `badValue` for a malformed key, `exclusive` for a key of a dry run.
    func repeatableContext() throws(UsageError) -> ChangeContext {
        var context = context
        guard let text = arguments.text(.key) else { return context }
        guard let key = IdempotencyKey(visible: text) else {
            throw .badValue(option: Option.key.spelling, problem: localized("request.expectedKey"))
        }
        try arguments.allowOnlyOne(of: [.key, .dryRun])
        context.key = key
        context.requestFingerprint = ChangeContext.requestFingerprint(
            "call", of: [command] + arguments.words(without: [.key, .store, .quiet]))
        return context
    }

    /// The outcome of the change that the same call made before; nil if its key is new or it has none.
    /// - Throws: `keyReused` if the key belongs to another change.
    func earlierOutcome(of context: ChangeContext, in store: InventoryStore) throws -> ChangeOutcome? {
        guard let key = context.key else { return nil }
        let snapshot = try store.snapshot()
        if let known = try snapshot.outcome(of: key, requestFingerprint: context.requestFingerprint) { return known }
        guard try snapshot.outcome(of: key) == nil else { throw StoreError.keyReused(key) }
        return nil
    }
}
