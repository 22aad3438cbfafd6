import HTTPServer
import Localization

/// The published files, and the server's own style, script and description.
struct FilesHandler: ResourceHandler {
    let folder: StaticFolder

    func respond(to request: InventoryRequest) throws(RequestError) -> DeferredResponse {
        switch request.route {
        case .file: .now(try publishedFile(request.head))
        case .description: .now(.json(try asset("Site/openapi.json")))
        case .style: .now(Response.asset(try asset("Site/companion.css"), type: "text/css; charset=utf-8"))
        case .script: .now(try script("Site/companion.js"))
        case .signOutScript: .now(try script("Site/companion-sign-out.js"))
        default: throw RequestError(.noSuchPage)
        }
    }

    private func publishedFile(_ head: RequestHead) throws(RequestError) -> Response {
        guard let file = folder.file(head.target.path) else { throw RequestError(.noSuchPage) }
        guard !Preconditions.isCurrent(file.tag, head.headers) else {
            return Response(
                status: 304, fields: [("ETag", file.tag), ("Cache-Control", "private, no-cache")], body: .none)
        }
        return Response(status: 200, body: .file(file))
    }

    private func script(_ path: String) throws(RequestError) -> Response {
        .asset(BrowserScript.minified(try asset(path)), type: "text/javascript; charset=utf-8")
    }

    private func asset(_ path: String) throws(RequestError) -> [UInt8] {
        guard let bytes = EmbeddedFiles.bytes(of: path) else { throw RequestError(.noSuchPage) }
        return Array(bytes)
    }
}

extension Response {
    fileprivate static func asset(_ bytes: [UInt8], type: String) -> Response {
        Response(
            status: 200,
            fields: [
                ("Content-Type", type), ("Cache-Control", "no-cache"),
                ("Content-Security-Policy", SecurityHeaders.closedPolicy),
            ], body: .bytes(bytes))
    }
}
