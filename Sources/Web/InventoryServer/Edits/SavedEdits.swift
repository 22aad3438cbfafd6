public import FoundationEssentials
public import Inventory
public import InventoryStore
import Templating

/// Edits that a page kept while it had no connection, as it saves them to a file
/// (`application/vnd.homepwner.edits+json`, docs/page.md).
public struct SavedEdits: Sendable {
    /// What replaying came to.
    public struct Outcome: Equatable, Sendable {
        /// Edits that were made.
        public var made = 0
        /// Edits that had been made before, as their keys tell.
        public var repeated = 0
        /// What is wrong with each edit that was refused, with its number in the file, counted from 1. Where there is
        /// one, nothing was changed.
        public var refusals: [Rejection] = []
    }

    /// Why an edit was refused.
    public struct Rejection: Equatable, Sendable {
        /// The edit's number in the file, counted from 1.
        public let number: Int
        /// What is wrong, and what to do.
        public let words: String
    }

    /// Why a file is not taken.
    public struct FormatError: Error, CustomStringConvertible, Sendable {
        /// What is wrong, and what to do.
        public let description: String
    }

    private let edits: [EditReader.Queued]

    /// Whether a file begins as saved edits do; its first 4 KiB are enough.
    public static func begin(_ bytes: some Sequence<UInt8>) -> Bool {
        let text = String(decoding: bytes.lazy.filter { !" \t\r\n".utf8.contains($0) }.prefix(100), as: UTF8.self)
        return text.hasPrefix(#"{"version":"#) && text.contains(#","store":""#)
    }

    /// Reads a file.
    /// - Parameter store: the key of the inventory that the edits must belong to.
    /// - Throws: `FormatError` where it is no such file, or belongs to another inventory.
    public init(_ bytes: [UInt8], store: UUID, now: Timestamp) throws(FormatError) {
        do throws(HTTPError) {
            edits = try EditReader.queue(try EditReader.json(.bytes(bytes)), store: store.text, now: now)
        } catch {
            throw FormatError(description: error.inWords)
        }
    }

    /// Makes the edits in their order, each once, all or none.
    ///
    /// Edits of one item are based on one another, as in the page that kept them.
    /// - Parameter isTrial: whether the inventory shall stay as it is.
    /// - Throws: what the store throws where it cannot be written at all.
    public func replay(
        into store: InventoryStore, actor: String, isDryRun: Bool = false
    ) throws(StoreError) -> Outcome {
        var outcome = Outcome()
        // What ends the transaction so that nothing of it stays.
        var ending: StoreError?
        do throws(StoreError) {
            try store.write { writer throws(StoreError) in
                var chain = EditRebaser()
                for (index, queued) in edits.enumerated() {
                    do throws(EditRejectedError) {
                        let result = try Self.make(queued, &chain, writer, actor)
                        outcome.made += result.isRepeat ? 0 : 1
                        outcome.repeated += result.isRepeat ? 1 : 0
                    } catch {
                        outcome.refusals.append(Rejection(number: index + 1, words: error.words))
                        ending = error.store ?? .nothingToUndo(nil)
                        if let broken = error.store, broken.breaksTransaction { throw broken }
                    }
                }
                if isDryRun { ending = ending ?? .nothingToUndo(nil) }
                if let ending { throw ending }
            }
        } catch {
            guard ending != nil, !error.breaksTransaction else { throw error }
        }
        return outcome
    }

    private struct EditRejectedError: Error {
        let words: String
        let store: StoreError?
    }

    private static func make(
        _ queued: EditReader.Queued, _ chain: inout EditRebaser, _ writer: StoreWriter, _ actor: String
    ) throws(EditRejectedError) -> ChangeOutcome {
        switch queued.edit {
        case .failure(let problem): throw EditRejectedError(words: problem.inWords, store: nil)
        case .success(let edit):
            do throws(StoreError) {
                return try chain.make(edit, writer, ChangeContext(actor: actor, key: queued.key)).outcome
            } catch {
                throw EditRejectedError(words: "\(error)", store: error)
            }
        }
    }
}

extension HTTPError {
    /// The problem in one line, for the command line.
    var inWords: String {
        guard !errors.isEmpty else { return detail }
        return errors.map { error in (error.field.map { "\($0): " } ?? "") + error.detail }.joined(separator: "; ")
    }
}
