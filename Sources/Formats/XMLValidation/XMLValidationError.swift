package import Message

/// Why a schema or a document was refused.
package enum XMLValidationError: Error, Sendable, Equatable {
    /// The schema itself does not compile; a fault of the program or of the file given as a schema.
    case schemaInvalid(XMLValidationReport)
    /// The document breaks its schema or the grammar of XML.
    case documentInvalid(XMLValidationReport)
    /// One repeated element takes more than `limit` bytes.
    case elementTooLarge(limit: Int, line: Int)
    /// libxml2 could not get memory or a thread.
    case outOfResources(Purpose)

    /// The uses of memory and threads. The raw values are the last part of the keys of their messages.
    package enum Purpose: String, Sendable {
        case parser, validation
    }
}

extension XMLValidationError: MessageConvertible {
    package var message: Message {
        switch self {
        case .schemaInvalid(let report): Message("xml.schemaInvalid", ["problems": report])
        case .documentInvalid(let report): Message("xml.documentInvalid", ["problems": report])
        case .elementTooLarge(let limit, let line):
            Message("xml.elementTooLarge", ["line": .value(line), "limit": .value(limit)])
        case .outOfResources(let purpose): Message("xml.outOfResources.\(purpose.rawValue)")
        }
    }
}

/// Limits of one validation, so that a hostile document cannot exhaust memory.
package struct XMLLimits: Sendable, Equatable {
    /// Faults kept with their text; later ones are only counted.
    package var maximumDiagnostics: Int
    /// Bytes (UTF-8) of character data between two tags.
    package var textBytes: Int

    /// Makes limits: 20 faults, and 16 MiB of text between two tags, by default.
    package init(maximumDiagnostics: Int = 20, textBytes: Int = 16 << 20) {
        self.maximumDiagnostics = maximumDiagnostics
        self.textBytes = textBytes
    }
}
