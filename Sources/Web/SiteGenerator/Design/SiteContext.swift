import Inventory
import Reports
import Templating

/// The names that every page shares, whatever it shows.
struct SiteContext: Sendable {
    private let options: PublishOptions
    private let store: String
    private let currency: String
    let title: String
    /// The first word of a title that the owner did not choose, by its key in the catalogue.
    private let titleWord: String?
    private let owner: String?
    let words: DocumentLocalization

    init(_ options: PublishOptions, settings: InventorySettings, store: String, words: DocumentLocalization) {
        self.options = options
        self.store = store
        self.words = words
        currency = settings.currency.code
        let named = settings.owner.flatMap { $0.isEmpty || options.profile == .public ? nil : $0 }
        titleWord = options.title == nil ? (named == nil ? "title.inventory" : "page.titleOf") : nil
        owner = named
        title = options.title ?? named.map { "\(words["page.titleOf"]) \($0)" } ?? words["title.inventory"]
    }

    private var isPublic: Bool { options.profile == .public }

    /// The names.
    var fields: [(String, ContextDeclaration.FieldType)] {
        [
            ("title", .text), ("titleWord", .text), ("titleWordText", .text), ("owner", .text), ("language", .text),
            ("languages", .text), ("timeZone", .text), ("generator", .text),
            ("root", .trustedURL),
            ("head", .markup),
            ("store", .text), ("currency", .text), ("currencies", .text), ("companion", .text), ("editable", .flag),
            ("isPublic", .flag),
            ("page", .text),
            ("words", .record(words.declaration)),
        ]
    }

    /// Fills all but the page's own file name.
    /// - Parameter root: leads from the page to the folder: "" or "../".
    func fill(_ record: Record, head: String, root: String) {
        let slot = record.declaration.slot
        record.set(slot("title"), text: title)
        record.set(slot("titleWord"), text: titleWord)
        record.set(slot("titleWordText"), text: titleWord.map { words[$0] })
        record.set(slot("owner"), text: owner)
        record.set(slot("language"), text: options.locale.language)
        record.set(slot("languages"), text: ReportLocale.languages.joined(separator: " "))
        // Pages for everyone need neither, and templates of the owner's own cannot show them.
        record.set(slot("timeZone"), text: isPublic ? nil : options.locale.timeZoneName)
        record.set(slot("generator"), text: options.generator)
        record.set(slot("root"), url: TrustedURL(trusted: root))
        record.set(slot("head"), markup: Markup(trusted: head))
        record.set(slot("store"), text: isPublic ? nil : store)
        record.set(slot("currency"), text: isPublic ? nil : currency)
        record.set(slot("currencies"), text: Currency.common.joined(separator: " "))
        record.set(slot("companion"), text: options.companion)
        record.set(slot("editable"), flag: options.isEditable)
        record.set(slot("isPublic"), flag: isPublic)
        words.fill(record.record(slot("words")))
    }
}
