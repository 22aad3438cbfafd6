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
