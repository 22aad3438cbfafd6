internal import JSON

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

extension TemplateValue {
    /// Reads a JSON text (RFC 8259).
    ///
    /// Numbers keep the digits they were written with.
    ///
    /// - Parameter rejectsDuplicateNames: whether a name that stands twice in an object is a fault (RFC 7493, 2.3); else the
    ///   last counts.
    /// - Throws: ``TemplateDataError`` with line and column of the first fault.
    public init(json: some Sequence<UInt8>, rejectsDuplicateNames: Bool = false) throws(TemplateDataError) {
        do throws(JSON.JSONError) {
            self.init(
                try JSONValue(
                    parsing: Array(json), rejectsDuplicateNames: rejectsDuplicateNames,
                    maximumDepth: TemplateValue.deepestJSON))
        } catch {
            throw TemplateDataError(message: error.kind.english, line: error.line, column: error.column)
        }
    }

    /// Maximum depth of lists and objects.
    private static let deepestJSON = 512

    private init(_ json: JSONValue) {
        self =
            switch json {
            case .null: .null
            case .bool(let flag): .bool(flag)
            case .number(let digits): .number(digits)
            case .string(let text): .text(text)
            case .array(let elements): .list(elements.map(TemplateValue.init))
            case .object(let members):
                .object(Dictionary(members.map { ($0.name, TemplateValue($0.value)) }) { _, last in last })
            }
    }
}

/// A fault in a JSON text.
public struct TemplateDataError: Error, Sendable, Equatable, CustomStringConvertible {
    /// The fault.
    public let message: String
    /// The line, counted from 1.
    public let line: Int
    /// The column in bytes, counted from 1.
    public let column: Int

    /// Place and message.
    public var description: String { "line \(line), column \(column): \(message)" }
}

/// JSON's notation of numbers.
enum JSONNumber {
    /// Whether bytes are a number as JSON writes it (RFC 8259, section 6).
    static func isValid(_ text: Span<UInt8>) -> Bool {
        var index = 0
        func next() -> UInt8? { index < text.count ? text[index] : nil }
        func skip(_ bytes: UInt8...) -> Bool {
            guard let byte = next(), bytes.contains(byte) else { return false }
            index += 1
            return true
        }
        func skipDigits() -> Bool {
            let start = index
            while let byte = next(), (0x30...0x39).contains(byte) { index += 1 }
            return index > start
        }
        _ = skip(UInt8(ascii: "-"))
        guard skip(UInt8(ascii: "0")) || skipDigits() else { return false }
        if skip(UInt8(ascii: ".")), !skipDigits() { return false }
        if skip(UInt8(ascii: "e"), UInt8(ascii: "E")) {
            _ = skip(UInt8(ascii: "+"), UInt8(ascii: "-"))
            guard skipDigits() else { return false }
        }
        return index == text.count
    }
}
