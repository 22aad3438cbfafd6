import Files
package import Localization
package import Templating

/// The words of documents in one language, or in two side by side, from the catalogues in Templates/words.
package struct DocumentLocalization: Sendable {
    private let catalogue: MessageCatalogue
    /// The catalogue of a second language; nil for none.
    private let second: MessageCatalogue?
    /// The names that templates use: `words.total`, and `words.note.missing` for the key `note.missing`.
    package let declaration: ContextDeclaration

    /// Reads the catalogue of a reader's language.
    /// - Parameter second: a reader whose language stands beside it: `Quantity / Anzahl`.
    /// - Throws: `missingCatalogue`, `file` if it cannot be read, or `malformedCatalogue` if it is not a JSON object of
    ///   texts.
    package init(
        _ locale: ReportLocale, second: ReportLocale? = nil, from folder: TemplateFolder
    ) throws(ReportError) {
        catalogue = try DocumentLocalization.catalogue(locale, from: folder)
        var other: MessageCatalogue?
        if let second { other = try DocumentLocalization.catalogue(second, from: folder) }
        self.second = other
        declaration = DocumentLocalization.declaration(of: DocumentLocalization.published(in: catalogue).keys.sorted())
    }

    private static func catalogue(
        _ locale: ReportLocale, from folder: TemplateFolder
    ) throws(ReportError) -> MessageCatalogue {
        let path = "words/\(locale.language).json"
        let found: TemplateFolder.File?
        do { found = try folder.file(path) } catch { throw .file(error) }
        guard let file = found else { throw .missingCatalogue(file: path) }
        guard var catalogue = MessageCatalogue(language: locale.language, json: file.bytes) else {
            throw .malformedCatalogue(file: file.name)
        }
        catalogue.grouping = locale.grouping
        return catalogue
    }

    /// A text with that of the second language. One without letters, such as a separator, is only in the first.
    private func both(_ text: String, _ other: (MessageCatalogue) -> String?) -> String {
        guard let second, text.contains(where: \.isLetter), let other = other(second), other != text else {
            return text
        }
        return "\(text) / \(other)"
    }

    package subscript(key: String) -> String { both(catalogue[key]) { $0[key] } }

    /// The title of a report; a report of the owner's own is called after its folder unless the catalogue names it.
    func title(of options: ReportOptions) -> String {
        if let title = options.title { return title }
        let report = options.kind.name
        if let title = catalogue.texts["title.\(report)"] { return both(title) { $0.texts["title.\(report)"] } }
        let words = report.replacing("-", with: " ").replacing("_", with: " ")
        return words.prefix(1).uppercased() + words.dropFirst()
    }

    /// The heading of a field.
    func title(ofField name: String) -> String {
        let key = "field.\(name)"
        return catalogue.texts[key].map { both($0) { $0.texts[key] } } ?? self[name]
    }

    /// A text with its arguments, in the plural form of the first number.
    package func text(_ key: String, _ arguments: any CustomStringConvertible...) -> String {
        both(catalogue.text(key, arguments)) { $0.text(key, arguments) }
    }

    /// The texts that documents and pages name: all but those of the server's forms and the command line.
    package static func published(in catalogue: MessageCatalogue) -> [String: String] {
        catalogue.texts.filter { text in !["form.", "help.", "say."].contains(where: text.key.hasPrefix) }
    }

    private static func declaration(of keys: [String]) -> ContextDeclaration {
        var fields: [(String, ContextDeclaration.FieldType)] = []
        var groups: [String: [String]] = [:]
        for key in keys {
            if let dot = key.firstIndex(of: ".") {
                groups[String(key[..<dot]), default: []].append(String(key[key.index(after: dot)...]))
            } else {
                fields.append((key, .text))
            }
        }
        for (name, members) in groups.sorted(by: { $0.key < $1.key }) {
            fields.append((name, .record(declaration(of: members))))
        }
        return ContextDeclaration(fields)
    }

    package func fill(_ record: Record) { fill(record, prefix: "") }

    private func fill(_ record: Record, prefix: String) {
        for field in record.declaration.fields {
            let slot = record.declaration.slot(field.name)
            if case .record = field.type {
                fill(record.record(slot), prefix: prefix + field.name + ".")
            } else {
                let key = prefix + field.name
                record.set(slot, text: catalogue.texts[key].map { both($0) { $0.texts[key] } })
            }
        }
    }
}
