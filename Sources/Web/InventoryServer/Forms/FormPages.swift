import HTTPServer
import Localization
import Templating

/// Pages with forms that work without scripts, made from templates.
final class FormPages: Sendable {
    /// A page with a template.
    enum Page: String, CaseIterable {
        case signIn = "sign-in"
        case removePhoto = "remove-photo"
        case item, conflict, delete, move, photos, undo, problem
    }

    private let templates: [String: Template]
    private let words: [String: FormLocalization]
    private let english: FormLocalization

    init() throws(ServerError) {
        let library = TemplateLibrary(names: Page.allCases.map(\.rawValue) + ["layout", "hidden"]) {
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
        english = try FormLocalization(language: Languages.fallback)
    }

    /// The texts in the language of the reader.
    func words(for head: RequestHead, otherwise language: String = "en") -> FormLocalization {
        // The language chosen on the page takes precedence over the browser's.
        for chosen in head.headers.cookies("homepwner-language") {
            if let words = words[chosen] { return words }
        }
        return words[Languages.accepted(by: head.headers[.acceptLanguage], otherwise: language)] ?? english
    }

    /// Renders a page.
    func page(
        _ page: Page, title: String, _ words: FormLocalization, status: Int = 200, _ data: [String: TemplateValue]
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
