import Files
import HTTPServer
import JSON
import Localization
import Message
import Templating

/// Turns errors into responses: a problem document for programs (RFC 9457), a page for browsers.
struct ErrorResponder: Sendable {
    let forms: FormPages

    func response(_ error: any Error, to head: RequestHead?) -> Response {
        let error = RequestError(error)
        guard let head else { return .problem(error, in: .english) }
        guard head.wantsPage, head.target.path.first != "api" else {
            return .problem(error, in: forms.words(ofProgram: head).catalogue)
        }
        if error.type == .http(.notSignedIn), head.method == .get || head.method == .head {
            var back = "/" + head.target.path.joined(separator: "/")
            if !head.target.query.isEmpty { back += "?" + head.target.query }
            guard back != "/" else { return .redirect(to: "/sign-in") }
            return .redirect(to: "/sign-in?return=" + PercentCoding.encodePath(back))
        }
        return page(error, head)
    }

    /// Makes a response, also from an error, in the language of its reader.
    func respond(to head: RequestHead, _ body: () throws -> Response) -> Response {
        localized(for: head) {
            do { return try body() } catch { return response(error, to: head) }
        }
    }

    /// Runs a closure in the language of the page's reader.
    func localized<Result>(for head: RequestHead, _ body: () -> Result) -> Result {
        guard head.wantsPage, head.target.path.first != "api" else { return body() }
        return LocalizationContext.$words.withValue(forms.words(for: head).catalogue, operation: body)
    }

    private func page(_ error: RequestError, _ head: RequestHead) -> Response {
        let words = forms.words(for: head)
        let faults = error.fields.map { fault -> TemplateValue in
            [
                "field": fault.field.map(TemplateValue.text) ?? .null,
                "detail": .text(words.catalogue.text(fault.detail)),
            ]
        }
        do {
            return try forms.page(
                .problem, title: words.catalogue.text(error.type.title), words: words, status: error.type.status,
                data: [
                    "offersSignIn": .bool([401, 403].contains(error.type.status)),
                    "detail": .text(words.catalogue.text(error.explanation)),
                    "hasFaults": .bool(!faults.isEmpty), "faults": .list(faults),
                ]
            ).with(fieldsOf: error)
        } catch {
            return .problem(RequestError(error), in: words.catalogue)
        }
    }
}

extension Response {
    /// The problem document of an error.
    static func problem(_ error: RequestError, in words: MessageCatalogue) -> Response {
        Response.json(error.json(in: words), status: error.type.status, type: "application/problem+json")
            .with(fieldsOf: error)
    }

    /// The response with the header fields of an error.
    func with(fieldsOf error: RequestError) -> Response {
        var response = self
        if let seconds = error.retryAfter { response = response.with("Retry-After", String(seconds)) }
        if !error.allowedMethods.isEmpty {
            response = response.with("Allow", error.allowedMethods.map(\.rawValue).joined(separator: ", "))
        }
        if error.type.status == 401 { response = response.with("WWW-Authenticate", "Bearer realm=\"homepwner\"") }
        return response
    }
}

extension RequestError {
    /// The problem document (RFC 9457, 3).
    func json(in words: MessageCatalogue) -> [UInt8] {
        var json = JSONWriter()
        write(to: &json, in: words)
        return json.bytes
    }

    /// Writes the problem document; with a name, as a member of another one.
    func write(as name: String? = nil, to json: inout JSONWriter, in words: MessageCatalogue) {
        json.object(name) { json in
            json.add("type", type.urn)
            json.add("title", words.text(type.title))
            json.add("status", type.status)
            json.add("detail", words.text(explanation))
            if !fields.isEmpty {
                json.array("errors") { json in
                    for error in fields {
                        json.object { json in
                            if let field = error.field { json.add("field", field) }
                            json.add("detail", words.text(error.detail))
                        }
                    }
                }
            }
            if !obstacles.isEmpty {
                json.array("obstacles") { json in
                    for obstacle in obstacles { json.write(obstacle) }
                }
            }
            if let conflict { json.write(conflict) }
        }
    }

    /// The problem in one line, for the command line.
    func text(in catalogue: MessageCatalogue) -> String {
        guard !fields.isEmpty else { return catalogue.text(explanation) }
        return fields.map { error in
            (error.field.map { "\($0): " } ?? "") + catalogue.text(error.detail)
        }.joined(separator: "; ")
    }
}
