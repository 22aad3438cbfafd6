public import Attachments
public import InventoryStore
public import Reports

/// Audience of a site.
public enum PublishProfile: String, CaseIterable, Codable, Sendable {
    /// The owner and those the owner trusts: everything.
    case `private`
    /// Anyone: no amounts, serial numbers, receipts, notes, buyers or fields of the owner's own.
    case `public`
}

/// Options of a publication.
public struct PublishOptions: Sendable {
    /// The audience.
    public var profile = PublishProfile.private
    /// Whether the pages can change the inventory when the server serves them; never with the public profile.
    public var isEditable = false
    /// The reader's language and time zone.
    public var locale: ReportLocale
    /// The server's address, `https://host:port`, for pages that another server hosts; nil if it serves them itself.
    public var companion: String?
    /// The files of photos; nil for pages without photos.
    public var photos: PhotoStore?
    /// The title; nil for the owner's name, or a plain one.
    public var title: String?
    /// A folder whose files replace the program's templates by name.
    public var templates: String?
    /// A folder whose files replace the program's style sheet and scripts by name.
    public var site: String?
    /// The program that makes it, with its version.
    public var generator: String
    /// Whether the folder may be one that the program did not make, or that shows another inventory; files that the
    /// program did not write stay, under another name if a page needs that name.
    public var allowsForeignFolder = false
    /// Whether every published file is compared with the index: one that is missing or was changed is restored. Without
    /// it that happens only after an interruption, a restart of the machine, or if the folder or the inventory was
    /// restored or copied.
    public var checksFiles = false
    /// Threads that render and write; nil for one a core, two at most.
    public var jobs: Int?

    /// The options of a private page for that reader.
    public init(locale: ReportLocale, generator: String) {
        self.locale = locale
        self.generator = generator
    }
}

/// Result of a publication.
public struct PublishOutcome: Equatable, Sendable {
    /// Files that were written, new or changed.
    public internal(set) var written = 0
    /// Files that were as they should be.
    public internal(set) var unchanged = 0
    /// Files that were removed because nothing leads to them any more.
    public internal(set) var removed = 0
    /// Items that have a page.
    public internal(set) var items = 0
    /// Files of the publication without the site file.
    public internal(set) var files = 0
    /// Photos of items whose files the inventory does not have: pages omit them.
    public internal(set) var missingPhotos = 0
    /// The characters that HTML cannot carry, if pages that were rendered show some as U+FFFD.
    public internal(set) var replacedCharacters = ReplacedCharacters()
    /// New names of foreign files whose names pages needed.
    public internal(set) var renamedForeignFiles: [String] = []
    /// Whether only the pages that changes affect were rendered.
    public internal(set) var isIncremental = false
    /// The revision of the store that is shown.
    public internal(set) var revision = Revision.zero
}
