public import InventoryStore
public import Reports

/// Publishes an inventory as a folder of pages that need nothing but a browser.
///
///     let publisher = Publisher(PublishOptions(locale: locale, generator: "homepwner 0.1.0"))
///     let outcome = try publisher.publish(store, to: "site")
///
/// The first publication appears whole; later ones replace only files whose content changed, each in one step, the
/// site file last. The next run completes an interrupted one. After few edits only affected pages are rendered.
public struct Publisher: Sendable {
    private let options: PublishOptions

    /// A publisher with those options.
    public init(_ options: PublishOptions) { self.options = options }

    /// Publishes the present state of a store.
    /// - Parameters:
    ///   - path: the folder; created if there is none.
    ///   - progress: called now and then with the number of items that are done and of all items.
    /// - Throws: the cause of the failure; a first publication then leaves nothing behind.
    @discardableResult
    public func publish(
        _ store: InventoryStore, to path: String, progress: @escaping @Sendable (Int, Int) -> Void = { _, _ in }
    ) throws(PublishError) -> PublishOutcome {
        var publication = try PublishRun(options, store: store, path: path, progress: progress)
        do throws(PublishError) {
            return try publication.run()
        } catch {
            publication.discard()
            throw error
        }
    }
}

/// State of a published folder, read from its site file.
public struct PublishedSite: Equatable, Sendable {
    /// The name of the site file, which every publication replaces last.
    public static let siteFileName = SiteFile.name

    private let file: SiteFile

    /// Reads a folder's site file; nil if it is missing or damaged.
    /// - Throws: `newerVersion`, or an error of the system.
    public init?(at path: String) throws(PublishError) {
        let found: SiteFile?
        do { found = try SiteFiles.siteFile(at: path) } catch { throw PublishError(error) }
        guard let found else { return nil }
        file = found
    }

    /// The revision of the store that it shows.
    public var revision: Int64 { file.revision }
    /// Whether its pages can change the inventory.
    public var isEditable: Bool { file.editable }
    /// The audience.
    public var profile: PublishProfile { file.profile }
    /// The language it is written in (BCP 47).
    public var language: String { file.language }
    /// The time zone of its dates, a name of the IANA database; nil in a public folder.
    public var timeZone: String? { file.timeZone }
    /// The server's address if another server hosts the pages; nil if it serves them itself.
    public var companion: String? { file.companion }
    /// The title the owner gave it.
    public var title: String? { file.title }
    /// Whether templates of the owner's own were used.
    public var hasOwnTemplates: Bool { file.ownTemplates ?? false }
    /// Whether a style sheet, scripts or pictures of the owner's own were used.
    public var hasOwnAssets: Bool { file.ownAssets ?? false }
    /// The hashes of all scripts that its pages run (W3C CSP 3, 2.3.1), each `sha256-…`, for a server's own policy.
    public var scriptHashes: [String] { (file.scripts ?? [:]).values.sorted() }
}

extension PublishedSite {
    /// Whether the site file exists but cannot be read.
    public static func isDamaged(at path: String) -> Bool {
        guard let found = try? SiteFiles(reading: path).siteFile else { return false }
        return found.isThere && found.file == nil
    }

    /// The options that publish the folder again as it is; own templates and assets are not part of it.
    /// - Parameter usualTimeZone: the time zone of a folder that names none.
    /// - Throws: `unknownLanguage` or `unknownTimeZone`.
    public func options(generator: String, usualTimeZone: String) throws(ReportError) -> PublishOptions {
        var options = PublishOptions(
            locale: try ReportLocale(language: language, timeZone: timeZone ?? usualTimeZone), generator: generator)
        options.profile = profile
        options.isEditable = isEditable
        options.title = title
        options.companion = companion
        return options
    }
}
