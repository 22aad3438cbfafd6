import FoundationEssentials
package import Templating

/// The words of documents in one language, from the catalogue in Templates/words.
package struct Words: Sendable {
    package let texts: [String: String]
    /// The names that templates use: `words.total`, and `words.note.missing` for the key `note.missing`.
    package let declaration: ContextDeclaration

    /// Reads the catalogue of a language.
    /// - Throws: `words` where the file is missing or is no object of texts.
    package init(language: String, from folder: TemplateFolder) throws(ReportError) {
        let path = "words/\(language).json"
        guard let file = folder.file(path) else {
            throw .words(file: path, problem: "the catalogue of words is missing")
        }
        guard let texts = try? JSONDecoder().decode([String: String].self, from: Data(file.bytes)) else {
            throw .words(file: file.name, problem: "is no JSON object of texts")
        }
        self.texts = texts
        declaration = Words.declaration(of: texts.keys.sorted())
    }

    package subscript(key: String) -> String { texts[key] ?? key }

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
                record.set(slot, text: texts[prefix + field.name])
            }
        }
    }
}
