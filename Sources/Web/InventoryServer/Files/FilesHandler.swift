import Files
import HTTPServer
import Localization

/// The published files, and the server's own style, script and description.
struct FilesHandler: ResourceHandler {
    let folder: StaticFolder

    func respond(to request: InventoryRequest) throws(RequestError) -> DeferredResponse {
        switch request.route {
        case .file: .now(try publishedFile(request.head))
        case .description: .now(.json(try asset("Site/openapi.json")))
        case .style: .now(try own("companion.css", request.head))
        case .importStyle: .now(try own("companion-import.css", request.head))
        case .importScript: .now(try own("companion-import.js", request.head))
        case .script: .now(try own("companion.js", request.head))
        case .signOutScript: .now(try own("companion-sign-out.js", request.head))
        default: throw RequestError(.noSuchPage)
        }
    }

    private func publishedFile(_ head: RequestHead) throws(RequestError) -> Response {
        guard let file = folder.file(head.target.path, isGzipped: head.headers.acceptsGzip) else {
            throw RequestError(.noSuchPage)
        }
        guard !Preconditions.isCurrent(file.tag, head.headers) else {
            return Response(
                status: 304,
                fields: [("ETag", file.tag), ("Cache-Control", "private, no-cache"), ("Vary", "Accept-Encoding")],
                body: .none)
        }
        return Response(status: 200, body: .file(file))
    }

    /// A style sheet or script of the server's own pages, which changes with the program alone.
    private func own(_ name: String, _ head: RequestHead) throws(RequestError) -> Response {
        let source = try asset("Site/\(name)")
        let bytes = name.hasSuffix(".js") ? BrowserScript.minified(source) : source
        let tag = "\"\(SHA256.digest(of: bytes).prefix(12).map { String($0, radix: 36) }.joined(separator: "-"))\""
        let fields = [("ETag", tag), ("Cache-Control", "no-cache")]
        if Preconditions.isCurrent(tag, head.headers) { return Response(status: 304, fields: fields, body: .none) }
        let type = name.hasSuffix(".js") ? "text/javascript; charset=utf-8" : "text/css; charset=utf-8"
        let policy = ("Content-Security-Policy", SecurityHeaders.closedPolicy)
        return Response(status: 200, fields: [("Content-Type", type), policy] + fields, body: .bytes(bytes))
    }

    private func asset(_ path: String) throws(RequestError) -> [UInt8] {
        guard let bytes = EmbeddedFiles.bytes(of: path) else { throw RequestError(.noSuchPage) }
        return Array(bytes)
    }
}
