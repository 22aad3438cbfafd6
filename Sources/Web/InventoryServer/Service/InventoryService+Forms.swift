import FoundationEssentials
import Inventory
import InventoryStore
import Templating

// The ways to pages with plain forms, and signing in by one.
extension InventoryService {
    func handleForms(_ request: Request) throws(HTTPError) -> DeferredResponse {
        if request.method == .post {
            return request.route == .signInPage ? .now(try signInForm(request)) : try sent(request)
        }
        let named = request.head.query?["return"].map { ReturnPath($0).text }
        let back = named ?? "/"
        let caller = request.authorization.caller
        switch request.route {
        case .signInPage: return .now(try signInPage(request.head, back: back))
        case .addPage:
            return reading(request.head) { service throws(HTTPError) in
                try service.addPage(request.head, caller, back: back)
            }
        case .editPage(let id), .deletePage(let id), .movePage(let id), .photosPage(let id), .photoForm(let id, _):
            return reading(request.head) { service throws(HTTPError) in
                try service.itemPage(request.route, id, request.head, caller, back: named)
            }
        case .undoPage:
            return reading(request.head) { service throws(HTTPError) in
                try service.undoPage(request.head, caller, back: back)
            }
        default: throw HTTPError(.noSuchPage)
        }
    }

    private func signInPage(_ head: RequestHead, back: String, problem: HTTPError? = nil) throws(HTTPError) -> Response
    {
        let words = forms.words(for: head)
        let trouble = problem.map { words[$0.kind == .lockedOut ? "lockedOut" : "tokenTrouble"] }
        let response = try forms.page(
            .signIn, title: words["signInTitle"], words, status: problem?.kind.status ?? 200,
            ["return": .text(back), "problem": trouble.map(TemplateValue.text) ?? .null])
        return problem.map(response.applying) ?? response
    }

    private func signInForm(_ request: Request) throws(HTTPError) -> Response {
        // A page of another origin never gets a cookie.
        if case .allowed = request.authorization.siteRelation { throw HTTPError(.foreignOrigin) }
        let fields = try formFields(request.body)
        let back = ReturnPath(fields["return"]).text
        do throws(HTTPError) {
            let (_, secret) = try sessions.signIn(fields["token"] ?? "", kind: .cookie, peer: request.head.peer)
            return Response.see(back).with("Set-Cookie", cookie(secret))
        } catch {
            return request.head.wantsPage
                ? try signInPage(request.head, back: back, problem: error) : .problem(error)
        }
    }
}
