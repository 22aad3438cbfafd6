internal import JSON

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
