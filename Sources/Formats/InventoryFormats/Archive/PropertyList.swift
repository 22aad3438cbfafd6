/// A property list whose values refer to each other by number, read one value at a time.
///
/// References are followed only on request, so that cycles and values shared a million times cost nothing.
protocol PropertyList {
    /// The number of the outermost value.
    var root: Int { get }
    /// The value of a number.
    /// - Throws: ``PropertyListError`` if the bytes are not a value.
    func node(_ index: Int) throws(PropertyListError) -> PropertyListNode
    /// Returns the number at an index of a list of numbers.
    func reference(_ references: PropertyListReferences, at place: Int) throws(PropertyListError) -> Int
}

/// One value of a property list; those inside it are numbers.
enum PropertyListNode {
    case null
    case bool(Bool)
    case integer(Int64)
    case real(Double)
    /// Seconds since 2001-01-01T00:00:00Z.
    case date(Double)
    case data
    case string(String)
    /// The index of an object in an archive.
    case uid(Int)
    case array(PropertyListReferences)
    case dictionary(keys: PropertyListReferences, values: PropertyListReferences)

    var kind: PropertyListKind {
        switch self {
        case .null: .null
        case .bool: .bool
        case .integer: .integer
        case .real: .real
        case .date: .date
        case .data: .data
        case .string: .string
        case .uid: .reference
        case .array: .array
        case .dictionary: .dictionary
        }
    }
}

/// Numbers of values, in order.
struct PropertyListReferences {
    /// The offset of the first in the file, or the index among the numbers in memory.
    let start: Int
    let count: Int
}
