internal import CXML2

/// A place in a document.
package struct XMLLocation: Sendable, Equatable {
    /// The line, from 1.
    package var line: Int
    /// The column in the line, from 1, in characters.
    package var column: Int

    /// A place; both count from 1.
    package init(line: Int, column: Int) {
        self.line = line
        self.column = column
    }
}

extension XMLLocation {
    /// Maximum distance to search back for the beginning of a line. In a longer line the column is the parser's, which
    /// is not the tag's.
    private static let farthest = 1 << 12

    /// The beginning of the tag that the parser has just read.
    ///
    /// The parser reports only its own position, the tag's end. Its buffer holds the whole tag, in which no other `<`
    /// can stand (XML 1.0, 3.1: attribute values have none).
    init(ofTagBefore parser: xmlParserCtxtPtr) {
        line = max(Int(xmlSAX2GetLineNumber(parser)), 1)
        column = max(Int(xmlSAX2GetColumnNumber(parser)), 1)
        guard let input = parser.pointee.input, let base = input.pointee.base, let next = input.pointee.cur,
            let offset = UnsafeBufferPointer(start: base, count: next - base).lastIndex(of: UInt8(ascii: "<"))
        else { return }
        let tag = base + offset
        let inside = UnsafeBufferPointer(start: tag, count: next - tag)
        let lineBreaks = inside.count { $0 == UInt8(ascii: "\n") }
        line = max(line - lineBreaks, 1)
        let before = UnsafeBufferPointer(
            start: max(base, tag - XMLLocation.farthest), count: min(tag - base, XMLLocation.farthest))
        if let lineEnd = before.lastIndex(of: UInt8(ascii: "\n")) {
            column = before[(lineEnd + 1)...].count(where: XMLLocation.beginsCharacter) + 1
        } else if line == 1, before.count == Int(input.pointee.consumed) + (tag - base) {
            column = before.count(where: XMLLocation.beginsCharacter) + 1
        } else if lineBreaks == 0 {
            column = max(column - inside.count(where: XMLLocation.beginsCharacter), 1)
        }
    }

    /// Whether a byte of UTF-8 is the first of a character.
    private static func beginsCharacter(_ byte: UInt8) -> Bool { byte & 0xC0 != 0x80 }
}

/// Validates a document of any size while it is fed in, in constant memory: no tree, no second parse.
///
/// Documents with a DOCTYPE are refused, so no entity is ever expanded; nothing is read from elsewhere.
///
///     let validator = try XMLStreamValidator(schema: schema)
///     while let chunk = try file.next() { validator.write(chunk) }
///     let report = validator.finish()
package final class XMLStreamValidator {
    private var session: ValidationSession

    /// Prepares for one document.
    ///
    /// - Parameters:
    ///   - schema: what the document has to follow.
    ///   - limits: maximum number of faults to keep and length of a text.
    ///   - observer: is called for every element; kept for the validator's lifetime.
    /// - Throws: ``XMLValidationError/outOfResources(_:)``.
    package init(
        schema: XMLSchema, limits: XMLLimits = XMLLimits(), observer: (any XMLElementObserver)? = nil
    ) throws(XMLValidationError) {
        session = try ValidationSession(schema: schema, limits: limits, observer: observer, input: .pushed)
    }

    /// Takes the next bytes of the document; of any number, cut anywhere. Does nothing once ``isStopped``.
    package func write(_ bytes: Span<UInt8>) {
        session.push(bytes)
    }

    /// Whether reading on is of no use: the document is not well-formed, or a limit was passed.
    package var isStopped: Bool { session.isStopped }

    /// Ends the document and reports its faults. The validator cannot be used again.
    package func finish() -> XMLValidationReport {
        session.finishPushed()
        return session.report
    }
}
