import Files
import HTTPServer

/// Recognises a form that is sent again.
enum FormFingerprint {
    /// The SHA-256 (FIPS 180-4) of the path and of every field except those of the session and the return path.
    static func requestFingerprint(_ path: [String], _ fields: FormFields) -> String {
        var bytes: [UInt8] = []
        func add(_ text: String) {
            bytes += "\(text.utf8.count):".utf8
            bytes += text.utf8
        }
        add(path.joined(separator: "/"))
        for (name, value) in fields.pairs where name != "csrf" && name != "key" && name != "return" {
            add(name)
            add(value)
        }
        return "form "
            + SHA256.digest(of: bytes).map { (String($0 >> 4, radix: 16) + String($0 & 15, radix: 16)) }.joined()
    }
}
