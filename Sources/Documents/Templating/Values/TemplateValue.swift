/// A value for templates that are rendered from data, such as a JSON file.
public enum TemplateValue: Sendable {
    /// Nothing: falsey, and printed as nothing.
    case null
    /// True or false.
    case bool(Bool)
    /// A number as it was written, such as `1.20`.
    case number(String)
    /// Text, escaped wherever it is printed.
    case text(String)
    /// Safe markup, for `{{{…}}}`.
    case markup(Markup)
    /// A URL the program vouches for.
    case trustedURL(TrustedURL)
    /// A list.
    case list([TemplateValue])
    /// Names and their values.
    case object([String: TemplateValue])
    /// A function the template calls.
    case lambda(TemplateLambda)
}

/// A function among the data (Mustache's optional lambdas): its result is read as a template and rendered in its place.
public struct TemplateLambda: Sendable {
    let body: @Sendable (String?) throws -> TemplateValue

    /// Called with the unrendered text of a section, or with nil if the lambda is printed as a variable.
    public init(_ body: @escaping @Sendable (_ section: String?) throws -> TemplateValue) {
        self.body = body
    }
}

extension TemplateValue: ExpressibleByStringLiteral, ExpressibleByIntegerLiteral, ExpressibleByBooleanLiteral,
    ExpressibleByArrayLiteral, ExpressibleByDictionaryLiteral, ExpressibleByNilLiteral
{
    /// Text.
    public init(stringLiteral value: String) { self = .text(value) }
    /// A number.
    public init(integerLiteral value: Int) { self = .number(String(value)) }
    /// True or false.
    public init(booleanLiteral value: Bool) { self = .bool(value) }
    /// A list.
    public init(arrayLiteral elements: TemplateValue...) { self = .list(elements) }
    /// Null.
    public init(nilLiteral: ()) { self = .null }

    /// An object; of names given twice the last counts.
    public init(dictionaryLiteral elements: (String, TemplateValue)...) {
        self = .object(Dictionary(elements, uniquingKeysWith: { $1 }))
    }
}

extension TemplateValue {
    /// Whether a section of this value is rendered: not for null, false, an empty list and empty text.
    var isTruthy: Bool {
        switch self {
        case .null: false
        case .bool(let flag): flag
        case .text(let text): !text.isEmpty
        case .markup(let markup): !markup.text.isEmpty
        case .trustedURL(let url): !url.text.isEmpty
        case .list(let list): !list.isEmpty
        case .number, .object, .lambda: true
        }
    }
}
