import JSON
import Synchronization

/// The texts of one catalogue by name. An embedded catalogue is parsed when the first text is needed.
final class CatalogueStorage: Sendable {
    private let path: String
    /// The texts that the file lacks.
    private let others: CatalogueStorage?
    private let parsed: Mutex<[String: String]?>

    /// Texts that are already parsed.
    init(_ texts: [String: String]) {
        path = ""
        others = nil
        parsed = Mutex(texts)
    }

    /// The texts of a file that is embedded in the program.
    /// - Parameter others: has the texts that the file lacks.
    init(embedded path: String, completedBy others: CatalogueStorage? = nil) {
        self.path = path
        self.others = others
        parsed = Mutex(nil)
    }

    /// All texts by name.
    var texts: [String: String] {
        parsed.withLock { parsed in
            if let texts = parsed { return texts }
            var texts = EmbeddedFiles.bytes(of: path).flatMap(CatalogueStorage.parse) ?? [:]
            if let others { texts.merge(others.texts) { own, _ in own } }
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
