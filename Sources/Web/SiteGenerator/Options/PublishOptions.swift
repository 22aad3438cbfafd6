package import Attachments
package import Files
package import FoundationEssentials
package import Inventory
package import InventoryStore
package import Message
package import Reports
package import Templating

/// The cause of a failed publication.
///
/// A first publication leaves nothing behind; a later one that fails is finished by the next.
package struct PublishError: Error {
    /// The causes.
    package enum Cause: Sendable {
        /// Pages for anyone cannot be editable.
        case publicCannotBeEdited
        /// Nor can those of a selection: the server would give everything to who may edit them.
        case selectionCannotBeEdited
        /// The folder was published with a profile that neither it nor the inventory knows.
        case unknownProfile(String)
        /// The filter of the profile cannot be read.
        case filter(SelectionError)
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
    package let cause: Cause
    /// Whether it may have changed pages before it failed.
    package private(set) var isInterrupted = false

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
        case let error as SelectionError: self.init(.filter(error))
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
    package var description: String { "publishing failed: \(cause)" }
}

extension PublishError: MessageConvertible {
    package var message: Message { cause.message }
}

extension PublishError.Cause: MessageConvertible {
    package var message: Message {
        switch self {
        case .publicCannotBeEdited: Message("publish.publicCannotBeEdited")
        case .selectionCannotBeEdited: Message("publish.selectionCannotBeEdited")
        case .unknownProfile(let path): Message("publish.unknownProfile", ["folder": path])
        case .filter(let error): Message(describing: error)
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

/// Options of a publication.
package struct PublishOptions: Sendable {
    /// The items and fields, and the audience.
    package var profile = PublishProfile.private
    /// Whether the pages can change the inventory when the server serves them; only with the private profile.
    package var isEditable = false
    /// Whether the server that serves the pages has the files of documents for their readers; those of editable pages are
    /// always there.
    package var servesDocuments = false
    /// The reader's language and time zone.
    package var locale: ReportLocale
    /// The server's address, `https://host:port`, for pages that another server hosts; nil if it serves them itself.
    package var companion: String?
    /// The address of the folder on the web, with a slash at its end, for a profile that asks to be found.
    package var address: String?
    /// The files of photos; nil for pages without photos.
    package var photos: PhotoStore?
    /// The title; nil for the owner's name, or a plain one.
    package var title: String?
    /// A folder whose files replace the program's templates by name.
    package var templates: String?
    /// A folder whose files replace the program's style sheet and scripts by name.
    package var site: String?
    /// The program that makes it, with its version.
    package var generator: String
    /// Whether the folder may be one that the program did not make, or that shows another inventory; files that the
    /// program did not write stay, under another name if a page needs that name.
    package var allowsForeignFolder = false
    /// Whether every published file is compared with the index: one that is missing or was changed is restored. Without
    /// it that happens only after an interruption, a restart of the machine, or if the folder or the inventory was
    /// restored or copied.
    package var checksFiles = false
    /// The time from which the filter counts days.
    package var now = Timestamp.now
    /// Threads that render and write; nil for one a core, two at most.
    package var jobs: Int?

    /// The options of a private page for that reader.
    package init(locale: ReportLocale, generator: String) {
        self.locale = locale
        self.generator = generator
    }
}

/// Result of a publication.
package struct PublishOutcome: Equatable, Sendable {
    /// Files that were written, new or changed.
    package internal(set) var written = 0
    /// Files that were as they should be.
    package internal(set) var unchanged = 0
    /// Files that were removed because nothing leads to them any more.
    package internal(set) var removed = 0
    /// Items that have a page.
    package internal(set) var items = 0
    /// Files of the publication without the site file.
    package internal(set) var files = 0
    /// Photos of items whose files the inventory does not have: pages omit them.
    package internal(set) var missingPhotos = 0
    /// The characters that HTML cannot carry, if pages that were rendered show some as U+FFFD.
    package internal(set) var replacedCharacters = ReplacedCharacters()
    /// New names of foreign files whose names pages needed.
    package internal(set) var renamedForeignFiles: [String] = []
    /// Whether only the pages that changes affect were rendered.
    package internal(set) var isIncremental = false
    /// The revision of the store that is shown.
    package internal(set) var revision = Revision.zero
}
