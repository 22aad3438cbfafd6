import HTTPServer

/// The published files, and the server's own style, script and description.
struct FilesHandler: ResourceHandler {
    let folder: StaticFolder
    private let ownFiles = OwnFiles()

    init(folder: StaticFolder) { self.folder = folder }

    func respond(to request: InventoryRequest) throws(RequestError) -> DeferredResponse {
        switch request.route {
        case .file: .now(try publishedFile(request.head))
        case .description: .now(try description(request.head))
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

    private func description(_ head: RequestHead) throws(RequestError) -> Response {
        let file = try file("openapi.json", head)
        var response = Response.json(file.bytes)
        response.fields += file.fields
        return response
    }

    /// A style sheet or script of the server's own pages, which changes with the program alone.
    private func own(_ name: String, _ head: RequestHead) throws(RequestError) -> Response {
        let file = try file(name, head)
        let fields = [("ETag", file.tag), ("Cache-Control", "no-cache")]
        if Preconditions.isCurrent(file.tag, head.headers) {
            return Response(status: 304, fields: fields + [("Vary", "Accept-Encoding")], body: .none)
        }
        let type = name.hasSuffix(".js") ? "text/javascript; charset=utf-8" : "text/css; charset=utf-8"
        let policy = ("Content-Security-Policy", SecurityHeaders.closedPolicy)
        return Response(
            status: 200, fields: [("Content-Type", type), policy] + fields + file.fields, body: .bytes(file.bytes))
    }

    private func file(_ name: String, _ head: RequestHead) throws(RequestError) -> OwnFiles.File {
        guard let file = ownFiles.file(name, isGzipped: head.headers.acceptsGzip) else {
            throw RequestError(.noSuchPage)
        }
        return file
    }
}
