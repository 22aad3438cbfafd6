import JSON
import Synchronization

/// The texts of one catalogue by name. An embedded catalogue is parsed when the first text is needed.
final class CatalogueStorage: Sendable {
    private let path: String
    private let parsed: Mutex<[String: String]?>

    /// Texts that are already parsed.
    init(_ texts: [String: String]) {
        path = ""
        parsed = Mutex(texts)
    }

    /// The texts of a file that is embedded in the program.
    init(embedded path: String) {
        self.path = path
        parsed = Mutex(nil)
    }

    /// All texts by name.
    var texts: [String: String] {
        parsed.withLock { parsed in
            if let texts = parsed { return texts }
            let texts = EmbeddedFiles.bytes(of: path).flatMap(CatalogueStorage.parse) ?? [:]
            parsed = texts
            return texts
        }
    }

    /// Parses a JSON object whose members are all strings. Returns nil for anything else.
    static func parse(_ bytes: UnsafeBufferPointer<UInt8>) -> [String: String]? {
        guard let members = (try? JSONValue(parsing: bytes, rejectsDuplicateNames: false))?.object else { return nil }
        var texts: [String: String] = [:]
        texts.reserveCapacity(members.count)
        for member in members {
            guard case .string(let text) = member.value else { return nil }
            texts[member.name] = text
        }
        return texts
    }
}
