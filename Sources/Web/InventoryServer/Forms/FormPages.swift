import HTTPServer
import Localization
import Message
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
        case select, relocate, phone, scan
        case item, conflict, delete, move, photos, documents, undo, problem
    }

    private let templates: [String: Template]
    private let words: [String: FormLocalization]
    private let usual: FormLocalization

    /// - Parameter language: the inventory's, for readers whose languages the program does not have.
    init(language: String = Languages.fallback) throws(ServerError) {
        let library = TemplateLibrary(
            names: Page.allCases.map(\.rawValue) + ["layout", "hidden", "import-control", "import-options"]
        ) {
            EmbeddedFiles.bytes(of: "Site/forms/\($0).html.mustache").map(Array.init)
        }
        var templates: [String: Template] = [:]
        for page in Page.allCases {
            do throws(TemplateError) {
                templates[page.rawValue] = try Template(named: page.rawValue, in: library)
            } catch {
                throw .brokenForm(name: page.rawValue, reason: String(describing: error))
            }
        }
        self.templates = templates
        var words: [String: FormLocalization] = [:]
        for language in Languages.all { words[language] = try FormLocalization(language: language) }
        self.words = words
        usual = try FormLocalization(language: Languages.nearest(to: language) ?? Languages.fallback)
    }

    /// The texts in the language of the reader.
    /// - Parameter language: the inventory's if it is at hand; else that of when the server was started.
    func words(for head: RequestHead, otherwise language: String? = nil) -> FormLocalization {
        // The language chosen on the page takes precedence over the browser's.
        for chosen in head.headers.cookies("homepwner-language") {
            if let words = words[chosen] { return words }
        }
        let accepted = Languages.accepted(
            by: head.headers[.acceptLanguage], otherwise: language ?? usual.language)
        return words[accepted] ?? usual
    }

    /// Renders a page.
    func page(
        _ page: Page, title: String, words: FormLocalization, status: Int = 200, data: [String: TemplateValue]
    ) throws(RequestError) -> Response {
        var data = data
        data["title"] = .text(title)
        data["language"] = .text(words.language)
        data["words"] = words.value
        guard let template = templates[page.rawValue] else { throw RequestError(.internalError) }
        do {
            return .page(Array(try template.render(.object(data)).utf8), status: status)
        } catch {
            throw RequestError(.internalError)
        }
    }

    /// The hidden fields of every form: the CSRF token, a fresh idempotency key and the return path.
    static func carried(_ caller: Caller, returning path: String) -> [String: TemplateValue] {
        [
            "csrf": .text(caller.session?.csrfToken ?? ""), "isSignedIn": .bool(caller.session != nil),
            "key": .text("form-" + Secret.text(22)),
            "return": .text(path),
        ]
    }
}
