/// Forms with files, as a browser encodes them (RFC 7578).
enum MultipartForm {
    /// The media type, with the boundary that `body` writes.
    static let type = "multipart/form-data; boundary=b"

    /// The body of a form: its fields, then files that were chosen in one `input` element.
    static func body(
        _ fields: [(String, String)], files: [(name: String, content: String)], input: String, mediaType: String
    ) -> String {
        var body = ""
        for (name, value) in fields {
            body += "--b\r\nContent-Disposition: form-data; name=\"\(name)\"\r\n\r\n\(value)\r\n"
        }
        for file in files {
            body += "--b\r\nContent-Disposition: form-data; name=\"\(input)\"; filename=\"\(file.name)\"\r\n"
            body += "Content-Type: \(mediaType)\r\n\r\n\(file.content)\r\n"
        }
        return body + "--b--\r\n"
    }
}

extension TestServer {
    /// Sends the body of a form with files, as a browser does.
    func submit(_ target: String, _ body: String) throws -> RawClient.Response {
        try perform(
            [
                "POST \(target) HTTP/1.1", "Host: 127.0.0.1:\(port)", "Cookie: \(cookieName)=\(secret)",
                "Accept: text/html", "Sec-Fetch-Site: same-origin", "Origin: http://127.0.0.1:\(port)",
                "Content-Type: \(MultipartForm.type)", "Content-Length: \(body.utf8.count)",
            ].joined(separator: "\r\n") + "\r\n\r\n" + body)
    }
}
