package import FoundationEssentials
import HTTPServer
package import Inventory
package import InventoryStore
package import Localization
import Message

/// Edits that a page saved to a file while it had no connection
/// (`application/vnd.homepwner.edits+json`, docs/page.md).
package struct SavedEdits: Sendable {
    /// The media type of such a file.
    static let mediaType = "application/vnd.homepwner.edits+json"

    /// The result of a replay.
    package struct Outcome: Sendable {
        /// The number of edits that were made.
        package var made = 0
        /// The number of edits that had been made before; their keys are known.
        package var repeated = 0
        /// The refused edits. If there is one, nothing was changed.
        package var rejections: [Rejection] = []
    }

    /// A refused edit.
    package struct Rejection: Sendable {
        /// The edit's number in the file, counted from 1.
        package let number: Int
        fileprivate let error: any Error

        /// The fault in one line.
        package func text(in catalogue: MessageCatalogue) -> String {
            (error as? RequestError)?.text(in: catalogue) ?? catalogue.text(Message(error))
        }
    }

    /// A file that has no saved edits, or belongs to another inventory.
    package struct FormatError: Error {
        fileprivate let error: RequestError

        /// The fault in one line.
        package func text(in catalogue: MessageCatalogue) -> String { error.text(in: catalogue) }
    }

    private let edits: [SavedEdit]

    /// Whether the beginning of a file, such as its first 4 KiB, looks like saved edits.
    package static func begin(_ bytes: some Sequence<UInt8>) -> Bool {
        let text = String(decoding: bytes.lazy.filter { !" \t\r\n".utf8.contains($0) }.prefix(100), as: UTF8.self)
        return text.hasPrefix(#"{"version":"#) && text.contains(#","store":""#)
    }

    /// Reads a file.
    /// - Parameters:
    ///   - store: the id of the inventory that the edits must belong to.
    ///   - now: the creation date of added items that state none.
    /// - Throws: `FormatError`.
    package init(_ bytes: [UInt8], store: UUID, now: Timestamp) throws {
        do {
            edits = try SavedEdit.list(try JSONBody.value(of: .bytes(bytes)), store: store.text, now: now)
        } catch {
            throw FormatError(error: RequestError(error))
        }
    }

    /// Makes the edits in their order, each once, all or none.
    ///
    /// Edits of one item do not conflict with one another, as in the page that saved them.
    /// - Parameter isDryRun: whether the inventory stays unchanged.
    /// - Throws: the error of the store if it cannot be written at all.
    package func replay(into store: InventoryStore, actor: String, isDryRun: Bool = false) throws -> Outcome {
        var outcome = Outcome()
        // Thrown at the end so that the transaction is rolled back.
        var rollback: StoreError?
        do {
            try store.write { writer in
                var own = OwnChanges()
                for (index, saved) in edits.enumerated() {
                    do {
                        let context = ChangeContext(actor: actor, key: saved.key)
                        let result = try own.apply(
                            saved.edit.get(), own: saved.own, key: saved.key, writer: writer, context: context
                        ).outcome
                        outcome.made += result.isRepeat ? 0 : 1
                        outcome.repeated += result.isRepeat ? 1 : 0
                    } catch {
                        outcome.rejections.append(Rejection(number: index + 1, error: error))
                        rollback = .nothingToUndo(nil)
                        guard let error = error as? StoreError else { continue }
                        rollback = error
                        if error.breaksTransaction { throw error }
                    }
                }
                if isDryRun { rollback = rollback ?? .nothingToUndo(nil) }
                if let rollback { throw rollback }
            }
        } catch let error as StoreError {
            guard rollback != nil, !error.breaksTransaction else { throw error }
        }
        return outcome
    }
}
