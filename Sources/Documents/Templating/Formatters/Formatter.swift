/// A function templates may call: `{{ upper(name) }}`.
///
///     let shout = Formatter("shout", [.init(.text)], result: .text, summary: "Adds an exclamation mark.",
///         example: "{{ shout(name) }}") { arguments, output in
///         output.write(arguments[0].bytes)
///         output.write("!")
///     }
public struct Formatter: Sendable {
    /// What a formatter takes in one place.
    public struct Parameter: Sendable {
        /// What kind of value it takes.
        public let type: ArgumentType
        /// Whether it is called with an absent value; otherwise the result is absent where the value is.
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

    /// What kind of value a parameter takes.
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
        /// A record with parts of these names; the formatter is handed each part as an argument of its own.
        case record([String])
    }

    /// What a formatter makes.
    public enum Result: Sendable, Hashable {
        /// Text, escaped like any other.
        case text
        /// A number, never quoted in JSON and CSV.
        case number
        /// What ``FormatterOutput/write(_:)-(FormatterArgument)`` was last given, else text.
        case argument
    }

    /// The name templates call it by: letters, digits and `_`.
    public let name: String
    /// What it takes, in order.
    public let parameters: [Parameter]
    /// What it makes.
    public let result: Result
    /// What it does, in one sentence for template authors.
    public let summary: String
    /// A tag that calls it.
    public let example: String
    let body: @Sendable (FormatterArguments, FormatterOutput) throws -> Void

    /// A formatter; `body` writes the result, and may throw a ``FormatterError``.
    ///
    /// Stops the program where a name is none that a template can call, or a parameter that may be left out stands
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
    /// What is wrong, without the value itself.
    public let message: String

    /// A fault with its message.
    public init(_ message: String) {
        self.message = message
    }
}

/// The arguments of one call, valid only during it.
public struct FormatterArguments {
    let values: UnsafeBufferPointer<FormatterArgument>

    /// How many arguments were given, a record's parts counted one by one.
    public var count: Int { values.count }

    /// The argument at a position that must be less than ``count``.
    public subscript(index: Int) -> FormatterArgument { values[index] }
}

/// One argument of a call, valid only during it.
public struct FormatterArgument {
    let base: UnsafePointer<UInt8>?
    let length: Int
    /// Text, number or flag.
    let kind: SlotKind

    static var absent: FormatterArgument { FormatterArgument(base: nil, length: 0, kind: .text) }

    /// Whether there is no value.
    public var isAbsent: Bool { base == nil }
    /// The bytes of the text or number; `true` or `false` for a flag.
    public var bytes: UnsafeBufferPointer<UInt8> { UnsafeBufferPointer(start: base, count: length) }
    /// The text, copied.
    public var text: String { String(decoding: bytes, as: UTF8.self) }
    /// Whether it is a flag that is set.
    public var isTrue: Bool { length == 4 && bytes.elementsEqual("true".utf8) }
    /// The value as an integer, or nil where it is none.
    public var integer: Int64? { Int64(text) }
}

/// Takes what a formatter writes; its memory is used again from call to call.
public final class FormatterOutput {
    private(set) var base: UnsafeMutablePointer<UInt8>
    private var capacity = 256
    private(set) var count = 0
    private(set) var isAbsent = false
    /// Text, number or flag.
    var kind = SlotKind.text

    init() {
        base = .allocate(capacity: capacity)
    }

    deinit {
        base.deallocate()
    }

    func clear(_ kind: SlotKind) {
        count = 0
        isAbsent = false
        self.kind = kind
    }

    /// Writes one byte.
    public func write(_ byte: UInt8) {
        if count == capacity { grow(1) }
        base[count] = byte
        count += 1
    }

    /// Writes bytes of UTF-8.
    public func write(_ bytes: UnsafeBufferPointer<UInt8>) {
        guard let source = bytes.baseAddress else { return }
        if capacity - count < bytes.count { grow(bytes.count) }
        (base + count).update(from: source, count: bytes.count)
        count += bytes.count
    }

    /// Writes text.
    public func write(_ text: String) {
        var text = text
        text.withUTF8 { write($0) }
    }

    /// Writes an argument as it is; a formatter whose result is ``Formatter/Result/argument`` makes what it is: a
    /// number stays a number.
    public func write(_ argument: FormatterArgument) {
        if count == 0 { kind = argument.kind }
        write(argument.bytes)
    }

    /// Says that there is no result: falsey, and nothing where it is printed.
    public func setAbsent() {
        isAbsent = true
    }

    private func grow(_ more: Int) {
        capacity = max(capacity * 2, count + more)
        let larger = UnsafeMutablePointer<UInt8>.allocate(capacity: capacity)
        larger.update(from: base, count: count)
        base.deallocate()
        base = larger
    }
}
