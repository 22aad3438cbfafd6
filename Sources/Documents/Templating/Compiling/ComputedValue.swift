/// Something that is worked out when it is needed: a formatter's call, a literal, a row's position.
enum ComputedValue: Sendable {
    case slot(frame: Int, slot: Int, SlotKind, buffer: Int)
    case data(path: Int, buffer: Int)
    case literal([UInt8], SlotKind)
    case position(RowPosition, frame: Int, buffer: Int)
    /// Number of elements of a list in memory.
    case count(frame: Int, slot: Int, buffer: Int)
    case dataCount(path: Int, buffer: Int)
    /// A call, whose result goes to a buffer of its own.
    case call(Formatter, arguments: [CallArgument], buffer: Int)
}

/// One argument of a call.
struct CallArgument: Sendable {
    /// Index among the computed values.
    let value: Int
    /// Whether the formatter is called if the value is absent.
    let takesAbsent: Bool
}

/// The position of a row in its list.
enum RowPosition: String, CaseIterable, Sendable {
    /// The row's number, counted from 0.
    case index
    /// The row's number, counted from 1.
    case number
    /// Whether it is the first row.
    case first
    /// Whether it is the last row; a stream is read one row ahead for it.
    case last
    /// Whether the row's index is even: the first row, the third and so on.
    case even
    /// Whether the row's index is odd.
    case odd

    var type: ContextDeclaration.FieldType {
        switch self {
        case .index, .number: .number
        case .first, .last, .even, .odd: .flag
        }
    }

    /// The value for a row, as a number or as 1 and 0.
    func value(index: Int, isLast: Bool) -> Int {
        switch self {
        case .index: index
        case .number: index + 1
        case .first: index == 0 ? 1 : 0
        case .last: isLast ? 1 : 0
        case .even: index & 1 == 0 ? 1 : 0
        case .odd: index & 1
        }
    }
}
