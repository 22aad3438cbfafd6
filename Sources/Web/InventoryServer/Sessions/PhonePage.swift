import HTTPServer
import Localization
import Reports
import Templating

// Signing in another device: a page shows a fresh link as a QR code for its camera.
extension SessionsHandler {
    func phonePage(_ request: InventoryRequest) throws(RequestError) -> Response {
        let words = forms.words(for: request.head)
        var back = request.head.query?["return"]
        var data: [String: TemplateValue] = ["code": .null, "side": .null, "token": .null]
        if request.method == .post {
            let fields = try request.formFields()
            try request.checkCSRF(fields)
            back = fields["return"]
            let token = sessions.makeToken()
            // The name by which the browser reached this server, which the host check has accepted.
            let host = request.head.headers[.host] ?? ""
            let code = QRCode("\(isSecure ? "https" : "http")://\(host)/sign-in#token=\(token)")
            data["code"] = code.map { .text($0.path) } ?? .null
            data["side"] = code.map { .text(String($0.side)) } ?? .null
            data["token"] = .text(token)
        }
        data.merge(FormPages.carried(request.caller, returning: ReturnPath(back).text)) { $1 }
        data["isLocal"] = .bool(HostName(request.head.headers[.host] ?? "")?.isLoopback ?? false)
        return try forms.page(.phone, title: words["phoneTitle"], words: words, data: data)
    }
}
