import Files
import Inventory
import InventoryStore
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
    let fields: PublishedFields
    /// The items; nil for all.
    let selection: Selection?
    let scripts: ScriptPolicy
    let itemContext: ItemPageContext
    let listContext: ListPageContext
    /// The names of the feed and the sitemap.
    let findableContext: ContextDeclaration
    let item: ItemTemplate
    let row: ItemTemplate
    let search: ItemTemplate
    private let folder: TemplateFolder
    private let frame: Lazy<Template>
    private let links: Lazy<Template>
    private let summary: Lazy<Template>
    private let redirects: Lazy<Template>
    private let feeds: Lazy<Template>
    private let sitemaps: Lazy<Template>

    /// - Parameter known: the integrity of scripts from a site file of the same design.
    /// - Throws: errors in words and templates.
    init(_ source: DesignSource, known: [String: String]?) throws {
        let options = source.options
        self.options = options
        fingerprint = source.fingerprint
        fields = PublishedFields(options.profile)
        selection = source.selection
        words = try DocumentLocalization(options.locale, from: source.folder)
        folder = source.folder
        scripts = try ScriptPolicy(
            replacedBy: options.site, companion: options.companion, isEditable: options.isEditable, known: known,
            design: String(source.fingerprint.prefix(16)))
        let site = SiteContext(options, fields, settings: source.settings, store: source.store, words: words)
        itemContext = ItemPageContext(site, fields, hasSelection: selection != nil)
        listContext = ListPageContext(site)
        findableContext = FindableFiles.declaration(site)
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
        feeds = Lazy { [findableContext] in try compile(FindableFiles.feedName, context: findableContext, type: .xml) }
        sitemaps = Lazy { [findableContext] in
            try compile(FindableFiles.sitemapName, context: findableContext, type: .xml)
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

    /// The templates of the files that a profile has which asks to be found.
    var feed: Template { get throws { try feeds.value } }
    var sitemap: Template { get throws { try sitemaps.value } }

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
            "lang": .string(options.locale.tag), "start_url": .string("index.html"), "scope": .string("./"),
            "display": .string("standalone"), "background_color": .string("#1f6f8b"), "theme_color": .string("#1f6f8b"),
            "icons": .array([
                icon("icon.svg", sizes: "any", type: "image/svg+xml", purpose: "any"),
                icon("icon-192.png", sizes: "192x192", type: "image/png", purpose: "any"),
                icon("icon-512.png", sizes: "512x512", type: "image/png", purpose: "any maskable"),
            ]),
        ]).encoded
    }

    static let robotsName = "robots.txt"

    /// Asks search engines to stay away, unless the profile asks to be found (RFC 9309).
    var robots: [UInt8] {
        guard options.profile.isFindable else { return Array("User-agent: *\nDisallow: /\n".utf8) }
        let sitemap = "\(options.address ?? "")\(FindableFiles.sitemapName)"
        return Array("User-agent: *\nAllow: /\nSitemap: \(sitemap)\n".utf8)
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
    /// The items; nil for all.
    let selection: Selection?
    let folder: TemplateFolder
    /// Changes whenever the design does: then every page is rendered.
    let fingerprint: String

    /// - Throws: `publicCannotBeEdited`, `selectionCannotBeEdited`, `filter`, errors in the names of own files, `file` if one
    ///   cannot be read.
    init(_ options: PublishOptions, settings: InventorySettings, store: String) throws {
        // A server makes pages for editing that hide fields, for people to whom its answers show no more.
        guard !options.isEditable || options.profile == PublishProfile(hidden: options.profile.hidden) else {
            throw options.profile == .public
                ? PublishError.Cause.publicCannotBeEdited : PublishError.Cause.selectionCannotBeEdited
        }
        if let templates = options.templates { try CustomSiteFiles(templates).checkTemplates() }
        if let assets = options.site { try CustomSiteFiles(assets).checkAssets() }
        self.options = options
        self.settings = settings
        self.store = store
        selection = try options.profile.selection(settings, options.locale, now: options.now)
        folder = TemplateFolder(replacedBy: options.templates)
        do {
            fingerprint = try DesignSource.fingerprint(
                options, selection, settings: settings, store: store, folder: folder)
        } catch {
            throw PublishError.Cause.file(error)
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
        _ options: PublishOptions, _ selection: Selection?, settings: InventorySettings, store: String,
        folder: TemplateFolder
    ) throws(FileError) -> String {
        var text: [UInt8] = []
        func add(_ bytes: [UInt8]) {
            text += bytes
            text.append(0)
        }
        let inputs = [
            // Days that are counted from today differ from day to day.
            options.profile.encoded, "\(selection?.terms ?? [])", "\(options.isEditable)", "\(options.servesDocuments)",
            options.locale.tag,
            options.locale.timeZoneName,
            options.title ?? "", options.companion ?? "", options.address ?? "", options.generator, store,
            settings[.owner] ?? "",
            settings.currency.code, "\(options.photos != nil)", "\(Collation.generation) \(settings.locale)",
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

/// An owner's folder whose files replace the program's by name.
struct CustomSiteFiles {
    private let folder: String
    /// Paths below the folder, hidden files left out.
    private let names: [String]

    /// - Throws: `customFolderMissing`, or `file` if it cannot be read.
    init(_ folder: String) throws {
        self.folder = folder
        guard Folder.exists(folder) else { throw PublishError.Cause.customFolderMissing(folder) }
        do { names = try Folder.paths(below: folder).sorted() } catch {
            throw PublishError.Cause.file(error)
        }
    }

    /// Refuses templates and words that no page is made of: they would be passed over, as would a mistyped name.
    func checkTemplates() throws {
        let start = "Templates/"
        let paths = EmbeddedFiles.paths.filter { $0.hasPrefix(start) }.map { String($0.dropFirst(start.count)) }
        let known = Set(paths).union(paths.map(CustomSiteFiles.lastPart))
        let replaceable = paths.filter { $0.hasPrefix("page/") || $0.hasPrefix("words/") }.map(CustomSiteFiles.lastPart)
        try check(
            known: known, replaceable: replaceable,
            isMeant: { name in
                let parts = name.split(separator: "/")
                // A folder of another name holds a report of the owner's own.
                let isHere = parts.count == 1 || parts.count == 2 && ["page", "words"].contains(parts[0])
                return isHere && (name.hasSuffix(".mustache") || name.hasSuffix(".json")) && !isPartial(name)
            })
    }

    /// Refuses files that no page loads.
    func checkAssets() throws {
        try check(known: Set(SiteAssets.all), replaceable: SiteAssets.replaceable) { name in
            [".css", ".js", ".svg", ".png", ".json", ".html"].contains(where: name.hasSuffix)
        }
    }

    private func check(known: Set<String>, replaceable: [String], isMeant: (String) -> Bool) throws {
        let (all, known) = (known, Set(replaceable).sorted())
        for name in names where !all.contains(name) && isMeant(name) {
            throw PublishError.Cause.unknownCustomFile("\(folder)/\(name)", known: known)
        }
        guard names.contains(where: all.contains) else {
            throw PublishError.Cause.nothingReplaced(folder, known: known)
        }
    }

    /// Whether another of the owner's templates includes this one.
    private func isPartial(_ name: String) -> Bool {
        let base = CustomSiteFiles.lastPart(name).replacing(".mustache", with: "")
        return names.contains { other in
            // A template that cannot be read is refused when its text is needed.
            guard other.hasSuffix(".mustache"), let bytes = try? readFile("\(folder)/\(other)") else { return false }
            let text = String(decoding: bytes, as: UTF8.self)
            return [">", "> ", "<", "< "].contains { text.contains("{{\($0)\(base)") }
        }
    }

    private static func lastPart(_ path: String) -> String { path.split(separator: "/").last.map(String.init) ?? path }
}

/// The style sheet, the scripts and the words that pages load: from inside the program, or an owner's files by name.
struct SiteAssets: Sendable {
    /// A file that pages load.
    struct File: Sendable {
        let name: String
        let bytes: [UInt8]

        /// Its path in the publication. A service worker governs the pages of the folder that it is in (W3C Service
        /// Workers, "scope").
        var path: String { name == SiteAssets.worker ? name : "assets/\(name)" }
    }

    /// The script that keeps pages for use without a connection.
    static let worker = "worker.js"

    /// The script that is inside list pages, and no file.
    static let inlineScript = "disk.js"

    /// The files as readers load them.
    let files: [File]

    /// - Parameters:
    ///   - folder: the owner's files.
    ///   - templates: the folder of the words.
    /// - Throws: `read` if an owner's file cannot be read.
    init(replacedBy folder: String?, words templates: TemplateFolder) throws(FileError) {
        var files: [File] = []
        try SiteAssets.forEachSource(replacedBy: folder, words: templates) { name, bytes in
            guard name != SiteAssets.inlineScript else { return }
            guard name.hasSuffix(".json") else {
                return files.append(File(name: name, bytes: bytes))
            }
            let language = String(name.dropFirst("words/".count).dropLast(".json".count))
            if let catalogue = MessageCatalogue(language: language, json: bytes) {
                files.append(File(name: name, bytes: SiteAssets.json(DocumentLocalization.published(in: catalogue))))
            }
        }
        self.files = files
    }

    /// Passes the sources of the files, by their names.
    /// - Throws: `read` if an owner's file is there and cannot be read: pages would silently get the program's own.
    static func forEachSource(
        replacedBy folder: String?, words templates: TemplateFolder, _ body: (String, [UInt8]) -> Void
    ) throws(FileError) {
        try forEachFile(replacedBy: folder, body)
        for language in ReportLocale.languages {
            if let file = try templates.file("words/\(language).json") { body("words/\(language).json", file.bytes) }
        }
    }

    /// The same but for words. The program's own scripts lose their comments; an owner's file stays as it is.
    static func forEachFile(replacedBy folder: String?, _ body: (String, [UInt8]) -> Void) throws(FileError) {
        for name in replaceable {
            if let folder, let bytes = try readFile(ifPresent: "\(folder)/\(name)") {
                body(name, bytes)
            } else if let bytes = EmbeddedFiles.bytes(of: start + name) {
                let file = Array(bytes)
                body(name, name.hasSuffix(".js") ? BrowserScript.minified(file) : file)
            }
        }
    }

    private static let start = "Site/"

    /// The names of the program's files of that kind, including the server's own.
    static var all: [String] {
        EmbeddedFiles.paths.filter { $0.hasPrefix(start) }.map { String($0.dropFirst(start.count)) }
    }

    /// The names of what pages load but for words, each of which an owner's file may replace.
    static var replaceable: [String] {
        all.filter { name in kinds.contains(where: name.hasSuffix) && !name.hasPrefix("companion") }
    }

    /// The paths of all files below `assets`.
    static let names: Set<String> = Set(replaceable + ReportLocale.languages.map { "words/\($0).json" })

    /// Texts by name as a JSON object, in the order of the names.
    private static func json(_ texts: [String: String]) -> [UInt8] {
        let names = texts.keys.sorted()
        return JSONValue.object(names.map { JSONMember(name: $0, value: .string(texts[$0] ?? "")) }).encoded
    }

    /// The extensions of the files that pages load; the folder contains the server's own files too.
    private static let kinds = [".css", ".js", ".svg", ".png"]
}

/// The names that every page shares, whatever it shows.
struct SiteContext: Sendable {
    private let options: PublishOptions
    private let fieldsShown: PublishedFields
    private let store: String
    private let currency: String
    let title: String
    /// The first word of a title that the owner did not choose, by its key in the catalogue.
    private let titleWord: String?
    private let owner: String?
    let words: DocumentLocalization

    init(
        _ options: PublishOptions, _ fields: PublishedFields, settings: InventorySettings, store: String,
        words: DocumentLocalization
    ) {
        self.options = options
        fieldsShown = fields
        self.store = store
        self.words = words
        currency = settings.currency.code
        let named = settings[.owner].flatMap { $0.isEmpty || fields.isPublic ? nil : $0 }
        let own = options.title ?? options.profile.title
        if let own, !SiteContext.titleWords.contains(own) {
            (titleWord, owner, title) = (nil, named, own)
        } else if let word = own ?? (named == nil ? "title.inventory" : nil) {
            (titleWord, owner, title) = (word, nil, words[word])
        } else {
            (titleWord, owner) = ("page.titleOf", named)
            title = named.map { "\(words["page.titleOf"]) \($0)" } ?? ""
        }
    }

    /// The words that a profile may have as its title.
    private static let titleWords = ["title.sale", "title.inventory"]

    private var isPublic: Bool { fieldsShown.isPublic }

    /// The names.
    var fields: [(String, ContextDeclaration.FieldType)] {
        [
            ("title", .text), ("titleWord", .text), ("titleWordText", .text), ("owner", .text), ("language", .text),
            ("languages", .text), ("timeZone", .text), ("generator", .text),
            ("root", .trustedURL),
            ("head", .markup),
            ("store", .text), ("currency", .text), ("currencies", .text), ("sharedFields", .text), ("companion", .text),
            ("editable", .flag), ("documentFiles", .flag),
            ("isPublic", .flag), ("isFindable", .flag), ("address", .text), ("hasPublicNote", .flag),
            ("hidden", .text), ("hidesQuantity", .flag), ("hidesDateCreated", .flag), ("hidesLocation", .flag),
            ("hidesValues", .flag), ("hidesPurchases", .flag), ("hidesDocuments", .flag),
            ("hasOverview", .flag), ("hasColumns", .flag), ("columns", .list(SiteContext.column)),
            ("page", .text),
            ("words", .record(words.declaration)),
        ]
    }

    /// A column of the rows besides those that they always have.
    private static let column = ContextDeclaration([("word", .text), ("label", .text), ("isFirstAmount", .flag)])

    /// The fields that a page gives to many items at once, each by its path in JSON and its kind. Numbers and references
    /// belong to one item; location, tags and archive have actions of their own.
    private var sharedFields: String {
        let kinds: Set<ItemField.Kind> = [.text, .money, .quantity, .percentage, .date, .flag]
        let others: Set<ItemField> = [.serialNumber, .assetIdentifier, .externalReference, .location, .archived]
        let fields = ItemField.csvColumns.filter { kinds.contains($0.kind) && !others.contains($0) }
        return fields.filter(fieldsShown.shows).map { field in
            "\(field.path.joined(separator: ".")):\(field.isLong ? "long" : field.kind.rawValue)"
        }.joined(separator: " ")
    }

    /// The fields that rows have a place for even if they are not shown, so that the others keep theirs.
    private static let hideable: [ItemField] = [.quantity, .dateCreated, .location, .tags]

    /// Fills all but the page's own file name.
    /// - Parameter root: leads from the page to the folder: "" or "../".
    func fill(_ record: Record, head: String, root: String) {
        let slot = record.declaration.slot
        record.set(slot("title"), text: title)
        record.set(slot("titleWord"), text: titleWord)
        record.set(slot("titleWordText"), text: titleWord.map { words[$0] })
        record.set(slot("owner"), text: owner)
        record.set(slot("language"), text: options.locale.tag)
        record.set(slot("languages"), text: ReportLocale.languages.joined(separator: " "))
        // Pages for everyone need neither, and templates of the owner's own cannot show them.
        record.set(slot("timeZone"), text: isPublic ? nil : options.locale.timeZoneName)
        record.set(slot("generator"), text: options.generator)
        record.set(slot("root"), url: TrustedURL(trusted: root))
        record.set(slot("head"), markup: Markup(trusted: head))
        record.set(slot("store"), text: isPublic ? nil : store)
        record.set(slot("currency"), text: isPublic ? nil : currency)
        record.set(slot("currencies"), text: Currency.common.joined(separator: " "))
        record.set(slot("sharedFields"), text: sharedFields)
        record.set(slot("companion"), text: options.companion)
        record.set(slot("editable"), flag: options.isEditable)
        record.set(slot("documentFiles"), flag: options.isEditable || options.servesDocuments)
        record.set(slot("isPublic"), flag: isPublic)
        record.set(slot("address"), text: options.address)
        record.set(slot("isFindable"), flag: options.profile.isFindable)
        record.set(slot("hasPublicNote"), flag: options.profile == .public)
        let hidden = SiteContext.hideable.filter { !fieldsShown.shows($0) }
        // Public lists have no place for the others.
        let named = hidden + (isPublic ? [] : fieldsShown.hidden.fields)
        record.set(slot("hidden"), text: named.isEmpty ? nil : named.map(\.name).joined(separator: " "))
        record.set(slot("hidesQuantity"), flag: hidden.contains(.quantity))
        record.set(slot("hidesDateCreated"), flag: hidden.contains(.dateCreated))
        record.set(slot("hidesLocation"), flag: hidden.contains(.location))
        record.set(slot("hidesValues"), flag: fieldsShown.hidden.contains(.values))
        record.set(slot("hidesPurchases"), flag: fieldsShown.hidden.contains(.purchases))
        record.set(slot("hidesDocuments"), flag: fieldsShown.hidden.contains(.documents))
        record.set(slot("hasOverview"), flag: fieldsShown.hasPages(.overview))
        record.set(slot("hasColumns"), flag: !fieldsShown.cells.isEmpty)
        record.setEmpty(slot("columns"))
        let firstAmount = fieldsShown.cells.first { $0.moneyField != nil }
        for column in fieldsShown.cells {
            let element = record.append(to: slot("columns"))
            let heading = PublishedCells.heading(of: column)
            element.set(SiteContext.column.slot("word"), text: heading.word)
            element.set(SiteContext.column.slot("label"), text: heading.word.map { words[$0] } ?? heading.label)
            element.set(SiteContext.column.slot("isFirstAmount"), flag: column == firstAmount)
        }
        words.fill(record.record(slot("words")))
    }
}
