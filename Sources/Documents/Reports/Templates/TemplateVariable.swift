import Templating

/// A name that a report offers to templates.
public struct TemplateVariable: Sendable, Equatable {
    /// The names that lead to it, outermost first: `["summary", "totals", "amount"]`.
    public let path: [String]
    /// The types of names, with the words of JSON output.
    public enum Kind: String, Sendable {
        case text, number, markup, record, list
        case flag = "true or false"
        case trustedURL = "trusted URL"
        /// A list that is read row by row.
        case stream = "list, row by row"
    }

    /// Its type.
    public let kind: Kind

    /// The path as people read it.
    public var name: String { path.joined(separator: " › ") }
}

extension TemplateContext {
    /// Every name of the context, each followed by the names inside it; `words`, the report's words in the reader's
    /// language, is left out.
    public var templateVariables: [TemplateVariable] { TemplateContext.names(of: declaration, inside: []) }

    private static func names(of declaration: ContextDeclaration, inside path: [String]) -> [TemplateVariable] {
        declaration.fields.filter { $0.name != "words" }.flatMap { field in
            let path = path + [field.name]
            let (kind, inner) = describe(field.type)
            return [TemplateVariable(path: path, kind: kind)] + (inner.map { names(of: $0, inside: path) } ?? [])
        }
    }

    private static func describe(_ type: ContextDeclaration.FieldType) -> (TemplateVariable.Kind, ContextDeclaration?) {
        switch type {
        case .text: (.text, nil)
        case .number: (.number, nil)
        case .flag: (.flag, nil)
        case .markup: (.markup, nil)
        case .trustedURL: (.trustedURL, nil)
        case .record(let inner): (.record, inner)
        case .list(let inner): (.list, inner)
        case .stream(let inner): (.stream, inner)
        }
    }
}
