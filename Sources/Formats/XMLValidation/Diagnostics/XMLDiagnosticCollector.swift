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
