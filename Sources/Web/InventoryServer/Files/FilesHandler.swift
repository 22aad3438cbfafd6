import Files
import HTTPServer
import InventoryStore
import Localization
import Synchronization
import Templating

/// The published files, and the server's own style, script and description.
struct FilesHandler: ResourceHandler {
    /// The published files, of all and of those who do not see everything; nil for none.
    private let published: (folder: StaticFolder, shared: SharedPages)?
    private let ownFiles = OwnFiles()

    init(_ published: (folder: StaticFolder, shared: SharedPages)? = nil) { self.published = published }

    func respond(to request: InventoryRequest) throws -> DeferredResponse {
        switch request.route {
        case .file: try publishedFile(request)
        case .description: .now(try description(request.head))
        case .style: .now(try own("companion.css", followedBy: roleStyle(for: request.caller), request.head))
        case .importStyle: .now(try own("companion-import.css", request.head))
        case .importScript: .now(try own("companion-import.js", request.head))
        case .script: .now(try own("companion.js", request.head))
        case .signOutScript: .now(try own("companion-sign-out.js", request.head))
        default: throw RequestError(.noSuchPage)
        }
    }

    /// The style that hides the controls of published pages which the caller's role does not include; nil if it includes all.
    /// Browsers have it before they draw a page, so that no control is shown and then taken away.
    private func roleStyle(for caller: Caller) -> String? {
        switch caller.session?.role {
        case .reader: "companion-reader.css"
        case .recorder: "companion-recorder.css"
        case .editor: "companion-editor.css"
        case .owner, nil: nil
        }
    }

    private func publishedFile(_ request: InventoryRequest) throws -> DeferredResponse {
        guard let (folder, shared) = published else { throw RequestError(.noSuchPage) }
        let head = request.head
        guard let view = PageView(request.caller) else { return .now(try publishedFile(head, in: folder)) }
        return shared.respond(to: head, with: view) { try publishedFile(head, in: $0) }
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
    /// - Parameter more: another file of the same type, which follows.
    private func own(_ name: String, followedBy more: String? = nil, _ head: RequestHead) throws -> Response {
        let file = try file(name, followedBy: more, head)
        let fields = [("ETag", file.tag), ("Cache-Control", "no-cache")]
        if Preconditions.isCurrent(file.tag, head.headers) {
            return Response(status: 304, fields: fields + [("Vary", "Accept-Encoding")], body: .none)
        }
        let type = name.hasSuffix(".js") ? "text/javascript; charset=utf-8" : "text/css; charset=utf-8"
        let policy = ("Content-Security-Policy", SecurityHeaders.closedPolicy)
        return Response(
            status: 200, fields: [("Content-Type", type), policy] + fields + file.fields, body: .bytes(file.bytes))
    }

    private func file(_ name: String, followedBy more: String? = nil, _ head: RequestHead) throws -> OwnFiles.File {
        guard let file = ownFiles.file(name, followedBy: more, isGzipped: head.headers.acceptsGzip) else {
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

    /// A file of `Site`, or two in one; nil for none.
    func file(_ name: String, followedBy more: String?, isGzipped: Bool) -> File? {
        let names = [name] + (more.map { [$0] } ?? [])
        let key = names.joined(separator: "\0") + (isGzipped ? "\0gzip" : "")
        if let known = prepared.withLock({ $0[key] }) { return known }
        let parts = names.compactMap { EmbeddedFiles.bytes(of: "Site/\($0)") }
        guard parts.count == names.count else { return nil }
        let source = parts.flatMap { Array($0) }
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
