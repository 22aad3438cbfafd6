import InventoryModel
import Reporting
import Templating
import Wording

/// All that a site is made with but the items: words, templates, assets, and the options that show.
struct SiteDesign: Sendable {
    let options: PublishOptions
    let words: Words
    let assets: SiteAssets
    let scripts: ScriptPolicy
    let itemContext: ItemPageContext
    /// What page, row and search entry look at of each item.
    let itemFilling: ItemContext
    let listContext: ListPageContext
    let row: Template
    let search: Template
    let item: Template
    let list: Template
    /// Changes whenever anything in the design does: then every page is looked at.
    let fingerprint: String

    /// - Parameter known: the integrity of scripts as a manifest has it, used where the design is the same.
    /// - Throws: `publicCannotBeEdited`, mistakes in words and templates.
    init(
        _ options: PublishOptions, settings: InventorySettings, store: String, known: (String, [String: String])?
    ) throws {
        guard !(options.isEditable && options.profile == .public) else { throw PublishError.Cause.publicCannotBeEdited }
        self.options = options
        if let templates = options.templates { try OwnFiles(templates).checkTemplates() }
        if let assets = options.site { try OwnFiles(assets).checkAssets() }
        let folder = TemplateFolder(replacedBy: options.templates)
        words = try Words(language: options.locale.language, from: folder)
        assets = SiteAssets(replacedBy: options.site, words: folder)
        let fingerprint = SiteDesign.fingerprint(options, settings, store, folder, assets)
        self.fingerprint = fingerprint
        let integrity = known.flatMap { $0.0 == fingerprint ? $0.1 : nil }
        scripts = ScriptPolicy(assets, companion: options.companion, known: integrity)
        let facts = SiteFacts(options, settings: settings, store: store, words: words)
        itemContext = ItemPageContext(facts)
        listContext = ListPageContext(facts)
        let library = folder.library(for: "page")
        func compile(_ name: String, _ context: ContextDeclaration, _ type: ContentType) throws -> Template {
            try Template(
                named: name, in: library, context: context,
                options: TemplateOptions(
                    contentType: type, formatters: TemplateContext.formatters(for: options.locale)))
        }
        row = try compile("row.html", itemContext.declaration, .html)
        search = try compile("search.json", itemContext.declaration, .json)
        item = try compile("item.html", itemContext.declaration, .html)
        list = try compile("list.html", listContext.declaration, .html)
        itemFilling = ItemContext(for: row, search, item)
    }

    private static func fingerprint(
        _ options: PublishOptions, _ settings: InventorySettings, _ store: String, _ folder: TemplateFolder,
        _ assets: SiteAssets
    ) -> String {
        var text: [UInt8] = []
        func add(_ bytes: [UInt8]) {
            text += bytes
            text.append(0)
        }
        let facts = [
            options.profile.rawValue, "\(options.isEditable)", options.locale.language, options.locale.timeZoneName,
            options.title ?? "", options.companion ?? "", options.generator, store, settings.owner ?? "",
            settings.currency.code, "\(options.pictures != nil)",
        ]
        for fact in facts { add(Array(fact.utf8)) }
        for path in EmbeddedFiles.paths where path.hasPrefix("Templates/page/") {
            if let file = folder.file(String(path.dropFirst("Templates/".count))) { add(file.bytes) }
        }
        for file in assets.files { add(file.bytes) }
        return Fingerprint(text).text
    }
}
