import HTTPServer
import Inventory
import Localization
import Templating

/// The texts of the forms in one language: `form.done` of the catalogue is `done` here. Fields are called as on pages and in
/// reports: `field.notes`, or `quantity` if that text is missing.
struct FormLocalization: Sendable {
    let language: String
    /// The whole catalogue of the language.
    let catalogue: MessageCatalogue
    private let words: [String: String]

    init(language: String) throws(ServerError) {
        guard let catalogue = MessageCatalogue(language: language) else {
            throw .missingCatalogue(language: language)
        }
        self.language = language
        self.catalogue = catalogue
        let family = "form."
        var words: [String: String] = [:]
        for field in ItemField.allCases {
            let key = "field.\(field.name)"
            words[key] = catalogue.texts[key] ?? catalogue.texts[field == .id ? "sheet.id" : field.name]
        }
        for (name, text) in catalogue.texts {
            if name.hasPrefix(family) { words[String(name.dropFirst(family.count))] = text }
        }
        for name in ["notStated", "unnamed", "direction", "currency"] { words[name] = catalogue[name] }
        for name in ["signOut", "search", "noneFound", "addDocument", "documentFile", "documentKind", "documentTitle"] {
            words[name] = catalogue["page.\(name)"]
        }
        self.words = words
    }

    /// A text by its name; the name itself if there is none, which a test forbids.
    subscript(_ name: String) -> String { words[name] ?? name }

    /// The texts as data for templates.
    var value: TemplateValue { .object(words.mapValues(TemplateValue.text)) }
}
