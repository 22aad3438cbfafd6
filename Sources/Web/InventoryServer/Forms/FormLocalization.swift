import HTTPServer
import Localization
import Templating

/// The texts of the forms in one language: `form.done` of the catalogue is `done` here. Fields without a label of their own
/// in forms (`form.field.name`) have the same as on pages (`field.notes`).
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
        var words = catalogue.texts.filter { name, _ in name.hasPrefix("field.") }
        for (name, text) in catalogue.texts {
            if name.hasPrefix(family) { words[String(name.dropFirst(family.count))] = text }
        }
        for name in ["notStated", "unnamed"] { words[name] = catalogue[name] }
        words["signOut"] = catalogue["page.signOut"]
        self.words = words
    }

    /// A text by its name; the name itself if there is none, which a test forbids.
    subscript(_ name: String) -> String { words[name] ?? name }

    /// The texts as data for templates.
    var value: TemplateValue { .object(words.mapValues(TemplateValue.text)) }
}
