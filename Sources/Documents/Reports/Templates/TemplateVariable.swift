import Templating

/// A name that a report offers to templates.
public struct TemplateVariable: Sendable, Equatable {
    /// The names that lead to it, outermost first: `["summary", "totals", "amount"]`.
    public let path: [String]
    /// Its type in a word or two: `text`, `number`, `list`…
    public let what: String

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
            let (what, inner) = describe(field.type)
            return [TemplateVariable(path: path, what: what)] + (inner.map { names(of: $0, inside: path) } ?? [])
        }
    }

    private static func describe(_ type: ContextDeclaration.FieldType) -> (String, ContextDeclaration?) {
        switch type {
        case .text: ("text", nil)
        case .number: ("number", nil)
        case .flag: ("true or false", nil)
        case .markup: ("markup", nil)
        case .trustedURL: ("trusted URL", nil)
        case .record(let inner): ("record", inner)
        case .list(let inner): ("list", inner)
        case .stream(let inner): ("list, row by row", inner)
        }
    }
}
