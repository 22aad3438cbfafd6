import Templating

/// The words of the forms, in the languages the program speaks.
struct FormWords: Sendable {
    static let languages = ["en", "zh-Hans", "zh-Hant"]

    let language: String
    private let words: [String: TemplateValue]

    init(language: String) throws(CompanionError) {
        guard let bytes = Assets.bytes("Site/forms/words/\(language).json"),
            case .object(let words)? = try? TemplateValue(json: bytes)
        else { throw .internalFault("the words of '\(language)' cannot be read") }
        self.language = language
        self.words = words
    }

    /// A word by its key; the key itself where there is none, which a test forbids.
    subscript(_ key: String) -> String {
        if case .text(let text)? = words[key] { text } else { key }
    }

    var value: TemplateValue { .object(words) }

    /// The language that suits best what a browser asks for (RFC 9110, 12.5.4), else the store's own.
    static func language(_ field: String?, otherwise: String) -> String {
        var best: (language: String, weight: Double)?
        for range in (field ?? "").split(separator: ",").prefix(16) {
            let pieces = range.split(separator: ";").map { $0.filter { $0 != " " }.lowercased() }
            guard let tag = pieces.first, let language = language(tag: tag) else { continue }
            let weight = pieces.dropFirst().first { $0.hasPrefix("q=") }.flatMap { Double($0.dropFirst(2)) } ?? 1
            if weight > 0, weight > (best?.weight ?? 0) { best = (language, weight) }
        }
        return best?.language ?? (languages.contains(otherwise) ? otherwise : "en")
    }

    private static func language(tag: String) -> String? {
        let parts = tag.split(separator: "-")
        switch parts.first {
        case "en": return "en"
        case "zh":
            let isTraditional =
                parts.contains("hant") || parts.contains("tw") || parts.contains("hk") || parts.contains("mo")
            return isTraditional && !parts.contains("hans") ? "zh-Hant" : "zh-Hans"
        default: return nil
        }
    }
}
