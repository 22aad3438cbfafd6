import Files
import HTTPServer
import Localization
import Synchronization
import Templating

/// The published files, and the server's own style, script and description.
struct FilesHandler: ResourceHandler {
    let folder: StaticFolder
    let shared: SharedPages
    private let ownFiles = OwnFiles()

    init(folder: StaticFolder, shared: SharedPages) { (self.folder, self.shared) = (folder, shared) }

    func respond(to request: InventoryRequest) throws -> DeferredResponse {
        switch request.route {
        case .file: try publishedFile(request)
        case .description: .now(try description(request.head))
        case .style: .now(try own("companion.css", request.head))
        case .importStyle: .now(try own("companion-import.css", request.head))
        case .importScript: .now(try own("companion-import.js", request.head))
        case .script: .now(try own("companion.js", request.head))
        case .signOutScript: .now(try own("companion-sign-out.js", request.head))
        default: throw RequestError(.noSuchPage)
        }
    }

    private func publishedFile(_ request: InventoryRequest) throws -> DeferredResponse {
        let head = request.head
        guard case .visitor(let link, _) = request.caller else { return .now(try publishedFile(head, in: folder)) }
        return shared.respond(to: head, of: link) { try publishedFile(head, in: $0) }
    }

    private func publishedFile(_ head: RequestHead, in folder: StaticFolder) throws -> Response {
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

    private func description(_ head: RequestHead) throws -> Response {
        let file = try file("openapi.json", head)
        var response = Response.json(file.bytes)
        response.fields += file.fields
        return response
    }

    /// A style sheet or script of the server's own pages, which changes with the program alone.
    private func own(_ name: String, _ head: RequestHead) throws -> Response {
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

    private func file(_ name: String, _ head: RequestHead) throws -> OwnFiles.File {
        guard let file = ownFiles.file(name, isGzipped: head.headers.acceptsGzip) else {
            throw RequestError(.noSuchPage)
        }
        return file
    }
}

/// The styles, scripts and descriptions inside the program, as they are sent. Each is prepared when it is first asked for.
final class OwnFiles: Sendable {
    struct File: Sendable {
        let bytes: [UInt8]
        /// Identifies the bytes, so that it differs by encoding (RFC 9110, 8.8.3.3).
        let tag: String
        let fields: [(String, String)]
    }

    private let prepared = Mutex<[String: File]>([:])

    /// A file of `Site`; nil if there is none.
    func file(_ name: String, isGzipped: Bool) -> File? {
        let key = isGzipped ? name + "\0gzip" : name
        if let known = prepared.withLock({ $0[key] }) { return known }
        guard let source = EmbeddedFiles.bytes(of: "Site/\(name)").map(Array.init) else { return nil }
        let plain = name.hasSuffix(".js") ? BrowserScript.minified(source) : source
        let compressed = isGzipped ? Gzip.compress(plain) : nil
        let bytes = compressed ?? plain
        let digest = SHA256.digest(of: bytes).prefix(12).map { String($0, radix: 36) }.joined(separator: "-")
        let encoding = compressed == nil ? [] : [("Content-Encoding", "gzip")]
        let file = File(bytes: bytes, tag: "\"\(digest)\"", fields: encoding + [("Vary", "Accept-Encoding")])
        prepared.withLock { $0[key] = file }
        return file
    }
}

/// The certificate of the machine's own authority, with the steps to install it, for devices that do not trust it yet.
struct LocalAuthorityHandler: ResourceHandler {
    /// Nil if the server's certificate was not issued by a local authority.
    let authority: LocalAuthority?
    let forms: FormPages

    func respond(to request: InventoryRequest) throws -> DeferredResponse {
        guard let authority else { throw RequestError(.noSuchPage) }
        guard request.route == .localAuthorityPage else {
            return .now(
                Response(
                    status: 200,
                    fields: [
                        // Phones offer to install files of this type. They ignore the type that RFC 2585 registers.
                        ("Content-Type", "application/x-x509-ca-cert"), ("Cache-Control", "no-store"),
                        ("Content-Security-Policy", SecurityHeaders.closedPolicy),
                    ], body: .bytes(authority.certificate)))
        }
        let words = forms.words(for: request.head)
        var data = FormPages.hiddenFields(request.caller, returning: "/")
        data["fingerprint"] = .text(authority.fingerprint)
        return .now(try forms.page(.localAuthority, title: words["localTitle"], words: words, data: data))
    }
}
