public import Files
public import FoundationEssentials
public import Inventory
public import InventoryStore
public import Message
public import Reports
public import Templating

/// The cause of a failed publication.
///
/// A first publication leaves nothing behind; a later one that fails is finished by the next.
public struct PublishError: Error {
    /// The causes.
    public enum Cause: Sendable {
        /// Pages for anyone cannot be editable.
        case publicCannotBeEdited
        /// There is a folder with files that the program did not write.
        case foreignFolder(String)
        /// The folder shows another inventory.
        case otherInventory(String)
        /// The folder is inside the inventory's own.
        case insideStore(String)
        /// The path is that of something else than a folder.
        case notAFolder(String)
        /// Another publication into the same folder is under way.
        case busy(String)
        /// The folder was published by a newer version of the program.
        case newerVersion(String)
        /// A template folder or catalogue cannot be used.
        case report(ReportError)
        /// A template has errors.
        case template(TemplateError)
        /// The folder of the owner's templates or assets does not exist.
        case customFolderMissing(String)
        /// A file of the owner's has the name of none that could be replaced, which are `known`.
        case unknownCustomFile(String, known: [String])
        /// No file in the owner's folder replaces one.
        case nothingReplaced(String, known: [String])
        /// The store could not be read.
        case store(StoreError)
        /// A sum leaves the range of exact amounts.
        case value(ValueError)
        /// A file could not be read, written or removed.
        case file(FileError)
        /// A photo of an item has no picture to show.
        case photo(item: UUID, reason: any Error)
        /// The inventory cannot be written, so that only a new folder can be published.
        case readOnlyInventory(String)
        /// A page could not be rendered to its end.
        case rendering(any Error)
    }

    /// The cause.
    public let cause: Cause
    /// Whether it may have changed pages before it failed.
    public private(set) var isInterrupted = false

    init(_ cause: Cause) { self.cause = cause }

    /// The same error after pages may have been changed.
    var interrupted: PublishError {
        var error = self
        error.isInterrupted = true
        return error
    }

    /// The public form of an error from further down.
    init(_ error: any Error) {
        switch error {
        case let error as PublishError: self = error
        case let error as Cause: self.init(error)
        case let error as ReportError: self.init(.report(error))
        case let error as TemplateError: self.init(.template(error))
        case let error as StoreError: self.init(.store(error))
        case let error as ValueError: self.init(.value(error))
        case let error as FileError: self.init(.file(error))
        default: self.init(.rendering(error))
        }
    }
}

extension PublishError.Cause: Error {}

extension PublishError: CustomStringConvertible {
    /// For logs and tests; the programs have sentences for all causes.
    public var description: String { "publishing failed: \(cause)" }
}

extension PublishError: MessageConvertible {
    public var message: Message { cause.message }
}

extension PublishError.Cause: MessageConvertible {
    public var message: Message {
        switch self {
        case .publicCannotBeEdited: Message("publish.publicCannotBeEdited")
        case .foreignFolder(let path): Message("publish.foreignFolder", ["folder": path])
        case .otherInventory(let path): Message("publish.otherInventory", ["folder": path])
        case .insideStore(let path): Message("publish.insideStore", ["folder": path])
        case .notAFolder(let path): Message("publish.notAFolder", ["folder": path])
        case .busy(let path): Message("publish.busy", ["folder": path])
        case .newerVersion(let path): Message("publish.newerVersion", ["folder": path])
        case .readOnlyInventory(let path): Message("publish.readOnlyInventory", ["folder": path])
        case .customFolderMissing(let path): Message("publish.customFolderMissing", ["folder": path])
        case .unknownCustomFile(let path, let known):
            Message("publish.unknownCustomFile", ["file": path, "names": known.joined(separator: ", ")])
        case .nothingReplaced(let path, let known):
            Message("publish.nothingReplaced", ["folder": path, "names": known.joined(separator: ", ")])
        case .photo(let item, let reason):
            Message("publish.photo", ["item": item.text, "reason": Message(describing: reason)])
        case .rendering(let error): Message("publish.rendering", ["reason": Message(describing: error)])
        case .report(let error): Message(describing: error)
        case .template(let error): Message(describing: error)
        case .store(let error): Message(describing: error)
        case .value(let error): Message(describing: error)
        case .file(let error): Message(describing: error)
        }
    }
}
