import HTTPServer
import InventoryStore

/// Recognises a form that is sent again.
enum FormFingerprint {
    /// The fingerprint of the path and of every field except those of the session and the return path.
    static func requestFingerprint(_ path: [String], _ fields: FormFields) -> String {
        let pairs = fields.pairs.filter { name, _ in name != "csrf" && name != "key" && name != "return" }
        return ChangeContext.requestFingerprint(
            "form", of: [path.joined(separator: "/")] + pairs.flatMap { [$0.name, $0.value] })
    }
}
