import Glibc
import Inventory

/// A file cannot be read or written at all: what is wrong, where, and what to do.
public struct InterchangeError: Error, Equatable, Sendable {
    /// What kind of thing is wrong.
    public enum Kind: Equatable, Sendable {
        /// The system would not open or read the file: its error number.
        case system(Int32)
        /// There is nothing in it.
        case empty
        /// It is none of the formats, or not the one that was named.
        case unknownFormat
        /// The header of a table lacks a column, has one twice, or has one that is not known.
        case header
        /// It does not follow the rules of its format.
        case damaged
        /// It is larger than the program will take on.
        case tooLarge
        /// An option does not fit.
        case option
        /// An item cannot be written in the format that is asked for.
        case unwritable
    }

    /// What kind of thing is wrong.
    public let kind: Kind
    /// The file as the caller named it; empty for an option.
    public internal(set) var file: String
    /// The line, from 1, where it is known.
    public let line: Int?
    /// The column in bytes, from 1, where it is known.
    public let column: Int?
    /// What is wrong.
    public let problem: String
    /// What to do about it.
    public let remedy: String

    init(
        _ kind: Kind, file: String = "", line: Int? = nil, column: Int? = nil, _ problem: String, remedy: String
    ) {
        self.kind = kind
        self.file = file
        self.line = line
        self.column = column
        self.problem = problem
        self.remedy = remedy
    }

    func inFile(_ name: String) -> InterchangeError {
        var error = self
        if error.file.isEmpty { error.file = name }
        return error
    }
}

extension InterchangeError: CustomStringConvertible {
    public var description: String {
        var place = file
        if let line { place += ":\(line)" }
        if line != nil, let column { place += ":\(column)" }
        let what = remedy.isEmpty ? problem : "\(problem); \(remedy)"
        return place.isEmpty ? what : "\(place): \(what)"
    }
}
