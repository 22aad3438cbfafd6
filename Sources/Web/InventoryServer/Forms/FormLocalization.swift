import Localization
import Templating

/// The words of the forms in one language: `form.done` of the catalogue is `done` here.
struct FormLocalization: Sendable {
    let language: String
    /// The whole catalogue of the language.
    let catalogue: MessageCatalogue
    private let words: [String: String]

    init(language: String) throws(ServerError) {
        guard let catalogue = MessageCatalogue(language: language) else {
            throw .internalFault("the words of '\(language)' cannot be read")
        }
        self.language = language
        self.catalogue = catalogue
        let family = "form."
        var words: [String: String] = [:]
        for (name, text) in catalogue.texts {
            if name.hasPrefix(family) { words[String(name.dropFirst(family.count))] = text }
        }
        for name in ["notStated", "unnamed"] { words[name] = catalogue[name] }
        words["signOut"] = catalogue["page.signOut"]
        for kind in HTTPErrorKind.allCases {
            for name in ["problem.\(kind.rawValue)", "problem.\(kind.rawValue).remedy"] {
                words[name] = catalogue["say.\(name)"]
            }
        }
        self.words = words
    }

    /// A word by its name; the name itself where there is none, which a test forbids.
    subscript(_ name: String) -> String { words[name] ?? name }

    /// The words as data for templates.
    var value: TemplateValue { .object(words.mapValues(TemplateValue.text)) }
}
