import Files
import HTTPServer

/// Recognises a form that is sent again.
enum FormFingerprint {
    /// The SHA-256 (FIPS 180-4) of the path and of every field except those of the session and the return path.
    static func requestFingerprint(_ path: [String], _ fields: FormFields) -> String {
        let pairs = fields.pairs.filter { name, _ in name != "csrf" && name != "key" && name != "return" }
        return fingerprint("form", of: [path.joined(separator: "/")] + pairs.flatMap { [$0.name, $0.value] })
    }

    /// The SHA-256 of texts after a word that names their kind.
    static func fingerprint(_ kind: String, of texts: some Sequence<String>) -> String {
        var bytes: [UInt8] = []
        for text in texts {
            bytes += "\(text.utf8.count):".utf8
            bytes += text.utf8
        }
        return "\(kind) \(SHA256.hexadecimalDigest(of: bytes))"
    }
}
