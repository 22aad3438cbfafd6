/// Why a schema or a document was refused.
public enum XMLValidationError: Error, Sendable, Equatable {
    /// The schema itself does not compile; a fault of the program or of the file given as a schema.
    case schemaInvalid(XMLValidationReport)
    /// The document breaks its schema or the grammar of XML.
    case documentInvalid(XMLValidationReport)
    /// One repeated element takes more than `limit` bytes.
    case elementTooLarge(limit: Int, line: Int)
    /// libxml2 could not get memory or a thread for `purpose`.
    case outOfResources(purpose: String)
}

extension XMLValidationError: CustomStringConvertible {
    /// What went wrong, where, and what to do about it.
    public var description: String {
        switch self {
        case .schemaInvalid(let report):
            "the schema cannot be used; correct it and try again\n\(report)"
        case .documentInvalid(let report):
            "the document is not valid\n\(report)"
        case .elementTooLarge(let limit, let line):
            "line \(line): one element takes more than \(limit) bytes; shorten its texts"
        case .outOfResources(let purpose):
            "not enough memory or threads for \(purpose); close other programs or use fewer jobs"
        }
    }
}
