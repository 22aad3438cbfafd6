import Files
import HTTPServer
import Localization
import Synchronization

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
