import FoundationEssentials
import Inventory
import InventoryStore
import Localization
import Templating

/// The pages with plain forms, which need no script: made from templates, with the session's proof and a fresh key.
final class FormPages: Sendable {
    /// A page there is a template for.
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
                throw .internalFault("the form '\(page.rawValue)': \(error)")
            }
        }
        self.templates = templates
        var words: [String: FormLocalization] = [:]
        for language in Languages.all { words[language] = try FormLocalization(language: language) }
        self.words = words
        english = try FormLocalization(language: Languages.fallback)
    }

    /// The words for whoever sends a request.
    func words(for head: RequestHead, otherwise language: String = "en") -> FormLocalization {
        // The language chosen on the page comes before the browser's.
        for chosen in head.headers.cookies("homepwner-language") {
            if let words = words[chosen] { return words }
        }
        return words[Languages.accepted(by: head.headers[.acceptLanguage], otherwise: language)] ?? english
    }

    /// Renders a page.
    func page(
        _ page: Page, title: String, _ words: FormLocalization, status: Int = 200, _ data: [String: TemplateValue]
    ) throws(HTTPError) -> Response {
        var data = data
        data["title"] = .text(title)
        data["language"] = .text(words.language)
        data["words"] = words.value
        guard let template = templates[page.rawValue] else { throw HTTPError(.internalError) }
        do {
            return .page(Array(try template.render(.object(data)).utf8), status: status, hashes: CSPHashes())
        } catch {
            throw HTTPError(.internalError)
        }
    }

    /// A refusal as a page.
    func problem(_ problem: HTTPError, _ head: RequestHead) -> Response {
        let faults = problem.errors.map { fault -> TemplateValue in
            ["field": fault.field.map(TemplateValue.text) ?? .null, "detail": .text(fault.detail)]
        }
        let words = words(for: head)
        let name = "problem.\(problem.kind.rawValue)"
        // What is known of this case alone is told in English, as programs read it.
        let detail = problem.detail == problem.kind.remedy ? words["\(name).remedy"] : problem.detail
        do throws(HTTPError) {
            return try page(
                .problem, title: words[name], words, status: problem.kind.status,
                [
                    "offersSignIn": .bool([401, 403].contains(problem.kind.status)), "detail": .text(detail),
                    "hasFaults": .bool(!faults.isEmpty), "faults": .list(faults),
                ]
            ).applying(problem)
        } catch {
            return .problem(problem)
        }
    }

    /// What every form carries.
    static func carried(_ caller: Caller, returning path: String) -> [String: TemplateValue] {
        [
            "csrf": .text(caller.session?.csrfToken ?? ""), "isSignedIn": .bool(caller.session != nil),
            "key": .text("form-" + Secret.text(22)),
            "return": .text(path),
        ]
    }
}
