import Files
import Inventory
package import InventoryStore
import Reports
import Synchronization

/// A folder in which an inventory is published as pages that need nothing but a browser.
///
///     let folder = PublishedFolder(at: "site", of: store)
///     let outcome = try folder.publish(PublishOptions(locale: locale, generator: "homepwner 0.1.0"))
///
/// The first publication appears whole; later ones replace only files whose content changed, each in one step, the
/// site file last. The next run completes an interrupted one. After few edits only affected pages are rendered. Between
/// publications the object keeps compiled templates and the connection to the index.
package final class PublishedFolder: Sendable {
    private let path: String
    private let store: InventoryStore
    private let optionsAgain: @Sendable (PublishedSite) throws -> PublishOptions?
    private let kept = Mutex(KeptSession())

    /// - Parameters:
    ///   - path: the folder; created by the first publication.
    ///   - optionsAgain: the options with which ``publishAgain(after:)`` publishes a folder in this state; nil if it shall not.
    package init(
        at path: String, of store: InventoryStore,
        optionsAgain: @escaping @Sendable (PublishedSite) throws -> PublishOptions? = { _ in nil }
    ) {
        self.path = path
        self.store = store
        self.optionsAgain = optionsAgain
    }

    /// Publishes the present state of the store.
    /// - Parameters:
    ///   - changes: the changes since the last publication, if the caller knows them; others are read from the journal.
    ///   - progress: called now and then with the number of items that are done and of all items.
    /// - Throws: the cause of the failure; a first publication then leaves nothing behind.
    @discardableResult
    package func publish(
        _ options: PublishOptions, after changes: StoreChanges? = nil,
        progress: @escaping @Sendable (Int, Int) -> Void = { _, _ in }
    ) throws -> PublishOutcome {
        try kept.withLock { kept in
            let former = kept
            // After a failure the next publication begins anew.
            kept = KeptSession()
            var run = try PublishRun(
                options, store: store, path: path, after: changes, keeping: former, progress: progress)
            do {
                let outcome = try run.run()
                kept = run.kept
                return outcome
            } catch {
                run.discard()
                throw error
            }
        }
    }

    /// Publishes the folder again with options for its present state, which another program may have changed; does nothing
    /// if it was never published.
    /// - Returns: the revision that the pages show; nil if nothing was done.
    @discardableResult
    package func publishAgain(after changes: StoreChanges? = nil) throws -> Revision? {
        guard let options = try PublishedSite(at: path).flatMap(optionsAgain) else { return nil }
        return try publish(options, after: changes).revision
    }

    /// Publishes pages into another folder for some of the readers, with the options of this one.
    /// - Parameter change: changes the options.
    /// - Returns: the revision that they show; nil if this folder was never published.
    package func publish(
        into other: PublishedFolder, _ change: (inout PublishOptions) -> Void
    ) throws -> Revision? {
        guard var options = try PublishedSite(at: path).flatMap(optionsAgain) else { return nil }
        (options.companion, options.address, options.profile.isFindable) = (nil, nil, false)
        change(&options)
        return try other.publish(options).revision
    }

    /// Removes the folder with all its files, then what the index has of it: the files are gone even if that fails.
    package func remove() throws {
        try kept.withLock { kept in
            kept = KeptSession()
            let id = (try? SiteFiles.siteFile(at: path))?.site
            Folder.removeAll(path)
            let connection = try store.openSiteConnection()
            if try connection.openFolder(id: id, path: store.qualifiedPath(Folder.absolute(path))) != nil {
                try connection.removeFolder()
            }
        }
    }

    /// Closes the connection to the index; the next publication opens another.
    package func close() { kept.withLock { $0 = KeptSession() } }

    /// Seconds without a publication after which compiled templates are not kept: they take a megabyte.
    private static let keptSeconds = 60.0

    /// Closes the folder if nothing was published for a minute.
    package func closeIfIdle() {
        _ = kept.withLockIfAvailable { kept in
            if MonotonicClock.now() - kept.time > PublishedFolder.keptSeconds { kept = KeptSession() }
        }
    }
}

/// State of a published folder, read from its site file.
package struct PublishedSite: Equatable, Sendable {
    /// The name of the site file, which every publication replaces last.
    package static let siteFileName = SiteFile.name

    private let file: SiteFile
    private let path: String

    /// Reads a folder's site file; nil if it is missing or damaged.
    /// - Throws: `newerVersion`, or an error of the system.
    package init?(at path: String) throws {
        let found: SiteFile?
        do { found = try SiteFiles.siteFile(at: path) } catch { throw PublishError(error) }
        guard let found else { return nil }
        file = found
        self.path = path
    }

    /// Whether it shows an inventory.
    package func shows(_ store: InventoryStore) -> Bool { file.shows(store.identifier.text) }

    /// The revision of the store that it shows.
    package var revision: Int64 { file.revision }
    /// Whether its pages can change the inventory.
    package var isEditable: Bool { file.editable }
    /// Whether anyone may read it.
    package var isPublic: Bool { file.isPublic }
    /// The language it is written in (BCP 47).
    package var language: String { file.language }
    /// The time zone of its dates, a name of the IANA database; nil in a public folder.
    package var timeZone: String? { file.timeZone }
    /// The server's address if another server hosts the pages; nil if it serves them itself.
    package var companion: String? { file.companion }
    /// Its address on the web, for search engines.
    package var address: String? { file.address }
    /// The title the owner gave it.
    package var title: String? { file.title }
    /// Whether templates of the owner's own were used.
    package var hasOwnTemplates: Bool { file.ownTemplates ?? false }
    /// Whether a style sheet, scripts or pictures of the owner's own were used.
    package var hasOwnAssets: Bool { file.ownAssets ?? false }
    /// The hashes of all scripts that its pages run (W3C CSP 3, 2.3.1), each `sha256-…`, for a server's own policy.
    package var scriptHashes: [String] { (file.scripts ?? [:]).values.sorted() }
}

extension PublishedSite {
    /// Whether the site file exists but cannot be read.
    package static func isDamaged(at path: String) -> Bool {
        guard let found = try? SiteFiles(reading: path).siteFile else { return false }
        return found.isThere && found.file == nil
    }

    /// The profile that the folder of a store was published with. One that is not the program's own is in the inventory.
    /// - Throws: `unknownProfile` if neither knows it, as after the inventory was restored from an earlier backup.
    package func profile(in store: InventoryStore) throws -> PublishProfile {
        if let own = PublishProfile.named(file.profile) { return own }
        let former = try file.site.flatMap { try store.openSiteConnection().openFolder(id: $0, path: "") }
        guard let profile = former.flatMap({ PublishProfile(stored: $0.profile) }), profile.name == file.profile else {
            throw PublishError(.unknownProfile(path))
        }
        return profile
    }

    /// The options that publish the folder of a store again as it is; own templates and assets are not part of it.
    /// - Throws: `unknownLanguage`, `unknownTimeZone` or `unknownProfile`.
    package func options(generator: String, store: InventoryStore) throws -> PublishOptions {
        var options = PublishOptions(
            locale: try ReportLocale(language: language, timeZone: timeZone ?? store.settings.timeZone),
            generator: generator)
        options.profile = try profile(in: store)
        options.isEditable = isEditable
        options.title = title
        options.companion = companion
        options.address = address
        return options
    }
}
