/// A function templates may call: `{{ upper(name) }}`.
///
///     let shout = Formatter("shout", [.init(.text)], result: .text, summary: "Adds an exclamation mark.",
///         example: "{{ shout(name) }}") { arguments, output in
///         output.write(arguments[0].bytes)
///         output.write("!")
///     }
public struct Formatter: Sendable {
    /// One parameter of a formatter.
    public struct Parameter: Sendable {
        /// The type of its values.
        public let type: ArgumentType
        /// Whether it is called with an absent value; otherwise the result is absent if the value is.
        public let takesAbsent: Bool
        /// Whether it may be left out; all that follow must be too.
        public let isOptional: Bool

        /// A parameter of a type.
        public init(_ type: ArgumentType, takesAbsent: Bool = false, isOptional: Bool = false) {
            self.type = type
            self.takesAbsent = takesAbsent
            self.isOptional = isOptional
        }
    }

    /// The type of a parameter's values.
    public enum ArgumentType: Sendable, Hashable {
        /// Text; numbers are taken as they are written.
        case text
        /// A number.
        case number
        /// True or false.
        case flag
        /// Text, a number or a flag.
        case any
        /// One of these words, written out in the template and checked when it is compiled.
        case choice([String])
        /// A record with parts of these names; the formatter receives each part as an argument of its own.
        case record([String])
    }

    /// The type of a formatter's result.
    public enum Result: Sendable, Hashable {
        /// Text, escaped like any other.
        case text
        /// A number, never quoted in JSON and CSV.
        case number
        /// The type of the last argument of ``FormatterOutput/write(_:)-(FormatterArgument)``; text if there was none.
        case argument
    }

    /// The name templates call it by: letters, digits and `_`.
    public let name: String
    /// The parameters, in order.
    public let parameters: [Parameter]
    /// The type of the result.
    public let result: Result
    /// A description in one sentence for template authors.
    public let summary: String
    /// A tag that calls it.
    public let example: String
    let body: @Sendable (FormatterArguments, FormatterOutput) throws -> Void

    /// A formatter; `body` writes the result, and may throw a ``FormatterError``.
    ///
    /// Stops the program if a template cannot call the name, or if an optional parameter stands
    /// before one that may not.
    public init(
        _ name: String, _ parameters: [Parameter], result: Result = .text, summary: String, example: String,
        body: @escaping @Sendable (_ arguments: FormatterArguments, _ output: FormatterOutput) throws -> Void
    ) {
        precondition(Self.isCallable(name), "no template can call a formatter named \"\(name)\"")
        precondition(Self.isInOrder(parameters), "\(name): parameters that may be left out must come last")
        self.name = name
        self.parameters = parameters
        self.result = result
        self.summary = summary
        self.example = example
        self.body = body
    }

    static func isCallable(_ name: String) -> Bool {
        guard let first = name.unicodeScalars.first, !("0"..."9").contains(first) else { return false }
        return name.unicodeScalars.allSatisfy { $0 == "_" || $0.properties.isAlphabetic || ("0"..."9").contains($0) }
    }

    static func isInOrder(_ parameters: [Parameter]) -> Bool {
        let firstOptional = parameters.firstIndex(where: \.isOptional) ?? parameters.count
        return parameters[firstOptional...].allSatisfy(\.isOptional)
    }
}

/// Why a formatter could not format its arguments.
public struct FormatterError: Error, Sendable, Equatable {
    /// The fault, without the value itself.
    public let message: String

    /// A fault with its message.
    public init(_ message: String) {
        self.message = message
    }
}

/// The arguments of one call.
public struct FormatterArguments {
    let values: [FormatterArgument]

    /// Number of arguments; each part of a record counts as one.
    public var count: Int { values.count }

    /// The argument at a position that must be less than ``count``.
    public subscript(index: Int) -> FormatterArgument { values[index] }
}

/// One argument of a call.
public struct FormatterArgument: Sendable {
    /// The bytes of the text or number; `true` or `false` for a flag; empty without a value.
    public let bytes: [UInt8]
    /// Whether there is no value.
    public let isAbsent: Bool
    /// Text, number or flag.
    let kind: SlotKind

    init(_ bytes: [UInt8], _ kind: SlotKind) {
        self.bytes = bytes
        self.kind = kind
        isAbsent = false
    }

    private init() {
        bytes = []
        kind = .text
        isAbsent = true
    }

    static let absent = FormatterArgument()

    /// The text.
    public var text: String { String(decoding: bytes, as: UTF8.self) }
    /// Whether it is a flag that is set.
    public var isTrue: Bool { bytes.elementsEqual("true".utf8) }
    /// The value as an integer; nil if it is not one.
    public var integer: Int64? { Int64(text) }
}

/// Receives the result of a formatter; its memory is reused from call to call.
public final class FormatterOutput {
    private(set) var bytes: [UInt8] = []
    private var isAbsent = false
    private var kind = SlotKind.text

    /// Forgets the last result.
    func clear(_ kind: SlotKind) {
        bytes.removeAll(keepingCapacity: true)
        isAbsent = false
        self.kind = kind
    }

    /// The result as an argument of another call.
    var argument: FormatterArgument { isAbsent ? .absent : FormatterArgument(bytes, kind) }

    /// Writes one byte.
    public func write(_ byte: UInt8) {
        bytes.append(byte)
    }

    /// Writes bytes of UTF-8.
    public func write(_ bytes: some Sequence<UInt8>) {
        self.bytes.append(contentsOf: bytes)
    }

    /// Writes text.
    public func write(_ text: String) {
        bytes.append(contentsOf: text.utf8)
    }

    /// Writes an argument as it is. The result of a formatter whose result is ``Formatter/Result/argument`` is then of
    /// the argument's kind: a number stays a number.
    public func write(_ argument: FormatterArgument) {
        if bytes.isEmpty { kind = argument.kind }
        write(argument.bytes)
    }

    /// States that there is no result: falsey, and nothing is printed.
    public func setAbsent() {
        isAbsent = true
    }
}

/// The formatters a program offers its templates.
public struct FormatterSet: Sendable {
    private let byName: [String: Formatter]

    /// The formatters given, beside the standard ones; of equal names the last counts.
    public init(_ formatters: [Formatter] = []) {
        byName = Dictionary((Self.builtIn + formatters).map { ($0.name, $0) }, uniquingKeysWith: { $1 })
    }

    /// The standard formatters: `upper`, `lower` and `default`.
    public static let standard = FormatterSet()

    /// All formatters by name, for a program that lists them.
    public var all: [Formatter] { byName.values.sorted { $0.name < $1.name } }

    /// All names a template may call, the engine's own list functions among them.
    var names: [String] { byName.keys + ListFunction.allCases.map(\.rawValue) }

    subscript(name: String) -> Formatter? { byName[name] }

    private static let builtIn = [
        Formatter(
            "upper", [.init(.text)], summary: "Writes text in capital letters.", example: "{{ upper(name) }}"
        ) { arguments, output in
            output.write(arguments[0].text.uppercased())
        },
        Formatter(
            "lower", [.init(.text)], summary: "Writes text in small letters.", example: "{{ lower(name) }}"
        ) { arguments, output in
            output.write(arguments[0].text.lowercased())
        },
        Formatter(
            "default", [.init(.any, takesAbsent: true), .init(.any)], result: .argument,
            summary: "Writes the second value where the first is absent or empty.",
            example: "{{ default(serialNumber, \"not stated\") }}"
        ) { arguments, output in
            output.write(arguments[0].bytes.isEmpty ? arguments[1] : arguments[0])
        },
    ]
}

/// The engine's own functions of lists.
enum ListFunction: String, CaseIterable {
    /// `{{# first(items, 10) }}`: the first rows of a list or stream.
    case first
    /// `{{# sorted(rooms, "total") }}`: a list in memory by one of its names; `"descending"` may follow.
    case sorted
    /// `{{ count(tags) }}`: how many elements a list in memory has.
    case count
}

/// One step of what is done with a list before a section goes through it.
enum ListStep: Hashable, Sendable {
    case first(Int)
    /// By a slot of declared records, or by a name of data.
    case sorted(slot: Int, name: String, isDescending: Bool)
}
