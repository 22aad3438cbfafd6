internal import CXML2
internal import Glibc

/// Keeps the first faults in the order they come and counts the rest.
struct XMLDiagnosticCollector {
    private let maximumDiagnostics: Int
    /// `{urn:…}` as libxml2 writes it before every element's name.
    private let namespacePrefix: String
    private var diagnostics: [XMLDiagnostic] = []
    private var omittedCount = 0
    /// The place of the last violated facet: libxml2 then repeats that the value is not of its type.
    private var facetPosition: (line: Int, column: Int)?
    /// The place of the last prefix that is not declared: the schema then does not expect its element.
    private var prefixPosition: (line: Int, column: Int)?
    /// Whether the document is not well-formed, so that parsing ends. What libxml2 still says of the tag at that place
    /// only follows from it.
    private var hasEnded = false

    init(limits: XMLLimits, namespace: String) {
        maximumDiagnostics = limits.maximumDiagnostics
        namespacePrefix = namespace.isEmpty ? "" : "{\(namespace)}"
    }

    var isEmpty: Bool { diagnostics.isEmpty && omittedCount == 0 }

    var report: XMLValidationReport { XMLValidationReport(diagnostics: diagnostics, omittedCount: omittedCount) }

    mutating func add(_ diagnostic: XMLDiagnostic) {
        if diagnostics.count < maximumDiagnostics {
            diagnostics.append(diagnostic)
        } else {
            omittedCount += 1
        }
    }

    /// Notes an error of libxml2 at a place in the document; warnings are not faults.
    mutating func add(_ error: UnsafePointer<xmlError>, line: Int, column: Int) {
        guard error.pointee.level.rawValue >= XML_ERR_ERROR.rawValue, !hasEnded else { return }
        hasEnded = error.pointee.level == XML_ERR_FATAL
        let rule = ValidationRule.of(domain: error.pointee.domain, code: error.pointee.code)
        if rule.name == "cvc-datatype-valid", let place = facetPosition, place == (line, column) {
            facetPosition = nil
            return
        }
        facetPosition = rule.isFacet ? (line, column) : nil
        let isOfSchema = error.pointee.domain == XML_FROM_SCHEMASV.rawValue
        if let place = prefixPosition, place == (line, column), isOfSchema { return }
        prefixPosition = rule.name == "namespace" ? (line, column) : nil
        guard diagnostics.count < maximumDiagnostics else {
            omittedCount += 1
            return
        }
        diagnostics.append(
            XMLDiagnostic(
                line: max(line, 1), column: max(column, 1), rule: rule.name,
                problem: problem(error.pointee.message, rule.remedy)))
    }

    private func problem(_ message: UnsafePointer<CChar>?, _ remedy: XMLDiagnostic.Remedy) -> XMLDiagnostic.Problem {
        guard let message else { return .invalid(remedy) }
        // The bytes as they are: libxml2 may have cut them within a character.
        let bytes = Array(UnsafeRawBufferPointer(start: message, count: strlen(message)))
        return .library(words: LibxmlMessage.line(bytes, without: namespacePrefix), remedy)
    }
}

/// Puts a message of libxml2 into one line.
enum LibxmlMessage {
    /// Bytes of libxml2's own words that are kept; a faulty value may be a whole book.
    static let longestText = 400

    /// Bytes after which libxml2 cuts a message, within a character too, if its value is very long.
    private static let longestCutText = 149

    /// `Element 'value': 'x' is not …`, without namespaces, newlines and the final full stop.
    static func line(_ text: [UInt8], without namespacePrefix: String) -> String {
        let prefix = Array(namespacePrefix.utf8)
        var words: [UInt8] = []
        var rest = text[...]
        while let byte = rest.first {
            if words.count >= longestText {
                trimPartialScalar(&words)
                words.append(contentsOf: "…".utf8)
                break
            }
            if !prefix.isEmpty, byte == prefix[0], rest.starts(with: prefix) {
                rest = rest.dropFirst(prefix.count)
            } else {
                words.append(isLineBreak(byte) ? UInt8(ascii: " ") : byte)
                rest = rest.dropFirst()
            }
        }
        if text.count == longestCutText, text.last != UInt8(ascii: "\n") {
            trimPartialScalar(&words)
            words.append(contentsOf: "…".utf8)
        }
        while let last = words.last, last == UInt8(ascii: " ") || last == UInt8(ascii: ".") {
            words.removeLast()
        }
        return String(decoding: words, as: UTF8.self)
    }

    private static func isLineBreak(_ byte: UInt8) -> Bool {
        byte == UInt8(ascii: "\n") || byte == UInt8(ascii: "\r")
    }

    private static func trimPartialScalar(_ bytes: inout [UInt8]) {
        while let last = bytes.last, last & 0xC0 == 0x80 {
            bytes.removeLast()
        }
        if let last = bytes.last, last & 0xC0 == 0xC0 {
            bytes.removeLast()
        }
    }
}
