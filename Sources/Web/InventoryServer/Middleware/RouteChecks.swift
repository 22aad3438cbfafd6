import HTTPServer
import InventoryStore
import Message

/// 8. The address exists.
struct AddressCheck: Middleware {
    func check(_ head: RequestHead, _ context: inout RequestContext) throws(HTTPError) {
        guard context.route != .notFound else { throw HTTPError(.noSuchPage) }
    }
}

/// 9. The address takes the method.
struct MethodCheck: Middleware {
    func check(_ head: RequestHead, _ context: inout RequestContext) throws(HTTPError) {
        guard let method = head.method, context.route.methods.contains(method) else {
            var error = HTTPError(.methodNotAllowed)
            error.allowedMethods = context.route.methods
            throw error
        }
        context.method = method
    }
}

/// 10. Every query parameter is known and there once.
struct ParameterCheck: Middleware {
    func check(_ head: RequestHead, _ context: inout RequestContext) throws(HTTPError) {
        guard !head.target.query.isEmpty, let known = context.route.parameters(context.method) else { return }
        guard let names = head.query?.names else {
            throw HTTPError(.malformedParameter, Message("http.undecodableQuery"))
        }
        for (index, name) in names.enumerated() {
            guard known.contains(name) else {
                throw HTTPError(.malformedParameter, Message("http.unknownParameter", ["name": name]))
            }
            guard !names[..<index].contains(name) else {
                throw HTTPError(.malformedParameter, Message("http.repeatedParameter", ["name": name]))
            }
        }
    }
}

/// 11. The body has one of the types that the address takes. Types that a page may send to any site without asking first are
/// taken only from forms, which carry a token.
struct ContentTypeCheck: Middleware {
    func check(_ head: RequestHead, _ context: inout RequestContext) throws(HTTPError) {
        let field = head.headers[.contentType]
        context.mediaType = field.flatMap(MediaType.init)
        guard let isTaken = context.route.takes(context.mediaType, context.method) else { return }
        guard isTaken, field == nil || context.mediaType != nil else { throw HTTPError(.wrongContentType) }
    }
}

/// 12. A change of an item names the revision that it is based on.
struct RevisionCheck: Middleware {
    func check(_ head: RequestHead, _ context: inout RequestContext) throws(HTTPError) {
        guard context.route.needsBase(context.method) else { return }
        switch try Preconditions.match(head.headers) {
        case nil: throw HTTPError(.preconditionRequired)
        case .any: context.base = nil
        case .tag(let text):
            guard let revision = Revision(digits: text) else {
                throw HTTPError(.malformedRequest, Message("http.invalidIfMatch"))
            }
            context.base = revision
        }
    }
}

extension Revision {
    /// A revision in plain digits; nil for anything else.
    init?(digits text: some StringProtocol) {
        guard (1...18).contains(text.utf8.count), text.utf8.allSatisfy({ (0x30...0x39).contains($0) }),
            let number = Int64(String(text))
        else { return nil }
        self.init(rawValue: number)
    }
}

extension IdempotencyKey {
    /// The key in the header of a request, without the quotes of a structured field; nil if there is none.
    init?(_ headers: HeaderFields) throws(HTTPError) {
        guard let field = headers[.idempotencyKey] else { return nil }
        let isQuoted = field.utf8.count >= 2 && field.hasPrefix("\"") && field.hasSuffix("\"")
        guard let key = IdempotencyKey(visible: isQuoted ? String(field.dropFirst().dropLast()) : field) else {
            throw HTTPError(.malformedRequest, Message("http.invalidIdempotencyKey"))
        }
        self = key
    }
}
