import Files
import Inventory
import JSON
import Localization
import Reports
import Synchronization
import Templating

/// All that a site is made with but the items: words, templates, assets, and the options that show.
///
/// A class: the compiler writes 1.5 MB of code that copies such a large struct and those that hold it.
final class SiteDesign: Sendable {
    let options: PublishOptions
    /// Of the source.
    let fingerprint: String
    let words: DocumentLocalization
    let scripts: ScriptPolicy
    let itemContext: ItemPageContext
    let listContext: ListPageContext
    let item: ItemTemplate
    let row: ItemTemplate
    let search: ItemTemplate
    private let folder: TemplateFolder
    private let frame: Lazy<Template>
    private let links: Lazy<Template>
    private let summary: Lazy<Template>
    private let redirects: Lazy<Template>

    /// - Parameter known: the integrity of scripts from a site file of the same design.
    /// - Throws: errors in words and templates.
    init(_ source: DesignSource, known: [String: String]?) throws {
        let options = source.options
        self.options = options
        fingerprint = source.fingerprint
        words = try DocumentLocalization(language: options.locale.language, from: source.folder)
        folder = source.folder
        scripts = try ScriptPolicy(
            replacedBy: options.site, companion: options.companion, isEditable: options.isEditable, known: known,
            design: String(source.fingerprint.prefix(16)))
        let site = SiteContext(options, settings: source.settings, store: source.store, words: words)
        itemContext = ItemPageContext(site)
        listContext = ListPageContext(site)
        let library = source.folder.library(for: "page")
        let formatters = TemplateContext.formatters(for: options.locale)
        @Sendable func compile(_ name: String, context: ContextDeclaration, type: ContentType) throws -> Template {
            try Template(
                named: name, in: library, context: context,
                options: TemplateOptions(contentType: type, formatters: formatters))
        }
        row = ItemTemplate(try compile("row.html", context: itemContext.declaration, type: .html), itemContext)
        search = ItemTemplate(try compile("search.json", context: itemContext.declaration, type: .json), itemContext)
        item = ItemTemplate(try compile("item.html", context: itemContext.declaration, type: .html), itemContext)
        frame = Lazy { [listContext] in try compile("list.html", context: listContext.declaration, type: .html) }
        links = Lazy { [listContext] in try compile("directory.html", context: listContext.declaration, type: .html) }
        summary = Lazy { [listContext] in
            try compile("overview.html", context: listContext.declaration, type: .html)
        }
        redirects = Lazy { [listContext] in try compile("redirect.html", context: listContext.declaration, type: .html)
        }
        // A design that was published before is known to compile.
        if known == nil { _ = try (list, directory, overview, redirect) }
    }

    /// The template of list pages, compiled when it is first wanted: most edits change no totals.
    var list: Template { get throws { try frame.value } }

    /// The template of pages that lead to all lists of a kind.
    var directory: Template { get throws { try links.value } }

    /// The template of the overview.
    var overview: Template { get throws { try summary.value } }

    /// The template of pages that lead to another page at once.
    var redirect: Template { get throws { try redirects.value } }

    /// Describes the pages for browsers that install them as an app (W3C Web Application Manifest).
    var appManifest: [UInt8] {
        func object(_ members: KeyValuePairs<String, JSONValue>) -> JSONValue {
            .object(members.map { JSONMember(name: $0, value: $1) })
        }
        func icon(_ name: String, sizes: String, type: String, purpose: String) -> JSONValue {
            object([
                "src": .string("assets/\(name)"), "sizes": .string(sizes), "type": .string(type),
                "purpose": .string(purpose),
            ])
        }
        return object([
            "name": .string(itemContext.site.title), "short_name": .string("Homepwner"),
            "lang": .string(options.locale.language), "start_url": .string("index.html"), "scope": .string("./"),
            "display": .string("standalone"), "background_color": .string("#1f6f8b"), "theme_color": .string("#1f6f8b"),
            "icons": .array([
                icon("icon.svg", sizes: "any", type: "image/svg+xml", purpose: "any"),
                icon("icon-192.png", sizes: "192x192", type: "image/png", purpose: "any"),
                icon("icon-512.png", sizes: "512x512", type: "image/png", purpose: "any maskable"),
            ]),
        ]).encoded
    }

    /// The files that pages load.
    var assets: SiteAssets { get throws { try SiteAssets(replacedBy: options.site, words: folder) } }
}

/// A template of an item's page, row or search entry.
///
/// A class, because it is passed on for every item, and copying its many parts would take time.
final class ItemTemplate: Sendable {
    let template: Template
    /// Fills the names of the item that the template reads.
    let item: ItemContext
    /// Whether the template shows the item's web address as a link.
    let readsLink: Bool

    init(_ template: Template, _ context: ItemPageContext) {
        self.template = template
        item = ItemContext(for: template)
        readsLink = context.readsLink(template)
    }
}

/// A value that is made when it is first wanted.
final class Lazy<Value: Sendable>: Sendable {
    private let made = Mutex<Value?>(nil)
    private let make: @Sendable () throws -> Value

    init(_ make: @escaping @Sendable () throws -> Value) { self.make = make }

    var value: Value {
        get throws {
            try made.withLock { made in
                if let made { return made }
                let value = try make()
                made = value
                return value
            }
        }
    }
}

/// Inputs of a `SiteDesign`, and their fingerprint, computed without compiling templates.
struct DesignSource: Sendable {
    let options: PublishOptions
    let settings: InventorySettings
    let store: String
    let folder: TemplateFolder
    /// Changes whenever the design does: then every page is rendered.
    let fingerprint: String

    /// - Throws: `publicCannotBeEdited`, errors in the names of own files, `file` if one cannot be read.
    init(_ options: PublishOptions, settings: InventorySettings, store: String) throws(PublishError.Cause) {
        guard !(options.isEditable && options.profile == .public) else { throw .publicCannotBeEdited }
        if let templates = options.templates { try CustomSiteFiles(templates).checkTemplates() }
        if let assets = options.site { try CustomSiteFiles(assets).checkAssets() }
        self.options = options
        self.settings = settings
        self.store = store
        folder = TemplateFolder(replacedBy: options.templates)
        do throws(FileError) {
            fingerprint = try DesignSource.fingerprint(options, settings: settings, store: store, folder: folder)
        } catch {
            throw .file(error)
        }
    }

    /// The SHA-256 digest of all embedded files; empty if it cannot be computed.
    private static let embeddedFilesDigest: [UInt8] = {
        let hasher = SHA256Hasher()
        for path in EmbeddedFiles.paths {
            hasher.update(path.utf8.span)
            if let bytes = EmbeddedFiles.bytes(of: path) { hasher.update(bytes.span) }
        }
        return (try? hasher.finish()) ?? []
    }()

    private static func fingerprint(
        _ options: PublishOptions, settings: InventorySettings, store: String, folder: TemplateFolder
    ) throws(FileError) -> String {
        var text: [UInt8] = []
        func add(_ bytes: [UInt8]) {
            text += bytes
            text.append(0)
        }
        let inputs = [
            options.profile.rawValue, "\(options.isEditable)", options.locale.language, options.locale.timeZoneName,
            options.title ?? "", options.companion ?? "", options.generator, store, settings.owner ?? "",
            settings.currency.code, "\(options.photos != nil)",
        ]
        for input in inputs { add(Array(input.utf8)) }
        add(embeddedFilesDigest)
        // The digest covers all files unless the owner replaces some.
        if options.templates == nil, options.site == nil, !embeddedFilesDigest.isEmpty { return Fingerprint(text).text }
        for path in EmbeddedFiles.paths where path.hasPrefix("Templates/page/") {
            if let file = try folder.file(String(path.dropFirst("Templates/".count))) { add(file.bytes) }
        }
        try SiteAssets.forEachSource(replacedBy: options.site, words: folder) { name, bytes in
            add(Array(name.utf8))
            add(bytes)
        }
        return Fingerprint(text).text
    }
}
