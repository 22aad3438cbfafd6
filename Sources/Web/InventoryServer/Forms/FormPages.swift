import HTTPServer
import Inventory
import InventoryStore
import Localization
import Message
import Synchronization
import Templating

/// Pages with forms that work without scripts, made from templates.
final class FormPages: Sendable {
    /// A page with a template.
    enum Page: String, CaseIterable {
        case signIn = "sign-in"
        case removePhoto = "remove-photo"
        case importFile = "import-file"
        case importList = "import-list"
        case signOut = "sign-out"
        case localAuthority = "local-ca"
        case deleteMany = "delete-many"
        case undoMany = "undo-many"
        case select, relocate, phone, scan, report, share, people, sessions, overview
        case item, conflict, delete, move, photos, documents, undo, problem
    }

    /// The templates and texts, which all inventories of a server share: they take a megabyte.
    private final class Source: Sendable {
        let templates: [String: Template]
        let english: FormLocalization
        /// The texts of the languages that readers asked for: each takes a moment to read.
        let words = Mutex<[String: FormLocalization]>([:])

        init() throws {
            templates = try FormPages.templates()
            english = try FormLocalization(language: Languages.fallback)
        }
    }

    private static let source = Result { try Source() }
    private let source: Source
    private let usual: String

    /// - Parameter language: the inventory's, for readers whose languages the program does not have.
    init(language: String = Languages.fallback) throws {
        source = try FormPages.source.get()
        usual = language
    }

    private static func templates() throws -> [String: Template] {
        let library = TemplateLibrary(
            names: Page.allCases.map(\.rawValue) + [
                "layout", "hidden", "session", "sign-out-form", "import-control", "import-options",
            ]
        ) {
            EmbeddedFiles.bytes(of: "Site/forms/\($0).html.mustache").map(Array.init)
        }
        var templates: [String: Template] = [:]
        for page in Page.allCases {
            do {
                templates[page.rawValue] = try Template(named: page.rawValue, in: library)
            } catch {
                throw ServerError.brokenForm(name: page.rawValue, reason: String(describing: error))
            }
        }
        return templates
    }

    /// The texts in the language of the reader.
    /// - Parameter language: the inventory's if it is at hand; else that of when the server was started.
    func words(for head: RequestHead, otherwise language: String? = nil) -> FormLocalization {
        let inventory = language ?? usual
        let own = Languages.nearest(to: inventory) ?? Languages.fallback
        // The language chosen on the page takes precedence over the browser's.
        let chosen = head.headers.cookies("homepwner-language").first(where: Languages.all.contains)
        let found = chosen ?? Languages.accepted(by: head.headers[.acceptLanguage], otherwise: own)
        var localization = source.words.withLock { words in
            let localization = words[found] ?? (try? FormLocalization(language: found)) ?? source.english
            words[found] = localization
            return localization
        }
        if found == own { localization.tag = inventory }
        return localization
    }

    /// The texts in the language that a program asks for, as the scripts of pages do; else in English.
    func words(ofProgram head: RequestHead) -> FormLocalization { words(for: head, otherwise: Languages.fallback) }

    /// Renders a page.
    func page(
        _ page: Page, title: String, words: FormLocalization, status: Int = 200, data: [String: TemplateValue]
    ) throws -> Response {
        var data = data
        data["title"] = .text(title)
        data["language"] = .text(words.tag)
        data["words"] = words.value
        guard let template = source.templates[page.rawValue] else { throw RequestError(.internalError) }
        do {
            return .page(Array(try template.render(.object(data)).utf8), status: status)
        } catch {
            throw RequestError(.internalError)
        }
    }

    /// The hidden fields of every form: the CSRF token, a fresh idempotency key and the return path.
    static func hiddenFields(_ caller: Caller, returning path: String) -> [String: TemplateValue] {
        [
            "csrf": .text(caller.endable?.csrfToken ?? ""), "isSignedIn": .bool(caller.session != nil),
            "key": .text("form-" + Secret.text(22)),
            "return": .text(path),
        ]
    }
}

/// Recognises a form that is sent again.
enum FormFingerprint {
    /// The fingerprint of the path and of every field except those of the session and the return path.
    static func requestFingerprint(_ path: [String], _ fields: FormFields) -> String {
        let pairs = fields.pairs.filter { name, _ in name != "csrf" && name != "key" && name != "return" }
        return ChangeContext.requestFingerprint(
            "form", of: [path.joined(separator: "/")] + pairs.flatMap { [$0.name, $0.value] })
    }
}

/// The texts of the forms in one language: `form.done` of the catalogue is `done` here. Fields are called as on pages and in
/// reports: `field.notes`, or `quantity` if that text is missing.
struct FormLocalization: Sendable {
    let language: String
    /// The language with the region of the inventory, if that is one of this language (BCP 47): it decides how numbers and
    /// dates are written.
    var tag: String
    /// The whole catalogue of the language.
    let catalogue: MessageCatalogue
    private let words: [String: String]

    init(language: String) throws {
        guard let catalogue = MessageCatalogue(language: language) else {
            throw ServerError.missingCatalogue(language: language)
        }
        self.language = language
        tag = language
        self.catalogue = catalogue
        let family = "form."
        var words: [String: String] = [:]
        for field in ItemField.allCases {
            let key = "field.\(field.name)"
            words[key] = catalogue.texts[key] ?? catalogue.texts[field == .id ? "sheet.id" : field.name]
        }
        for (name, text) in catalogue.texts {
            if name.hasPrefix(family) { words[String(name.dropFirst(family.count))] = text }
        }
        for name in ["notStated", "unnamed", "direction", "currency", "items", "total", "withoutValue"] {
            words[name] = catalogue[name]
        }
        for name in [
            "signOut", "search", "noneFound", "addDocument", "documentFile", "documentKind", "documentTitle", "report",
            "share", "any",
            "format", "makeReport", "formatOf.pdf", "formatOf.xlsx", "formatOf.html", "formatOf.csv",
        ] {
            words[name] = catalogue["page.\(name)"]
        }
        self.words = words
    }

    /// A text by its name; the name itself if there is none, which a test forbids.
    subscript(_ name: String) -> String { words[name] ?? name }

    /// The texts as data for templates.
    var value: TemplateValue { .object(words.mapValues(TemplateValue.text)) }
}
